"""Structure: how connected a graph is, and how far a prediction misses it.

    (w / want-01                 nodes    w, b, g, want-01, boy, go-02 and -, 7 in all
        :polarity -              edges    3 from variables to their concepts, 4 others
        :ARG0 (b / boy)          degree   2 · 7 / 7 = 2
        :ARG1 (g / go-02         density  edges of those possible: 7 / (7 · 6) = 0.17
            :ARG0 b))

A metric that counts edges differently from nodes can prefer parsers that draw denser graphs; the
structure error of Opitz, Parcalabescu & Frank (2020, Table 9) shows which parser does: the mean of
``|f(gold) - f(pred)|`` over pairs, for degree and density. Nodes and edges are those of its
authors: a node is a text, so everybody who says *boy* says it to the same node, and even the
variable ``i`` is the concept *i*; two nodes have one edge in each direction at most. With
``by_text=False`` every variable and every use of a concept or constant is a node of its own, so
that the names of variables do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from tertium.graph.graph import Graph


@dataclass(frozen=True, slots=True)
class Structure:
    """The size of a graph, its concepts and constants counted as nodes."""

    nodes: int
    edges: int

    @classmethod
    def of(cls, graph: Graph, *, by_text: bool = True) -> Structure:
        """Count the nodes and edges of a graph.

        >>> Structure.of(Graph.from_penman("(a / and :op1 (b / boy) :op2 (b2 / boy))"))
        Structure(nodes=5, edges=5)
        >>> Structure.of(Graph.from_penman("(i / i)"))
        Structure(nodes=1, edges=1)
        """
        variables = set(graph.variables)
        edges: set[tuple[object, object]] = set()
        for place, (source, role, target) in enumerate(graph.triples):
            if target is None:
                continue
            if role != ":instance" and target in variables:
                edges.add((source, target))
            else:
                edges.add((source, _bare(target) if by_text else place))
        nodes = variables | {end for edge in edges for end in edge}
        return cls(len(nodes), len(edges))

    @property
    def degree(self) -> float:
        """Ends of edges for each node."""
        return 2 * self.edges / self.nodes if self.nodes else 0.0

    @property
    def density(self) -> float:
        """The share of possible edges that are there."""
        return self.edges / (self.nodes * (self.nodes - 1)) if self.nodes > 1 else 0.0


def _bare(text: str) -> str:
    quoted = len(text) > 1 and text.startswith('"') and text.endswith('"')
    return text[1:-1] if quoted else text


@dataclass(frozen=True, slots=True)
class Bank:
    """The mean size of the graphs of one side."""

    edges: float
    density: float

    @classmethod
    def of(cls, structures: Iterable[Structure]) -> Bank:
        """Return the means."""
        known = list(structures)
        return cls(fmean(s.edges for s in known), fmean(s.density for s in known))


@dataclass(frozen=True, slots=True)
class StructureError:
    """How far predictions miss the structure of the gold, on average."""

    degree: float
    density: float
    gold: Bank
    pred: Bank


def structure_error(
    pairs: Iterable[tuple[Graph | None, Graph | None]], *, by_text: bool = True
) -> StructureError | None:
    """Return the error over the (gold, pred) that are both known; None if there are none."""
    both = [
        (Structure.of(gold, by_text=by_text), Structure.of(pred, by_text=by_text))
        for gold, pred in pairs
        if gold is not None and pred is not None
    ]
    if not both:
        return None
    return StructureError(
        fmean(abs(gold.degree - pred.degree) for gold, pred in both),
        fmean(abs(gold.density - pred.density) for gold, pred in both),
        Bank.of(gold for gold, _ in both),
        Bank.of(pred for _, pred in both),
    )
