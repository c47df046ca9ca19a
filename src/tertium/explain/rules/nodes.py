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
from dataclasses import dataclass, field
from functools import cache

from tertium.explain.rules.claims import Claims
from tertium.explain.rules.values import value_class
from tertium.explain.sheet import INSTANCE, NAME, TOP, Sheet
from tertium.explain.words import is_frame, lemma
from tertium.standard import reification


@dataclass(slots=True)
class Group:
    """An unaligned node with what comes and goes with it."""

    side: int
    node: int
    sheet: Sheet  #: its own
    other: Sheet
    triples: list[int] = field(default_factory=list)  #: of its own sheet
    tops: list[int] = field(default_factory=list)  #: of the other sheet, that give way to it

    @property
    def own(self) -> list[int]:
        """The triples of its own that are still open."""
        return [k for k in self.triples if k in self.sheet.open]

    @property
    def given(self) -> list[int]:
        """The tops that give way and are still open."""
        return [n for n in self.tops if n in self.other.open]

    def neighbours(self) -> Iterator[tuple[int, int, int]]:
        """Yield aligned neighbours over open edges: the partner, the edge, the neighbour."""
        for k in self.own:
            if self.sheet.is_edge(k):
                source, target = self.sheet.ends(k)
                if self.node in (source, target):
                    w = target if source == self.node else source
                    if self.sheet.across[w] >= 0:
                        yield self.sheet.across[w], k, w


def claim_nodes(claims: Claims) -> None:
    """Claim every open triple of unaligned nodes."""
    left = [group for side in (1, 0) for group in _groups(claims, side)]
    for rule in (_reified, _compound, _between, _reused, _constant):
        if not left:
            return
        left = [group for group in left if not rule(claims, group)]
    for group in left:
        cls = "name" if group.sheet.concepts[group.node] == "name" else "node"
        detail = _kind(group.sheet, group.node)
        claims.only(cls, group.side, group.own, group.given, detail)


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
    sheet, other = claims.sheets[side], claims.sheets[1 - side]
    alone = [v for v in range(sheet.size) if sheet.across[v] < 0]
    if not alone:
        return []
    lead = {v: v for v in alone}
    for v in alone:
        if sheet.concepts[v] == "name":
            lead[v] = _owner_of_name(sheet, v, lead)
    groups = {v: Group(side, v, sheet, other) for v in alone if lead[v] == v}
    for k in sheet.opened():
        source, _, target = sheet.triples[k]
        ends = [v for v in (source, target) if v in lead]
        if ends:
            owner = ends[0] if len(ends) == 1 else sheet.dependent(k)
            groups[lead[owner]].triples.append(k)
    # Where an unaligned node is the top, the top of the other sheet gives way.
    mine, theirs = _open_tops(sheet), _open_tops(other)
    if len(mine) == len(theirs) == 1:
        v, w = sheet.triples[mine[0]][0], other.triples[theirs[0]][0]
        if v in lead and other.across[w] >= 0:
            groups[lead[v]].tops.append(theirs[0])
    return list(groups.values())


def _owner_of_name(sheet: Sheet, v: int, alone: dict[int, int]) -> int:
    """Return the node that a name belongs to, if it is unaligned, too."""
    triples = (sheet.triples[k] for k in sheet.at[v])
    owners = [source for source, role, target in triples if role == NAME and target == v]
    one = len(owners) == 1 and owners[0] in alone and owners[0] != v
    return owners[0] if one and sheet.concepts[owners[0]] != "name" else v


def _open_tops(sheet: Sheet) -> list[int]:
    return [k for k in sheet.open if sheet.triples[k][1] == TOP]


def _reified(claims: Claims, group: Group) -> bool:
    sheet, other = group.sheet, group.other
    rules = _reifications().get(sheet.concepts[group.node])
    if not rules:
        return False
    said = [sheet.triples[k] for k in group.own if sheet.triples[k][1] != TOP]
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
                    given = [n, *group.given]
                    claims.replace("notation", group.own, given, "reified", own=group.side)
                    return True
    return False


def _compound(claims: Claims, group: Group) -> bool:
    sheet, other = group.sheet, group.other
    mine = lemma(sheet.concepts[group.node])
    if not mine:
        return False
    for p, _, w in group.neighbours():
        whole, part = lemma(other.concepts[p]), lemma(sheet.concepts[w])
        if not part or whole == part:
            continue
        if whole in (mine + part, part + mine, f"{mine}-{part}", f"{part}-{mine}"):
            here, there = sheet.open_at(w, INSTANCE), other.open_at(p, INSTANCE)
            if here and there:
                detail = "merged" if group.side == claims.gold else "split"
                own, given = [*group.own, *here], [*there, *group.given]
                claims.replace("form", own, given, detail, own=group.side)
                return True
    return False


def _between(claims: Claims, group: Group) -> bool:
    """Claim a node whose k neighbours the other graph joins by up to k - 1 edges."""
    sheet, other = group.sheet, group.other
    ends = {p: w for p, _, w in group.neighbours()}
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
    claims.only("node", group.side, group.own, [*found, *group.given], "between")
    return True


def _joins(sheet: Sheet, v: int, w: int) -> bool:
    """Return whether an open edge joins two nodes."""
    return any(k in sheet.open and sheet.is_edge(k) and w in sheet.ends(k) for k in sheet.at[v])


def _reused(claims: Claims, group: Group) -> bool:
    """Claim a node in whose place the other graph has one that is there already."""
    sheet, other, v = group.sheet, group.other, group.node
    for p, k, _ in group.neighbours():
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
                given = [n, *group.given]
                claims.lacks("coreference", group.side, group.own, given, "node")
                return True
    return False


def _constant(claims: Claims, group: Group) -> bool:
    """Claim a leaf in whose place the other graph has a constant."""
    sheet, other, v = group.sheet, group.other, group.node
    edges = [k for k in sheet.at[v] if sheet.is_edge(k)]
    if len(edges) != 1 or edges[0] not in sheet.open or sheet.ends(edges[0])[1] != v:
        return False
    source, role, _ = sheet.triples[edges[0]]
    p = sheet.across[source]
    for n in other.at[p] if p >= 0 else ():
        if n in other.open and not other.is_edge(n) and other.triples[n][:2] == (p, role):
            given = [n, *group.given]
            claims.replace(value_class(role), group.own, given, "node", own=group.side)
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
