"""Nodes that only one graph has, each with everything that comes and goes with it.

    gold (s / sleep-01 :ARG0 (b / boy :mod (t / tall)))        M:node     tall and its edge
    pred (s / sleep-01 :ARG0 (b / boy))

An unaligned node owns its concept, its constants, its edges (of two unaligned ends the one further
from the top owns the edge) and its unaligned name. Often the other graph says the same in another
way; the first rule that fits takes the node:

1. ``reified``: it has exactly the arguments of a reification whose role the other graph has.
2. ``split``, ``merged``: its lemma, joined with a neighbour's, is that of the neighbour's partner.
3. ``between``: the other graph joins its neighbours directly.
4. ``node``, a coreference: in its place the other graph has a node that is there already.
5. ``node``, a value: in its place the other graph has a constant.
6. otherwise it is a node that one graph has and the other has not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tertium.explain.rules.claims import Claims
from tertium.explain.rules.values import value_class
from tertium.explain.sheet import INSTANCE, NAME, TOP, Sheet
from tertium.explain.words import is_frame, lemma
from tertium.standard import reification


class Group(NamedTuple):
    """An unaligned node with what comes and goes with it."""

    side: int
    node: int
    own: list[int]  #: triples of its own sheet
    other: list[int]  #: a top of the other sheet that gives way


def claim_nodes(claims: Claims) -> None:
    """Claim every open triple of unaligned nodes."""
    left = [group for side in (1, 0) for group in _groups(claims, side)]
    for rule in (_reified, _compound, _between, _reused, _constant):
        if not left:
            return
        left = [group for group in left if not rule(claims, group)]
    for side, node, own, other in left:
        sheet, there = claims.sheets[side], claims.sheets[1 - side].open
        cls = "name" if sheet.concepts[node] == "name" else "node"
        given = [k for k in other if k in there]
        claims.only(cls, side, _still(sheet, own), given, _kind(sheet, node))


def _kind(sheet: Sheet, v: int) -> str:
    concept = sheet.concepts[v]
    if concept == "name":
        return ""
    if sheet.named(v):
        return "entity"
    if concept == "date-entity":
        return "date"
    if concept.endswith("-quantity"):
        return "quantity"
    return "frame" if is_frame(concept) else "other"


def _groups(claims: Claims, side: int) -> list[Group]:
    sheet = claims.sheets[side]
    alone = [v for v in range(sheet.size) if sheet.across[v] < 0]
    if not alone:
        return []
    lead = {v: v for v in alone}
    for v in alone:
        if sheet.concepts[v] == "name":
            lead[v] = _owner_of_name(sheet, v, lead)
    groups = {v: Group(side, v, [], []) for v in alone if lead[v] == v}
    for k in sheet.opened():
        source, _, target = sheet.triples[k]
        ends = [v for v in (source, target) if v in lead]
        if ends:
            owner = ends[0] if len(ends) == 1 else sheet.dependent(k)
            groups[lead[owner]].own.append(k)
    _give_top(claims, side, groups, lead)
    return list(groups.values())


def _owner_of_name(sheet: Sheet, v: int, alone: dict[int, int]) -> int:
    """Return the node that a name belongs to, if it is unaligned, too."""
    triples = (sheet.triples[k] for k in sheet.at[v])
    owners = [source for source, role, target in triples if role == NAME and target == v]
    one = len(owners) == 1 and owners[0] in alone and owners[0] != v
    return owners[0] if one and sheet.concepts[owners[0]] != "name" else v


def _give_top(claims: Claims, side: int, groups: dict[int, Group], lead: dict[int, int]) -> None:
    """Let the top of the other sheet give way where an unaligned node is the top."""
    sheet, other = claims.sheets[side], claims.sheets[1 - side]
    mine, theirs = _open_tops(sheet), _open_tops(other)
    if len(mine) == len(theirs) == 1:
        v, w = sheet.triples[mine[0]][0], other.triples[theirs[0]][0]
        if v in lead and other.across[w] >= 0:
            groups[lead[v]].other.append(theirs[0])


def _open_tops(sheet: Sheet) -> list[int]:
    return [k for k in sheet.open if sheet.triples[k][1] == TOP]


def _still(sheet: Sheet, numbers: list[int]) -> list[int]:
    return [k for k in numbers if k in sheet.open]


def _given(claims: Claims, group: Group) -> list[int]:
    return [k for k in group.other if k in claims.sheets[1 - group.side].open]


def _neighbours(claims: Claims, group: Group) -> Iterator[tuple[int, int, int]]:
    """Yield aligned neighbours over open edges: the partner, the edge, the neighbour."""
    sheet, v = claims.sheets[group.side], group.node
    for k in group.own:
        if k in sheet.open and sheet.is_edge(k):
            source, target = sheet.ends(k)
            if v in (source, target):
                w = target if source == v else source
                if sheet.across[w] >= 0:
                    yield sheet.across[w], k, w


def _reified(claims: Claims, group: Group) -> bool:
    sheet, other = claims.sheets[group.side], claims.sheets[1 - group.side]
    rules = _reifications().get(sheet.concepts[group.node])
    if not rules:
        return False
    own = _still(sheet, group.own)
    said = [sheet.triples[k] for k in own if sheet.triples[k][1] != TOP]
    if len(said) != 3:
        return False
    ends = {
        role.lower(): sheet.across[target] if isinstance(target, int) else target
        for source, role, target in said
        if source == group.node and role != INSTANCE
    }
    for role, source_role, target_role in rules:
        x, y = ends.get(source_role), ends.get(target_role)
        if isinstance(x, int) and x >= 0 and y is not None and y != -1:
            for n in other.at[x]:
                source, found, target = other.triples[n]
                if n in other.open and (source, found.lower(), target) == (x, role, y):
                    given = [n, *_given(claims, group)]
                    claims.replace("notation", own, given, "reified", own=group.side)
                    return True
    return False


def _compound(claims: Claims, group: Group) -> bool:
    sheet, other = claims.sheets[group.side], claims.sheets[1 - group.side]
    mine = lemma(sheet.concepts[group.node])
    if not mine:
        return False
    for p, _, w in _neighbours(claims, group):
        whole, part = lemma(other.concepts[p]), lemma(sheet.concepts[w])
        if not part or whole == part:
            continue
        if whole in (mine + part, part + mine, f"{mine}-{part}", f"{part}-{mine}"):
            here, there = sheet.open_at(w, INSTANCE), other.open_at(p, INSTANCE)
            if here and there:
                detail = "merged" if group.side == claims.gold else "split"
                own = [*_still(sheet, group.own), *here]
                given = [*there, *_given(claims, group)]
                claims.replace("form", own, given, detail, own=group.side)
                return True
    return False


def _between(claims: Claims, group: Group) -> bool:
    """Claim a node whose k neighbours the other graph joins by up to k - 1 edges."""
    sheet, other = claims.sheets[group.side], claims.sheets[1 - group.side]
    ends = {p: w for p, _, w in _neighbours(claims, group)}
    if len(ends) < 2:
        return False
    joined = {p: p for p in ends}

    def root(p: int) -> int:
        while joined[p] != p:
            p = joined[p]
        return p

    found = []
    for p in sorted(ends):
        for n in other.at[p]:
            if n not in other.open or not other.is_edge(n):
                continue
            source, target = other.ends(n)
            if source != p or target not in ends or root(p) == root(target):
                continue
            if not _joins(sheet, ends[p], ends[target]):  # else its role is wrong, not the node
                joined[root(p)] = root(target)
                found.append(n)
    if not found:
        return False
    given = [*found, *_given(claims, group)]
    claims.only("node", group.side, _still(sheet, group.own), given, "between")
    return True


def _joins(sheet: Sheet, v: int, w: int) -> bool:
    """Return whether an open edge joins two nodes."""
    return any(k in sheet.open and sheet.is_edge(k) and w in sheet.ends(k) for k in sheet.at[v])


def _reused(claims: Claims, group: Group) -> bool:
    """Claim a node in whose place the other graph has one that is there already."""
    sheet, other, v = claims.sheets[group.side], claims.sheets[1 - group.side], group.node
    for p, k, _ in _neighbours(claims, group):
        source, role, _ = sheet.triples[k]
        for n in other.at[p]:
            if n not in other.open or other.triples[n][1] != role or not other.is_edge(n):
                continue
            from_, to = other.ends(n)
            if from_ == to or (source == v) != (to == p):
                continue
            twin = other.across[from_ if to == p else to]
            if twin < 0:
                continue
            if n not in other.bridges or sheet.concepts[v] == sheet.concepts[twin]:
                given = [n, *_given(claims, group)]
                claims.lacks("coreference", group.side, _still(sheet, group.own), given, "node")
                return True
    return False


def _constant(claims: Claims, group: Group) -> bool:
    """Claim a leaf in whose place the other graph has a constant."""
    sheet, other, v = claims.sheets[group.side], claims.sheets[1 - group.side], group.node
    edges = [k for k in sheet.at[v] if sheet.is_edge(k)]
    if len(edges) != 1 or edges[0] not in sheet.open or sheet.ends(edges[0])[1] != v:
        return False
    source, role, _ = sheet.triples[edges[0]]
    p = sheet.across[source]
    for n in other.at[p] if p >= 0 else ():
        if n in other.open and not other.is_edge(n) and other.triples[n][:2] == (p, role):
            given = [n, *_given(claims, group)]
            own = _still(sheet, group.own)
            claims.replace(value_class(role), own, given, "node", own=group.side)
            return True
    return False


@cache
def _reifications() -> dict[str, list[tuple[str, str, str]]]:
    """Return by concept: the role, and the arguments for its source and its target."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for rule in reification.rules("full"):
        role, source, target = (
            f":{word.lower()}" for word in (rule.role, rule.source, rule.target)
        )
        found.setdefault(rule.concept, []).append((role, source, target))
        if role == ":mod":  # smatch reads it as the inverse of :domain
            found[rule.concept].append((":domain", target, source))
    return found
