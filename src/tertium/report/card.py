"""The card of a metric as a page: judgement, human agreement, laws, audits, speed, explanation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium.report import card_data, search_error, structure
from tertium.report.bamboo import LEGEND, column_name, notes_of
from tertium.report.card_sentences import judgements, speed
from tertium.report.charts import changes, standing
from tertium.report.charts import search_error as search_chart
from tertium.report.charts import structure as structure_chart
from tertium.report.fitting import hanging
from tertium.report.kinds import NUMBER, OUT_OF, PERCENT, TEXT, Kind, percent
from tertium.report.model import Block, Cell, Column, Drawing, Heading, Notes, Report, Table, Text

if TYPE_CHECKING:
    from tertium.audit.soundness import Soundness
    from tertium.bamboo.card import Card, Standing
    from tertium.metrics import Metric
    from tertium.metrics.explanation import Contribution, PartName

_WIDTH = 40  # of a bar for a correlation of 1
_PARTS = 12  # of an explanation that are shown
_EMPTY = Cell("", column=Column("", kind=TEXT))
_TICK = Kind(lambda kept, _: "✓" if kept else "✗")
_YES = Kind(lambda yes, _: "yes" if yes else "no", number=False)

LAWS = (
    Column("name", "law"),
    Column("promised", "promised", _YES),
    Column("broken", "broken", OUT_OF, lambda law: (law.broken, law.pairs)),
    Column("kept", "kept", _TICK),
)
"""The columns of laws."""

PRINCIPLES = (
    Column("number", ""),
    Column("name", "principle"),
    Column("verdict", "kept"),
    Column("error", "error", NUMBER, lambda f: _EMPTY if f.verdict == "✓" else f.error, decimals=4),
)
"""The columns of principles."""


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change of graphs and what the metric made of it: what a row is about."""

    name: str
    should: str
    mean: float | None
    right: tuple[int, int]
    sound: bool


SOUNDNESS = (
    Column("change", "change", of=lambda change: change.name),
    Column("should", "should be"),
    Column("mean", "mean", NUMBER, lambda x: _EMPTY if x.mean is None else x.mean),
    Column("right", "right", OUT_OF),
    Column("sound", "sound", _TICK),
)
"""The columns of soundness."""

STANDINGS = (
    Column("column", "column", of=lambda s: column_name(s.column.key)),
    Column("pearson", "Pearson", PERCENT, lambda s: s.column.measures.pearson),
    Column("accuracy", "accuracy", PERCENT, lambda s: s.column.measures.accuracy or _EMPTY),
    Column("better", "better", OUT_OF, lambda s: (s.better, s.published)),
    Column("best", "best published", of=lambda s: _best(s)),
)
"""The columns of human agreement."""


def report_of(card: Card) -> Report:
    """Return the page."""
    metric = card.metric
    title = f"Report card: {card.label}"
    about = metric.summary[:1].upper() + metric.summary[1:] + "."
    source = [f"Proposed by {metric.paper}."] if metric.paper else []
    sections: tuple[list[Block], ...] = (
        _judgement(card),
        _human(card) if card.row is not None else [],
        _laws(card),
        _soundness(card),
        _search(card),
        _structure(card),
        [Heading("Speed"), Text((f"{speed(card.microseconds)} of CPU time per pair, "
                                 "on the pairs of this card.",))],
        _explanation(card),
    )  # fmt: skip
    return Report(
        title,
        (
            Heading(title, 1),
            Text((" ".join([about, *source]),)),
            Text((f"The audits saw {len(card.material.golds)} graphs and as many pairs: "
                  f"{card.material.name}.",)),
            Notes(metrics=(metric,)),
            *(block for section in sections for block in section),
        ),
        data=card_data.data_of(card),
        records=Table.of(LAWS, card.laws),
    )  # fmt: skip


def _best(standing: Standing) -> str:
    return f"{standing.best[0]}, {standing.best[1]:.2f}" if standing.best else ""


def _judgement(card: Card) -> list[Block]:
    found = judgements(card)
    blocks: list[Block] = []
    for side, title in (("strength", "Strengths"), ("weakness", "Weaknesses")):
        lines = tuple(text for mark, text in found if mark == side)
        blocks += [Heading(title), Text(lines, "items") if lines else Text(("None stands out.",))]
    return blocks


def _human(card: Card) -> list[Block]:
    assert card.row is not None
    assert card.benchmark is not None
    rows = [
        standing.Dots(column_name(s.column.key), 100 * (s.column.measures.pearson or 0), s.figures)
        for s in card.standings
    ]
    caption = "Correlation with human ratings × 100 (large dots), and the published metrics."
    return [
        Heading("Agreement with human judgement"),
        Text(("Pearson's correlation with human ratings, times 100, and how many of the published "
              "metrics are better.",)),
        Drawing((standing.draw(rows, caption),), caption, Text(_bars(card), "listing")),
        Table.of(STANDINGS, card.standings),
        Text((_means(card), LEGEND, *notes_of(card.benchmark)), "items"),
    ]  # fmt: skip


def _means(card: Card) -> str:
    assert card.row is not None
    return f"amean {percent(card.row.amean())}, hmean {percent(card.row.hmean())}"


def _bars(card: Card) -> tuple[str, ...]:
    assert card.row is not None
    means = [("amean", card.row.amean()), ("hmean", card.row.hmean())]
    return (*map(_bar, card.standings),
            *(f"{name:<8}{_drawn(v)} {percent(v):>6}" for name, v in means))  # fmt: skip


