"""Structure: how connected a graph is, and how far a prediction misses it.

    (w / want-01                 nodes  w, b, g and the constant -, 4 in all
        :polarity -              edges  :polarity, :ARG0, :ARG1, :ARG0, 4 in all
        :ARG0 (b / boy)
        :ARG1 (g / go-02         degree   edges a node: 4 / 4 = 1
            :ARG0 b))            density  edges of those possible: 4 / (4 · 3) = 0.33

A metric that counts edges differently from nodes can prefer parsers that draw denser graphs; the
structure error of Opitz, Parcalabescu & Frank (2020, Table 9) shows which parser does: the mean of
``|f(gold) - f(pred)|`` over pairs, for degree and density.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tertium.graph.graph import Graph


@dataclass(frozen=True, slots=True)
class Structure:
    """The size of a graph; every use of a constant is a node of its own."""

    nodes: int
    edges: int

    @classmethod
    def of(cls, graph: Graph) -> Structure:
        """Count the nodes and edges of a graph.

        >>> Structure.of(Graph.from_penman("(w / want-01 :polarity - :ARG0 (b / boy))"))
        Structure(nodes=3, edges=2)
        """
        variables = set(graph.variables)
        targets = [target for _, role, target in graph.triples if role != ":instance"]
        constants = sum(target not in variables for target in targets)
        return cls(len(variables) + constants, len(targets))

    @property
    def degree(self) -> float:
        """Edges for each node."""
        return self.edges / self.nodes if self.nodes else 0.0

    @property
    def density(self) -> float:
        """The share of possible edges that are there."""
        return self.edges / (self.nodes * (self.nodes - 1)) if self.nodes > 1 else 0.0


@dataclass(frozen=True, slots=True)
class StructureError:
    """How far predictions miss the structure of the gold, on average."""

    degree: float
    density: float


def structure_error(
    pairs: Iterable[tuple[Graph | None, Graph | None]],
) -> StructureError | None:
    """Return the error over the (gold, pred) that are both known; None if there are none."""
    both = [
        (Structure.of(gold), Structure.of(pred))
        for gold, pred in pairs
        if gold is not None and pred is not None
    ]
    if not both:
        return None
    return StructureError(
        sum(abs(gold.degree - pred.degree) for gold, pred in both) / len(both),
        sum(abs(gold.density - pred.density) for gold, pred in both) / len(both),
    )
