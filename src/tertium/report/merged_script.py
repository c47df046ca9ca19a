"""The merged graph of an edit script: the numbers of its triples as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.report.merged import Merged, merge

if TYPE_CHECKING:
    from tertium.explain import Script


def merged_script(script: Script) -> tuple[Merged, list[tuple[int, int]]]:
    """Return both graphs of a script as one, and how many triples of each side an edit has."""
    gold, pred, pair = script.gold, script.pred, script.pair
    assert gold is not None and pred is not None and pair is not None
    places = [
        [len(graph) if at < 0 else written[at] for at in sheet.places]
        for graph, sheet, written in zip(
            (gold, pred), pair.sheets, script._written_places, strict=True
        )
    ]
    edits = [
        tuple([there[k] for k in numbers if there[k] >= 0] for there, numbers in zip(places, edit.numbers, strict=True))
        for edit in script.edits
    ]
    partners = pair.sheets[0].partners
    matched = [(places[0][k], places[1][j]) for k, j in enumerate(partners) if j >= 0]
    names = pair.names(0), pair.names(1)
    across = pair.sheets[0].across
    mapping = {names[0][v]: names[1][w] for v, w in enumerate(across) if w >= 0}
    merged = merge(gold, pred, mapping, matched, [(one, other) for one, other in edits])
    return merged, [(len(e.numbers[0]), len(e.numbers[1])) for e in script.edits]
