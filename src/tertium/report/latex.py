"""The table of an evaluation as a paper prints it, in LaTeX with booktabs."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from tertium.report.legend import WIDEST, leading, level, scale, signatures
from tertium.report.table import Table, latex_code, latex_escape, percent, percent_interval

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Result

_BOOKTABS = "% needs \\usepackage{booktabs}\n"


def latex_table(
    evaluation: Evaluation, significant: AbstractSet[tuple[int, int]] = frozenset(), test: str = ""
) -> str:
    """Return a table to publish: a row a system, the best bold, *significant* cells with a dagger.

    One metric is shown with precision and recall, several with their values only. *test* is what
    the dagger rests on.
    """
    single = len(evaluation.metrics) == 1
    columns = [_latex_columns(evaluation, k, single) for k in range(len(evaluation.metrics))]
    header = ["system", *(name for part in columns for name in part)]
    rows, best, leaders = [], set(), leading(evaluation)
    for i, system in enumerate(evaluation.systems):
        row = [system.name]
        for k, (result, names) in enumerate(zip(system.results, columns, strict=True)):
            cells = _latex_cells(result, names, "†" if (i, k) in significant else "")
            if (i, k) in leaders:
                best.add((i, len(row) + _value_place(result, names)))
            row += cells
        rows.append(tuple(row))
    table = Table(tuple(header), tuple(rows), best=best)
    if len(header) - 1 > WIDEST:
        table = table.transposed("metric")
    return _BOOKTABS + table.to_latex(_caption(evaluation, test if significant else ""))


def _latex_columns(evaluation: Evaluation, k: int, single: bool) -> list[str]:
    label = evaluation.labels[k]
    if not single:
        return [label, *([level(evaluation)] if evaluation.confidence else [])]
    has_f1 = evaluation.systems[0].results[k].score.f1 is not None
    names = ["P", "R", "F1"] if has_f1 else [label]
    return [*names, *([level(evaluation)] if evaluation.confidence else []), "macro"]


def _value_place(result: Result, names: list[str]) -> int:
    return names.index("F1") if "F1" in names else 0


def _latex_cells(result: Result, names: list[str], mark: str) -> list[str]:
    known = {
        "P": percent(result.score.precision),
        "R": percent(result.score.recall),
        "macro": percent(result.macro),
    }
    cells = [
        known.get(name, percent_interval(result.interval) if "%" in name else "") for name in names
    ]
    cells[_value_place(result, names)] = percent(result.score.value) + mark
    return cells if result.pairs else ["–"] * len(cells)


def _caption(evaluation: Evaluation, test: str) -> str:
    parts = [latex_escape(scale(evaluation).capitalize()) + "."]
    if test:
        first = latex_escape(evaluation.systems[0].name)
        parts.append(rf"$^\dagger$: differs from {first} at $p < 0.05$ ({latex_escape(test)}).")
    return " ".join([*parts, "; ".join(latex_code(s) for s in signatures(evaluation))])
