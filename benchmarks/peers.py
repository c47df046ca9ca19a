"""The public programs that race against Tertium, as their users call them; see `entrants`.

smatch has five starts, as its command line has by default. smatchpp standardises graphs as one of
its graph types says: ``generic`` (lower case, no quotes, inverse roles turned around) comes near to
the triples of smatch, ``amr`` is what it recommends and what Tertium's ``smatch++`` compares, too.
grakel and POT are libraries: with penman they are what one would build a kernel or WWLK from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.entrants import Entrant, Prepare, Row, Work, cost_matrices, whole

_K = 2  # steps of the kernels, as in Tertium's


def load_penman() -> Prepare:
    """Return penman's reader."""
    load = _penman()

    def work(gold: str, pred: str) -> list[Row]:
        sides = [[len(graph.triples) for graph in load(path)] for path in (gold, pred)]
        return [(float(a + b),) for a, b in zip(*sides, strict=True)]

    return whole(work)


def load_smatch() -> Prepare:
    """Return smatch's loop over two files."""
    import smatch

    def count(pred: str, gold: str) -> Row:
        try:
            return tuple(map(float, smatch.get_amr_match(pred, gold)))
        except Exception:  # whatever its parser raises: the pair is reported as failed
            return None
        finally:
            smatch.match_triple_dict.clear()  # else a pair is scored with the last one's mappings

    def work(gold: str, pred: str) -> list[Row]:
        with open(gold, encoding="utf-8") as golds, open(pred, encoding="utf-8") as preds:
            return [count(*lines) for lines in smatch.generate_amr_lines(preds, golds)]

    return whole(work)


def load_smatchpp(solver: str, graphs: str, dimension: str = "main") -> Prepare:
    """Return smatchpp's loop over two files; counts of several dimensions are added up."""
    from smatchpp import Smatchpp, data_helpers, model_factory, solvers

    measure = Smatchpp(
        graph_standardizer=model_factory.StandardizerFactory.get_standardizer(graphs),
        alignmentsolver=solvers.get_solver(solver),
        subgraph_extractor=model_factory.SubgraphExtractorFactory.get_extractor("amr"),
        score_dimension=dimension,
    )

    def count(pred: str, gold: str) -> Row:
        try:
            matched, _, pred_total, gold_total = sum(measure.process_pair(pred, gold)[0].values())
            return float(matched), float(pred_total), float(gold_total)
        except Exception:  # as above
            return None

    def work(gold: str, pred: str) -> list[Row]:
        golds, preds = map(data_helpers.read_graphstrings_from_file, (gold, pred))
        return [count(*pair) for pair in zip(preds, golds, strict=True)]

    return whole(work)


def load_pot() -> Prepare:
    """Return POT's exact transport on the cost matrices that Tertium's entrant gets, too."""
    import numpy as np
    import ot

    def prepare(gold: str, pred: str) -> Work:
        costs = cost_matrices(gold, pred)
        masses = [[np.full(n, 1 / n) for n in cost.shape] for cost in costs]
        problems = [(*mass, cost) for cost, mass in zip(costs, masses, strict=True)]
        return lambda: [(float(ot.emd2(*problem)),) for problem in problems]

    return prepare


def load_grakel() -> Prepare:
    """Return grakel's Weisfeiler-Leman kernel of each pair; it counts labels and ignores roles."""
    from grakel.kernels import VertexHistogram, WeisfeilerLehman

    def score(pred: Any, gold: Any) -> Row:
        graphs = []
        for graph in (pred, gold):
            labels, edges = _nodes_and_edges(graph)
            both = {pair: 1 for s, _, t in edges for pair in ((s, t), (t, s))}
            graphs.append((both or {(0, 0): 1}, dict(enumerate(labels))))
        kernel = WeisfeilerLehman(n_iter=_K, base_graph_kernel=VertexHistogram, normalize=True)
        return (float(kernel.fit_transform(graphs)[0, 1]),)

    return whole(_pairwise(score))


