"""What an index holds, as a report.

graphs  segments  bytes  per graph  search
    10         1   6208        621  exact
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.report.kinds import COUNT
from tertium.report.model import Column, Notes, Report, Table, record

if TYPE_CHECKING:
    from tertium.search import Index

COLUMNS = (
    Column("graphs", "graphs", COUNT, len),
    Column("segments", "segments", COUNT, meaning="parts that were added at different times"),
    Column("bytes", "bytes", COUNT, lambda index: index.nbytes),
    Column("bytes_per_graph", "per graph", COUNT, lambda index: _per_graph(index)),
    Column("search", "search", of=lambda index: index.how),
)
"""The columns of an index."""


def report_of(index: Index) -> Report:
    """Return how large an index is, and what can be found in it."""
    notes = Notes(metrics=(index.metric,))
    table = Table.of(COLUMNS, [index], caption="Index", notes=notes, label="index", keys=0)
    data = {
        "tertium": __version__,
        **record(COLUMNS, index),
        "metric": index.metric.name,
        "signature": index.metric.signature,
        "short_signature": index.metric.short_signature,
    }
    return Report("index", (table,), data=data)


def _per_graph(index: Index) -> int:
    return round(index.nbytes / max(1, len(index)))
