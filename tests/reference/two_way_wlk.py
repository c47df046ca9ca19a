"""WLK of graphs to which the inverse of every triple was added, concepts included.

    (w / want-01 :ARG0 (b / boy))

has the edge ``want-01 :ARG0 boy``. Its inverse is ``boy :ARG0-back want-01``, and the inverses of
the two triples that name concepts make nodes of the concepts, each with an edge to its instances.
Table 6 of Opitz, Daza & Frank (2021) has a row of `wlk` that is not reproduced, *2WAY*; this is one
way to read "for every edge(x, y) we insert an edge⁻¹(y, x)", the only one found that moves both
means in the published direction.
"""

from __future__ import annotations

from tertium import Graph, score
from tertium.graph import Triple


def forwards(gold: Graph, pred: Graph) -> float:
    """Return the value if nodes hear along edges only, as the paper says."""
    return score(doubled(gold), doubled(pred), "wlk:preset=paper,direction=top-down").value


def labels_alone(gold: Graph, pred: Graph) -> float:
    """Return the value of labels without triples, all steps weighing the same."""
    spec = "wlk:preset=paper,direction=bottom-up,edges=no,discount=no"
    return score(doubled(gold), doubled(pred), spec).value


def doubled(graph: Graph) -> Graph:
    """Return a graph with the inverse of each triple.

    >>> print(doubled(Graph.from_penman("(g / go-02 :ARG0 (b / boy) :polarity -)")))
    (g / go-02
        :ARG0 (b / boy
            :ARG0-back g
            :concept-of boy)
        :polarity -
        :concept-of go-02
        :polarity-back-of -)
    """
    added: list[Triple] = []
    for (source, role, target), is_edge in zip(graph.triples, graph._edges(), strict=True):
        turned = role.endswith("-of")
        back = f"{role.removesuffix('-of')}-back"
        if role == ":instance":
            # `concept-of`, a role of a constant, is an edge from the constant.
            added.append((source, ":concept-of", target))
        elif is_edge:
            added.append((source, back, target) if turned else (target or "", back, source))
        else:
            added.append((source, back if turned else f"{back}-of", target))
    return Graph.from_triples([*graph.triples, *added], top=graph.top)