def load_numpy_wwlk() -> Prepare:
    """Return WWLK made of penman, numpy and POT, with Tertium's vectors and weights."""
    import numpy as np
    import ot
    from scipy.spatial.distance import cdist

    from tertium.alignment.vectors import load_vectors
    from tertium.metrics.embedding import label_vectors, role_weights

    words = label_vectors(load_vectors(), lookup="parts")

    def embed(graph: Any) -> Any:
        labels, edges = _nodes_and_edges(graph)
        heard = np.zeros((len(labels), len(labels)))
        count = np.zeros((len(labels), 1))
        for source, role, target in edges:
            along, against = weights(role)
            heard[target, source] += along
            heard[source, target] += against
            count[[source, target]] += 1
        steps = [words.matrix(labels)[0]]
        for _ in range(_K):
            steps.append((steps[-1] + heard @ steps[-1] / np.maximum(count, 1)) / 2)
        rows = np.hstack(steps)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    known: dict[str, tuple[float, float]] = {}

    def weights(role: str) -> tuple[float, float]:
        if role not in known:
            along, against = role_weights([role], kind="tuned")[0, 0]
            known[role] = float(along), float(against)
        return known[role]

    def score(pred: Any, gold: Any) -> Row:
        a, b = embed(pred), embed(gold)
        masses = (np.full(len(side), 1 / len(side)) for side in (a, b))
        return (1 - float(ot.emd2(*masses, cdist(a, b))) / 2,)

    return whole(_pairwise(score))


def _pairwise(score: Callable[[Any, Any], Row]) -> Callable[[str, str], list[Row]]:
    """Return work that reads with penman and scores pair by pair."""
    load = _penman()

    def work(gold: str, pred: str) -> list[Row]:
        return [score(*pair) for pair in zip(load(pred), load(gold), strict=True)]

    return work


def _penman() -> Callable[[str], list[Any]]:
    """Return penman's reader, which knows the roles of AMR: ``consist-of`` is no inverse."""
    import penman
    from penman.models import amr

    return partial(penman.load, model=amr.model)


def _nodes_and_edges(graph: Any) -> tuple[list[str], list[tuple[int, str, int]]]:
    """Return labels in lower case and edges; every mention of a constant is a node."""
    from penman.models.amr import model

    places = {variable: place for place, variable in enumerate(graph.variables())}
    labels = [""] * len(places)
    edges = []
    for source, role, target in graph.triples:
        if role == ":instance":
            labels[places[source]] = (target or "").lower()
            continue
        if target not in places:
            labels.append(str(target).strip('"').lower())
            if model.is_role_inverted(role):  # which penman leaves at constants
                role = model.invert_role(role)
        ends = places[source], places.get(target, len(labels) - 1)
        if role == ":mod":  # which is :domain, turned around
            role, ends = ":domain", ends[::-1] if target in places else ends
        edges.append((ends[0], role[1:].lower(), ends[1]))
    return labels, edges


def _smatchpp(solver: str, graphs: str, dimension: str = "main") -> Entrant:
    return Entrant("smatchpp", partial(load_smatchpp, solver, graphs, dimension), slow=True)


PEERS: dict[str, Entrant] = {
    "penman": Entrant("penman", load_penman),
    "smatch": Entrant("smatch", load_smatch),
    "smatchpp ILP, generic": _smatchpp("ilp", "generic"),
    "smatchpp climber, generic": _smatchpp("hillclimber", "generic"),
    "smatchpp ILP, amr": _smatchpp("ilp", "amr"),
    "smatchpp climber, amr": _smatchpp("hillclimber", "amr"),
    "smatchpp aspects": _smatchpp("ilp", "amr", "all-multialign"),
    "grakel WL": Entrant("grakel", load_grakel, needs=("penman",)),
    "numpy + POT": Entrant("POT", load_numpy_wwlk, needs=("penman",)),
    "POT emd2": Entrant("POT", load_pot),
}
"""By name."""
