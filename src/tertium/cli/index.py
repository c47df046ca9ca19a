"""``tertium index``: build, change and describe an index of graphs, which is a folder."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tertium.cli import options
from tertium.cli.collecting import (
    add_files,
    add_index,
    add_metric,
    chosen_metric,
    open_index,
    read_all,
)
from tertium.cli.output import print_report
from tertium.cli.progress import progress_bar
from tertium.errors import counted
from tertium.terminal import say

if TYPE_CHECKING:
    from tertium.search import Index


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "index",
        help="build an index in which graphs can be found",
        description="Build an index of graphs, change it, or describe it. An index is a folder; "
        "'tertium search' finds graphs in it. One process may write to an index while others read "
        "it, and a process that is killed leaves it as it was.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_build(actions)
    add = actions.add_parser("add", help="add graphs", description="Add graphs to an index.")
    add_index(add)
    add_files(add, "files of graphs; - is standard input")
    add.set_defaults(run=_add)
    remove = actions.add_parser(
        "remove", help="remove graphs", description="Remove graphs from an index by their ids."
    )
    add_index(remove)
    remove.add_argument("id", metavar="ID", nargs="+", help="ids of graphs")
    remove.set_defaults(run=_remove)
    compact = actions.add_parser(
        "compact",
        help="merge what was added at different times",
        description="Merge the segments of an index into one, without the graphs that were "
        "removed. Searching is a little faster then.",
    )
    add_index(compact)
    compact.set_defaults(run=_compact)
    info = actions.add_parser(
        "info", help="describe an index", description="Print what an index holds."
    )
    add_index(info)
    info.add_argument("--verify", action="store_true", help="check every byte against checksums")
    options.add_format(info)
    info.set_defaults(run=_info)


def _add_build(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    build = actions.add_parser(
        "build",
        help="build an index",
        description="Build an index of graphs. A graph is known by its '# ::id', or as FILE#3.",
    )
    add_files(build, "files of graphs; - is standard input")
    build.add_argument(
        "-o",
        "--output",
        metavar="INDEX",
        required=True,
        help="the folder of the index",
    )
    build.add_argument(
        "--replace",
        action="store_true",
        help="replace an index that is there (default: refuse, because an index may have cost "
        "hours)",
    )
    add_metric(build)
    build.set_defaults(run=_build)


def _build(args: argparse.Namespace) -> int:
    from tertium.search import Index
    from tertium.search.storage import IndexFolder

    IndexFolder(args.output).require_free(replace=args.replace)
    metric = chosen_metric(args)
    graphs, names = read_all(args)
    with (
        progress_bar("building", len(graphs)) as progress,
        Index.build(
            graphs,
            args.output,
            metric=metric,
            approximate=args.approximate,
            ids=names,
            replace=args.replace,
            progress=progress,
        ) as index,
    ):
        _tell(args.output, index)
    return 0


def _add(args: argparse.Namespace) -> int:
    with open_index(args) as index:
        graphs, names = read_all(args)
        if again := set(names) & set(index.ids):
            known = f"{counted(len(again), 'id')} that the index has already, such as {min(again)}"
            say(f"warning: {known}")
        with progress_bar("adding", len(graphs)) as progress:
            index.add(graphs, ids=names, progress=progress)
        _tell(args.index, index)
    return 0


def _remove(args: argparse.Namespace) -> int:
    with open_index(args) as index:
        removed = index.remove(args.id)
        say(f"{args.index}: {counted(removed, 'graph')} removed, {len(index)} left")
    return 0


def _compact(args: argparse.Namespace) -> int:
    with open_index(args) as index:
        with progress_bar("compacting", len(index)) as progress:
            index.compact(progress=progress)
        _tell(args.index, index)
    return 0


def _info(args: argparse.Namespace) -> int:
    from tertium.report.indexed import report_of

    with open_index(args) as index:
        if args.verify:
            index.verify()
        report = report_of(index)
    print_report(report, args)
    return 0


def _tell(path: str, index: Index) -> None:
    size = f"{index.nbytes / max(1, len(index)):,.0f} bytes per graph"
    segments = counted(index.segments, "segment")
    say(f"{path}: {counted(len(index), 'graph')} in {segments}, {size}, for {index.metric.spec}")
