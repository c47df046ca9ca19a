"""Concepts of aligned nodes, names, the top, and constants.

    gold (d / day :quant 53)       R:value     3 instead of 53
    pred (d / day :quant 3)

Rules in their order: concepts (a top that carries the concept goes with it), all parts of a name at
once, the top, and constants: first those of the same node and role, then of the same node and
value, then the same role and value at another node, then what is left.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from typing import TypeAlias

from tertium.explain.rules.claims import Claims
from tertium.explain.sheet import INSTANCE, TOP, Sheet
from tertium.explain.words import kinship

_PART_OF_NAME = re.compile(r":op\d+", re.IGNORECASE)
_CLASS_OF_ROLE = {":polarity": "polarity", ":wiki": "wiki"}

Key: TypeAlias = Callable[[int, str, str], Hashable]
_STEPS: tuple[tuple[str, Key], ...] = (
    ("value", lambda node, role, value: (node, role)),
    ("role", lambda node, role, value: (node, value)),
    ("place", lambda node, role, value: (role, value)),
)


def value_class(*roles: str) -> str:
    """Return the class of a constant by its role, or by both roles.

    >>> value_class(":polarity"), value_class(":quant", ":wiki"), value_class(":mode")
    ('polarity', 'wiki', 'value')
    """
    lower = [role.lower() for role in roles]
    return next((cls for role, cls in _CLASS_OF_ROLE.items() if role in lower), "value")


def claim_concepts(claims: Claims) -> None:
    """Claim the concepts of aligned nodes."""
    first, second = claims.sheets
    for v, w in _aligned(claims):
        mine, theirs = first.open_at(v, INSTANCE), second.open_at(w, INSTANCE)
        for k, n in zip(mine, theirs, strict=False):
            one, other = str(first.triples[k][2]), str(second.triples[n][2])
            cls = kinship(min(one, other), max(one, other)).cls
            if cls in ("near", "concept") and (first.named(v) or second.named(w)):
                cls = "entity"
            tops = first.open_at(v, TOP), second.open_at(w, TOP)
            both = tops if tops[0] and tops[1] else ([], [])
            claims.replace(cls, [k, *both[0]], [n, *both[1]])
        _claim_rest(claims, "concept", mine[len(theirs) :], theirs[len(mine) :])


def claim_names(claims: Claims) -> None:
    """Claim all parts of a name at once."""
    first, second = claims.sheets
    for v, w in _aligned(claims):
        if "name" in (first.concepts[v], second.concepts[w]):
            mine, theirs = _parts_of_name(first, v), _parts_of_name(second, w)
            if mine and theirs:
                claims.replace("name", mine, theirs)
            elif mine or theirs:
                claims.only("name", 0 if mine else 1, mine or theirs, (), "part")


def claim_tops(claims: Claims) -> None:
    """Claim what is left of the tops."""
    mine, theirs = (
        [k for k in sheet.opened() if sheet.triples[k][1] == TOP] for sheet in claims.sheets
    )
    for k, n in zip(mine, theirs, strict=False):
        claims.replace("top", [k], [n])
    _claim_rest(claims, "top", mine[len(theirs) :], theirs[len(mine) :])


def claim_constants(claims: Claims) -> None:
    """Claim constants: in their place, at their node, elsewhere; then those without a like."""
    first, second = claims.sheets
    mine, theirs = _constants(first), _constants(second)
    for detail, key in _STEPS:
        if not mine or not theirs:
            break
        there: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for n in theirs:
            there[key(*_constant(second, n))].append(n)
        for k in mine:
            node, role, value = _constant(first, k)
            queue = there.get(key(first.across[node], role, value))
            if queue:
                n = queue.popleft()
                claims.replace(value_class(role, second.triples[n][1]), [k], [n], detail)
        mine = [k for k in mine if k in first.open]
        theirs = [n for n in theirs if n in second.open]
    for side, left in enumerate((mine, theirs)):
        for k in left:
            claims.only(value_class(claims.sheets[side].triples[k][1]), side, [k])


def _constant(sheet: Sheet, k: int) -> tuple[int, str, str]:
    node, role, value = sheet.triples[k]
    return node, role, str(value)


def _constants(sheet: Sheet) -> list[int]:
    return [k for k in sheet.opened() if not sheet.is_edge(k)]


def _aligned(claims: Claims) -> list[tuple[int, int]]:
    """Return the aligned nodes of both sheets that have open triples."""
    first, second = claims.sheets
    return [
        (v, w)
        for v, w in enumerate(first.across)
        if w >= 0
        and (not first.open.isdisjoint(first.at[v]) or not second.open.isdisjoint(second.at[w]))
    ]


def _parts_of_name(sheet: Sheet, v: int) -> list[int]:
    return [
        k
        for k in sheet.at[v]
        if k in sheet.open and not sheet.is_edge(k) and _PART_OF_NAME.fullmatch(sheet.triples[k][1])
    ]


def _claim_rest(claims: Claims, cls: str, mine: list[int], theirs: list[int]) -> None:
    for side, left in enumerate((mine, theirs)):
        for k in left:
            claims.only(cls, side, [k])
