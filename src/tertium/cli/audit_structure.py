"""``tertium audit structure``: does a score fall as more and more of a graph is rewired?"""

from __future__ import annotations

import argparse

from tertium import metrics
from tertium.cli.auditing import add_common, add_files, read_files, require_svg
from tertium.cli.numbers import positive
from tertium.cli.output import print_report
from tertium.cli.progress import progress_bar
from tertium.cli.reading import add_on_error
from tertium.cli.targets import asked, check_targets
from tertium.files import write_text

_TOGETHER = 6  # lines that one drawing can have


def add_audit(audits: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the audit to the parser."""
    parser = audits.add_parser(
        "structure",
        help="whether a score falls with the share of rewired triples (RARE)",
        description="Exchange targets of relations, and attributes, step by step, and measure "
        "whether a metric falls with the share of changed triples (Kachwala et al. 2024).",
    )
    add_files(parser)
    parser.add_argument(
        "--steps",
        type=positive,
        default=20,
        metavar="N",
        help="score at most N rewired graphs per graph, evenly spaced (default: 20)",
    )
    parser.add_argument(
        "--plot", metavar="FILE.svg", help="draw scores by share of changed triples (default: none)"
    )
    add_on_error(parser)
    add_common(parser, "all metrics")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the audit."""
    from tertium.audit import structure
    from tertium.evaluation.policy import reading_notes
    from tertium.report.reading import with_reading
    from tertium.report.structure import report_of

    chosen = list(dict.fromkeys(metrics.metric(spec) for spec in args.metric or metrics.REGISTRY))
    if args.plot:
        require_svg("--plot", args.plot)
    check_targets(asked(args, "plot"), [*args.files, *chosen])
    corpora, graphs = read_files(args)
    with progress_bar("rewiring graphs", len(graphs)) as progress:
        rewirings = structure.make_rewirings(graphs, args.seed, args.steps, progress)
    with progress_bar("scoring", rewirings.pairs * len(chosen)) as progress:
        found = [
            structure.audit(m, rewirings, threads=args.threads, progress=progress) for m in chosen
        ]
    if args.plot:
        from tertium.report.charts.standalone import standalone
        from tertium.report.charts.structure import draw, draw_each

        panels = [draw(found)] if len(found) <= _TOGETHER else draw_each(found)
        write_text(args.plot, [standalone(panels, "Score by share of changed triples", 3)])
    report = with_reading(
        report_of(found, rewirings),
        reading_notes(corpora),
        invalid=sum(len(corpus.errors) for corpus in corpora),
    )
    print_report(report, args)
    return 0
