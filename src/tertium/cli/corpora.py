"""How commands find a gold and its predictions: files of graphs, or columns of tables.

    tertium score gold.amr parser.amr
    tertium score pairs.jsonl --gold-column gold --pred-column parser
    tertium score gold.amr outputs.parquet --pred-column parser

A table alone holds both sides, which are paired row by row. Any file may be a table; the ending of
its name says so (.jsonl, .csv, .tsv, .parquet, with .gz), or an option names its columns.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tertium.cli.parser import group_of
from tertium.errors import OptionError
from tertium.graph import Corpus, Graph, read_documents
from tertium.graph.rows import RowFile, row_format
from tertium.metrics import Metric
from tertium.metrics.aligning import Aligning
from tertium.standard.sentences import PARTS, Part, parts_of

_GOLD, _PRED, _ID = "gold", "pred", "id"


def add_corpora(parser: argparse.ArgumentParser, predictions: str) -> None:
    """Add GOLD and PRED, and the options that name columns of tables."""
    parser.add_argument(
        "gold",
        metavar="GOLD",
        help="gold graphs: a file, '(b / boy)', or a table of both sides",
    )
    parser.add_argument("pred", metavar="PRED", nargs="*", help=predictions)
    parser.set_defaults(unit="sentence")
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
    group.add_argument(
        "--id-column", metavar="NAME", help=f"column of ids (default: {_ID}, if there is one)"
    )


def read_corpora(args: argparse.Namespace) -> tuple[Corpus, list[Corpus]]:
    """Read the gold and the predictions."""
    if args.unit == "document":
        return _documents(args)
    if not args.pred:
        return _one_table(args)
    gold = _read(args.gold, args, [args.gold_column] if args.gold_column else [], _GOLD)
    named = args.pred_column or []
    preds = [_read(path, args, named, _PRED) for path in args.pred]
    return gold[0], [corpus for corpora in preds for corpus in corpora]


def _documents(args: argparse.Namespace) -> tuple[Corpus, list[Corpus]]:
    if not args.pred:
        raise OptionError(f"{args.gold}: a prediction is missing; --level document needs files")
    how = {"on_error": args.on_error, "max_bytes": args.max_bytes}
    gold = read_documents(args.gold, is_gold=True, **how)
    return gold, [read_documents(path, **how) for path in args.pred]


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


def _one_table(args: argparse.Namespace) -> tuple[Corpus, list[Corpus]]:
    named = args.gold_column or args.pred_column or args.id_column
    if not named and row_format(args.gold) is None:
        raise OptionError(
            f"{args.gold}: a prediction is missing; give one or more files of predictions, or name "
            "the columns of a table with --gold-column and --pred-column"
        )
    rows = RowFile.read(args.gold, max_bytes=args.max_bytes)
    corpus = partial(rows.corpus, id_column=_ids(rows, args))
    return corpus(args.gold_column or _GOLD), [
        corpus(name) for name in dict.fromkeys(args.pred_column or [_PRED])
    ]


def _read(path: str, args: argparse.Namespace, named: Sequence[str], default: str) -> list[Corpus]:
    """Return the corpora of a file: its graphs, or the columns that are named."""
    is_table = row_format(path) is not None or (path == "-" and bool(named))
    if not is_table:
        return [Corpus.read(path, max_bytes=args.max_bytes)]
    rows = RowFile.read(path, max_bytes=args.max_bytes)
    ids = _ids(rows, args)
    return [rows.corpus(name, id_column=ids) for name in dict.fromkeys(named or [default])]


def _ids(rows: RowFile, args: argparse.Namespace) -> str | None:
    given: str | None = args.id_column
    return given or (_ID if _ID in rows.columns else None)
