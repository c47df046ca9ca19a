"""``tertium dedupe``: graphs without those that mean nearly the same as an earlier one."""

from __future__ import annotations

import argparse

from tertium.cli import options
from tertium.cli.collecting import (
    add_at_least,
    add_files,
    add_metric,
    chosen_metric,
    find_close,
)
from tertium.cli.listing import as_jsonl
from tertium.cli.output import write_entries
from tertium.cli.parser import group_of
from tertium.cli.targets import asked, check_targets
from tertium.errors import counted
from tertium.files import write_text
from tertium.graph import as_entry
from tertium.search.grouping import deduplicate
from tertium.terminal import say


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "dedupe",
        help="leave out graphs that mean nearly the same as an earlier one",
        description="Write the graphs of files without near-duplicates: a graph is dropped if an "
        "earlier graph that is kept is close to it. All pairs that are close are found.",
    )
    add_files(parser, "files of graphs; - is standard input")
    add_at_least(parser, 0.9)
    options.add_output(parser)
    group_of(parser, "files to write").add_argument(
        "--dropped",
        metavar="FILE.jsonl",
        help="write a row for each graph that is dropped (default: none)",
    )
    add_metric(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    check_targets(asked(args, "output", "dropped"), [*args.file, chosen_metric(args)])
    graphs, names, metric, pairs = find_close(args)
    found = deduplicate(len(graphs), pairs)
    if args.dropped:
        rows = ({"id": names[d.position], "kept": names[d.kept], "value": d.value}
                for d in found.dropped)  # fmt: skip
        write_text(args.dropped, [as_jsonl(("id", "kept", "value"), rows)])
    write_entries(args.output, (as_entry(graphs[i]) for i in found.kept))
    say(f"{len(found.kept):,} of {len(graphs):,} graphs kept, {len(found.dropped):,} dropped: "
        f"{metric.spec} of at least {args.at_least:g} with one that is kept")  # fmt: skip
    if found.unproven:
        say(f"warning: {counted(found.unproven, 'graph')} kept although the value with an earlier "
            "one may be as high; it is not proven, a larger budget may prove it")  # fmt: skip
    return 0
