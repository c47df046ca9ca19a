"""The scores of an evaluation as a report.

To add a column, add a `Column` to `COLUMNS`: it appears in every format.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, NamedTuple

from tertium._version import __version__
from tertium.report.kinds import COUNT, INTERVAL, PERCENT, TALLY, percent
from tertium.report.legend import WIDEST, leading, level, remarks, scale, signatures
from tertium.report.model import (
    Cell,
    Column,
    Notes,
    Report,
    Table,
    Values,
    in_reading_order,
    record,
    transposed,
)
from tertium.report.pairs import WORST, worst_pairs, worst_table

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Result, System

Places = AbstractSet[tuple[int, int]]
"""Cells, by the numbers of a system and a metric."""


class ScoreLine(NamedTuple):
    """One metric's view of one system: what a row of the table is about."""

    system: System
    label: str
    result: Result
    pairs: int

    def known(self, value: Any) -> Any:
        """Return a value if there were pairs to compare."""
        return value if self.pairs else None


def _if_known(key: str) -> Callable[[Values], bool]:
    return lambda values: any(value is not None for value in values[key])


def _adds_to_f1(values: Values) -> bool:
    """Whether the column of values says more than that of F1."""
    f1 = values.get("f1", ())
    if all(value is None for value in f1):
        return True
    return [percent(v) for v in f1] != [percent(v) for v in values["value"]]


def _count(name: str) -> Callable[[ScoreLine], int | float | None]:
    def counted(line: ScoreLine) -> int | float | None:
        if name not in line.result.table.names:
            return None
        value = line.result.score.statistics[name]
        return int(value) if value == int(value) else value

    return counted


def _tally(line: ScoreLine, what: str) -> tuple[int | float | None, ...] | None:
    """Return what the gold and the prediction have of it, if both are counted."""
    counted = tuple(_count(f"{side}_{what}")(line) for side in ("gold", "pred"))
    return None if None in counted else counted


_has_f1 = _if_known("f1")

COLUMNS = (
    Column("system", "system", of=lambda x: x.system.name),
    Column(
        "invalid",
        "invalid",
        COUNT,
        lambda x: len(x.system.corpus.errors),
        after="pairs",
        papers="never",
    ),
    Column(
        "missing",
        "missing",
        COUNT,
        lambda x: x.system.missing,
        shown=lambda values: any(values["missing"]),
        after="invalid",
        papers="never",
    ),
    Column("metric", "metric", of=lambda x: x.label, papers="never"),
    Column("signature", of=lambda x: x.result.score.signature),
    Column("pairs", "pairs", COUNT, papers="never"),
    Column("paired_by", of=lambda x: x.system.paired_by),
    Column(
        "value",
        "value",
        PERCENT,
        lambda x: x.known(x.result.score.value),
        shown=_adds_to_f1,
        after="f1",
    ),
    Column(
        "precision",
        "P",
        PERCENT,
        lambda x: x.known(x.result.score.precision),
        shown=_has_f1,
        papers="alone",
    ),
    Column(
        "recall",
        "R",
        PERCENT,
        lambda x: x.known(x.result.score.recall),
        shown=_has_f1,
        papers="alone",
    ),
    Column(
        "f1", "F1", PERCENT, lambda x: x.known(x.result.score.f1), shown=_has_f1, papers="alone"
    ),
    Column("macro", "macro", PERCENT, lambda x: x.known(x.result.macro), papers="alone"),
    Column("matched", of=_count("matched")),
    Column("pred_total", of=_count("pred_total")),
    Column("gold_total", of=_count("gold_total")),
    Column("pred_variables", of=_count("pred_variables")),
    Column("gold_variables", of=_count("gold_variables")),
    Column(
        "triples",
        "triples",
        TALLY,
        lambda x: _tally(x, "total"),
        shown=_if_known("gold_variables"),
        data=False,
        papers="never",
    ),
    Column(
        "variables",
        "variables",
        TALLY,
        lambda x: _tally(x, "variables"),
        shown=_if_known("gold_variables"),
        data=False,
        papers="never",
    ),
    Column("proven", "proven", COUNT, lambda x: x.result.proven, papers="never"),
    Column("upper", of=lambda x: None if x.result.proven is None else _count("upper")(x)),
    Column("value_upper", of=lambda x: None if x.result.proven is None else x.result.score.upper),
    Column(
        "interval",
        "{level}",
        INTERVAL,
        lambda x: x.known(x.result.interval),
        shown=_if_known("interval"),
        after="value",
    ),
    Column(
        "macro_interval",
        "macro {level}",
        INTERVAL,
        lambda x: x.known(x.result.macro_interval),
        shown=_if_known("macro_interval"),
        after="macro",
        papers="never",
    ),
)
"""The columns of scores; ``{level}`` in a heading is the confidence level."""

_OF_SYSTEM = (
    "system",
    "invalid",
    "missing",
    "paired_by",
)  # fields of a system in JSON, not of its scores
_NULLABLE = ("value", "macro")  # fields of a score that are there even if nothing was compared


def report_of(evaluation: Evaluation, worst: int = 0) -> Report:
    """Return the scores, with so many of the *worst* pairs."""
    listing = [worst_table(evaluation, worst)] if worst else []
    names = ", ".join(system.name for system in evaluation.systems)
    return Report(
        f"{names} against {evaluation.gold.label}",
        (score_table(evaluation), *listing),
        data=data_of(evaluation, worst),
        papers=(paper_table(evaluation),),
    )


