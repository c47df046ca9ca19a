#!/usr/bin/env python3
"""Write docs/audits.md: what both audits find about every metric that is shipped.

    scripts/make_audits.py CORPORA [--graphs N] [--pairs N]

CORPORA is a folder with data/bamboo and data/little-prince. The soundness audit takes N graphs of
all of them, evenly spaced (20,000); the principles audit takes N sentences of Little Prince (all).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tertium import Corpus, Graph, metric
from tertium.audit import principles, soundness
from tertium.audit.sampling import evenly
from tertium.metrics import REGISTRY
from tertium.report.audits import soundness_table, verdict_table
from tertium.report.formats import markdown

TARGET = Path(__file__).parent.parent / "docs" / "audits.md"

TEXT = """# Audits

What the two audits find about every metric that is shipped. Made by `scripts/make_audits.py`; run
it again after a change.

## Soundness

`tertium audit soundness FILE... -m METRIC...` changes each graph in 13 ways (Ki, Kim & Gweon, Table
1) and scores it against itself changed. Six changes keep the meaning by the AMR guidelines and
should score 1; seven do not and should score less. {graphs} graphs of Little Prince and BAMBOO.

{soundness}

The stars are those of an exact binomial test: the share of ones is above 0.999 (equivalent) or
below 0.001 (inequivalent); + p <= 0.1, * 0.05, ** 0.01, *** 0.001.

{left_out}

## Principles

`tertium audit principles GOLD SYSTEM... -m METRIC...` measures the seven principles of Opitz,
Parcalabescu & Frank (2020). Little Prince: gold, JAMR, CAMR; {pairs} sentences. ✓ε is kept up
to the error in brackets.

{verdicts}

{details}
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpora", type=Path)
    arguments.add_argument("--graphs", type=int, default=20_000)
    arguments.add_argument("--pairs", type=int, default=10_000)
    args = arguments.parse_args()
    chosen = [metric(name) for name in REGISTRY]
    graphs = evenly(_all_graphs(args.corpora / "data"), args.graphs)
    pairs = soundness.make_perturbations(graphs)
    sound = [soundness.audit(graphs, m, pairs) for m in chosen]
    folder = args.corpora / "data" / "little-prince"
    banks = {n: evenly(_graphs(folder / f"{n}.amr"), args.pairs) for n in ("gold", "jamr", "camr")}
    seven = [principles.audit(m, banks) for m in chosen]
    TARGET.write_text(
        TEXT.format(
            graphs=f"{len(graphs):,}",
            soundness=markdown.table(soundness_table(sound)),
            left_out=_left_out(pairs),
            pairs=f"{len(banks['gold']):,}",
            verdicts=markdown.table(verdict_table(seven)),
            details="\n".join(_details(report) for report in seven),
        ),
        encoding="utf-8",
    )


def _details(report: principles.Principles) -> str:
    symmetry, bias = report.findings[2].details, report.findings[4].details
    svr, msv = 100 * float(str(symmetry["svr"])), float(str(symmetry["msv (points)"]))
    growth = ", ".join(f"{place.removeprefix('growth, ')} {k}" for place, k in bias.items())
    return (
        f"- `{report.metric.name}`: symmetry violated in {svr:.1f} % of pairs by {msv:.2f} points "
        f"on average; error impact grows with the exponents {growth}"
    )


def _left_out(pairs: list[soundness.Perturbations]) -> str:
    same = {p.operation.name: p.same for p in pairs if p.same}
    listed = ", ".join(f"{count} of {name}" for name, count in same.items()) or "none"
    return f"Changes that gave an equivalent graph again and were left out: {listed}."


def _all_graphs(data: Path) -> list[Graph]:
    files = [data / "little-prince" / "gold.amr", *sorted(data.glob("bamboo/*/main/*.amr"))]
    return [graph for path in files for graph in _graphs(path)]


def _graphs(path: Path) -> list[Graph]:
    return [entry for entry in Corpus.read(path).entries if isinstance(entry, Graph)]


if __name__ == "__main__":
    main()
