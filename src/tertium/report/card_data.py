"""The card of a metric as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.report import audits, search_error, structure
from tertium.report.bamboo import column_name
from tertium.report.card_sentences import judgements

if TYPE_CHECKING:
    from tertium.bamboo.card import Card


def data_of(card: Card) -> dict[str, Any]:
    """Return the object of JSON."""
    found = judgements(card)
    return {
        "tertium": __version__,
        "metric": card.metric.name,
        "label": card.label,
        "signature": card.metric.signature,
        "material": {"name": card.material.name, "pairs": card.graphs},
        "strengths": [text for side, text in found if side == "strength"],
        "weaknesses": [text for side, text in found if side == "weakness"],
        "bamboo": [_standing(standing) for standing in card.standings],
        "laws": [
            {"name": law.name, "promised": law.promised, "broken": law.broken, "pairs": law.pairs}
            for law in card.laws
        ],
        "principles": audits.principles_data(card.principles)["principles"],
        "soundness": audits.soundness_data(card.soundness),
        "meaning": audits.soundness_data(card.meaning),
        "search": None if card.search is None else search_error.data_of(card.search),
        "structure": None if card.structure is None else structure.data_of(card.structure),
        "microseconds": card.microseconds,
        "explains_parts": card.metric.explains_parts,
    }


def _standing(standing: Any) -> dict[str, Any]:
    column = standing.column
    return {
        "column": column_name(column.key),
        "pearson": column.measures.pearson,
        "accuracy": column.measures.accuracy,
        "interval": column.interval,
        "better": standing.better,
        "published": standing.published,
        "best": standing.best,
        "mark": standing.mark,
    }
