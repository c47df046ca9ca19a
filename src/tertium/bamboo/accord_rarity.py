"""How rare labels are in the graphs that `accord` learns from.

    man       in 4,022 of 27,650 graphs    idf 1.9
    kangaroo  in 31                        idf 6.8

A scale has these counts, by lemma, and the spread of both measures of rarity over the labels. The
knots are quantiles of rarity over the nodes: 5, 25, 50, 75 and 95 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from tertium.bamboo.accord_features import AccordPairs
from tertium.errors import InputError
from tertium.metrics.accord_labels import PLAIN, Rarity, RarityScale, lemma_of

if TYPE_CHECKING:
    from tertium._types import Array

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_DIGITS = 6


def measure_rarity(
    sets: Sequence[AccordPairs], rarity: Rarity
) -> tuple[RarityScale, tuple[float, ...]]:
    """Return how rare lemmas are in the graphs of *sets*, and the knots."""
    counts: Counter[str] = Counter()
    if rarity != "general":
        for pairs in sets:
            counts.update(_lemmas(pairs))
    documents = 0 if rarity == "general" else sum(2 * len(pairs) for pairs in sets)
    scale = RarityScale(rarity, documents, dict(counts), (1.0, 1.0))
    scale = replace(scale, spread=_spread(sets, scale))
    nodes = [_of_nodes(pairs, scale) for pairs in sets]
    knots = tuple(round(float(q), _DIGITS) for q in np.quantile(np.concatenate(nodes), _QUANTILES))
    if any(low >= high for low, high in pairwise(knots)):
        raise InputError("the graphs have too few different concepts to learn weights from")
    return scale, knots


def _lemmas(pairs: AccordPairs) -> Counter[str]:
    """Count the graphs that have a lemma."""
    numbers: dict[str, int] = {}
    of_label = np.array(
        [numbers.setdefault(lemma_of(label), len(numbers)) for label, _ in pairs.labels], np.int64
    )
    found = np.zeros(len(numbers), np.int64)
    for side in pairs.sides:
        keys = np.unique(side.pair_of_node * len(numbers) + of_label[side.labels])
        found += np.bincount(keys % len(numbers), minlength=len(numbers))
    return Counter(dict(zip(numbers, found.tolist(), strict=True)))


def _spread(sets: Sequence[AccordPairs], scale: RarityScale) -> tuple[float, float]:
    """Return the standard deviations of idf and zipf over different labels."""
    seen: dict[tuple[str, bool], float] = {}
    for pairs in sets:
        for label, kind, zipf in zip(
            pairs.labels, pairs.facts.kinds, pairs.facts.zipf, strict=True
        ):
            if kind <= PLAIN:
                seen[label] = float(zipf)
    idf, zipf = scale.idf(list(seen)), np.array(list(seen.values()))
    both = (float(idf.std()) or 1.0, float(zipf.std()) or 1.0) if seen else (1.0, 1.0)
    return round(both[0], _DIGITS), round(both[1], _DIGITS)


def _of_nodes(pairs: AccordPairs, scale: RarityScale) -> Array:
    """Return the rarity of every frame and plain concept in the graphs."""
    rarity = scale.of(pairs.labels, pairs.facts.zipf)
    nodes = np.concatenate([side.labels for side in pairs.sides])
    found: Array = rarity[nodes[pairs.facts.kinds[nodes] <= PLAIN]]
    return found
