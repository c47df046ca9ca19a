"""Relations between aligned nodes.

    gold (a / ask-01 :ARG0 (p / prince))       R:core-role     :ARG1 instead of :ARG0
    pred (a / ask-01 :ARG1 (p / prince))

Open edges of both graphs are paired level by level: the same relation in another spelling, the same
ends, the same ends the other way around, the same role and one end, the same dependent. On each
level as many are paired as possible. What is left has no partner: an edge that alone joins two
parts of its graph is an `edge`, any other one a lost or spurious re-entrancy.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeAlias

from tertium.explain.rules.claims import Claims
from tertium.explain.sheet import Sheet
from tertium.graph import MODS, is_inverse

Edge: TypeAlias = tuple[int, int, str, int]
"""The number of an open edge, and source, role and target, in nodes of the second sheet."""

_CORE = re.compile(r":arg\d+", re.IGNORECASE)


def claim_relations(claims: Claims) -> None:
    """Claim all edges between aligned nodes."""
    work = _Pairing(claims)
    work.level(_turned, _ends, _respelled, lambda r, q: "notation", "inverse")
    work.level(_ends, _ends, None, _label)
    work.level(_turned, _ends, _without_direction, lambda r, q: "role")
    work.level(_turned, _ends, None, lambda r, q: "direction")
    work.attachments()
    work.dependents()
    for side, sheet in enumerate(claims.sheets):
        for k in sheet.opened():
            claims.only(_class_alone(sheet, k), side, [k])


def _class_alone(sheet: Sheet, k: int) -> str:
    if sheet.triples[k][1].lower() == ":polarity":
        return "polarity"
    return "edge" if k in sheet.bridges else "coreference"


def _ends(edge: Edge) -> Hashable:
    return edge[1], edge[3]


def _turned(edge: Edge) -> Hashable:
    return edge[3], edge[1]


def _label(role: str, other: str) -> str:
    return "core-role" if _CORE.fullmatch(role) and _CORE.fullmatch(other) else "role"


def _respelled(role: str, other: str) -> bool:
    one, two = role.lower(), other.lower()
    if {one, two} == MODS:
        return True
    return any(
        is_inverse(long) and long == f"{short}-of" for long, short in ((one, two), (two, one))
    )


def _without_direction(role: str, other: str) -> bool:
    """Return whether a role may be turned: smatch reads ``:mod`` as ``:domain`` from the end."""
    return not MODS.isdisjoint((role.lower(), other.lower()))


class _Pairing:
    """The open edges of both sheets."""

    def __init__(self, claims: Claims) -> None:
        self._claims = claims
        self._first, self._second = claims.sheets
        across = self._first.across
        self._mine: list[Edge] = [
            (k, across[source], role, across[target])  # type: ignore[index]
            for k, (source, role, target) in _triples(self._first)
        ]
        self._theirs: list[Edge] = [(n, *triple) for n, triple in _triples(self._second)]  # type: ignore[misc]

    def level(
        self,
        key: Callable[[Edge], Hashable],
        other_key: Callable[[Edge], Hashable],
        fits: Callable[[str, str], bool] | None,
        cls: Callable[[str, str], str],
        detail: str = "",
    ) -> None:
        """Pair edges with the same key, in order."""
        if not self._mine or not self._theirs:
            return
        there: defaultdict[Hashable, list[Edge]] = defaultdict(list)
        for edge in self._theirs:
            there[other_key(edge)].append(edge)
        for edge in self._mine:
            bucket = there.get(key(edge))
            if bucket:
                place = next(
                    (i for i, o in enumerate(bucket) if fits is None or fits(edge[2], o[2])), None
                )
                if place is not None:
                    other = bucket.pop(place)
                    self._claims.replace(cls(edge[2], other[2]), [edge[0]], [other[0]], detail)
        self._keep_open()

    def attachments(self) -> None:
        """Pair as many edges as possible that have the same role and one end in common."""
        if not self._mine or not self._theirs:
            return
        there: defaultdict[Hashable, list[int]] = defaultdict(list)
        for n, source, role, target in self._theirs:
            there[role, "from", source].append(n)
            there[role, "to", target].append(n)
        none: list[int] = []
        near = {
            k: (there.get((role, "from", source), none), there.get((role, "to", target), none))
            for k, source, role, target in self._mine
        }
        for k, n in sorted(maximum_matching(near).items()):
            self._claims.replace("attachment", [k], [n])
        self._keep_open()

    def dependents(self) -> None:
        """Pair edges that attach the same node elsewhere, by another role."""
        across = self._first.across
        self.level(
            lambda edge: across[self._first.dependent(edge[0])],
            lambda edge: self._second.dependent(edge[0]),
            None,
            lambda r, q: "attachment",
            "relabelled",
        )

    def _keep_open(self) -> None:
        self._mine = [edge for edge in self._mine if edge[0] in self._first.open]
        self._theirs = [edge for edge in self._theirs if edge[0] in self._second.open]


def _triples(sheet: Sheet) -> list[tuple[int, tuple[int, str, int | str]]]:
    return [(k, sheet.triples[k]) for k in sheet.opened()]


def maximum_matching(near: Mapping[int, Sequence[Sequence[int]]]) -> dict[int, int]:
    """Return a largest set of pairs; *near* has lists of choices for each.

    Augmenting paths, searched depth first without recursion, in order.

    >>> maximum_matching({0: ([7, 8],), 1: ([7],)})
    {0: 8, 1: 7}
    """
    owner: dict[int, int] = {}
    chosen: dict[int, int] = {}
    for start in near:
        path = _augmenting_path(start, near, owner)
        for k, n in path:
            owner[n], chosen[k] = k, n
    return dict(sorted(chosen.items()))


def _augmenting_path(
    start: int, near: Mapping[int, Sequence[Sequence[int]]], owner: dict[int, int]
) -> list[tuple[int, int]]:
    """Return new pairs that give *start* a partner and take none away; empty if there are none."""
    seen: set[int] = set()
    stack = [(start, (n for choices in near[start] for n in choices))]
    path: list[tuple[int, int]] = []
    while stack:
        k, rest = stack[-1]
        n = next((n for n in rest if n not in seen), None)
        if n is None:
            stack.pop()
            if path:
                path.pop()
            continue
        seen.add(n)
        path.append((k, n))
        if n not in owner:
            return path
        following = owner[n]
        stack.append((following, (m for choices in near[following] for m in choices)))
    return []
