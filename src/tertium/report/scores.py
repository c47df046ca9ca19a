"""The scores of an evaluation as a report.

To add a column, add a `Column` to `COLUMNS`: it appears in every format.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tertium._version import __version__
from tertium.report.arranging import arranged, families_of
from tertium.report.kinds import COUNT, INTERVAL, PERCENT, percent, plus_minus
from tertium.report.legend import leading, level, pair_count, remarks, scale
from tertium.report.look import PLAIN, Look
from tertium.report.model import Cell, Column, Notes, Report, Table, Values, record
from tertium.report.pairs import WORST, worst_pairs, worst_table
from tertium.report.provenance import of_system

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Result, System
    from tertium.metrics import Metric

Places = AbstractSet[tuple[int, int]]
"""Cells, by the numbers of a system and a metric."""


class ScoreLine(NamedTuple):
    """One metric's view of one system: what the cells of a table are about."""

    system: System
    label: str
    result: Result
    pairs: int
    best: bool = False  #: whether no other system has as high a value
    mark: str = ""  #: follows the value

    def known(self, value: Any) -> Any:
        """Return a value if there were pairs to compare."""
        return value if self.pairs else None

    @property
    def value(self) -> Cell:
        """The value, with its mark."""
        found = self.known(self.result.score.value)
        return Cell(found) if found is None else Cell(found, self.mark, self.best)


def _if_known(key: str) -> Callable[[Values], bool]:
    return lambda values: any(value is not None for value in values[key])


def _differs_from_value(values: Values) -> bool:
    """Whether F1 is known and is not what the metric's value is."""
    both = zip(values["f1"], values["value"], strict=True)
    return any(f1 is not None and not _same(f1, value) for f1, value in both)


def _same(f1: float | None, value: float) -> bool:
    return f1 is not None and abs(f1 - value) < 1e-9


def _count(name: str) -> Callable[[ScoreLine], int | float | None]:
    def counted(line: ScoreLine) -> int | float | None:
        if name not in line.result.table.names:
            return None
        value = line.result.score.statistics[name]
        return int(value) if value == int(value) else value

    return counted


def _counted(key: str, heading: str, meaning: str, **more: Any) -> Column:
    """Return a column of counts that people see on request."""
    shown = _if_known(key)
    more = {"of": _count(key), "shown": shown, "on_request": True, "meaning": meaning, **more}
    return Column(key, heading, COUNT, **more)


def _share(key: str, heading: str, **more: Any) -> Column:
    """Return a column of precision, recall or F1."""
    return Column(key, heading, PERCENT, lambda x: x.known(getattr(x.result.score, key)), **more)


_has_f1 = _if_known("f1")
PROVENANCE = of_system(lambda line: line.system)
"""How the pairs of a system came about."""

COLUMNS = (
    Column("system", of=lambda x: x.system.name),
    Column("metric", of=lambda x: x.label),
    Column("signature", of=lambda x: x.result.score.signature),
    Column("short_signature", of=lambda x: x.result.metric.short_signature),
    _counted("pairs", "pairs", "pairs with something to compare", of=lambda x: x.pairs),
    Column("value", "value", PERCENT, after="recall", main=True),
    _share("precision", "P", shown=_has_f1),
    _share("recall", "R", shown=_has_f1),
    _share("f1", "F1", shown=_differs_from_value),
    Column(
        "macro", "macro", PERCENT, lambda x: x.known(x.result.macro),
        on_request=True, meaning="mean over pairs",
    ),
    _counted("matched", "matched", "triples that match"),
    _counted("pred_total", "pred", "triples of the predictions"),
    _counted("gold_total", "gold", "triples of the gold"),
    _counted("pred_variables", "pred vars", "variables of the predictions"),
    _counted("gold_variables", "gold vars", "variables of the gold"),
    _counted("proven", "proven", "pairs with a proven alignment", of=lambda x: x.result.proven),
    Column("upper", of=lambda x: None if x.result.proven is None else _count("upper")(x)),
    Column("value_upper", of=lambda x: None if x.result.proven is None else x.result.score.upper),
    Column(
        "interval", "{level}", INTERVAL, lambda x: x.known(x.result.interval),
        shown=_if_known("interval"), after="value", on_request=True,
    ),
    Column(
        "macro_interval", "macro {level}", INTERVAL, lambda x: x.known(x.result.macro_interval),
        shown=_if_known("macro_interval"), after="macro", on_request=True,
    ),
    *PROVENANCE,
)  # fmt: skip
"""The columns of scores; ``{level}`` in a heading is the confidence level."""

_OF_SYSTEM = (
    "system",
    *(column.key for column in PROVENANCE),
)  # fields of a system in JSON, not of its scores
_NULLABLE = ("value", "macro")  # fields of a score that are there even if nothing was compared


