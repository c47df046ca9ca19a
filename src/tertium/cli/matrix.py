"""``tertium matrix``: all pairs of graphs as an array."""

from __future__ import annotations

import argparse
import stat
from os.path import dirname

from tertium import metrics
from tertium.cli import options, reading
from tertium.cli.progress import progress_bar
from tertium.cli.tables import Wanted, add_columns, read_file
from tertium.cli.targets import Target, check_targets
from tertium.errors import FileError, OptionError
from tertium.files import find, open_whole, own_descriptor
from tertium.terminal import say

_MUCH = 1 << 30  # bytes of an array that is worth a warning before the work begins


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "matrix",
        help="compare all graphs with all",
        description="Compare every graph of a file with every graph of another, or of the same "
        "file, and write the values as an array of numpy: a row for each graph of the first file. "
        "The array is written block by block and need not fit into memory.",
    )
    parser.add_argument("rows", metavar="FILE", help="graphs for the rows; the gold")
    parser.add_argument(
        "columns",
        metavar="FILE",
        nargs="?",
        help="graphs for the columns (default: those of the rows)",
    )
    parser.add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        default="smatch",
        help="the metric, with its options (default: smatch)",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE.npy", required=True, help="file of the array"
    )
    parser.add_argument(
        "--dtype",
        choices=("float64", "float32"),
        default="float64",
        help="numbers of eight bytes (float64, default) or four (float32)",
    )
    add_columns(parser, "side")
    reading.add_on_error(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.evaluation.matrix import write_matrix

    inputs = [path for path in (args.rows, args.columns) if path]
    metric = metrics.metric(args.metric)
    check_targets([Target("--output", args.output)], [*inputs, metric])
    corpora = [corpus for path in inputs for corpus in read_file(path, _wanted(args), args)]
    if len(corpora) > 2:
        raise OptionError(f"{len(corpora)} columns of graphs; a matrix has two sides")
    sides = [reading.read_graphs(corpus, args) for corpus in corpora]
    golds, preds = sides[0], sides[-1]
    is_file = _is_file(args.output)
    if is_file:
        _check_size(args, len(golds), len(preds))
    with open_whole(args.output) as out, progress_bar("comparing", len(golds)) as progress:
        write_matrix(out, golds, preds, metric=metric, dtype=args.dtype, threads=args.threads,
                     progress=progress, in_order=not is_file)  # fmt: skip
    say(f"{args.output}: {len(golds)} × {len(preds)} values of {metric.short_signature}")
    return 0


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
