"""``tertium audit``: is a metric sound, and does it keep the seven principles?"""

from __future__ import annotations

import argparse

from tertium import metrics
from tertium.audit import principles, soundness
from tertium.audit.meaning import FAMILIES
from tertium.cli import audit_search, audit_structure
from tertium.cli.auditing import add_banks, add_common, add_files, read_banks, read_files
from tertium.cli.numbers import repeats
from tertium.cli.output import print_report
from tertium.cli.progress import progress_bar
from tertium.cli.reading import add_on_error
from tertium.cli.targets import asked, check_targets
from tertium.evaluation.policy import reading_notes
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
    _add_soundness(audits)
    _add_principles(audits)
    audit_search.add_audit(audits)
    audit_structure.add_audit(audits)


def _add_soundness(audits: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = audits.add_parser(
        "soundness",
        help="1 for equivalent graphs, less for others (Ki, Kim & Gweon)",
        description="Edit graphs in 13 ways and test whether a metric can tell edits that keep the "
        "meaning from edits that change it; 9 more edits change the meaning (--family).",
    )
    add_files(parser)
    parser.add_argument(
        "--family",
        choices=(*FAMILIES, "all"),
        default="general",
        help="the changes: general (default) has the 13 of Ki, Kim & Gweon; meaning has negation, "
        "sense, roles, entity types, quantities, coreference and modality; all has both",
    )
    parser.add_argument(
        "--require",
        metavar="METRIC",
        action="append",
        default=[],
        help="exit with 1 if this metric is not sound (default: none)",
    )
    add_on_error(parser)
    add_common(parser)
    parser.set_defaults(run=run_soundness)


def _add_principles(audits: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = audits.add_parser(
        "principles",
        help="seven principles (Opitz, Parcalabescu & Frank 2020)",
        description="Measure the seven principles on a gold file and the output of systems.",
    )
    parser.add_argument(
        "--runs",
        type=repeats,
        default=5,
        metavar="N",
        help="how often pairs are scored for determinacy, each time with another seed if the "
        "metric has one (default: 5)",
    )
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help="draw a scatter plot of symmetry, with matplotlib (default: none)",
    )
    add_banks(parser)
    add_common(parser)
    parser.set_defaults(run=run_principles)


def run_soundness(args: argparse.Namespace) -> int:
    """Run the soundness audit."""
    required = [metrics.metric(spec) for spec in args.require]
    chosen = required + [metrics.metric(spec) for spec in args.metric or []]
    chosen = list(dict.fromkeys(chosen)) or [metrics.metric("smatch")]
    corpora, graphs = read_files(args)
    families = FAMILIES.values() if args.family == "all" else [FAMILIES[args.family]]
    operations = [operation for family in families for operation in family.values()]
    total = len(operations) * len(graphs)
    with progress_bar("changing graphs", total) as progress:
        pairs = soundness.make_perturbations(graphs, args.seed, progress, operations)
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
    check_targets(asked(args, "plot"), [args.gold, *args.pred, *chosen])
    banks, found = read_banks(args)
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