def report_of(evaluation: Evaluation, worst: int = 0, look: Look = PLAIN) -> Report:
    """Return the scores, with so many of the *worst* pairs."""
    listing = [worst_table(evaluation, worst)] if worst else []
    names = ", ".join(system.name for system in evaluation.systems)
    tables, notes = score_tables(evaluation, look), notes_of(evaluation, look)
    return Report(
        f"{names} against {evaluation.gold.label}",
        (*tables[:-1], tables[-1]._replace(notes=notes), *listing),
        data=data_of(evaluation, worst),
        records=records_of(evaluation),
        papers=tuple(table._replace(notes=notes) for table in tables),
    )


def score_tables(
    evaluation: Evaluation, look: Look = PLAIN, significant: Places = frozenset()
) -> list[Table]:
    """Return systems by metrics, and the aspects of metrics that have some.

    The best system of each metric is marked, and with a dagger where it is *significant*.
    """
    cells = [score_lines(evaluation, i, look, significant) for i in range(len(evaluation.systems))]
    tables = arranged(evaluation, cells, partial(_choose, level(evaluation)))
    about = pair_count(evaluation).removesuffix(", ")
    where = f" on {about}" if about else ""
    return [
        table._replace(caption=f"{_called(table)}{where}, times 100", label=_label(table))
        for table in tables
    ]


def score_lines(
    evaluation: Evaluation, system: int, look: Look = PLAIN, significant: Places = frozenset()
) -> list[ScoreLine]:
    """Return what the metrics say about a system, with the marks that follow the values."""
    leaders, spans = leading(evaluation, look.decimals), shows_plus_minus(evaluation, look)
    one = evaluation.systems[system]
    found = []
    for k, (label, result) in enumerate(zip(evaluation.labels, one.results, strict=True)):
        mark = "†" if (system, k) in significant else ""
        if spans:
            mark = plus_minus(result.interval, look.decimals) + mark
        best = (system, k) in leaders
        found.append(ScoreLine(one, label, result, result.pairs, best, mark))
    return found


def shows_plus_minus(evaluation: Evaluation, look: Look) -> bool:
    """Return whether intervals stand behind values, and not in columns of their own."""
    if evaluation.confidence is None:
        return False
    return not look.details and not any(look.names(c) for c in COLUMNS if "interval" in c.key)


def records_of(evaluation: Evaluation) -> Table:
    """Return a row for each system and metric, for spreadsheets."""
    systems = range(len(evaluation.systems))
    return Table.of(COLUMNS, [line for i in systems for line in score_lines(evaluation, i)])


def notes_of(evaluation: Evaluation, look: Look = PLAIN) -> Notes:
    """Return what must be known about the numbers: scale, pairs, proofs, signatures."""
    unproven = [line for system in evaluation.systems for line in _unproven(evaluation, system)]
    lines = (*remarks(evaluation), *unproven, *_facet_notes(evaluation, look))
    scaled = scale(evaluation, shows_plus_minus(evaluation, look))
    return Notes(scaled, lines, metrics=signing(evaluation, look))


def signing(evaluation: Evaluation, look: Look) -> tuple[Metric, ...]:
    """Return the metrics whose signatures are shown; aspects only with the full ones."""
    short = look.signature == "short"
    kept = [
        family.members[:1] if family.aspects and short else family.members
        for family in families_of(evaluation.metrics)
    ]
    return tuple(evaluation.metrics[k] for members in kept for k in members)


def _facet_notes(evaluation: Evaluation, look: Look) -> list[str]:
    """Return how the signatures of aspects are made, which would fill a page."""
    lines = []
    for family in families_of(evaluation.metrics):
        if family.aspects and look.signature == "short":
            last = evaluation.metrics[family.members[-1]]
            option = "aspect" if getattr(last, "aspect", None) else "part"
            lines.append(f"Rows below the first: -m {last.name}:{option}=NAME.")
    return list(dict.fromkeys(lines))


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
    whole["systems"] = [_system(evaluation, i, worst) for i in range(len(evaluation.systems))]
    return whole


def _system(evaluation: Evaluation, place: int, worst: int) -> dict[str, Any]:
    scores, system = [], evaluation.systems[place]
    for line in score_lines(evaluation, place):
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


_NOT_IN_TABLES = (*_OF_SYSTEM, "metric")


def _choose(level: str, lines: Sequence[ScoreLine], alone: bool) -> list[Column]:
    """Return the columns of a group; P and R on request where there are several groups."""
    same = all(_same(line.result.score.f1, line.result.score.value) for line in lines)
    chosen = []
    for column in COLUMNS:
        if column.key in _NOT_IN_TABLES or column.heading is None:
            continue
        heading = column.heading.format(level=level)
        if column.key == "value" and same:
            heading = "F1"
        asked = column.on_request or (column.key in ("precision", "recall") and not alone)
        chosen.append(column._replace(heading=heading, on_request=asked))
    return chosen


def _called(table: Table) -> str:
    """Return what a paper calls a table."""
    if table.columns[0].key == "aspect":
        return f"{table.columns[0].heading} by aspect"
    groups = {column.group for column in table.columns} - {""}
    return f"{groups.pop()} scores" if len(groups) == 1 else "Scores"


def _label(table: Table) -> str:
    return "aspects" if table.columns[0].key == "aspect" else "scores"


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
