"""How commands find a gold and its predictions: files of graphs, or columns of tables.

    tertium score gold.amr parser.amr
    tertium score pairs.jsonl --gold-column gold --pred-column parser
    tertium score gold.amr outputs.parquet --pred-column parser

A table has both sides, which are paired row by row. Any file may be a table; the ending of
its name says so (.jsonl, .csv, .tsv, .parquet, with .gz), or an option names its columns.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tertium.cli.options import limits
from tertium.cli.parser import group_of
from tertium.cli.tables import Wanted, add_id_column, columns_of, is_graph, read_file
from tertium.errors import OptionError
from tertium.graph import Corpus, Graph, read_documents
from tertium.graph.rows import RowFile, row_format
from tertium.metrics import Metric
from tertium.metrics.aligning import Aligning
from tertium.standard.sentences import PARTS, Part, parts_of

_GOLD, _PRED = "gold", "pred"


def add_corpora(parser: argparse.ArgumentParser, predictions: str) -> None:
    """Add GOLD and PRED, and the options that name columns of tables."""
    parser.add_argument(
        "gold",
        metavar="GOLD",
        help="gold graphs: a file, '(b / boy)', or a table with both",
    )
    parser.add_argument("pred", metavar="PRED", nargs="*", help=predictions)
    parser.set_defaults(unit="sentence")
    add_sides(parser)


def add_sides(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the columns of a table with both sides."""
    group = group_of(parser, "input")
    group.add_argument(
        "--gold-column",
        metavar="NAME",
        help=f"column of gold graphs in a table (default: {_GOLD})",
    )
    group.add_argument(
        "--pred-column",
        metavar="NAME",
        action="append",
        help=f"column of a system; may be repeated (default: {_PRED})",
    )
    add_id_column(group)


def read_corpora(args: argparse.Namespace) -> tuple[Corpus, list[Corpus]]:
    """Read the gold and the predictions."""
    if not args.pred:
        return read_table(args.gold, args)
    preds = [corpus for path in args.pred for corpus in read_preds(path, args)]
    return read_gold(args.gold, args), preds


def read_gold(path: str, args: argparse.Namespace) -> Corpus:
    """Read the gold from a file of graphs, or from a column of a table."""
    if args.unit == "document" and not is_graph(path):
        return read_documents(path, is_gold=True, **_policy(args))
    return read_file(path, _wanted_golds(args), args)[0]


def read_preds(path: str, args: argparse.Namespace) -> list[Corpus]:
    """Read predictions from a file of graphs, or from columns of a table."""
    if args.unit == "document" and not is_graph(path):
        return [read_documents(path, **_policy(args))]
    return read_file(path, _wanted_preds(args), args)


def read_table(path: str, args: argparse.Namespace) -> tuple[Corpus, list[Corpus]]:
    """Read both sides from one table."""
    if args.unit == "document":
        raise OptionError(f"{path}: a prediction is missing; --level document needs files")
    named = args.gold_column or args.pred_column or args.id_column
    if not named and row_format(path) is None:
        raise OptionError(
            f"{path}: a prediction is missing; give one or more files of predictions, or name "
            "the columns of a table with --gold-column and --pred-column"
        )
    rows = RowFile.read(path, max_bytes=args.max_bytes)
    gold = columns_of(rows, _wanted_golds(args), args)
    return gold[0], columns_of(rows, _wanted_preds(args), args)


def _policy(args: argparse.Namespace) -> dict[str, Any]:
    return {"on_error": args.on_error, **limits(args)}


def _wanted_golds(args: argparse.Namespace) -> Wanted:
    return Wanted([args.gold_column] if args.gold_column else [], _GOLD, "--gold-column")


def _wanted_preds(args: argparse.Namespace) -> Wanted:
    return Wanted(args.pred_column or [], _PRED, "--pred-column")


def of_unit(metric: Metric, unit: str) -> Metric:
    """Return a metric as it compares documents, if that is what is compared."""
    if unit != "document" or not isinstance(metric, Aligning):
        return metric
    return replace(metric, scope="document")


def fitting(chosen: Sequence[Metric], unit: str, corpora: Sequence[Corpus]) -> list[Metric]:
    """Return the metrics that compare *corpora*: those that align documents also score parts."""
    if unit != "document":
        return list(chosen)
    graphs = [entry for corpus in corpora for entry in corpus.entries if isinstance(entry, Graph)]
    there = {part for graph in graphs for part in parts_of(graph, graph.triples)}
    return [one for metric in chosen for one in _with_parts(metric, there)]


def _with_parts(metric: Metric, there: set[Part]) -> list[Metric]:
    whole = of_unit(metric, "document")
    if not isinstance(whole, Aligning) or whole.part != "all" or whole.aspect is not None:
        return [whole]
    return [whole, *(replace(whole, part=part) for part in PARTS if part in there)]