def _bar(found: Standing) -> str:
    column = found.column
    text = f"{column_name(column.key):<8}{_drawn(column.measures.pearson)} "
    text += f"{percent(column.measures.pearson):>6}"
    if column.interval is not None:
        text += f" [{percent(column.interval[0])}, {percent(column.interval[1])}]"
    if column.measures.accuracy is not None:
        text += f", accuracy {percent(column.measures.accuracy)}"
    if found.published:
        text += f" ({found.better} of {found.published})"
    return text


def _drawn(value: float | None) -> str:
    filled = round(_WIDTH * min(1.0, max(0.0, value or 0.0)))
    return "█" * filled + "·" * (_WIDTH - filled)


def _laws(card: Card) -> list[Block]:
    return [
        Heading("Laws kept and broken"),
        Text(("A law that is not promised may be broken.",)),
        Table.of(LAWS, card.laws),
        Heading("Principles"),
        Text(("The seven principles of Opitz, Parcalabescu & Frank (2020): ✓ kept, ✓ε kept up to "
              "the error, ✗ broken.",)),
        Table.of(PRINCIPLES, card.principles.findings),
    ]  # fmt: skip


def _soundness(card: Card) -> list[Block]:
    families = {"general changes": card.soundness, "changes of meaning": card.meaning}
    panels = tuple(
        changes.draw(name, _change_bars(found), "Mean score of graphs and what became of them.")
        for name, found in families.items()
    )
    return [
        Heading("Soundness"),
        Text(("Graphs against themselves changed: 1 where the meaning stays, less where it does "
              "not (Ki, Kim & Gweon; the changes of meaning are ours).",)),
        Drawing(panels, "Mean score × 100; ✗ where a pair contradicts."),
        Table.of(SOUNDNESS, [_identity(card.soundness), *_changes(card.soundness)]),
        Table.of(SOUNDNESS, _changes(card.meaning), title="changes of meaning"),
    ]  # fmt: skip


def _change_bars(found: Soundness) -> list[changes.Bar]:
    return [
        changes.Bar(case.operation.name, 100 * case.mean, case.sound)
        for case in found.cases
        if case.pairs
    ]


def _identity(found: Soundness) -> ChangeLine:
    same = (found.identity, found.graphs)
    return ChangeLine("identity", "1", None, same, found.identity == found.graphs)


def _changes(found: Soundness) -> list[ChangeLine]:
    rows = []
    for case in found.cases:
        keeps = case.operation.keeps_meaning
        counted = (case.ones if keeps else case.pairs - case.ones, case.pairs)
        mean = case.mean if case.pairs else None
        should = "1" if keeps else "below 1"
        rows.append(ChangeLine(case.operation.name, should, mean, counted, case.sound))
    return rows


def _search(card: Card) -> list[Block]:
    if card.search is None:
        return [Heading("Search error"), Text((_why_no_search_error(card.metric),))]
    return [
        Heading("Search error"),
        Text((f"Hill-climbing against the proven optimum, {card.search.seeds} seeds.",)),
        Drawing(tuple(search_chart.draw(card.search, card.search.metric.spec)),
                "Corpus score: mean and range over seeds. Misses: by size and restarts."),
        search_error.climbs_table([card.search]),
        Text(search_error.LEGEND, "items"),
    ]  # fmt: skip


def _why_no_search_error(metric: Metric) -> str:
    """Say why hill-climbing was not compared with the optimum."""
    if not hasattr(metric, "solver"):
        return "None: the metric does not search for an alignment."
    return (
        "None by default: alignments are exact, and each is proven or comes with an upper bound. "
        "With solver=climb the starts are fixed, so there are no seeds to compare."
    )


def _structure(card: Card) -> list[Block]:
    if card.structure is None:
        return [Heading("Structure"), Text(("Nothing in these graphs can be rewired.",))]
    return [
        Heading("Structure"),
        Text(("Does the score fall as more and more triples are rewired (RARE, Kachwala et al. "
              "2024)?",)),
        Drawing((structure_chart.draw([card.structure]),), "Mean score by changed triples."),
        structure.structure_table([card.structure])._replace(title=""),
        Text(structure.LEGEND, "items"),
    ]  # fmt: skip


def _explanation(card: Card) -> list[Block]:
    found = card.example
    shown = [part for part in found if any(part.adds.values())][:_PARTS]
    columns = (
        Column("kind", "part"),
        Column("gold", "gold", of=lambda part: _part(part.gold)),
        Column("pred", "prediction", of=lambda part: _part(part.pred)),
        Column("adds", "adds", of=_adds),
    )
    said = "The score is made of these parts" if card.metric.explains_parts else "One part"
    more = f"; {len(found) - len(shown)} more are not shown" if len(found) > len(shown) else ""
    return [
        Heading("How it explains itself"),
        Text((f"{said}, for the pair below: {found.score}{more}.",)),
        Text((*hanging("gold        ", found.gold.written.to_penman(one_line=True), 80),
              *hanging("prediction  ", found.pred.written.to_penman(one_line=True), 80)),
             "listing"),
        Table.of(columns, shown),
    ]  # fmt: skip


def _part(part: PartName | None) -> Any:
    if part is None:
        return "–"
    return part if isinstance(part, str) else " ".join(str(word) for word in part)


def _adds(part: Contribution) -> str:
    return ", ".join(f"{name} {value:.3g}" for name, value in part.adds.items() if value)
