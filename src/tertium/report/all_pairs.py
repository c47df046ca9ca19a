r"""All pairs of graphs as a report: a row for each graph of one file, a column for each of another.

gold \ prediction    a.1     a.2
g.1               100.00   23.53
g.2                23.53  100.00
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.report.kinds import PERCENT
from tertium.report.model import Column, Notes, Report, Table

if TYPE_CHECKING:
    from tertium.evaluation.matrix import Values
    from tertium.metrics import Metric

CORNER = "gold \\ prediction"


def report_of(
    values: Values, rows: Sequence[str], columns: Sequence[str], metric: Metric
) -> Report:
    """Return the values of all pairs; *rows* and *columns* are the names of the graphs."""
    corner = "graph" if metric.symmetric else CORNER
    table = Table(
        (Column("graph", corner), *(Column(name, name, PERCENT) for name in _unlike(columns))),
        tuple((name, *line) for name, line in zip(rows, values.tolist(), strict=True)),
        caption=f"All pairs by {metric.label}, times 100",
        notes=Notes("values times 100", metrics=(metric,)),
        label="matrix",
    )
    data = {
        "tertium": __version__,
        "metric": metric.name,
        "signature": metric.signature,
        "short_signature": metric.short_signature,
        "rows": list(rows),
        "columns": list(columns),
        "values": values.tolist(),
    }
    return Report(f"all pairs by {metric.label}", (table,), data=data)


def _unlike(names: Sequence[str]) -> list[str]:
    """Return names, no two of them alike; data have a field for each.

    >>> _unlike(["a", "b", "a"])
    ['a', 'b', 'a (2)']
    """
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found
