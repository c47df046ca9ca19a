"""Mending, slowly: apply edits to the counted triples and align the result again."""

from __future__ import annotations

from collections.abc import Iterable

from tertium import Graph, _native
from tertium.alignment import Aligner
from tertium.explain import Edit, Script
from tertium.explain.sheet import INSTANCE, Sheet
from tertium.graph import Triple
from tertium.standard import AS_IS

_MARK = "§"  # begins the names of variables, and nothing else


def rescored(script: Script, edits: Iterable[Edit]) -> tuple[float, float, float]:
    """Return matched, gold and predicted triples after edits; the top is a triple like others."""
    assert script.pair is not None
    gold, pred = script.pair.sheets
    chosen = list(edits)
    removed = {k for edit in chosen for k in edit.numbers[1]}
    added = [k for edit in chosen for k in edit.numbers[0]]
    kept = [_named(pred, k, {}) for k in range(len(pred.triples)) if k not in removed]
    partners = {v: f"{_MARK}{w}" for v, w in enumerate(gold.across) if w >= 0}
    kept += [_named(gold, k, partners, "g") for k in added]
    whole = [_named(gold, k, {}) for k in range(len(gold.triples))]
    if not kept:
        return 0.0, float(len(whole)), 0.0
    found = _native.compare_pair(Aligner(AS_IS)._options, _graph(whole), _graph(kept), False)
    return found[0], found[2], found[1]


def _named(sheet: Sheet, k: int, names: dict[int, str], new: str = "") -> Triple:
    def name(v: int) -> str:
        return names.get(v, f"{_MARK}{new}{v}")

    source, role, target = sheet.triples[k]
    return name(source), role, name(target) if isinstance(target, int) else f"={target}"


def _graph(triples: list[Triple]) -> Graph:
    ends = {end for s, _, t in triples for end in (s, t or "") if end.startswith(_MARK)}
    known = {s for s, role, _ in triples if role == INSTANCE}
    return Graph.from_triples([*triples, *((v, INSTANCE, None) for v in sorted(ends - known))])
