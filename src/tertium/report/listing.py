"""Rows of found graphs as a report: the nearest graphs of a search, the clusters of graphs.

    query     id        rank   value
    garden.1  garden.1     1  100.00
    garden.1  silver.1     2   50.00

Rows are mappings from the keys of columns to values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.report.kinds import COUNT, PERCENT
from tertium.report.model import Column, Notes, Report, Table, Values

if TYPE_CHECKING:
    from tertium.metrics import Metric


def _some_unproven(values: Values) -> bool:
    return not all(values["proven"])


COLUMNS = (
    Column("query", "query"),
    Column("id", "id"),
    Column("rank", "rank", COUNT),
    Column("value", "value", PERCENT),
    Column(
        "proven",
        "proven",
        of=lambda row: row["proven"],
        shown=_some_unproven,
        meaning="whether no alignment of the pair can have a higher value",
    ),
    Column("cluster", "cluster", COUNT),
    Column("graph", "graph"),
)
"""What a row may have."""


def report_of(
    names: Sequence[str], rows: Sequence[Mapping[str, Any]], metric: Metric, title: str
) -> Report:
    """Return rows as a report; *names* are the keys of their columns."""
    known = {column.key: column for column in COLUMNS}
    columns = [known[name]._replace(of=itemgetter(name)) for name in names]
    scale = "values times 100" if "value" in names else ""
    notes = Notes(scale, metrics=(metric,))
    label = title.replace(" ", "-")
    caption = title.capitalize() + (", values times 100" if scale else "")
    table = Table.of(columns, rows, caption=caption, notes=notes, label=label)
    data = {
        "tertium": __version__,
        "metric": metric.name,
        "signature": metric.signature,
        "short_signature": metric.short_signature,
        "rows": [{name: row[name] for name in names} for row in rows],
    }
    return Report(title, (table,), data=data)
