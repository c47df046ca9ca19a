"""Strengths and weaknesses of a metric, in sentences, each with the number that it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias

from tertium.report.bamboo import column_name
from tertium.report.kinds import percent

if TYPE_CHECKING:
    from tertium.audit.soundness import Case
    from tertium.bamboo.card import Card, StandingMark

Side: TypeAlias = Literal["strength", "weakness"]
Judgement: TypeAlias = tuple[Side, str]

CONSISTENT, INCONSISTENT = 0.95, 0.85
"""Correlations with the share of unchanged triples that are worth a word."""
FAST, SLOW = 100, 5_000
"""Microseconds per pair that are."""
_CUSTOMARY = 4  # restarts
_FEW_ONES = 0.01  # the share of wrong ones that is a slip and not a blind spot


def judgements(card: Card) -> list[Judgement]:
    """Return all that stands out, strengths and weaknesses in the order of the card."""
    rules: tuple[Callable[[Card], Iterator[Judgement]], ...] = (
        _human, _laws, _principles, _soundness, _meaning, _search, _structure, _speed, _explains,
    )  # fmt: skip
    return [found for rule in rules for found in rule(card)]


def _human(card: Card) -> Iterator[Judgement]:
    words: dict[StandingMark, tuple[Side, str]] = {
        "strength": ("strength", "Among the best quarter of the published metrics in"),
        "weakness": ("weakness", "Among the worst quarter of the published metrics in"),
    }
    for mark, (side, said) in words.items():
        columns = [
            f"{column_name(s.column.key)} ({percent(s.column.measures.pearson)})"
            for s in card.standings
            if s.mark == mark
        ]
        if columns:
            yield side, f"{said} {len(columns)} of {len(card.standings)} columns: {_and(columns)}."


def _laws(card: Card) -> Iterator[Judgement]:
    broken = [law for law in card.laws if not law.kept]
    for law in broken:
        promise = "although it promises to" if law.promised else "and does not promise to"
        yield (
            "weakness",
            f"Breaks the law “{law.name}” on {law.broken} of {law.pairs} graphs or pairs, "
            f"{promise} keep it.",
        )
    if not broken:
        yield "strength", f"Keeps all {len(card.laws)} laws."


def _principles(card: Card) -> Iterator[Judgement]:
    names = [f"{f.number} ({f.name})" for f in card.principles.findings if f.verdict == "✗"]
    if names:
        yield (
            "weakness",
            f"Breaks {'principle' if len(names) == 1 else 'principles'} {_and(names)}.",
        )
    else:
        yield "strength", "Keeps the seven principles, at least up to a small error."


def _soundness(card: Card) -> Iterator[Judgement]:
    found = card.soundness
    if found.sound:
        yield "strength", f"Sound under all {len(found.cases)} general changes of a graph."
        return
    unseen = [
        f"{c.operation.name} ({c.mean:.3f} on average)"
        for c in found.operations(True)
        if not c.sound
    ]
    if unseen:
        yield "weakness", f"Scores below 1 although the meaning stays: {_and(unseen)}."


def _meaning(card: Card) -> Iterator[Judgement]:
    yield from _blind([*card.soundness.operations(False), *card.meaning.operations(False)])
    if card.meaning.sound:
        yield "strength", "Notices every change of meaning that was tried."
    cases = [c for c in card.meaning.cases if c.pairs and c.ones < c.pairs / 2]
    if len(cases) > 1:
        mild, harsh = (f(cases, key=lambda c: 1 - c.mean) for f in (min, max))
        yield (
            "strength" if _cost(mild) >= 5 else "weakness",
            f"Of the changes of meaning it notices, {mild.operation.name} costs least "
            f"({_cost(mild):.1f} points) and {harsh.operation.name} most ({_cost(harsh):.1f}).",
        )


def _blind(tried: list[Case]) -> Iterator[Judgement]:
    cases = [c for c in tried if c.ones]
    blind = [_ones(c) for c in cases if c.ones > _FEW_ONES * c.pairs]
    slips = [_ones(c) for c in cases if c.ones <= _FEW_ONES * c.pairs]
    if blind:
        yield "weakness", f"Often gives 1 although the meaning changes: {_and(blind)}."
    if slips:
        yield "weakness", f"Now and then gives 1 although the meaning changes: {_and(slips)}."


def _search(card: Card) -> Iterator[Judgement]:
    found = card.search
    if found is None:
        yield "strength", "Does not search, so it has no search error."
        return
    if getattr(card.metric, "solver", "exact") == "climb":
        yield "weakness", "Climbs, so that its value depends on a seed; solver=exact does not."
    elif found.unproven:
        yield "weakness", f"{found.unproven} of {found.pairs} alignments are not proven."
    else:
        climb = next(c for c in found.climbs if c.restarts == _CUSTOMARY)
        yield (
            "strength",
            f"All {found.pairs} alignments are proven; hill-climbing with {_CUSTOMARY} restarts "
            f"would miss the best one in {percent(climb.missed)} % of runs.",
        )


def _structure(card: Card) -> Iterator[Judgement]:
    if card.structure is None:
        return
    found = card.structure.overall
    if found is None:
        yield "weakness", "Its score does not react to rewired triples."
    elif found >= CONSISTENT:
        yield "strength", f"Falls steadily as triples are rewired (correlation {percent(found)})."
    elif found < INCONSISTENT:
        yield "weakness", f"Follows rewired triples loosely (correlation {percent(found)})."


def _speed(card: Card) -> Iterator[Judgement]:
    if card.microseconds < FAST:
        yield "strength", f"Fast: {speed(card.microseconds)} of CPU time per pair."
    elif card.microseconds > SLOW:
        yield "weakness", f"Slow: {speed(card.microseconds)} of CPU time per pair."


def _explains(card: Card) -> Iterator[Judgement]:
    if card.metric.explains_parts:
        yield "strength", "Explains a score by parts that add up to it."
    else:
        yield "weakness", "Does not say what a score is made of."


def speed(microseconds: float) -> str:
    """Return a time in a unit that fits.

    >>> speed(3.4), speed(250_000)
    ('3.4 microseconds', '250 milliseconds')
    """
    if microseconds >= 10_000:
        return f"{microseconds / 1000:.0f} milliseconds"
    return f"{microseconds:.2g} microseconds" if microseconds < 10 else (
        f"{microseconds:.0f} microseconds"
    )  # fmt: skip


def _cost(case: Case) -> float:
    return 100 * (1 - case.mean)


def _ones(case: Case) -> str:
    return f"{case.operation.name} ({case.ones} of {case.pairs})"


def _and(names: list[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
