"""``tertium audit``: is a metric sound, and does it keep the seven principles?"""

from __future__ import annotations

import argparse
from pathlib import Path

from tertium import metrics
from tertium.audit import principles, soundness
from tertium.audit.sampling import evenly
from tertium.cli.options import add_format, add_max_bytes, add_threads, count, positive
from tertium.cli.output import print_report
from tertium.cli.progress import progress_bar
from tertium.cli.reading import add_on_error, add_parallel, read_graphs, read_parallel
from tertium.cli.targets import Target, check_targets
from tertium.errors import InputError
from tertium.evaluation.parallel import Parallel
from tertium.evaluation.policy import reading_notes
from tertium.graph import Corpus, Graph
from tertium.report.audits import principles_report, soundness_report
from tertium.report.reading import with_parallel, with_reading


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "audit",
        help="put a metric itself to the test",
        description="Put a metric itself to the test.",
    )
    audits = parser.add_subparsers(
        dest="audit", metavar="AUDIT", required=True, help="which properties are measured"
    )
    sound = audits.add_parser(
        "soundness",
        help="1 for equivalent graphs, less for others (Ki, Kim & Gweon)",
        description="Change graphs in 13 ways and see whether a metric can tell what keeps the "
        "meaning from what does not.",
    )
    sound.add_argument("files", metavar="FILE", nargs="+", help="files of graphs")
    sound.add_argument(
        "--require", metavar="METRIC", action="append", default=[], help="exit with 1 if not sound"
    )
    add_on_error(sound)
    sound.set_defaults(run=run_soundness)
    seven = audits.add_parser(
        "principles",
        help="seven principles (Opitz, Parcalabescu & Frank 2020)",
        description="Measure the seven principles on a gold file and the output of systems.",
    )
    seven.add_argument("gold", metavar="GOLD", help="the file of gold graphs")
    seven.add_argument("systems", metavar="SYSTEM", nargs="+", help="files of predicted graphs")
    seven.add_argument("--runs", type=positive, default=5, metavar="N", help="for determinacy (5)")
    seven.add_argument(
        "--plot", metavar="FILE", help="a scatter plot of symmetry (needs matplotlib)"
    )
    add_parallel(seven)
    seven.set_defaults(run=run_principles)
    for audit in (sound, seven):
        _add_common(audit)


def _add_common(parser: argparse.ArgumentParser) -> None:
    known = ", ".join(metrics.REGISTRY)
    parser.add_argument(
        "-m", "--metric", metavar="METRIC", action="append", help=f"may be repeated; {known}"
    )
    parser.add_argument("--limit", type=positive, metavar="N", help="take N graphs, evenly spaced")
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="of the changes (0)")
    add_max_bytes(parser)
    add_threads(parser)
    add_format(parser)


def run_soundness(args: argparse.Namespace) -> int:
    """Run the soundness audit."""
    required = [metrics.metric(spec) for spec in args.require]
    chosen = required + [metrics.metric(spec) for spec in args.metric or []]
    chosen = list(dict.fromkeys(chosen)) or [metrics.metric("smatch")]
    corpora = [Corpus.read(path, max_bytes=args.max_bytes) for path in args.files]
    graphs = evenly([g for corpus in corpora for g in read_graphs(corpus, args)], args.limit)
    total = 13 * len(graphs)
    with progress_bar("changing graphs", total) as progress:
        pairs = soundness.make_perturbations(graphs, args.seed, progress)
    with progress_bar("scoring", (total + len(graphs)) * len(chosen)) as progress:
        reports = [
            soundness.audit(graphs, m, pairs, threads=args.threads, progress=progress)
            for m in chosen
        ]
    report = with_reading(
        soundness_report(reports, pairs),
        reading_notes(corpora),
        invalid=sum(len(corpus.errors) for corpus in corpora),
    )
    print_report(report, args)
    return 1 if any(not r.sound for r in reports if r.metric in required) else 0


def run_principles(args: argparse.Namespace) -> int:
    """Run the principles audit."""
    chosen = [metrics.metric(spec) for spec in args.metric or ["smatch"]]
    targets = [Target("--plot", args.plot)] if args.plot else []
    check_targets(targets, [args.gold, *args.systems, *chosen])
    corpora, found = _read_parallel([args.gold, *args.systems], args)
    banks = _banks(corpora, found, args.limit)
    with progress_bar("measuring", len(chosen)) as progress:
        reports = []
        for m in chosen:
            reports.append(
                principles.audit(m, banks, seed=args.seed, runs=args.runs, threads=args.threads)
            )
            if progress is not None:
                progress(1)
    if args.plot:
        from tertium.report.symmetry_plot import plot_symmetry

        plot_symmetry(reports, args.plot)
    report = with_parallel(principles_report(reports), found)
    print_report(report, args)
    return 0


def _read_parallel(paths: list[str], args: argparse.Namespace) -> tuple[list[Corpus], Parallel]:
    if len(set(paths)) < len(paths):
        raise InputError("a file is given twice; the audit compares different ones")
    corpora = [Corpus.read(path) for path in paths]
    return corpora, read_parallel(corpora, args)


def _banks(corpora: list[Corpus], found: Parallel, limit: int | None) -> dict[str, list[Graph]]:
    """Return the graphs of each file under its name, or its path if the name is taken."""
    banks: dict[str, list[Graph]] = {}
    for corpus, graphs in zip(corpora, found.columns, strict=True):
        name = corpus.name if corpus.name not in banks else str(Path(corpus.label))
        banks[name] = evenly(list(graphs), limit)
    return banks
