"""Scores that must not move: statistics and values of 320 pairs under every metric and option.

The pairs (``pairs.amr``, gold and prediction in turn) were drawn once from the small graphs below;
``statistics.npz`` holds what version 0.1.0 computed for them. The last bits of logarithms and
powers depend on the C library, so the test allows 1e-12. To compare all bits:

    python -m tests.golden check

A change that is meant to move scores writes those anew and says so in the CHANGELOG. Name the
metrics, by how they begin; all others keep what they had:

    python -m tests.golden write smatch++ smatch:aspect
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tertium import Graph, metric, read
from tertium.audit.perturb import OPERATIONS, perturb
from tertium.graph import Triple
from tertium.graph import write as write_graphs
from tests.variants import variants

FOLDER = Path(__file__).parent
PAIRS = FOLDER / "pairs.amr"
STATISTICS = FOLDER / "statistics.npz"

SENTENCES = (
    '(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b :ARG4 (c / city :wiki "New_York_City"'
    ' :name (n / name :op1 "New" :op2 "York"))))',
    "(s / sleep-01 :polarity - :ARG0 (c / cat :mod (b / black) :poss (p / person"
    " :ARG0-of (h / have-rel-role-91 :ARG1 (y / you) :ARG2 (a / aunt)))) :time (n / night))",
    "(p / possible-01 :ARG1 (r / rain-01 :time (d / date-entity :year 2012 :month 3 :day 14)"
    " :location (i / island :quant 2 :mod (s / small))) :degree (m / more))",
    "(a / and :op1 (r / run-02 :ARG0 (d / dog :quant 3) :manner (f / fast-02 :ARG1 r))"
    " :op2 (j / jump-03 :ARG0 d :direction (o / over :op1 (f2 / fence :domain-of (h / high-02)))))",
    "(t / teach-01 :ARG0 (w / woman :age (t2 / temporal-quantity :quant 34 :unit (y / year)))"
    " :ARG1 (m / mathematics) :ARG2 (c / child :ARG1-of (h / have-mod-91 :ARG2 (c2 / clever)))"
    " :purpose (u / understand-01 :ARG0 c :ARG1 (w2 / world)))",
    "(k / knife :location (d / drawer :part-of (t / table :consist-of (w / wood)))"
    " :ARG1-of (u / use-01 :ARG2 (c / cut-01 :ARG1 (b / bread))) :example (s / spoon))",
    "(c / contrast-01 :ARG1 (l / like-01 :ARG0 (i / i) :ARG1 (t / tea))"
    " :ARG2 (h / hate-01 :ARG0 i :ARG1 (c2 / coffee :mod (e / every))) :mode expressive)",
    '(s / say-01 :ARG0 (p / person :name (n / name :op1 "Ada" :op2 "Lovelace"))'
    " :ARG1 (m / machine :ARG0-of (c / compute-01 :ARG1 (n2 / number :quant (m2 / many))))"
    " :ARG2 (f / friend) :frequency (o / once))",
    "(b / buy-01 :ARG0 (f / farmer) :ARG1 (h / horse :mod (o / old) :mod (w / white))"
    " :ARG3 (m / monetary-quantity :quant 200 :unit (e / euro))"
    " :beneficiary (d / daughter :poss f))",
    "(m / multi-sentence :snt1 (o / open-01 :ARG1 (d / door)) :snt2 (e / enter-01 :ARG0 (w / wind)"
    " :ARG1 (r / room :domain (d2 / dark-02) :source (h / house :poss (t / they)))))",
)


def drawn() -> list[Graph]:
    """Return gold and prediction in turn: changed graphs, unrelated ones, odd ones."""
    random = Random(20260801)
    texts = [Graph.from_penman(text) for text in SENTENCES]
    pairs: list[tuple[Graph, Graph]] = []
    for number in range(200):
        gold = random.choice(texts)
        pred = gold
        for step in range(random.randint(1, 5)):
            done = perturb(pred, random.choice(list(OPERATIONS.values())), number * 10 + step)
            pred = done.graph or pred
        pairs.append((gold, pred))
    pairs += [(random.choice(texts), random.choice(texts)) for _ in range(60)]
    pairs += [(_odd(random), _odd(random)) for _ in range(60)]
    return [graph for pair in pairs for graph in pair]


def _odd(random: Random) -> Graph:
    """Return a graph with loops, parallel edges and cycles, connected so that it can be written."""
    names = [f"x{i}" for i in range(random.randint(1, 7))]
    concepts = ("boy", "girl", "go-02", "run-02", "cat", "kitten")
    triples: list[Triple] = [(name, ":instance", random.choice(concepts)) for name in names]
    triples += [(names[0], ":op1", name) for name in names[1:]]
    roles = (":ARG0", ":ARG1", ":mod", ":ARG0-of", ":location")
    for _ in range(random.randint(0, 6)):
        triples.append((random.choice(names), random.choice(roles), random.choice(names)))
    for _ in range(random.randint(0, 3)):
        triples.append((random.choice(names), ":quant", random.choice(("-", "1", '"New York"'))))
    return Graph.from_triples(triples, top=names[0])


@cache
def pairs() -> tuple[list[Graph], list[Graph]]:
    """Return the gold graphs and the predictions."""
    graphs = read(PAIRS)
    return graphs[0::2], graphs[1::2]


def computed(spec: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return statistics and values, a row for each pair, and last the row of the corpus."""
    chosen = metric(spec)
    table = chosen.compare_many(*pairs())
    corpus = table.sum()
    rows = np.column_stack([table.values, chosen.scores(table)["value"]])
    return np.vstack([rows, [*corpus.values, chosen.score(corpus).value]])


def recorded() -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """Return what version 0.1.0 computed, by metric."""
    with np.load(STATISTICS) as stored:
        return {name: stored[name] for name in stored.files}


def write(beginnings: list[str]) -> None:
    """Compute statistics anew where a metric begins as named, and those that are not there yet."""
    if not PAIRS.exists():
        write_graphs(PAIRS, drawn())
    known = recorded() if STATISTICS.exists() else {}
    arrays: dict[str, Any] = {
        spec: computed(spec) if spec not in known or spec.startswith(tuple(beginnings)) else old
        for spec, old in ((spec, known.get(spec)) for spec in variants())
    }
    np.savez_compressed(STATISTICS, **arrays)
