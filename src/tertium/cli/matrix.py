"""``tertium matrix``: all pairs of graphs, as a table or an array in a file."""

from __future__ import annotations

import argparse
import stat
from os.path import dirname

from tertium import metrics
from tertium.cli import options, reading
from tertium.cli.output import print_report
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.cli.tables import Wanted, add_columns, read_file
from tertium.cli.targets import asked, check_targets
from tertium.errors import FileError, OptionError
from tertium.files import find, open_whole, own_descriptor
from tertium.graph import Graph, names_of
from tertium.metrics import Metric
from tertium.terminal import say

_MUCH = 1 << 30  # bytes of an array that is worth a warning before the work begins
_PRINTED = 100_000  # values; nobody reads more


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "matrix",
        help="compare all graphs with all",
        description="Compare every graph of a file with every graph of another, or of the same "
        "file: a row for each graph of the first file. With -o the values become an array of "
        "numpy, which is written block by block and need not fit into memory.",
    )
    parser.add_argument("gold", metavar="FILE", help="graphs for the rows; the gold")
    parser.add_argument(
        "pred",
        metavar="FILE",
        nargs="?",
        help="graphs for the columns (default: those of the rows)",
    )
    group_of(parser, "metrics").add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        default="smatch",
        help="the metric, with its options (default: smatch)",
    )
    options.add_format(parser)
    _add_array(parser)
    add_columns(parser, "side")
    reading.add_on_error(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def _add_array(parser: argparse.ArgumentParser) -> None:
    """Add the file that an array is written to."""
    group = group_of(parser, "files to write")
    group.add_argument(
        "-o",
        "--output",
        metavar="FILE.npy",
        help="write a NumPy array (default: print the values)",
    )
    group.add_argument(
        "--dtype",
        choices=("float64", "float32"),
        default="float64",
        metavar="TYPE",
        help="numbers of the array: float64, eight bytes, or float32, four (default: float64)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    inputs = [path for path in (args.gold, args.pred) if path]
    metric = metrics.metric(args.metric)
    check_targets(asked(args, "output"), [*inputs, metric])
    corpora = [corpus for path in inputs for corpus in read_file(path, _wanted(args), args)]
    if len(corpora) > 2:
        raise OptionError(f"{len(corpora)} columns of graphs; a matrix has two sides")
    sides = [reading.read_graphs(corpus, args) for corpus in corpora]
    if args.output:
        _write(sides[0], sides[-1], metric, args)
    else:
        _print(sides, [names_of(corpus) for corpus in corpora], metric, args)
    return 0


def _print(
    sides: list[list[Graph]], names: list[list[str]], metric: Metric, args: argparse.Namespace
) -> None:
    """Print the values as a table."""
    from tertium.evaluation.matrix import matrix
    from tertium.report.all_pairs import report_of

    rows, columns = len(sides[0]), len(sides[-1])
    if rows * columns > _PRINTED:
        raise OptionError(f"{rows} × {columns} values are too many to print; -o FILE.npy writes "
                          "them to a file")  # fmt: skip
    other = sides[1] if len(sides) > 1 else None
    with progress_bar("comparing", rows) as progress:
        values = matrix(sides[0], other, metric=metric, threads=args.threads, progress=progress)
    print_report(report_of(values, names[0], names[-1], metric), args)


def _write(
    golds: list[Graph], preds: list[Graph], metric: Metric, args: argparse.Namespace
) -> None:
    """Write the values as an array, block by block."""
    from tertium.evaluation.matrix import write_matrix

    is_file = _is_file(args.output)
    if is_file:
        _check_size(args, len(golds), len(preds))
    with open_whole(args.output) as out, progress_bar("comparing", len(golds)) as progress:
        write_matrix(out, golds, preds, metric=metric, dtype=args.dtype, threads=args.threads,
                     progress=progress, in_order=not is_file)  # fmt: skip
    say(f"{args.output}: {len(golds)} × {len(preds)} values of {metric.short_signature}")


def _wanted(args: argparse.Namespace) -> Wanted:
    return Wanted(args.column or [])


def _is_file(path: str) -> bool:
    """Tell whether there will be a file, and not a pipe or a device."""
    there = find(path)
    return own_descriptor(path) is None and (there is None or stat.S_ISREG(there.st_mode))


def _check_size(args: argparse.Namespace, rows: int, columns: int) -> None:
    """Say what a large array takes, and refuse one that the disk has no room for."""
    import shutil

    from tertium.evaluation.matrix import bytes_needed

    needed = bytes_needed(rows, columns, args.dtype)
    hint = "'tertium search', 'dedupe' and 'cluster' find the pairs that are close without it"
    if needed > shutil.disk_usage(dirname(args.output) or ".").free:
        raise FileError(f"{args.output}: {rows} × {columns} values take {needed:,} bytes, more than"
                        f" the disk has left; {hint}")  # fmt: skip
    if needed > _MUCH:
        say(f"{args.output}: {rows} × {columns} values will take {needed:,} bytes; {hint}")
