"""The results of the benchmark, and of making its challenges, as reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.bamboo.data import TASKS, Key, Measure, Suite
from tertium.bamboo.published import rows as published_rows
from tertium.errors import counted
from tertium.report import model
from tertium.report.kinds import COUNT, ESTIMATE, INTERVAL, NUMBER, PERCENT, TESTED, TEXT, Kind
from tertium.report.legend import too_few_resamples
from tertium.report.model import Cell, Notes, Report, Table, record

if TYPE_CHECKING:
    from tertium.bamboo.benchmark import Benchmark, Contest, Gap, MetricResult, TaskResult
    from tertium.bamboo.challenges import Made

MARKS = {"main": "", "reify": "-r", "syno": "-s", "role_confusion": "-a"}
LEGEND = "-r: challenge reify; -s: challenge syno; -a: challenge role confusion (Arg)"
_MEANS = "amean, hmean: arithmetic and harmonic mean of the columns"

TITLES: dict[Measure, str] = {
    "pearson": "Pearson's correlation with human scores, times 100",
    "accuracy": "role confusion by accuracy of couples (benchmark 0.2), the rest by Pearson",
    "spearman": "Spearman's correlation with human scores, times 100",
    "rmse": "root of the mean squared difference to human scores, times 100 (lower is better)",
    "rmse_of_quantiles": "the same for the deciles of both distributions (lower is better)",
}


@dataclass(frozen=True, slots=True)
class BenchmarkLine:
    """A metric on a column of the benchmark: what a row is about."""

    label: str
    found: TaskResult


COLUMNS = (
    model.Column("challenge", of=lambda x: x.found.key[0]),
    model.Column("task", of=lambda x: x.found.key[1]),
    model.Column("pairs", kind=COUNT, of=lambda x: len(x.found.human)),
    model.Column("pearson", kind=PERCENT, of=lambda x: x.found.measures.pearson),
    model.Column("interval", kind=INTERVAL, of=lambda x: x.found.interval),
    model.Column("spearman", kind=PERCENT, of=lambda x: x.found.measures.spearman),
    model.Column("rmse", kind=PERCENT, of=lambda x: x.found.measures.rmse),
    model.Column(
        "rmse_of_quantiles", kind=PERCENT, of=lambda x: x.found.measures.rmse_of_quantiles
    ),
    model.Column("accuracy", kind=PERCENT, of=lambda x: x.found.measures.accuracy),
    model.Column("accuracy_interval", kind=INTERVAL, of=lambda x: x.found.accuracy_interval),
    model.Column("ties", kind=COUNT, of=lambda x: x.found.measures.ties),
    model.Column("cpu_seconds", kind=NUMBER, of=lambda x: x.found.cpu),
)
"""What data have about a metric on a column; people read a table for each measure."""

_ROUND = Kind(lambda value, _: f"{value:g}")

MADE = (
    model.Column("task", "task", of=lambda made: made.part.task),
    model.Column("challenge", "challenge", of=lambda made: made.part.challenge),
    model.Column("pairs", "pairs", COUNT, lambda made: len(made.part)),
    model.Column("left_out", "left out", COUNT),
    model.Column(
        "operations", "operations", NUMBER, lambda made: made.mean, decimals=2,
        meaning="mean per pair, and quartiles",
    ),
    model.Column("quartile_1", "25 %", _ROUND, lambda made: made.quartiles[0]),
    model.Column("quartile_2", "50 %", _ROUND, lambda made: made.quartiles[1]),
    model.Column("quartile_3", "75 %", _ROUND, lambda made: made.quartiles[2]),
)  # fmt: skip
"""The columns of Table 3 of the paper."""


def report_of(
    benchmark: Benchmark,
    measures: Sequence[Measure] = ("pearson", "accuracy"),
    comparisons: Sequence[Contest] = (),
    published: bool = False,
) -> Report:
    """Return a table for each measure; data have everything, whatever is asked for."""
    tables = [_table(benchmark, measure, published) for measure in measures]
    if benchmark.confidence is not None:
        tables.append(_intervals(benchmark))
    warnings: list[str] = []
    if comparisons:
        tables.append(_comparisons(benchmark, comparisons))
        warnings = too_few_resamples(comparisons[0].resamples, len(benchmark.keys))
    metrics = tuple(row.metric for row in benchmark.rows)
    lines = [BenchmarkLine(row.label, column) for row in benchmark.rows for column in row.columns]
    return Report(
        f"benchmark in {benchmark.suite.folder.path}",
        (*tables, Notes("", (LEGEND, _MEANS, *notes_of(benchmark), *warnings), metrics=metrics)),
        data=data_of(benchmark, comparisons),
        records=Table.of((model.Column("metric", of=lambda x: x.label), *COLUMNS), lines),
    )


def challenges_report(made: Sequence[Made]) -> Report:
    """Return how many operations it took to make challenges, as Table 3 of the paper."""
    caption = "operations that it took to make challenges"
    table = Table.of(MADE, made, caption=caption, label="challenges")
    data = {"tertium": __version__, "challenges": [record(MADE, item) for item in made]}
    return Report("challenges", (table,), data=data)


def column_name(key: Key) -> str:
    """Return the short name of a column.

    >>> column_name(("reify", "sts"))
    'STS-r'
    """
    challenge, task = key
    return f"{task.upper() if task in TASKS else task}{MARKS[challenge]}"


def notes_of(benchmark: Benchmark) -> list[str]:
    """Return what a reader must know besides the numbers."""
    notes = [f"{benchmark.suite.folder.split} split; µs: CPU time per pair in microseconds"]
    notes += skipped_notes(benchmark.suite)
    if benchmark.suite.limit is not None:
        notes.append(f"only the first {benchmark.suite.limit} pairs of each column")
    for key, files in benchmark.suite.missing.items():
        notes.append(f"{column_name(key)} is left out: {', '.join(map(str, files))} is not there")
    if benchmark.suite.missing:
        expected = len(benchmark.suite.folder.keys)
        notes.append(f"the means are over {len(benchmark.keys)} of {expected} columns")
    notes += [
        f"{row.label}: as in the paper, weights by column, of roles on role confusion and of "
        "similarity elsewhere; not one metric"
        for row in benchmark.rows
        if getattr(row.metric, "by_column", False)
    ]
    if any(row.hmean() is None for row in benchmark.rows):
        notes.append("hmean: a dash where a column is not positive")
    return notes


def skipped_notes(suite: Suite) -> list[str]:
    """Return how many pairs of which columns are left out because a graph cannot be read."""
    return [
        f"{column_name(part.key)}: {counted(part.skipped, 'pair')} left out, a graph cannot be read"
        for part in suite.parts
        if part.skipped
    ]


def data_of(benchmark: Benchmark, comparisons: Sequence[Contest] = ()) -> dict[str, Any]:
    """Return everything, correlations in [-1, 1]."""
    found: dict[str, Any] = {
        "tertium": __version__,
        "folder": str(benchmark.suite.folder.path),
        "split": benchmark.suite.folder.split,
        "limit": benchmark.suite.limit,
        "expected_columns": len(benchmark.suite.folder.keys),
        "missing": [
            {"challenge": key[0], "task": key[1], "files": [str(file) for file in files]}
            for key, files in benchmark.suite.missing.items()
        ],
        "skipped": [
            {"challenge": part.challenge, "task": part.task, "pairs": part.skipped}
            for part in benchmark.suite.parts
            if part.skipped
        ],
        "metrics": [_row_data(row) for row in benchmark.rows],
    }
    if comparisons:
        found["warnings"] = too_few_resamples(comparisons[0].resamples, len(benchmark.keys))
        found["comparisons"] = [_contest_data(benchmark, item) for item in comparisons]
    return found


def _row_data(row: MetricResult) -> dict[str, Any]:
    return {
        "metric": row.label,
        "signature": row.metric.signature,
        "amean": row.amean(),
        "hmean": row.hmean(),
        "amean_accuracy": row.amean("accuracy"),
        "hmean_accuracy": row.hmean("accuracy"),
        "amean_interval": row.amean_interval,
        "amean_accuracy_interval": row.amean_accuracy_interval,
        "microseconds_per_pair": row.microseconds,
        "columns": [record(COLUMNS, BenchmarkLine(row.label, column)) for column in row.columns],
    }


def _contest_data(benchmark: Benchmark, item: Contest) -> dict[str, Any]:
    return {
        "metric": item.label,
        "baseline": item.baseline,
        "amean": _gap_data(item.amean),
        "columns": [
            {"challenge": key[0], "task": key[1], **_gap_data(gap)}
            for key, gap in zip(benchmark.keys, item.columns, strict=True)
        ],
    }


def _gap_data(found: Gap | None) -> dict[str, Any]:
    if found is None:
        return {"difference": None}
    return {"difference": found.value, "interval": found.interval, "p": found.p}


def _table(benchmark: Benchmark, measure: Measure, published: bool) -> Table:
    shown = [key for key in benchmark.keys if measure != "accuracy" or key[0] == "role_confusion"]
    means = ["amean", "hmean"] if not measure.startswith("rmse") else ["amean"]
    if benchmark.suite.missing:
        means = [f"{name}/{len(benchmark.keys)}" for name in means]
    columns = (
        model.Column("metric", "metric"),
        *(model.Column(column_name(k), column_name(k), PERCENT, block=k[0]) for k in shown),
        *(model.Column(name, name, PERCENT, block="means") for name in means),
        model.Column("µs", "µs", NUMBER, decimals=0, block="means"),
    )
    rows = [_cells(row, shown, measure, len(means)) for row in benchmark.rows]
    if published and measure in ("pearson", "accuracy"):
        rows += _published_cells(shown, measure)
    return Table(columns, tuple(rows), TITLES[measure], label=f"bamboo-{measure}")


def _cells(row: MetricResult, shown: list[Key], measure: Measure, means: int) -> tuple[Any, ...]:
    figures = [column.figure(measure) for column in row.columns if column.key in shown]
    averages = [row.amean(measure), row.hmean(measure)][:means]
    return (row.label, *figures, *averages, row.microseconds)


def _published_cells(shown: list[Key], measure: Measure) -> list[tuple[Any, ...]]:
    """Return published figures, which are times 100, in the rows of a table."""
    nothing = Cell("", column=model.Column("", kind=TEXT))
    rows = []
    for row in published_rows("paper" if measure == "pearson" else "web"):
        figures = [*(row.figures.get(key) for key in shown), row.amean, row.hmean]
        values = [None if figure is None else figure / 100 for figure in figures]
        rows.append((f"{row.name} (published)", *values, nothing))
    return rows


def _intervals(benchmark: Benchmark) -> Table:
    assert benchmark.confidence is not None
    rows: list[tuple[Any, ...]] = []
    for c, (key, pairs) in enumerate(zip(benchmark.keys, benchmark.pairs, strict=True)):
        columns, name = [row.columns[c] for row in benchmark.rows], column_name(key)
        rows.append((name, pairs, *((x.measures.pearson, x.interval) for x in columns)))
        if key[0] == "role_confusion":
            found = [(x.measures.accuracy, x.accuracy_interval) for x in columns]
            rows.append((f"{name} accuracy", pairs, *found))
    means = [(row.amean(), row.amean_interval) for row in benchmark.rows]
    rows.append(("amean", sum(benchmark.pairs), *means))
    if any(key[0] == "role_confusion" for key in benchmark.keys):
        means = [(row.amean("accuracy"), row.amean_accuracy_interval) for row in benchmark.rows]
        rows.append(("amean accuracy", sum(benchmark.pairs), *means))
    header = (model.Column("column", "column"), model.Column("pairs", "pairs", COUNT))
    level = f"{100 * benchmark.confidence.level:g} %"
    return Table(
        (*header, *(model.Column(row.label, row.label, ESTIMATE) for row in benchmark.rows)),
        tuple(rows),
        f"Pearson's correlation with {level} intervals, times 100",
        label="bamboo-intervals",
    )


def _comparisons(benchmark: Benchmark, comparisons: Sequence[Contest]) -> Table:
    rows: list[tuple[Any, ...]] = [
        (column_name(key), *(_gap(item.columns[c]) for item in comparisons))
        for c, key in enumerate(benchmark.keys)
    ]
    rows.append(("amean", *(_gap(item.amean) for item in comparisons)))
    names = [item.label for item in comparisons]
    return Table(
        (model.Column("column", "column"), *(model.Column(n, n, TESTED) for n in names)),
        tuple(rows),
        f"Pearson's correlation minus that of {comparisons[0].baseline}; p by paired bootstrap, "
        "columns corrected for their number (Holm)",
        label="bamboo-comparison",
    )


def _gap(found: Gap | None) -> tuple[float, tuple[float, float], float] | None:
    return None if found is None else (found.value, found.interval, found.p)
