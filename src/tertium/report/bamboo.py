"""The results of the benchmark, in every format of ``tertium bamboo``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tertium._version import __version__
from tertium.bamboo.benchmark import Benchmark, Column, Contest, Gap, Row
from tertium.bamboo.data import TASKS, Key, Measure
from tertium.bamboo.published import rows as published_rows
from tertium.report.scores import Format
from tertium.report.table import Table, latex_escape, percent

MARKS = {"main": "", "reify": "-r", "syno": "-s", "role_confusion": "-a"}
LEGEND = "-r reify, -s syno, -a role confusion (Arg)"

TITLES: dict[Measure, str] = {
    "pearson": "Pearson's correlation with human scores, times 100",
    "accuracy": "role confusion by accuracy of couples (benchmark 0.2), the rest by Pearson",
    "spearman": "Spearman's correlation with human scores, times 100",
    "rmse": "root of the mean squared difference to human scores, times 100 (lower is better)",
    "rmse_of_quantiles": "the same for the deciles of both distributions (lower is better)",
}


def column_name(key: Key) -> str:
    """Return the short name of a column.

    >>> column_name(("reify", "sts"))
    'STS-r'
    """
    challenge, task = key
    return f"{task.upper() if task in TASKS else task}{MARKS[challenge]}"


def render(
    benchmark: Benchmark,
    format: Format,
    measures: Sequence[Measure] = ("pearson", "accuracy"),
    comparisons: Sequence[Contest] = (),
    published: bool = False,
) -> str:
    """Return the results in a format; JSON and CSV hold everything, whatever is asked for."""
    if format == "json":
        return json.dumps(as_json(benchmark, comparisons), ensure_ascii=False, indent=1)
    if format == "csv":
        return _exact_table(benchmark).to_csv()
    titled = [(TITLES[m], _table(benchmark, m, published)) for m in measures]
    if benchmark.confidence is not None:
        level = f"{100 * benchmark.confidence.level:g} %"
        titled.append((f"Pearson's correlation with {level} intervals", _intervals(benchmark)))
    if comparisons:
        titled.append((_comparison_title(comparisons), _comparison_table(benchmark, comparisons)))
    notes = [LEGEND, *notes_of(benchmark)]
    return _written(format, titled, notes, [row.metric.signature for row in benchmark.rows])


def notes_of(benchmark: Benchmark) -> list[str]:
    """Return what a reader must know besides the numbers."""
    notes = [f"{benchmark.suite.folder.split} split, CPU time a pair in microseconds"]
    if benchmark.suite.limit is not None:
        notes.append(f"only the first {benchmark.suite.limit} pairs of each column")
    for key, files in benchmark.suite.missing.items():
        notes.append(f"{column_name(key)} is left out: {', '.join(map(str, files))} is not there")
    if benchmark.suite.missing:
        expected = len(benchmark.suite.folder.keys)
        notes.append(f"the means are over {len(benchmark.keys)} of {expected} columns")
    if any(row.hmean() is None for row in benchmark.rows):
        notes.append("hmean: a dash where a column is not positive")
    return notes


def as_json(benchmark: Benchmark, comparisons: Sequence[Contest] = ()) -> dict[str, Any]:
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
        "metrics": [_row_json(row) for row in benchmark.rows],
    }
    if comparisons:
        found["comparisons"] = [_comparison_json(benchmark, item) for item in comparisons]
    return found


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "metric": row.label,
        "signature": row.metric.signature,
        "amean": row.amean(),
        "hmean": row.hmean(),
        "amean_accuracy": row.amean("accuracy"),
        "hmean_accuracy": row.hmean("accuracy"),
        "amean_interval": row.amean_interval,
        "microseconds_per_pair": row.microseconds,
        "columns": [_column_json(column) for column in row.columns],
    }


def _column_json(column: Column) -> dict[str, Any]:
    found = column.measures
    return {
        "challenge": column.key[0],
        "task": column.key[1],
        "pairs": len(column.human),
        "pearson": found.pearson,
        "interval": column.interval,
        "spearman": found.spearman,
        "rmse": found.rmse,
        "rmse_of_quantiles": found.rmse_of_quantiles,
        "accuracy": found.accuracy,
        "accuracy_interval": column.accuracy_interval,
        "ties": found.ties,
        "cpu_seconds": column.cpu,
    }


def _comparison_json(benchmark: Benchmark, item: Contest) -> dict[str, Any]:
    return {
        "metric": item.label,
        "baseline": item.baseline,
        "amean": _difference_json(item.amean),
        "columns": [
            {"challenge": key[0], "task": key[1], **_difference_json(difference)}
            for key, difference in zip(benchmark.keys, item.columns, strict=True)
        ],
    }


def _difference_json(found: Gap | None) -> dict[str, Any]:
    if found is None:
        return {"difference": None}
    return {"difference": found.value, "interval": found.interval, "p": found.p}


def _table(benchmark: Benchmark, measure: Measure, published: bool) -> Table:
    shown = [key for key in benchmark.keys if measure != "accuracy" or key[0] == "role_confusion"]
    means = ["amean", "hmean"] if not measure.startswith("rmse") else ["amean"]
    if benchmark.suite.missing:
        means = [f"{name}/{len(benchmark.keys)}" for name in means]
    header = ("metric", *map(column_name, shown), *means, "µs")
    rows = [_cells(row, shown, measure, len(means)) for row in benchmark.rows]
    if published and measure in ("pearson", "accuracy"):
        rows += _published_cells(shown, measure)
    return Table(header, tuple(rows))


def _cells(row: Row, shown: list[Key], measure: Measure, means: int) -> tuple[str, ...]:
    figures = [percent(c.figure(measure)) for c in row.columns if c.key in shown]
    averages = [percent(row.amean(measure)), percent(row.hmean(measure))][:means]
    return (row.label, *figures, *averages, f"{row.microseconds:.0f}")


def _published_cells(shown: list[Key], measure: Measure) -> list[tuple[str, ...]]:
    source = published_rows("paper" if measure == "pearson" else "web")
    rows = []
    for row in source:
        figures = [f"{row.figures[key]:.2f}" if key in row.figures else "–" for key in shown]
        hmean = "–" if row.hmean is None else f"{row.hmean:.2f}"
        rows.append((f"{row.name} (published)", *figures, f"{row.amean:.2f}", hmean, ""))
    return rows


def _intervals(benchmark: Benchmark) -> Table:
    header = ("column", "pairs", *(row.label for row in benchmark.rows))
    lines = []
    for c, (key, pairs) in enumerate(zip(benchmark.keys, benchmark.pairs, strict=True)):
        columns = [row.columns[c] for row in benchmark.rows]
        cells = [_with_interval(col.measures.pearson, col.interval) for col in columns]
        lines.append((column_name(key), str(pairs), *cells))
        if key[0] == "role_confusion":
            found = [(col.measures.accuracy, col.accuracy_interval) for col in columns]
            name = f"{column_name(key)} accuracy"
            lines.append((name, str(pairs), *(_with_interval(*item) for item in found)))
    means = [_with_interval(row.amean(), row.amean_interval) for row in benchmark.rows]
    return Table(header, (*lines, ("amean", str(sum(benchmark.pairs)), *means)))


def _with_interval(value: float | None, interval: tuple[float, float] | None) -> str:
    if interval is None:
        return percent(value)
    return f"{percent(value)} [{percent(interval[0])}, {percent(interval[1])}]"


def _comparison_title(comparisons: Sequence[Contest]) -> str:
    return (
        f"Pearson's correlation minus that of {comparisons[0].baseline}; p by paired bootstrap, "
        "columns corrected for their number (Holm)"
    )


def _comparison_table(benchmark: Benchmark, comparisons: Sequence[Contest]) -> Table:
    header = ("column", *(item.label for item in comparisons))
    lines = [
        (column_name(key), *(_shown_difference(item.columns[c]) for item in comparisons))
        for c, key in enumerate(benchmark.keys)
    ]
    means = [_shown_difference(item.amean) for item in comparisons]
    return Table(header, (*lines, ("amean", *means)))


def _shown_difference(found: Gap | None) -> str:
    if found is None:
        return "–"
    low, high = (f"{100 * end:+.2f}" for end in found.interval)
    return f"{100 * found.value:+.2f} [{low}, {high}] p {found.p:.4f}"


def _written(
    format: Format, titled: list[tuple[str, Table]], notes: list[str], signatures: list[str]
) -> str:
    if format == "latex":
        tables = [table.to_latex(latex_escape(title)) for title, table in titled]
        comments = [f"% {line}" for line in (*notes, *signatures)]
        return "\n\n".join(["% needs \\usepackage{booktabs}", *tables, "\n".join(comments)])
    if format == "markdown":
        tables = [f"{title}\n\n{table.to_markdown()}" for title, table in titled]
        listed = "\n".join([*(f"- {note}" for note in notes), *(f"- `{s}`" for s in signatures)])
        return "\n\n".join([*tables, listed])
    tables = [f"{title}\n{table.to_text()}" for title, table in titled]
    return "\n\n".join([*tables, "\n".join([*notes, *signatures])])


def _exact_table(benchmark: Benchmark) -> Table:
    rows = [
        {"metric": row.label, **{k: _plain(v) for k, v in _column_json(column).items()}}
        for row in benchmark.rows
        for column in row.columns
    ]
    header = tuple(rows[0])
    return Table(header, tuple(tuple(str(cell) for cell in row.values()) for row in rows))


def _plain(value: Any) -> Any:
    if value is None:
        return ""
    return " ".join(map(str, value)) if isinstance(value, tuple) else value
