"""``tertium audit search``: how far hill-climbing falls short of the proven optimum."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from tertium import metrics
from tertium.cli.auditing import add_banks, add_common, read_banks, require_svg, whole_numbers
from tertium.cli.numbers import repeats
from tertium.cli.output import print_report
from tertium.cli.progress import progress_bar
from tertium.cli.targets import asked, check_targets
from tertium.errors import OptionError
from tertium.files import write_text

if TYPE_CHECKING:
    from tertium.audit.search import SearchAudit


def add_audit(audits: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the audit to the parser."""
    parser = audits.add_parser(
        "search",
        help="what hill-climbing misses, and how much it varies with its seed",
        description="Score pairs with the exact solver and with hill-climbing under several "
        "numbers of restarts and several seeds: deviation per pair and per corpus, lowest and "
        "highest score, how often the proven optimum is missed and by how much, by graph size.",
    )
    parser.add_argument(
        "--restarts",
        type=whole_numbers,
        default=(1, 2, 3, 5, 7),
        metavar="N,N,...",
        help="numbers of random restarts after the first start (default: 1,2,3,5,7)",
    )
    parser.add_argument(
        "--seeds",
        type=repeats,
        default=10,
        metavar="N",
        help="how often each climber runs (default: 10)",
    )
    parser.add_argument(
        "--plot", metavar="FILE.svg", help="draw scores by restarts and by size (default: none)"
    )
    parser.add_argument(
        "--pairs",
        metavar="FILE.jsonl",
        help="write a row for each pair and number of restarts (default: none)",
    )
    add_banks(parser)
    add_common(parser, "every metric that aligns")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the audit."""
    from tertium.audit import search
    from tertium.report.reading import with_parallel
    from tertium.report.search_error import report_of

    if args.seeds < 2:
        raise OptionError("--seeds: one seed has no deviation; give at least 2")
    chosen = [search.require_search(metrics.metric(spec)) for spec in args.metric or []]
    chosen = list(dict.fromkeys(chosen)) or search.searching_metrics()
    if args.plot:
        require_svg("--plot", args.plot)
    check_targets(asked(args, "plot", "pairs"), [args.gold, *args.pred, *chosen])
    banks, found = read_banks(args)
    (_, golds), *systems = banks.items()
    runs = 1 + len(args.restarts) * args.seeds
    with progress_bar("aligning", len(golds) * len(systems) * len(chosen) * runs) as progress:
        audits = [
            search.audit(m, golds, preds, system=name, restarts=args.restarts, seeds=args.seeds,
                         seed=args.seed, threads=args.threads, progress=progress)
            for name, preds in systems
            for m in chosen
        ]  # fmt: skip
    _write_files(args, audits)
    print_report(with_parallel(report_of(audits), found), args)
    return 0


def _write_files(args: argparse.Namespace, audits: list[SearchAudit]) -> None:
    if args.pairs:
        rows = (row for audit in audits for row in audit.rows())
        write_text(args.pairs, (json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    if args.plot:
        from tertium.report.charts.search_error import draw
        from tertium.report.charts.standalone import standalone

        panels = [p for a in audits for p in draw(a, f"{a.metric.spec}, {a.system}")]
        write_text(args.plot, [standalone(panels, "Search error by restarts and size")])
