"""The agreement of annotators as a report."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.errors import counted
from tertium.report.kinds import PERCENT, clipped, percent
from tertium.report.model import Column, Notes, Report, Table, record
from tertium.report.pairs import name_of
from tertium.report.reading import paired

if TYPE_CHECKING:
    from tertium.evaluation.agreement import Agreement, MetricAgreement
    from tertium.metrics import Metric

_TIMES_100 = "values times 100"


@dataclass(frozen=True, slots=True)
class Two:
    """Two annotators under a metric: what a row is about."""

    metric: Metric
    annotator: str
    other: str
    value: float


COLUMNS = (
    Column("metric", "metric", of=lambda two: two.metric.name),
    Column("signature", of=lambda two: two.metric.signature),
    Column("annotator", "annotator"),
    Column("other", "other"),
    Column("value", "value", PERCENT),
)
"""The columns of two annotators, as CSV has them; people read a matrix."""

SENTENCES = (
    Column("index"),
    Column("id"),
    Column("name", "id", of=lambda found: name_of(found.id, found.index), data=False),
    Column("sentence", "sentence", clipped(70), lambda found: found.text or None),
    Column("value", "value", PERCENT),
)
"""The columns of sentences."""


def report_of(agreement: Agreement, worst: int = 10) -> Report:
    """Return the matrices, and so many of the sentences with least agreement."""
    sections = [part for found in agreement.results for part in _section(agreement, found, worst)]
    skipped = [f"{counted(agreement.skipped, 'sentence')} left out"] if agreement.skipped else []
    return Report(
        f"agreement of {', '.join(agreement.annotators)}",
        (*sections, Notes(_scale(agreement), (*agreement.notes, *skipped))),
        data=data_of(agreement, worst),
        records=Table.of(COLUMNS, _pairs(agreement)),
        papers=tuple(_paper(agreement, found) for found in agreement.results),
    )


def matrix_table(agreement: Agreement, result: MetricAgreement, **more: Any) -> Table:
    """Return the values of all pairs of annotators, and the means."""
    corner = "" if result.metric.symmetric else "gold \\ prediction"
    columns = [Column("annotator", corner)]
    columns += [Column(name, name, PERCENT) for name in (*agreement.annotators, "mean")]
    rows = zip(agreement.annotators, _matrix(result), result.means, strict=True)
    return Table(tuple(columns), tuple((name, *line, mean) for name, line, mean in rows), **more)


def data_of(agreement: Agreement, worst: int) -> dict[str, Any]:
    """Return everything, values in [0, 1]; null on the diagonal."""
    return {
        "tertium": __version__,
        "annotators": list(agreement.annotators),
        "paired_by": agreement.paired_by,
        "invalid": agreement.invalid,
        "missing": agreement.missing,
        "skipped": agreement.skipped,
        "notes": list(agreement.notes),
        "results": [
            {
                "metric": result.metric.name,
                "signature": result.metric.signature,
                "sentences": len(result.sentences),
                "mean": result.mean,
                "means": result.means,
                "matrix": _matrix(result),
                "least": [record(SENTENCES, found) for found in result.least(worst)],
            }
            for result in agreement.results
        ],
    }


def _section(agreement: Agreement, result: MetricAgreement, worst: int) -> list[Table]:
    title, signed = _title(result), Notes(signatures=(result.metric.signature,))
    if not worst:
        return [matrix_table(agreement, result, title=title, notes=signed)]
    least = Table.of(SENTENCES, result.least(worst), title="least agreement", notes=signed)
    return [matrix_table(agreement, result, title=title), least]


def _paper(agreement: Agreement, result: MetricAgreement) -> Table:
    notes = Notes(_scale(agreement), signatures=(result.metric.signature,))
    return matrix_table(agreement, result, title=f"agreement, {_title(result)}", notes=notes)


def _scale(agreement: Agreement) -> str:
    return f"{_TIMES_100}; {paired(agreement.paired_by)}"


def _title(result: MetricAgreement) -> str:
    return f"{result.metric.name}: mean {percent(result.mean)}"


def _pairs(agreement: Agreement) -> list[Two]:
    names = agreement.annotators
    return [
        Two(result.metric, names[i], names[j], value)
        for result in agreement.results
        for i, line in enumerate(_matrix(result))
        for j, value in enumerate(line)
        if value is not None
    ]


def _matrix(result: MetricAgreement) -> list[list[float | None]]:
    return [[None if math.isnan(x) else x for x in line] for line in result.matrix.tolist()]
