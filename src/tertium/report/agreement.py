"""The agreement of annotators as a report.

    smatch: mean 86.30
           ann    bob    cem   mean
    ann      –  91.00  84.20  87.60
    ...

A metric has a matrix of annotators, its aspects have a table with a column for every two of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.errors import counted
from tertium.report.arranging import WHOLE, Family, families_of
from tertium.report.kinds import INTERVAL, PERCENT, percent, plus_minus
from tertium.report.look import PLAIN, Look
from tertium.report.model import Cell, Column, Notes, Report, Table, record
from tertium.report.pairs import name_of
from tertium.report.provenance import joined
from tertium.report.reading import paired

if TYPE_CHECKING:
    from tertium.evaluation.agreement import Agreement, MetricAgreement, Sentence
    from tertium.metrics import Metric
    from tertium.statistics import Interval


@dataclass(frozen=True, slots=True)
class Two:
    """Two annotators under a metric: what a row is about."""

    metric: Metric
    label: str
    annotator: str
    other: str
    value: float
    interval: Interval | None


COLUMNS = (
    Column("metric", "metric", of=lambda two: two.label),
    Column("signature", of=lambda two: two.metric.signature),
    Column("short_signature", of=lambda two: two.metric.short_signature),
    Column("annotator", "annotator"),
    Column("other", "other"),
    Column("value", "value", PERCENT),
    Column("interval", "interval", INTERVAL),
)
"""The columns of two annotators, as CSV has them; people read a matrix."""

SENTENCES = (
    Column("index"),
    Column("id"),
    Column("name", "id", of=lambda found: name_of(found.id, found.index), data=False),
    Column("sentence", "sentence", of=lambda found: found.text or None),
    Column("value", "mean", PERCENT),
    Column("lowest", "lowest", PERCENT),
)
"""The columns of sentences."""


def report_of(agreement: Agreement, worst: int = 10, look: Look = PLAIN) -> Report:
    """Return the matrices, and so many of the sentences with least agreement."""
    families = families_of([result.metric for result in agreement.results])
    tables = [table for family in families for table in _tables(agreement, family, look)]
    listed = [_least(agreement, k, worst) for k in _wholes(families)] if worst else []
    notes = notes_of(agreement, families, look)
    return Report(
        f"agreement of {', '.join(agreement.annotators)}",
        (*tables[:-1], tables[-1]._replace(notes=notes), *listed),
        data=data_of(agreement, worst),
        records=Table.of((*COLUMNS, *_provenance(agreement)), _pairs(agreement)),
        papers=tuple(table._replace(notes=notes) for table in tables),
    )


def _provenance(agreement: Agreement) -> tuple[Column, ...]:
    """Return how sentences were paired, the same in each row."""
    return (
        Column("sentences", of=lambda _: len(agreement.results[0].sentences)),
        Column("invalid", of=lambda _: agreement.invalid),
        Column("missing", of=lambda _: agreement.missing),
        Column("skipped", of=lambda _: agreement.skipped),
        Column("paired_by", of=lambda _: agreement.paired_by),
        Column("notes", of=lambda _: joined(agreement.notes)),
    )


def matrix_table(agreement: Agreement, result: MetricAgreement, look: Look = PLAIN) -> Table:
    """Return the values of all pairs of annotators, and the means."""
    corner = "" if result.metric.symmetric else "gold \\ prediction"
    columns = [Column("annotator", corner)]
    columns += [Column(name, name, PERCENT) for name in (*agreement.annotators, "mean")]
    rows = []
    means = result.means
    for i, (name, line) in enumerate(zip(agreement.annotators, _matrix(result), strict=True)):
        cells = [
            Cell(value, plus_minus(interval_of(result, i, j), look.decimals))
            for j, value in enumerate(line)
        ]
        rows.append((name, *cells, means[i]))
    mean = percent(result.mean, 2 if look.decimals is None else look.decimals)
    spread = plus_minus(result.mean_interval, look.decimals)
    label = agreement.labels[agreement.results.index(result)]
    return Table(
        tuple(columns),
        tuple(rows),
        title=f"{label}: mean {mean}{spread}",
        caption=f"Agreement of {counted(len(agreement.annotators), 'annotator')} by {label}, "
        f"times 100; mean {mean}",
        label="agreement",
    )


def interval_of(result: MetricAgreement, i: int, j: int) -> Interval | None:
    """Return the interval of two annotators, if there is one; of a symmetric metric either way."""
    found = result.intervals
    return found.get((i, j)) or (found.get((j, i)) if result.metric.symmetric else None)


def notes_of(agreement: Agreement, families: Sequence[Family], look: Look = PLAIN) -> Notes:
    """Return how the numbers were made."""
    skipped = [f"{counted(agreement.skipped, 'sentence')} left out"] if agreement.skipped else []
    said = f"values times 100; {_sentences(agreement)}, {paired(agreement.paired_by)}"
    made = agreement.confidence
    if made is not None:
        said += (
            f"; ± half the {100 * made.level:g} % interval: bootstrap {made.method} over "
            f"sentences, {made.resampling.resamples} resamples, seed {made.resampling.seed}"
        )
    shown = [
        k for f in families for k in (f.members if look.signature == "full" else f.members[:1])
    ]
    signing = tuple(agreement.results[k].metric for k in shown)
    return Notes(said, (*agreement.notes, *skipped), metrics=signing)


def data_of(agreement: Agreement, worst: int) -> dict[str, Any]:
    """Return everything, values in [0, 1]; null on the diagonal."""
    found = {
        "tertium": __version__,
        "annotators": list(agreement.annotators),
        "paired_by": agreement.paired_by,
        "invalid": agreement.invalid,
        "missing": agreement.missing,
        "skipped": agreement.skipped,
        "notes": list(agreement.notes),
        "results": [
            _result(agreement, label, result, worst)
            for label, result in zip(agreement.labels, agreement.results, strict=True)
        ],
    }
    made = agreement.confidence
    if made is not None:
        found["confidence"] = {
            "level": made.level,
            "method": made.method,
            "resamples": made.resampling.resamples,
            "seed": made.resampling.seed,
        }
    return found


def _result(
    agreement: Agreement, label: str, result: MetricAgreement, worst: int
) -> dict[str, Any]:
    names = agreement.annotators
    least = []
    for found in result.least(worst):
        apart = [names[i] for i in found.apart]
        least.append(record(SENTENCES, found) | {"apart": apart})
    data = {
        "metric": label,
        "signature": result.metric.signature,
        "short_signature": result.metric.short_signature,
        "sentences": len(result.sentences),
        "mean": result.mean,
        "means": result.means,
        "matrix": _matrix(result),
        "least": least,
    }
    if result.intervals:
        data["mean_interval"] = list(result.mean_interval or ())
        data["intervals"] = [
            {"annotator": names[i], "other": names[j], "interval": list(span)}
            for (i, j), span in result.intervals.items()
        ]
    return data


def _tables(agreement: Agreement, family: Family, look: Look) -> list[Table]:
    """Return the matrix of a metric, and the table of its aspects."""
    if not family.aspects:
        return [matrix_table(agreement, agreement.results[k], look) for k in family.members]
    whole = agreement.results[family.members[0]]
    return [matrix_table(agreement, whole, look), _aspects(agreement, family, look)]


def _aspects(agreement: Agreement, family: Family, look: Look) -> Table:
    """Return a row for each aspect, a column for every two annotators."""
    results = [agreement.results[k] for k in family.members]
    two = list(results[0].tables)
    name = agreement.labels[family.members[0]]
    columns = [Column("aspect", name), Column("mean", "mean", PERCENT)]
    columns += [Column(text, text, PERCENT) for text in (_both(agreement, *pair) for pair in two)]
    rows = [
        (
            result.metric.facet or WHOLE,
            Cell(result.mean, plus_minus(result.mean_interval, look.decimals)),
            *(float(result.matrix[pair]) for pair in two),
        )
        for result in results
    ]
    return Table(
        tuple(columns),
        tuple(rows),
        caption=f"Agreement by aspect of {name}, times 100",
        label="agreement-aspects",
    )


def _least(agreement: Agreement, place: int, worst: int) -> Table:
    """Return the sentences with least agreement, and who disagrees most about them."""
    result = agreement.results[place]

    def apart(found: Sentence) -> str:
        return _both(agreement, *found.apart)

    columns = list(SENTENCES[:-1])
    if len(agreement.annotators) > 2:
        columns += [SENTENCES[-1], Column("apart", "between", of=apart)]
    else:
        columns[-1] = columns[-1]._replace(heading="value")
    several = f" by {agreement.labels[place]}" if len(agreement.results) > 1 else ""
    title = f"least agreement{several}, {min(worst, len(result.sentences))} of "
    title += counted(len(result.sentences), "sentence")
    return Table.of(columns, result.least(worst), title=title, keys=4)


def _both(agreement: Agreement, i: int, j: int) -> str:
    return f"{agreement.annotators[i]}, {agreement.annotators[j]}"


def _wholes(families: Sequence[Family]) -> list[int]:
    """Return the metrics whose sentences are listed: all but the aspects of one."""
    return [k for f in families for k in (f.members[:1] if f.aspects else f.members)]


def _sentences(agreement: Agreement) -> str:
    return counted(len(agreement.results[0].sentences), "sentence")


def _pairs(agreement: Agreement) -> list[Two]:
    names = agreement.annotators
    return [
        Two(result.metric, label, names[i], names[j], value, interval_of(result, i, j))
        for label, result in zip(agreement.labels, agreement.results, strict=True)
        for i, line in enumerate(_matrix(result))
        for j, value in enumerate(line)
        if value is not None
    ]


def _matrix(result: MetricAgreement) -> list[list[float | None]]:
    return [[None if math.isnan(x) else x for x in line] for line in result.matrix.tolist()]
