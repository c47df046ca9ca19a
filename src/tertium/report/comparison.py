"""A comparison of systems with a baseline as a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tertium.report.kinds import (
    GAIN,
    INTERVAL,
    NUMBER,
    P_VALUE,
    PERCENT,
    SHARE,
    SIGNED,
    TALLY,
)
from tertium.report.legend import (
    WIDEST,
    leading,
    pairing,
    remarks,
    signatures,
    too_few_resamples,
)
from tertium.report.model import Cell, Column, Notes, Report, Table, record, transposed
from tertium.report.scores import data_of as scores_data
from tertium.report.scores import paper_table

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation
    from tertium.evaluation.comparison import Comparison, Contrast, Difference, Disagreement
    from tertium.graph.structure import StructureError

_TEST_NAMES = {
    "randomization": "paired approximate randomisation",
    "bootstrap": "paired bootstrap",
}
_MACRO = "macro_"  # begins the columns that are an object of their own in JSON


@dataclass(frozen=True, slots=True)
class ContrastLine:
    """A system against the baseline: what a row is about."""

    label: str
    found: Contrast


@dataclass(frozen=True, slots=True)
class TwoMetrics:
    """A system under two metrics: what a row is about."""

    first: str
    second: str
    found: Disagreement


def _differences(prefix: str, heading: str, average: str, after: str) -> tuple[Column, ...]:
    """Return the columns of a difference of averages."""

    def of(line: ContrastLine) -> Difference:
        found: Difference = getattr(line.found, average)
        return found

    return (
        Column(f"{prefix}difference", f"{heading}Δ", GAIN, lambda x: of(x).value, after=after),
        Column(
            f"{prefix}interval",
            heading + "{level}",
            INTERVAL,
            lambda x: of(x).interval,
            after=after and f"{prefix}difference",
        ),
        Column(f"{prefix}p_randomization", of=lambda x: of(x).p_randomization),
        Column(f"{prefix}p_bootstrap", of=lambda x: of(x).p_bootstrap),
        Column(
            f"{prefix}p",
            f"{heading}p",
            P_VALUE,
            lambda x: Cell(of(x).p, "†" if of(x).significant else ""),
            after=after and f"{prefix}interval",
        ),
    )


COLUMNS = (
    Column("system", "system", of=lambda x: x.found.system),
    Column("label", "metric", data=False),
    Column("metric", of=lambda x: x.found.metric.name),
    Column("signature", of=lambda x: x.found.metric.signature),
    *_differences("", "", "micro", ""),
    Column("wins", of=lambda x: x.found.effect.wins),
    Column("ties", of=lambda x: x.found.effect.ties),
    Column("losses", of=lambda x: x.found.effect.losses),
    Column(
        "tally",
        "W/T/L",
        TALLY,
        lambda x: (x.found.effect.wins, x.found.effect.ties, x.found.effect.losses),
        data=False,
    ),
    Column("sign_p", "sign p", P_VALUE, lambda x: x.found.effect.sign_p),
    Column("d", "d", SIGNED, lambda x: x.found.effect.d),
    Column("superiority", of=lambda x: x.found.effect.superiority),
    *_differences(_MACRO, "macro ", "macro", "p"),
)
"""The columns of a system against the baseline."""

DISAGREEMENTS = (
    Column("system", "system", of=lambda x: x.found.system),
    Column("first", "metric", data=False),
    Column("second", "other metric", data=False),
    Column("metrics", of=lambda x: (x.found.first.signature, x.found.second.signature)),
    Column("share", "disagree", SHARE, lambda x: x.found.share),
    Column("p", "p of same Δ", P_VALUE, lambda x: x.found.p),
)
"""The columns of two metrics that prefer different systems."""


def report_of(comparison: Comparison) -> Report:
    """Return ranks, contrasts and disagreements."""
    evaluation = comparison.evaluation
    contrasts = contrast_table(comparison)
    tables = [rank_table(comparison), contrasts]
    if comparison.disagreements:
        tables.append(disagreement_table(comparison))
    test = f"{_TEST_NAMES[comparison.test]}, corrected by Holm"
    return Report(
        f"systems against {comparison.baseline}",
        (
            *tables,
            Notes(
                "",
                (
                    *notes_of(comparison),
                    *_warnings(comparison),
                    *structure_note(comparison),
                    *_counts(evaluation),
                    *remarks(evaluation),
                ),
                tuple(signatures(evaluation)),
            ),
        ),
        data=data_of(comparison),
        records=contrasts,
        papers=(paper_table(evaluation, _significant(comparison), test),),
    )


def rank_table(comparison: Comparison) -> Table:
    """Return the values with ranks, and the structure error of each system."""
    evaluation = comparison.evaluation
    ranks = [comparison.ranks(k) for k in range(len(evaluation.labels))]
    significant, leaders = _significant(comparison), leading(evaluation)
    rows = []
    for i, system in enumerate(evaluation.systems):
        cells = []
        for k, result in enumerate(system.results):
            mark = f"{'†' if (i, k) in significant else ''} ({ranks[k][i]})"
            cells.append(Cell(result.score.value, mark, (i, k) in leaders))
        error = comparison.structure[i]
        shown = _structure(error)
        rows.append((system.name, *cells, *shown))
    columns = (
        Column("system", "system"),
        *(Column(label, label, PERCENT) for label in evaluation.labels),
        Column("degree", "degree error", NUMBER, decimals=3),
        Column("density", "density error", NUMBER, decimals=4),
        Column("edges", "edges", NUMBER, decimals=1),
        Column("mean_density", "density", NUMBER, decimals=3),
    )
    table = Table(columns, tuple(rows), "scores, ranks and structure error")
    return transposed(table, "metric") if len(evaluation.labels) > WIDEST else table


def _structure(error: StructureError | None) -> tuple[float | None, ...]:
    """Return the errors, and the mean edges and density of the predictions."""
    if error is None:
        return (None,) * 4
    return error.degree, error.density, error.pred.edges, error.pred.density


def structure_note(comparison: Comparison) -> list[str]:
    """Return what the mean edges and density of the gold are."""
    known = [error for error in comparison.structure if error is not None]
    if not known:
        return []
    gold = known[0].gold
    return [
        f"edges and density: means over graphs, {gold.edges:.1f} and {gold.density:.3f} in the gold"
    ]


def contrast_table(comparison: Comparison) -> Table:
    """Return a row for each system and metric."""
    level = f"{100 * comparison.confidence.level:g} %"
    headed = [
        c._replace(heading=None if c.heading is None else c.heading.format(level=level))
        for c in COLUMNS
    ]
    return Table.of(headed, _lines(comparison), title=f"against {comparison.baseline}")


def disagreement_table(comparison: Comparison) -> Table:
    """Return a row for each system and two metrics."""
    title = "pairs on which two metrics prefer different systems"
    return Table.of(DISAGREEMENTS, _disagreements(comparison), title=title)


def data_of(comparison: Comparison) -> dict[str, Any]:
    """Return everything, values in [0, 1]."""
    how = comparison.confidence
    whole = scores_data(comparison.evaluation)
    for i, (system, error) in enumerate(zip(whole["systems"], comparison.structure, strict=True)):
        for k, score in enumerate(system["scores"]):
            score["rank"] = comparison.ranks(k)[i]
        if error is not None:
            system["structure_error"] = asdict(error)
    return whole | {
        "baseline": comparison.baseline,
        "test": comparison.test,
        "level": how.level,
        "interval": how.method,
        "resamples": how.resampling.resamples,
        "seed": how.resampling.seed,
        "warnings": _warnings(comparison),
        "contrasts": [_contrast(line) for line in _lines(comparison)],
        "disagreements": [record(DISAGREEMENTS, item) for item in _disagreements(comparison)],
    }


def _contrast(line: ContrastLine) -> dict[str, Any]:
    flat = record(COLUMNS, line)
    macro = {k.removeprefix(_MACRO): v for k, v in flat.items() if k.startswith(_MACRO)}
    return {k: v for k, v in flat.items() if not k.startswith(_MACRO)} | {"macro": macro}


def _lines(comparison: Comparison) -> list[ContrastLine]:
    """Return the contrasts with the labels of their metrics, system by system."""
    labels = comparison.evaluation.labels
    return [
        ContrastLine(labels[k % len(labels)], found) for k, found in enumerate(comparison.contrasts)
    ]


def _disagreements(comparison: Comparison) -> list[TwoMetrics]:
    evaluation = comparison.evaluation
    labels = dict(zip(evaluation.metrics, evaluation.labels, strict=True))
    return [TwoMetrics(labels[d.first], labels[d.second], d) for d in comparison.disagreements]


def _significant(comparison: Comparison) -> set[tuple[int, int]]:
    """Return which (system, metric) differ significantly from the baseline."""
    count = len(comparison.evaluation.metrics)
    return {
        (1 + place // count, place % count)
        for place, contrast in enumerate(comparison.contrasts)
        if contrast.micro.significant
    }


def _counts(evaluation: Evaluation) -> Iterator[str]:
    """Yield how many graphs of each system are broken or missing, and what became of them."""
    for system in evaluation.systems:
        counts = {
            "invalid": len(system.corpus.errors),
            "missing": system.missing,
            "pairs left out": system.skipped,
        }
        if any(counts.values()):
            shown = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
            yield f"{system.name}: {shown}"


def _warnings(comparison: Comparison) -> list[str]:
    """Return a line if no difference could be significant."""
    pairs = len(comparison.evaluation.systems[0].pairs)
    return too_few_resamples(
        comparison.confidence.resampling.resamples,
        len(comparison.evaluation.systems) - 1,
        pairs if comparison.test == "randomization" else None,
    )


def notes_of(comparison: Comparison) -> tuple[str, ...]:
    """Return how the numbers were made."""
    how = comparison.confidence
    return (
        f"Values times 100; {len(comparison.evaluation.systems[0].pairs)} pairs, "
        f"{pairing(comparison.evaluation)}; p: "
        f"{_TEST_NAMES[comparison.test]}, two-sided, corrected by Holm over systems; "
        f"{100 * how.level:g} % intervals: bootstrap {how.method}; "
        f"{how.resampling.resamples} resamples, seed {how.resampling.seed}",
        "W/T/L: pairs won, tied, lost; sign p: exact sign test on them; d: mean difference over "
        "its standard deviation; † p < 0.05",
    )
