"""The scores of an evaluation, in every format of ``tertium score``."""

from __future__ import annotations

import json
from typing import Any, Literal, get_args

from tertium._version import __version__
from tertium.evaluation import Evaluation, Result, System
from tertium.report.table import Table, latex_escape, percent

Format = Literal["text", "json", "csv", "markdown", "latex"]
FORMATS: tuple[Format, ...] = get_args(Format)

_COUNTS = ("matched", "pred_total", "gold_total")


def render(evaluation: Evaluation, format: Format) -> str:
    """Return the scores of *evaluation* in a format."""
    if format == "json":
        return json.dumps(as_json(evaluation), ensure_ascii=False, indent=1)
    if format == "csv":
        return _exact_table(evaluation).to_csv()
    table = _shown_table(evaluation)
    signatures = _signatures(evaluation)
    if format == "latex":
        listed = r" \\ ".join(rf"\texttt{{{latex_escape(s)}}}" for s in signatures)
        return "% needs \\usepackage{booktabs}\n" + table.to_latex(f"Values times 100. {listed}")
    if format == "markdown":
        return "\n\n".join(
            [table.to_markdown(), "Values times 100.", *(f"`{s}`" for s in signatures)]
        )
    unproven = [line for system in evaluation.systems for line in _unproven(system)]
    return "\n".join([table.to_text(), "", "values times 100", *unproven, *signatures])


def as_json(evaluation: Evaluation) -> dict[str, Any]:
    """Return everything, values in [0, 1]."""
    gold = evaluation.gold
    return {
        "tertium": __version__,
        "gold": {"path": gold.path, "graphs": len(gold), "invalid": len(gold.errors)},
        "systems": [_system_json(system) for system in evaluation.systems],
    }


def _system_json(system: System) -> dict[str, Any]:
    return {
        "name": system.name,
        "path": system.corpus.path,
        "graphs": len(system.corpus),
        "invalid": len(system.corpus.errors),
        "skipped": system.skipped,
        "scores": [_result_json(result) for result in system.results],
    }


def _result_json(result: Result) -> dict[str, Any]:
    score = result.score
    entry: dict[str, Any] = {
        "metric": result.label,
        "signature": score.signature,
        "pairs": len(result.table),
        "value": score.value,
    }
    optional = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    entry |= {name: value for name, value in optional.items() if value is not None}
    entry["macro"] = result.macro
    names = result.table.names
    entry |= {name: _number(score.statistics[name]) for name in _COUNTS if name in names}
    if result.proven is not None:
        entry["proven"] = result.proven
        entry["upper"] = score.upper
    return entry


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value


def _shown_table(evaluation: Evaluation) -> Table:
    header = ("system", "metric", "pairs", "invalid", "P", "R", "F1", "value", "macro", "proven")
    rows = [
        (
            system.name,
            result.label,
            str(len(result.table)),
            str(len(system.corpus.errors)),
            percent(result.score.precision),
            percent(result.score.recall),
            percent(result.score.f1),
            percent(result.score.value),
            percent(result.macro),
            "–" if result.proven is None else str(result.proven),
        )
        for system in evaluation.systems
        for result in system.results
    ]
    return _without_repetition(Table(header, tuple(rows), text_columns=2))


def _without_repetition(table: Table) -> Table:
    """Leave out the column of values where it only repeats F1, and P, R, F1 where there is none."""
    at = table.header.index("F1")
    f1 = [row[at] for row in table.rows]
    drop = {"value"} if all(cell != "–" for cell in f1) else set()
    if all(cell == "–" for cell in f1):
        drop = {"P", "R", "F1"}
    keep = [k for k, name in enumerate(table.header) if name not in drop]
    return Table(
        tuple(table.header[k] for k in keep),
        tuple(tuple(row[k] for k in keep) for row in table.rows),
        table.text_columns,
    )


def _exact_table(evaluation: Evaluation) -> Table:
    rows = [
        {"system": system["name"], "invalid": system["invalid"]} | score
        for system in as_json(evaluation)["systems"]
        for score in system["scores"]
    ]
    header = list(dict.fromkeys(name for row in rows for name in row))
    return Table(
        tuple(header), tuple(tuple(str(row.get(name, "")) for name in header) for row in rows)
    )


def _signatures(evaluation: Evaluation) -> list[str]:
    results = [result for system in evaluation.systems for result in system.results]
    return list(dict.fromkeys(result.score.signature for result in results))


def _unproven(system: System) -> list[str]:
    lines = []
    for result in system.results:
        if result.proven is not None and result.proven < len(result.table):
            open_pairs = len(result.table) - result.proven
            lines.append(
                f"{system.name}, {result.label}: {open_pairs} of {len(result.table)} pairs are not "
                "proven; "
                f"the score is at most {percent(result.score.upper)}"
            )
    return lines
