"""The numbers of `accord` as one vector, and how far its values are from ratings.

    x       125 numbers without bounds
    weight  exp(x)                    similarity  CAP / (1 + exp(-x))        α  1 / (1 + exp(-x))

    loss  =  - sum over columns of weight · Pearson's correlation
             + 0.2 · mean of log(1 + exp(-60 (true - altered)))   over couples of role confusion
             + ridge · |x - x0|²

The gradient is closed-form: heads are bilinear in weights and similarities (`accord_features`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tertium.bamboo.accord_features import ALIKE, EDGES, NODES, ROLES, WAYS, PairFeatures
from tertium.metrics.accord_weights import CAP, COSINES, LARGEST, LEAST, LEVELS, Head, Parameters

if TYPE_CHECKING:
    from tertium._types import Array

SIZES = {
    "gist": NODES, "strict": NODES, "edges": EDGES,
    "gist_lead": 1, "gist_lemma": 1, "gist_cosine": len(COSINES), "gist_written": len(COSINES),
    "strict_lemma": 1, "strict_antonym": 1, "strict_cosine": len(COSINES),
    "strict_written": len(COSINES), "gist_standing": WAYS - 1, "strict_standing": WAYS - 1,
    "roles": ROLES - 1,
    "gist_power": 1, "strict_power": 1, "size_power": 1, "alpha": 1,
}  # fmt: skip
"""The parts of the vector, in their order."""

PLACES: dict[str, slice] = {}
for _name, _size in SIZES.items():
    _start = sum(part.stop - part.start for part in PLACES.values())
    PLACES[_name] = slice(_start, _start + _size)
LENGTH = sum(SIZES.values())

_WEIGHTS = slice(0, PLACES["edges"].stop)  # and powers: by their logarithm
_ALIKE = slice(PLACES["gist_lead"].start, PLACES["roles"].stop)
_POWERS = slice(PLACES["gist_power"].start, PLACES["size_power"].stop)
_LEAST_SHARE = 1e-4  # of credit, so that logarithms exist
COUPLES = 0.2
COUPLE_PEARSON = 0.3
_STEEPNESS = 60.0
_DIGITS = 6


class RatedColumn(NamedTuple):
    """Pairs with ratings, and how much they count."""

    features: PairFeatures
    ratings: Array
    weight: float
    couples: bool  #: whether pairs are altered, true, altered, true, ...


def start() -> Array:
    """Return where learning begins: equal weights, similarities that rise with the cosine."""
    x = np.zeros(LENGTH)
    x[PLACES["edges"]] = -0.7
    for name in ("gist_lemma", "strict_lemma"):
        x[PLACES[name]] = 2
    x[PLACES["strict_antonym"]] = -1
    x[PLACES["gist_lead"]] = -1
    for name in ("gist_standing", "strict_standing"):
        x[PLACES[name]] = 3
    for head in ("gist", "strict"):
        x[PLACES[f"{head}_cosine"]] = np.linspace(-2, 2, len(COSINES))
        x[PLACES[f"{head}_written"]] = np.linspace(-3, 1, len(COSINES))
    x[PLACES["gist_power"]] = -0.5
    x[PLACES["size_power"]] = -2
    return x


def natural(x: Array) -> Array:
    """Return weights, similarities, powers and α themselves."""
    found = np.exp(x)
    found[_ALIKE] = CAP / (1 + np.exp(-x[_ALIKE]))
    found[PLACES["alpha"]] = 1 / (1 + np.exp(-x[PLACES["alpha"]]))
    return found


def slopes(values: Array) -> Array:
    """Return the derivatives of natural numbers by x."""
    found = values.copy()
    found[_ALIKE] = values[_ALIKE] * (1 - values[_ALIKE] / CAP)
    alpha = values[PLACES["alpha"]]
    found[PLACES["alpha"]] = alpha * (1 - alpha)
    return found


def parameters_of(x: Array) -> Parameters:
    """Return the numbers of a vector, rounded as files have them."""
    v = natural(x)
    v[_WEIGHTS] = np.clip(v[_WEIGHTS], LEAST, LARGEST)
    v[_ALIKE] = np.minimum(v[_ALIKE], CAP)
    v = v.round(_DIGITS)
    part = {name: tuple(v[place].tolist()) for name, place in PLACES.items()}
    roles = np.array([1.0, *part["roles"]]).reshape(-1, len(LEVELS))
    cosine = part["gist_cosine"]
    return Parameters(
        alpha=part["alpha"][0],
        gist_power=part["gist_power"][0],
        strict_power=part["strict_power"][0],
        size_power=part["size_power"][0],
        lead=part["gist_lead"][0],
        gist=Head(
            part["gist"], part["gist_lemma"][0], cosine[0], cosine, part["gist_written"],
            part["gist_standing"],
        ),
        strict=Head(
            part["strict"], part["strict_lemma"][0], part["strict_antonym"][0],
            part["strict_cosine"], part["strict_written"], part["strict_standing"],
        ),
        edges=tuple(zip(part["edges"][0::2], part["edges"][1::2], strict=True)),
        roles=tuple(tuple(row) for row in roles.tolist()),
    )  # fmt: skip


def vector_of(p: Parameters) -> Array:
    """Return the vector of numbers that were learned before."""
    x = np.zeros(LENGTH)
    parts: dict[str, object] = {
        "gist": p.gist.nodes, "strict": p.strict.nodes, "edges": np.ravel(p.edges),
        "gist_lemma": p.gist.lemma, "gist_cosine": p.gist.cosine,
        "strict_lemma": p.strict.lemma, "strict_antonym": p.strict.antonym,
        "strict_cosine": p.strict.cosine, "gist_written": p.gist.written,
        "strict_written": p.strict.written, "gist_lead": p.lead, "roles": np.ravel(p.roles)[1:],
        "gist_standing": p.gist.standing, "strict_standing": p.strict.standing,
        "gist_power": p.gist_power, "strict_power": p.strict_power, "size_power": p.size_power,
        "alpha": p.alpha,
    }  # fmt: skip
    for name, values in parts.items():
        x[PLACES[name]] = np.ravel(np.asarray(values, np.float64))
    alike = np.clip(x[_ALIKE] / CAP, 1e-6, 1 - 1e-6)
    alpha = x[PLACES["alpha"]]
    x[_WEIGHTS] = np.log(x[_WEIGHTS])
    x[_POWERS] = np.log(np.maximum(x[_POWERS], 1e-6))
    x[_ALIKE] = np.log(alike / (1 - alike))
    x[PLACES["alpha"]] = np.log(alpha / (1 - alpha))
    return x


class _Values(NamedTuple):
    """The values of pairs, and what they are made of."""

    value: Array
    gist: _Gist
    share: Array  #: earned / total, of the strict head
    sizes: tuple[Array, Array]  #: weighted sizes of both graphs, in the strict head
    heads: tuple[Array, Array]


class _Gist(NamedTuple):
    """What of the graphs is covered: of both together, drawn towards the better covered one."""

    share: Array
    both: Array  #: of both graphs together
    better: Array  #: of the better covered one
    totals: tuple[Array, Array]  #: weights of both graphs
    leads: tuple[Array, Array]  #: which graph is the better covered one


def _alike(v: Array, head: str) -> Array:
    """Return the 17 similarities of a head."""
    cosine, written = v[PLACES[f"{head}_cosine"]], v[PLACES[f"{head}_written"]]
    antonym = v[PLACES["strict_antonym"]] if head == "strict" else np.zeros(1)  # gist: the knots
    return np.concatenate([[1.0], v[PLACES[f"{head}_lemma"]], antonym, cosine, written])


def _standing(v: Array, head: str) -> Array:
    """Return by what similarities are multiplied, for how nodes stand."""
    return np.concatenate([[1.0], v[PLACES[f"{head}_standing"]]])


def _roles(v: Array) -> Array:
    """Return the similarities of edges."""
    return np.concatenate([[1.0], v[PLACES["roles"]]])


def _credit(v: Array, head: str) -> Array:
    """Return what a node earns, by standing, similarity and class."""
    alike = np.outer(_standing(v, head), _alike(v, head))
    return np.outer(alike, v[PLACES[head]]).ravel()


def _gist(f: PairFeatures, v: Array) -> _Gist:
    credit, (lead,) = _credit(v, "gist"), v[PLACES["gist_lead"]]
    earned = [counts.by_pair(credit) for counts in f.gist]
    totals = f.nodes[0] @ v[PLACES["gist"]], f.nodes[1] @ v[PLACES["gist"]]
    both = (earned[0] + earned[1]) / (totals[0] + totals[1])
    covered = [part / total for part, total in zip(earned, totals, strict=True)]
    better = np.maximum(*covered)
    first = (covered[0] >= covered[1]).astype(np.float64)
    share = np.maximum(both + lead * (better - both), _LEAST_SHARE)
    return _Gist(share, both, better, totals, (first, 1 - first))


def _evaluate(f: PairFeatures, v: Array) -> _Values:
    strict, edges = v[PLACES["strict"]], v[PLACES["edges"]]
    sizes = tuple(n @ strict + r @ edges for n, r in zip(f.nodes, f.relations, strict=True))
    earned = f.strict.by_pair(_credit(v, "strict"))
    earned += f.edges.by_pair(np.outer(_roles(v), edges).ravel())
    share = np.maximum(earned / (sizes[0] + sizes[1]), _LEAST_SHARE)
    g1, g2, k = v[_POWERS]
    size = -np.abs(np.log(sizes[0] / sizes[1]))
    gist = _gist(f, v)
    heads = gist.share**g1, np.exp(g2 * np.log(share) + k * size)
    value = heads[0] + v[PLACES["alpha"]] * (heads[1] - heads[0])
    return _Values(value, gist, share, (sizes[0], sizes[1]), heads)


def predicted(f: PairFeatures, x: Array) -> Array:
    """Return the values of pairs under *x*, if they keep their alignment."""
    return _evaluate(f, natural(x)).value


def _gradient(f: PairFeatures, v: Array, found: _Values, slope: Array) -> Array:
    """Return how the sum of slope · value changes with each natural number."""
    out = np.zeros(LENGTH)
    alpha = v[PLACES["alpha"]][0]
    d1, d2 = slope * (1 - alpha) * found.heads[0], slope * alpha * found.heads[1]
    out[PLACES["alpha"]] = slope @ (found.heads[1] - found.heads[0])
    g1, g2, k = v[_POWERS]
    size_a, size_b = found.sizes
    ratio = -np.abs(np.log(size_a / size_b))
    out[_POWERS] = d1 @ np.log(found.gist.share), d2 @ np.log(found.share), d2 @ ratio
    _add_gist(out, f, v, found.gist, d1 * g1 / found.gist.share)
    per_credit = d2 * g2 / (size_a + size_b) / found.share
    larger = np.sign(size_b - size_a) * d2 * k
    _add_strict(out, f, v, per_credit)
    for (nodes, edges), change in zip(
        zip(f.nodes, f.relations, strict=True),
        (larger / size_a - per_credit * found.share, -larger / size_b - per_credit * found.share),
        strict=True,
    ):
        out[PLACES["strict"]] += change @ nodes
        out[PLACES["edges"]] += change @ edges
    return out


def _add_gist(out: Array, f: PairFeatures, v: Array, gist: _Gist, per_share: Array) -> None:
    (lead,), whole = v[PLACES["gist_lead"]], gist.totals[0] + gist.totals[1]
    out[PLACES["gist_lead"]] = per_share @ (gist.better - gist.both)
    both, counts = per_share * (1 - lead) / whole, np.zeros(WAYS * ALIKE * NODES)
    for of_graph, nodes, total, leads in zip(f.gist, f.nodes, gist.totals, gist.leads, strict=True):
        alone = per_share * lead * leads / total
        counts += of_graph.by_place(both + alone)
        out[PLACES["gist"]] -= (both * gist.both + alone * gist.better) @ nodes
    _add_nodes(out, v, "gist", counts)


def _add_strict(out: Array, f: PairFeatures, v: Array, per_credit: Array) -> None:
    alike = _add_nodes(out, v, "strict", f.strict.by_place(per_credit))
    out[PLACES["strict_antonym"]] = alike[2]
    edges = f.edges.by_place(per_credit).reshape(ROLES, EDGES)
    out[PLACES["edges"]] += _roles(v) @ edges
    out[PLACES["roles"]] = (edges @ v[PLACES["edges"]])[1:]


def _add_nodes(out: Array, v: Array, head: str, by_place: Array) -> Array:
    """Add what nodes earn to the derivatives of a head; return those by its similarities."""
    by_way = by_place.reshape(WAYS, ALIKE, NODES)
    out[PLACES[f"{head}_standing"]] = (by_way @ v[PLACES[head]] @ _alike(v, head))[1:]
    counts = np.tensordot(_standing(v, head), by_way, 1)
    out[PLACES[head]] += _alike(v, head) @ counts
    alike: Array = counts @ v[PLACES[head]]
    out[PLACES[f"{head}_lemma"]] = alike[1]
    out[PLACES[f"{head}_cosine"]] = alike[3 : 3 + len(COSINES)]
    out[PLACES[f"{head}_written"]] = alike[3 + len(COSINES) :]
    return alike


def loss(x: Array, columns: Sequence[RatedColumn], x0: Array, ridge: float) -> tuple[float, Array]:
    """Return how far values are from ratings, and the gradient by *x*."""
    v = natural(x)
    total, slope = 0.0, np.zeros(LENGTH)
    for column in columns:
        found = _evaluate(column.features, v)
        missing, change = _column_loss(found.value, column)
        total += missing
        slope += _gradient(column.features, v, found, change)
    away = x - x0
    return total + ridge * float(away @ away), slope * slopes(v) + 2 * ridge * away


def _column_loss(values: Array, column: RatedColumn) -> tuple[float, Array]:
    """Return the loss of one column, and its derivatives by the values."""
    total, change, weight = 0.0, np.zeros(len(values)), column.weight
    if column.couples:
        margin = values[1::2] - values[0::2]
        wrong = np.exp(-_STEEPNESS * margin)
        total += COUPLES * weight * float(np.log1p(wrong).mean())
        push = COUPLES * weight * _STEEPNESS * wrong / (1 + wrong) / len(margin)
        change[1::2], change[0::2] = -push, push
        weight *= COUPLE_PEARSON
    centred, rated = values - values.mean(), column.ratings - column.ratings.mean()
    length, rated_length = np.sqrt(centred @ centred), np.sqrt(rated @ rated)
    if length * rated_length == 0:
        return total, change
    r = float(centred @ rated / (length * rated_length))
    change -= weight * (rated / (length * rated_length) - r * centred / length**2)
    return total - weight * r, change