def score_table(evaluation: Evaluation) -> Table:
    """Return a row for each system and metric, the best system of each metric marked."""
    columns = _columns(evaluation)
    leaders = leading(evaluation)
    rows = []
    for i, system in enumerate(evaluation.systems):
        for k, line in enumerate(_lines(evaluation, system)):
            values = [(column.key, column.value(line)) for column in columns]
            best = (i, k) in leaders
            rows.append(tuple(_cell(key, value, best) for key, value in values))
    return Table(tuple(columns), tuple(rows), notes=notes_of(evaluation))


def paper_table(evaluation: Evaluation, significant: Places = frozenset(), test: str = "") -> Table:
    """Return a table to publish: a row for each system, *significant* cells with a dagger.

    One metric is shown with precision and recall, several with their values only. *test* is what
    the dagger rests on.
    """
    parts = [_part(evaluation, k, significant) for k in range(len(evaluation.metrics))]
    names = [(system.name,) for system in evaluation.systems]
    rows = [sum(row, ()) for row in zip(names, *(part.rows for part in parts), strict=True)]
    header = (COLUMNS[0], *(column for part in parts for column in part.columns))
    notes = notes_of(evaluation)
    if significant:
        first = evaluation.systems[0].name
        notes = notes._replace(scale=f"{notes.scale}; † differs from {first} at p < 0.05 ({test})")
    table = Table(header, tuple(rows), notes=notes)
    return transposed(table, "metric") if len(header) - 1 > WIDEST else table


def notes_of(evaluation: Evaluation) -> Notes:
    """Return what must be known about the numbers: scale, pairs, proofs, signatures."""
    unproven = [line for system in evaluation.systems for line in _unproven(evaluation, system)]
    parts = any("gold_variables" in metric.statistics_names for metric in evaluation.metrics)
    tally = ["triples and variables: those of the gold / of the prediction"] if parts else []
    lines = (*remarks(evaluation), *unproven, *tally)
    return Notes(scale(evaluation), lines, tuple(signatures(evaluation)))


def data_of(evaluation: Evaluation, worst: int = 0) -> dict[str, Any]:
    """Return everything, values in [0, 1]."""
    gold, confidence = evaluation.gold, evaluation.confidence
    whole: dict[str, Any] = {
        "tertium": __version__,
        "gold": {
            "path": gold.path,
            "graphs": len(gold),
            "invalid": len(gold.errors),
            "redefined": len(gold.warnings),
        },
        "paired_by": evaluation.paired_by,
    }
    if confidence is not None:
        whole["confidence"] = {
            "level": confidence.level,
            "method": confidence.method,
            "resamples": confidence.resampling.resamples,
            "seed": confidence.resampling.seed,
        }
    whole["systems"] = [_system(evaluation, system, worst) for system in evaluation.systems]
    return whole


def _system(evaluation: Evaluation, system: System, worst: int) -> dict[str, Any]:
    scores = []
    for line in _lines(evaluation, system):
        found = record([c for c in COLUMNS if c.key not in _OF_SYSTEM], line)
        score = {key: v for key, v in found.items() if v is not None or key in _NULLABLE}
        if worst:
            listed = worst_pairs(system, line.label, line.result, worst)
            score["worst"] = [record(WORST, scored) for scored in listed]
        scores.append(score)
    return {
        "name": system.name,
        "path": system.corpus.path,
        "graphs": len(system.corpus),
        "invalid": len(system.corpus.errors),
        "missing": system.missing,
        "surplus": system.surplus,
        "redefined": len(system.corpus.warnings),
        "skipped": system.skipped,
        "paired_by": system.paired_by,
        "notes": list(system.notes),
        "scores": scores,
    }


def _lines(evaluation: Evaluation, system: System) -> list[ScoreLine]:
    both = zip(evaluation.labels, system.results, strict=True)
    return [ScoreLine(system, label, result, result.pairs) for label, result in both]


def _columns(evaluation: Evaluation) -> list[Column]:
    shown = level(evaluation)
    return [
        c._replace(heading=None if c.heading is None else c.heading.format(level=shown))
        for c in COLUMNS
    ]


def _cell(key: str, value: Any, best: bool, mark: str = "") -> Any:
    """Return a cell; that of the value, which is that of F1 as well, has a mark."""
    if key not in ("value", "f1") or value is None or not (best or mark):
        return value
    return Cell(value, mark, best)


def _part(evaluation: Evaluation, metric: int, significant: Places) -> Table:
    """Return the columns of one metric for a paper, a row for each system."""
    wanted = ("always", "alone") if len(evaluation.metrics) == 1 else ("always",)
    columns = [c for c in in_reading_order(_columns(evaluation))[1:] if c.papers in wanted]
    lines = [_lines(evaluation, system)[metric] for system in evaluation.systems]
    values = Table.of(columns, lines).values()
    kept = [c for c in columns if c.heading and (c.shown is None or c.shown(values))]
    leaders = leading(evaluation)
    rows = []
    for i, line in enumerate(lines):
        place = (i, metric)
        mark = "†" if place in significant else ""
        rows.append(tuple(_cell(c.key, c.value(line), place in leaders, mark) for c in kept))
    label = evaluation.labels[metric]
    headed = [c if c.key != "value" else c._replace(heading=label) for c in kept]
    return Table(tuple(c._replace(shown=None, after="") for c in headed), tuple(rows))


def _unproven(evaluation: Evaluation, system: System) -> list[str]:
    lines = []
    for label, result in zip(evaluation.labels, system.results, strict=True):
        if result.proven is not None and result.proven < len(result.table):
            open_pairs = len(result.table) - result.proven
            lines.append(
                f"{system.name}, {label}: {open_pairs} of {len(result.table)} pairs are not "
                f"proven; the score is at most {percent(result.score.upper)}"
            )
    return lines
