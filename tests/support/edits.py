"""What holds for the edits of any pair; each law returns what breaks it, or nothing.

partition   every triple without a partner belongs to exactly one edit
costs       costs add up to 1 - F1
mending     all edits applied give a graph that scores 1
gain        the gain of any edits is what aligning again gives
swapping    exchanging the graphs exchanges missing and spurious
writing     the order of triples and the names of variables do not matter
notation    applied, edits of notation leave the canonical form as it is, apart from the top
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import tertium
from tertium import Graph, Script, diff, metric
from tertium.graph import Triple
from tests.reference.mending import rescored

COUNTING = ("smatch", "smatch:top=concept", "smatch++", "smatch#")
"""Metrics of which every triple counts 1."""
ADDING = (*COUNTING, "s2match", "wsmatch", "smatch:wiki=drop", "wsmatch:decay=exponential")
"""Metrics whose costs add up."""
EXACT = 1e-12


def partition(script: Script, *, counting: bool) -> str:
    """Every triple without a partner belongs to exactly one edit.

    Where concepts match by degrees, triples with a partner may belong to an edit, too.
    """
    assert script.pair is not None
    for side, sheet in enumerate(script.pair.sheets):
        claimed = [k for edit in script for k in edit.numbers[side]]
        unmatched = {k for k, partner in enumerate(sheet.partners) if partner < 0}
        if len(claimed) != len(set(claimed)):
            return f"side {side}: {claimed} has triples twice"
        if not unmatched <= set(claimed) or (counting and len(claimed) != len(unmatched)):
            return f"side {side}: {claimed} instead of {unmatched}"
    return ""


def costs(script: Script) -> str:
    """Costs add up to 1 - F1, and every edit says what it is about."""
    total, lost = sum(edit.cost or 0.0 for edit in script), 1 - script.score.value
    if not all(edit.message and edit.size for edit in script):
        return "an edit without a message or triples"
    return "" if abs(total - lost) <= EXACT else f"costs {total}, lost {lost}"


def mending(script: Script) -> str:
    """All edits applied give a graph that scores 1, and the gain says so."""
    assert script.gold is not None
    mended = script.apply(script.edits)
    value = script.metric.score(script.metric.compare(script.gold, mended)).value
    after = script.score.value + script.gain(script.edits)
    fine = abs(value - 1) <= EXACT and abs(after - 1) <= EXACT
    return "" if fine else f"scores {value}, gain leads to {after}: {mended}"


def gain(script: Script, chosen: Sequence[tertium.Edit]) -> str:
    """The gain of edits is what aligning the mended graph again gives."""
    matched, gold, pred = rescored(script, chosen)
    f1 = 2 * matched / (gold + pred) if gold + pred else 1.0
    after = script.score.value + script.gain(chosen)
    return "" if abs(after - f1) <= EXACT else f"gain leads to {after}, scored again {f1}"


def some(script: Script, rng: random.Random) -> list[tertium.Edit]:
    """Return some of the edits of a script."""
    return [edit for edit in script if rng.random() < 0.5]


def swapping(script: Script) -> str:
    """Exchanging the graphs exchanges missing and spurious."""
    assert script.gold is not None
    back = codes(diff(script.pred, script.gold, script.metric))
    expected = Counter({_swapped(code): count for code, count in back.items()})
    return "" if codes(script) == expected else f"{codes(script)} instead of {expected}"


def writing(script: Script, rng: random.Random) -> str:
    """The order of triples and the names of variables do not matter."""
    assert script.gold is not None
    assert script.pred is not None
    other = diff(rewritten(script.gold, rng), rewritten(script.pred, rng), script.metric)
    return "" if codes(other) == codes(script) else f"{codes(other)} instead of {codes(script)}"


def notation(script: Script) -> list[str]:
    """Return what breaks the law, for each edit of notation."""
    assert script.pred is not None
    found = []
    for edit in script.edits:
        if edit.cls == "notation":
            left = diff(script.pred, script.apply([edit]), metric("smatch#"))
            other = [str(one) for one in left if one.cls != "top"]
            found.append(f"{edit}: {', '.join(other)}" if other else "")
    return found


def codes(script: Script) -> Counter[str]:
    """Return how often each code with its detail occurs."""
    return Counter(f"{edit.code} {edit.detail}" for edit in script)


def _swapped(code: str) -> str:
    if code.endswith((" split", " merged")):
        return code.replace("split", "*").replace("merged", "split").replace("*", "merged")
    return {"M": "U", "U": "M", "R": "R"}[code[0]] + code[1:]


def rewritten(graph: Graph, rng: random.Random) -> Graph:
    """Return a graph with its triples in another order and with other names of variables."""
    names = rng.sample([f"zz{i}" for i in range(len(graph.variables))], len(graph.variables))
    new = dict(zip(graph.variables, names, strict=True))
    triples: list[Triple] = [
        (new[s], role, t if role == ":instance" or t is None else new.get(t, t))
        for s, role, t in graph._raw_triples()  # an inverse edge stays one
    ]
    return Graph.from_triples(rng.sample(triples, len(triples)), top=new[graph.top])
