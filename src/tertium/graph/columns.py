"""Columns: graphs that stand in a table, one in each row.

    pandas, Polars    df["amr"]       ─┐
    Arrow             table["amr"]     ├─▶ ["(b / boy)", None, …] ─▶ [Graph, NotationError, …]
    Hugging Face      dataset["amr"]  ─┘

Anything that has rows will do. None, NaN and pandas' NA are rows without a graph; like a text that
cannot be read, they become an error that names its row as Python does, ``preds[2]``. The caller
decides whether that error is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from tertium.errors import InputError, NotationError, Place
from tertium.graph.graph import Graph, GraphLike, PenmanGraph, as_graph
from tertium.graph.limits import check_max_triples, within_limit
from tertium.graph.notation import parse_many

_NOTHING = "there is no graph"
_TO_LIST = ("to_pylist", "to_list", "tolist")  # of Arrow, of pandas and Polars, of numpy


def column_values(column: Iterable[Any], name: str) -> list[Any]:
    """Return what stands in the rows of a column, as Python objects.

    >>> column_values(("(b / boy)", None), "golds")
    ['(b / boy)', None]
    """
    if isinstance(column, list):
        return column
    wrong = isinstance(column, str | bytes | bytearray | Mapping | Graph | PenmanGraph)
    if wrong or not isinstance(column, Iterable):
        raise InputError(f"{name}: expected a column of graphs, not {type(column).__name__}")
    if hasattr(column, "columns") or hasattr(column, "column_names"):
        kind = type(column).__name__
        raise InputError(f"{name}: expected a column of graphs; choose one of this {kind}")
    for method in _TO_LIST:
        convert: Callable[[], list[Any]] | None = getattr(column, method, None)
        if convert is not None:
            return list(convert())
    return list(column)


def column_entries(
    values: Sequence[Any], name: str, max_triples: int | None = None, *, threads: int = 1
) -> list[Graph | NotationError]:
    """Return the graph of each row, or the error that says why there is none.

    A graph of more than *max_triples* is a bad one.

    >>> [str(entry) for entry in column_entries(["(b / boy)", None], "preds")]
    ['(b / boy)', 'preds[1]: there is no graph']
    """
    check_max_triples(max_triples)
    graphs = text_graphs(values, threads=threads)
    entries = cast("list[Graph | NotationError]", graphs)
    for number, graph in enumerate(graphs):
        if graph is None:
            entries[number] = _entry(values[number], number, name)
    if max_triples is None:
        return entries
    places = (Place(f"{name}[{number}]") for number in range(len(entries)))
    return [within_limit(e, max_triples, place) for e, place in zip(entries, places, strict=True)]


def text_graphs(values: Sequence[Any], *, threads: int = 1) -> list[Graph | None]:
    """Return the graph of each text, None for what is not the text of exactly one graph.

    >>> [graph is not None for graph in text_graphs(["(b / boy)", "(b / boy", None])]
    [True, False, False]
    """
    return cast("list[Graph | None]", parse_many(values, threads))


def is_missing(value: object) -> bool:
    """Whether a row has nothing in it: None, NaN, or pandas' NA."""
    if value is None or (isinstance(value, float) and value != value):
        return True
    return type(value).__name__ in ("NAType", "NaTType")


def is_no_graph(error: NotationError) -> bool:
    """Whether an entry is bad because its row has nothing in it."""
    return error.message == _NOTHING


def _entry(value: GraphLike | None, number: int, name: str) -> Graph | NotationError:
    if isinstance(value, Graph):
        return value
    place = f"{name}[{number}]"
    if is_missing(value):
        return NotationError(_NOTHING, Place(place))
    try:
        return as_graph(value)  # type: ignore[arg-type]  # it says so if it is not a graph
    except NotationError as error:
        return error.at(place, None)
    except InputError as error:
        if not isinstance(value, str | PenmanGraph | Iterable):
            raise InputError(f"{place}: {error}") from None  # a mistake of the program
        return NotationError(str(error), Place(place))
