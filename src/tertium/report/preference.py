"""How metrics follow people's preference, as a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.audit.judgements import describe
from tertium.errors import counted
from tertium.report.kinds import (
    COUNT,
    GAIN,
    INTERVAL,
    P_VALUE,
    PERCENT,
    TALLY,
)
from tertium.report.legend import too_few_resamples
from tertium.report.model import Cell, Column, Notes, Report, Table, record
from tertium.statistics.confidence import ALPHA

if TYPE_CHECKING:
    from tertium.audit.preference import AccuracyGap, MetricPreference, Preference

_TIES = {"wrong": "a tie is wrong", "half": "a tie counts half", "skip": "ties are left out"}


@dataclass(frozen=True, slots=True)
class PreferenceLine:
    """A metric among others: what a row is about."""

    found: MetricPreference

    def gap(self, name: str) -> Any:
        """Return a fact about the difference to the first metric."""
        return None if self.found.gap is None else getattr(self.found.gap, name)


COLUMNS = (
    Column("metric", "metric", of=lambda x: x.found.metric.spec),
    Column("signature", of=lambda x: x.found.metric.signature),
    Column("correct", "right", COUNT, lambda x: x.found.correct),
    Column("wrong", "wrong", COUNT, lambda x: x.found.wrong),
    Column("ties", "ties", COUNT, lambda x: x.found.ties),
    Column("accuracy", "accuracy", PERCENT, lambda x: x.found.accuracy),
    Column("interval", "{level}", INTERVAL, lambda x: x.found.interval),
    Column("difference", "Δ", GAIN, lambda x: x.gap("value"), shown=lambda v: _several(v)),
    Column("difference_interval", kind=INTERVAL, of=lambda x: x.gap("interval")),
    Column("better", of=lambda x: x.gap("better")),
    Column("worse", of=lambda x: x.gap("worse")),
    Column(
        "tally",
        "+/−",
        TALLY,
        lambda x: None if x.found.gap is None else (x.gap("better"), x.gap("worse")),
        shown=lambda v: _several(v),
        data=False,
    ),
    Column("p", "p", P_VALUE, lambda x: _marked(x.found.gap), shown=lambda v: _several(v)),
)
"""What is said about a metric and single judgements."""


def report_of(preference: Preference) -> Report:
    """Return the accuracies, the systems, and how often both orders agree."""
    sentences = sentence_table(preference)
    tables = [sentences, system_table(preference)]
    if preference.pairs:
        tables.append(order_table(preference))
    metrics = tuple(found.metric for found in preference.metrics)
    return Report(
        f"preference in {preference.judgements.name}",
        (*tables, Notes("", tuple(notes_of(preference)), metrics=metrics)),
        data=data_of(preference),
        records=sentences,
        papers=(_without(sentences, "wrong"), *tables[1:]),
    )


def _without(table: Table, key: str) -> Table:
    """Return a table without a column, for a page that is narrow."""
    places = [k for k, column in enumerate(table.columns) if column.key != key]
    return table._replace(
        columns=tuple(table.columns[k] for k in places),
        rows=tuple(tuple(row[k] for k in places) for row in table.rows),
    )


def sentence_table(preference: Preference) -> Table:
    """Return a row for each metric, as Table 3 of the paper."""
    level = f"{100 * preference.confidence.level:g} %"
    columns = [
        column._replace(heading=column.heading and column.heading.format(level=level))
        for column in COLUMNS
    ]
    decided = len(preference.used) - preference.undecided
    title = f"sentences: {counted(decided, 'judgement')} with a majority"
    return Table.of(
        columns,
        map(PreferenceLine, preference.metrics),
        title=title,
        caption=_caption(preference),
        label="preference",
    )


def _caption(preference: Preference) -> str:
    """Return what a paper must say about the accuracies."""
    said = "how often metrics prefer the graphs that people prefer, times 100"
    if len(preference.metrics) == 1:
        return said
    return (
        f"{said}; Δ, +/−: accuracy minus that of {preference.metrics[0].metric.spec}, judgements "
        f"that only one of both gets right; † p < {ALPHA:g}, corrected by Holm"
    )


def system_table(preference: Preference) -> Table:
    """Return a row for each system: what people and metrics say about it."""
    columns = (
        Column("system", "system"),
        Column("judged", "judged", COUNT, meaning="judgements about the system"),
        Column("wins", "wins", COUNT, meaning="those that prefer it"),
        Column("share", "people", PERCENT, meaning="share of wins"),
        *(Column(f.metric.spec, f.metric.spec, PERCENT) for f in preference.metrics),
    )
    rows = tuple(
        (s.name, s.judged, s.wins, s.share, *(f.scores[k] for f in preference.metrics))
        for k, s in enumerate(preference.systems)
    )
    return Table(
        columns,
        rows,
        "systems: what people prefer, and the corpus scores of the judged graphs",
        "what people prefer, and the corpus scores of the judged graphs, times 100",
        label="preference-systems",
    )


def order_table(preference: Preference) -> Table:
    """Return a row for each two systems, as Table 2 of the paper."""
    specs = [found.metric.spec for found in preference.metrics]
    columns = (
        Column("systems", "systems"),
        Column("people", "people", PERCENT, meaning="share of wins of the first minus the second"),
        *(Column(spec, spec, PERCENT, decimals=1) for spec in specs),
    )
    rows = []
    for k, (i, j) in enumerate(preference.pairs):
        a, b = preference.systems[i], preference.systems[j]
        gap = Cell(a.share - b.share, column=Column("people", kind=GAIN))
        alike = [found.consistent[k] for found in preference.metrics]
        rows.append((f"{a.name}, {b.name}", gap, *alike))
    samples = preference.confidence.resampling.resamples
    said = "bootstrap samples in which metric and people order two systems alike"
    return Table(
        columns,
        tuple(rows),
        f"two systems: share of {samples} {said}",
        f"share of {said}, times 100",
        label="preference-order",
    )


def notes_of(preference: Preference) -> Iterator[str]:
    """Yield how the numbers were made."""
    how = preference.confidence
    yield (
        f"values times 100; {describe(preference.judgements)}, "
        f"{counted(preference.sentences, 'sentence')}; {_TIES[preference.ties]}"
    )
    left_out = {
        "without a majority, left out": preference.undecided,
        "left out because a graph is missing or cannot be read": preference.skipped,
    }
    for reason, count in left_out.items():
        if count:
            yield f"{counted(count, 'judgement')} {reason}"
    if preference.zeros:
        yield f"{counted(preference.zeros, 'graph')} missing or unreadable, scored zero"
    yield (
        f"{100 * how.level:g} % intervals and samples: bootstrap of sentences, "
        f"{how.resampling.resamples} samples, seed {how.resampling.seed}"
    )
    others = len(preference.metrics) - 1
    if others:
        yield (
            f"Δ, +/−: accuracy minus that of {preference.metrics[0].metric.spec}, judgements that "
            "only one of both gets right; p: random signs of sentences, two-sided, corrected by "
            f"Holm over metrics; † p < {ALPHA:g}"
        )
    yield from too_few_resamples(how.resampling.resamples, others, preference.sentences)
    yield from preference.notes


def data_of(preference: Preference) -> dict[str, Any]:
    """Return everything but single judgements, values in [0, 1]."""
    how = preference.confidence
    return {
        "tertium": __version__,
        "judgements": {
            "path": preference.judgements.name,
            "judgements": len(preference.judgements),
            "used": len(preference.used),
            "undecided": preference.undecided,
            "skipped": preference.skipped,
            "unanimous": sum(item.unanimous for item in preference.used),
            "sentences": preference.sentences,
            "zeros": preference.zeros,
        },
        "ties": preference.ties,
        "level": how.level,
        "resamples": how.resampling.resamples,
        "seed": how.resampling.seed,
        "systems": [
            {"name": s.name, "judged": s.judged, "wins": s.wins, "share": s.share}
            for s in preference.systems
        ],
        "metrics": [_metric_data(preference, found) for found in preference.metrics],
        "notes": list(notes_of(preference)),
    }


def judgement_rows(preference: Preference) -> Iterator[dict[str, Any]]:
    """Yield a row for each metric and judgement."""
    for found in preference.metrics:
        for item, (a, b) in zip(preference.used, found.values, strict=True):
            yield {
                "metric": found.metric.spec,
                "id": item.id,
                "system_a": item.systems[0],
                "system_b": item.systems[1],
                "votes": list(item.votes),
                "preferred": None if item.preferred is None else item.systems[item.preferred],
                "value_a": a,
                "value_b": b,
            }


def _metric_data(preference: Preference, found: MetricPreference) -> dict[str, Any]:
    names = [system.name for system in preference.systems]
    alike = zip(preference.pairs, found.consistent, strict=True)
    return record(COLUMNS, PreferenceLine(found)) | {
        "scores": dict(zip(names, found.scores, strict=True)),
        "consistent": [
            {"systems": [names[i], names[j]], "share": share} for (i, j), share in alike
        ],
    }


def _several(values: Any) -> bool:
    """Whether there is a metric to compare the first one with."""
    return len(values["metric"]) > 1


def _marked(gap: AccuracyGap | None) -> Cell | None:
    return None if gap is None else Cell(gap.p, "†" if gap.p < ALPHA else "")
