"""The formula of `accord`, slow and obvious: every alignment is tried.

value = (1 - alpha) C^g1 + alpha F^g2 q^k;  C is drawn towards the better covered graph by lambda
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from math import log

import numpy as np

from tertium.alignment.word_table import WordTable
from tertium.graph import Graph
from tertium.metrics.accord_classes import NODE_CLASSES
from tertium.metrics.accord_spelling import spelled
from tertium.metrics.accord_weights import COSINES, STANDINGS, AccordWeights, Head
from tertium.standard import CANONICAL

Node = tuple[str, bool, bool, frozenset[int]]
"""A label, whether it is a constant, whether the node has a name, and the classes of the roles that
lead to it."""
Edge = tuple[int, str, int]
Nodes = list[Node]

CLASS_OF_ROLE = {
    "arg0": 0, "arg1": 1, "arg2": 2, "arg3": 2, "arg4": 2, "op1": 3, "op2": 3, "snt1": 3, "mod": 4,
    "domain": 4, "polarity": 6, "quant": 7, "time": 8, "location": 9, "poss": 10, "name": 5,
}  # fmt: skip


def read(graph: Graph) -> tuple[Nodes, list[Edge]]:
    """Return the nodes and edges of the canonical graph."""
    form = CANONICAL.apply(graph)
    place = {name: number for number, name in enumerate(form.variables)}
    named = {place[source] for source, role, _ in form.triples if role == ":name"}
    labels: list[tuple[str, bool, bool]] = [("", False, False)] * len(place)
    edges: list[Edge] = []
    for source, role, target in form.triples:
        if role == ":instance":
            labels[place[source]] = (target or "", False, place[source] in named)
        elif target in place:
            edges.append((place[source], role[1:], place[target]))
        else:
            edges.append((place[source], role[1:], len(labels)))
            labels.append((target or "", True, False))
    roles = [
        frozenset(role_class(role) for _, role, target in edges if target == node)
        for node in range(len(labels))
    ]
    return [(*label, leading) for label, leading in zip(labels, roles, strict=True)], edges


class Reference:
    """The metric under some weights."""

    def __init__(self, weights: AccordWeights, table: WordTable) -> None:
        self.weights, self.table = weights, table

    def value(self, gold: Graph, pred: Graph) -> float:
        """Return the value of a pair of small graphs."""
        p = self.weights.parameters
        (a, edges_a), (b, edges_b) = read(gold), read(pred)
        earned_a = sum(max(self.alike(p.gist, x, y) for y in b) * self.weight(p.gist, x) for x in a)
        earned_b = sum(max(self.alike(p.gist, x, y) for y in a) * self.weight(p.gist, x) for x in b)
        total_a, total_b = (sum(self.weight(p.gist, x) for x in nodes) for nodes in (a, b))
        gist = (1 - p.lead) * (earned_a + earned_b) / (total_a + total_b)
        gist += p.lead * max(earned_a / total_a, earned_b / total_b)
        sizes = [
            sum(self.weight(p.strict, x) for x in nodes)
            + sum(self.edge_weight(nodes, e) for e in edges)
            for nodes, edges in ((a, edges_a), (b, edges_b))
        ]
        earned = max(self.credit(a, edges_a, b, edges_b, m) for m in mappings(len(a), len(b)))
        strict = (earned / sum(sizes)) ** p.strict_power
        strict *= (min(sizes) / max(sizes)) ** p.size_power
        return float((1 - p.alpha) * gist**p.gist_power + p.alpha * strict)

    def credit(
        self, a: Nodes, edges_a: list[Edge], b: Nodes, edges_b: list[Edge], mapping: list[int]
    ) -> float:
        """Return what an alignment earns; edges that join the same nodes are tried in all ways."""
        head = self.weights.parameters.strict
        sum_ = 0.0
        for i, j in enumerate(mapping):
            if j >= 0:
                if self.relation(a[i], b[j]) == "apart":
                    return -1.0
                both = self.weight(head, a[i]) + self.weight(head, b[j])
                sum_ += both * self.alike(head, a[i], b[j])
        return sum_ + self.edges_earn(a, edges_a, b, edges_b, mapping)

    def edges_earn(
        self, a: Nodes, edges_a: list[Edge], b: Nodes, edges_b: list[Edge], mapping: list[int]
    ) -> float:
        """Return the best matching of edges, edge by edge."""
        if not edges_a:
            return 0.0
        first, rest = edges_a[0], edges_a[1:]
        best = self.edges_earn(a, rest, b, edges_b, mapping)
        for place, other in enumerate(edges_b):
            found = self.edge_credit(a, first, b, other, mapping)
            if found > 0:
                left = edges_b[:place] + edges_b[place + 1 :]
                best = max(best, found + self.edges_earn(a, rest, b, left, mapping))
        return best

    def edge_credit(self, a: Nodes, e: Edge, b: Nodes, f: Edge, mapping: list[int]) -> float:
        """Return what two edges earn."""
        source, target = mapping[e[0]], mapping[e[2]]
        if (source, target) == (f[0], f[2]):
            turned = False
        elif (source, target) == (f[2], f[0]):
            turned = True
        else:
            return 0.0
        ends = [self.level(a[e[0]], b[source]), self.level(a[e[2]], b[target])]
        x, y = role_class(e[1]), role_class(f[1])
        if turned:
            row = 3 if (x == 4 and y < 3) or (y == 4 and x < 3) else 4
        else:
            row = 0 if e[1] == f[1] else 1 if x < 3 and y < 3 else 2
        both = self.edge_weight(a, e) + self.edge_weight(b, f)
        return both * self.weights.parameters.roles[row][max(ends)]

    def edge_weight(self, nodes: Nodes, edge: Edge) -> float:
        """Return the weight of an edge by its role and ends."""
        rare = all(self.rarity(nodes[n]) >= self.weights.knots[1] for n in (edge[0], edge[2]))
        return self.weights.parameters.edges[role_class(edge[1])][rare]

    def weight(self, head: Head, node: Node) -> float:
        """Return the weight of a node by its kind and rarity."""
        of = dict(zip(NODE_CLASSES, head.nodes, strict=True))
        label, constant, named, _ = node
        rarity, knots = self.rarity(node), self.weights.knots
        if constant and label in ("-", "+", "imperative"):
            return of["polarity"]
        if constant and re.fullmatch(r"[\d.]+", label):
            return of["number"]
        level = "rare" if rarity >= knots[3] else "common"
        if constant:
            return of[f"string {level}"]
        if named:
            return of[f"named {level}"]
        if label in ("and", "or", "person", "thing") or re.search(r"-9\d$", label):
            return of[f"special {level}"]
        kind = "frame" if re.search(r"-\d\d$", label) else "plain"
        return float(np.interp(rarity, knots, [of[f"{kind} {k}"] for k in range(1, 6)]))

    def rarity(self, node: Node) -> float:
        """Return the mixed rarity."""
        scale, word = self.weights.scale, lemma(node).strip('"')
        idf = log((scale.documents + 20) / (scale.frequencies.get(lemma(node), 0) + 20))
        places = self.table.places
        parts = [word] if word in places else [part for part in re.split("[- ]", word) if part]
        zipf = min(
            (float(self.table.zipf[places[p]]) if p in places else 1.5 for p in parts), default=0.0
        )
        return (idf / scale.spread[0] - zipf / scale.spread[1]) / 2

    def relation(self, x: Node, y: Node) -> str:
        """Return how two labels are related."""
        if x[:2] == y[:2]:
            return "equal"
        if lemma(x) == lemma(y):
            return "lemma"
        if x[1] != y[1]:
            return "apart"
        if x[1]:
            return "written"
        return "antonym" if lemma(y) in self.table.antonyms.get(lemma(x), ()) else "graded"

    def cosine(self, x: Node, y: Node) -> float:
        """Return the cosine of two labels."""
        return float(self.vector(x) @ self.vector(y))

    def vector(self, node: Node) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the mean of the words of a label, of length 1; names are spelled."""
        word, places = lemma(node), self.table.places
        if node[1]:
            name = word.strip('"') if word.startswith('"') else ""
            return spelled([name], self.table.dimension).astype(np.float64).ravel()
        if re.search(r"-\d\d$", node[0]) and not node[0].endswith("-91") and f"to {word}" in places:
            word = f"to {word}"
        words = [word] if word in places else [p for p in word.split("-") if p in places]
        total = np.zeros(self.table.dimension)
        for row in self.table.vectors[[places[w] for w in words]].astype(np.float64):
            total += row / np.linalg.norm(row)
        length = np.linalg.norm(total)
        return total / length if length else total

    def alike(self, head: Head, x: Node, y: Node) -> float:
        """Return how similar two nodes are: their labels, times a number for how they stand."""
        relation, how = self.relation(x, y), standing(x[3], y[3])
        factor = 1.0 if how is None else dict(zip(STANDINGS, head.standing, strict=True))[how]
        if relation in ("graded", "written"):
            values = head.cosine if relation == "graded" else head.written
            return factor * float(np.interp(self.cosine(x, y), COSINES, values))
        known = {"equal": 1.0, "lemma": head.lemma, "antonym": head.antonym, "apart": 0.0}
        return factor * known[relation]

    def level(self, x: Node, y: Node) -> int:
        """Return how similar two ends are: 0 for equal, 3 for unlike."""
        relation = self.relation(x, y)
        if relation in ("equal", "lemma"):
            return 0 if relation == "equal" else 1
        return 2 if relation in ("graded", "written") and self.cosine(x, y) > 0.5 else 3


def standing(x: frozenset[int], y: frozenset[int]) -> str | None:
    """Return how two nodes stand, by the roles that lead to them; None if alike."""
    if x & y or (not x and not y):
        return None
    if not x or not y:
        return "root and arg1" if 1 in x | y else "root and other"
    for one, other in ((1, 2), (0, 2), (0, 1)):
        if (one in x and other in y) or (other in x and one in y):
            return f"arg{one} and arg{other}"
    return None


def lemma(node: Node) -> str:
    """Return a label without its sense."""
    return re.sub(r"-\d\d+$", "", node[0])


def role_class(role: str) -> int:
    """Return the number of a role's class."""
    return CLASS_OF_ROLE.get(role, 11)


def mappings(rows: int, columns: int) -> Iterator[list[int]]:
    """Yield every partial one-to-one mapping."""
    targets = [*range(columns), *([-1] * rows)]
    seen = set()
    for chosen in permutations(targets, rows):
        if chosen not in seen:
            seen.add(chosen)
            yield list(chosen)
