"""Restricted alignments: metrics that align variables only within a sentence, or on the same words.

    gold   :snt1 (g / go-02)  :snt2 (r / run-02)
    pred   :snt1 (s / run-02) :snt2 (h / go-02)        g = s, r = h: no other pair is allowed

With ``scope=document`` a variable may only be aligned with one of the same sentence, with
``anchor=words`` only with one that is aligned to the same words; `tertium.standard.sentences` says
which that is. ``closure=yes`` first adds what follows from the relations of a document, and
``part=coref`` counts only the triples of one part under the alignment of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tertium import _native
from tertium.alignment import Aligner
from tertium.alignment.groups import Labels, numbered
from tertium.alignment.similarity import grade
from tertium.graph import Graph
from tertium.metrics.base import Batch, Row
from tertium.standard.closure import close
from tertium.standard.sentences import labels_of, parts_of

if TYPE_CHECKING:
    from tertium._types import Rows
    from tertium.alignment.alignment import Alignment, Match
    from tertium.metrics.aligning import Aligning


def compare(metric: Aligning, batch: Batch) -> Rows:
    """Return a row of statistics for each pair."""
    golds, preds = ([_ready(metric, g) for g in side] for side in (batch.golds, batch.preds))
    if metric.aspect is None and metric.part == "all":
        groups = [
            (_labels(metric, a), _labels(metric, b)) for a, b in zip(golds, preds, strict=True)
        ]
        return _count(metric._aligner, batch._replace(golds=golds, preds=preds), groups)
    rows = []
    for gold, pred in zip(golds, preds, strict=True):
        rows.append(_row(metric, gold, pred))
        if batch.progress is not None:
            batch.progress(1)
    return rows


def align(metric: Aligning, gold: Graph, pred: Graph) -> Alignment:
    """Return the alignment of a pair, with the triples that are counted."""
    gold, pred = close(gold) if metric.closure else gold, close(pred) if metric.closure else pred
    return _align(metric, gold, pred)


def _count(aligner: Aligner, batch: Batch, groups: list[tuple[Labels, Labels]]) -> Rows:
    """Count what the graphs of each pair share if only variables with a common label match."""
    golds, preds, threads, progress = batch
    options = aligner._fresh_options()
    if aligner.similarity is not None:
        golds, preds = grade(options, aligner.similarity, golds, preds)
    else:
        apply = aligner.convention.apply
        golds, preds = ([g if g is None else apply(g) for g in s] for s in (golds, preds))
        options.standardised = True
    sets = [numbered(by, (a, b)) for by, a, b in zip(groups, golds, preds, strict=True)]
    ilp = aligner.solving.solver == "ilp"
    options.budget = 0 if ilp else options.budget
    table = _native.compare(options, golds, preds, threads, progress, aligner.of_parts, (), sets)
    return aligner._with_optimum(options, golds, preds, table, sets) if ilp else table


def _align_under(aligner: Aligner, parts: tuple[Graph, Graph], whole: Alignment) -> Alignment:
    """Return what parts share under the alignment of the whole graphs, triple by triple."""
    from tertium.alignment.alignment import described

    options = aligner._fresh_options()
    options.budget = 0
    gold, pred = aligner._prepared(options, *parts, True)
    places = {name: place for place, name in enumerate(pred.variables)}
    mapping = [places.get(whole.mapping.get(name, ""), -1) for name in gold.variables]
    found = described(_native.align(options, gold, pred, mapping), "none")
    matched = sum(found.earned)
    return replace(found, matched=matched, upper=matched, proven=whole.proven)


def _ready(metric: Aligning, graph: Graph | None) -> Graph | None:
    return close(graph) if metric.closure and graph is not None else graph


def _labels(metric: Aligning, graph: Graph | None) -> Labels:
    return {} if graph is None else labels_of(graph, metric.scope, metric.anchor)


def _align(metric: Aligning, gold: Graph, pred: Graph) -> Alignment:
    groups = _labels(metric, gold), _labels(metric, pred)
    aspect = metric._chosen_aspect
    if aspect is None:
        found = metric._aligner.align(gold, pred, groups=groups)
        return found if metric.part == "all" else _part(metric, found, (gold, pred))
    selection = metric._selection(aspect)
    parts = [selection.apply(graph, metric.convention) for graph in (gold, pred)]
    if metric._parts_alone:
        kept = _known(groups[0], parts[0]), _known(groups[1], parts[1])
        return metric._part_aligner.align(parts[0], parts[1], groups=kept)
    whole = metric._aligner.align(gold, pred, groups=groups)
    return _align_under(metric._part_aligner, (parts[0], parts[1]), whole)


def _known(labels: Labels, graph: Graph) -> Labels:
    names = set(graph.variables)
    return {name: label for name, label in labels.items() if name in names}


def _part(metric: Aligning, found: Alignment, graphs: tuple[Graph, Graph]) -> Alignment:
    """Return an alignment with the triples of one part only."""
    in_a = _places(metric, graphs[0], [match.a for match in found.matches])
    in_b = _places(metric, graphs[1], [match.b for match in found.matches])
    kept: list[Match] = []
    for match, here, there in zip(found.matches, in_a, in_b, strict=True):
        if here and there:
            kept.append(match)
        elif here:
            kept.append(match._replace(b=None, earned=0.0, worth_b=0.0))
        elif there:
            kept.append(match._replace(a=None, earned=0.0, worth_a=0.0))
    matched = sum(match.earned for match in kept)
    return replace(found, matches=tuple(kept), matched=matched, upper=matched)


def _places(
    metric: Aligning, graph: Graph, triples: Sequence[tuple[str, str, str | None] | None]
) -> list[bool]:
    """Return which triples belong to the part that is scored."""
    there = [triple for triple in triples if triple is not None]
    parts = iter(parts_of(graph, there))
    return [triple is not None and next(parts) == metric.part for triple in triples]


def _row(metric: Aligning, gold: Graph | None, pred: Graph | None) -> Row:
    """Return the statistics of a pair; None has no triples."""
    if gold is not None and pred is not None:
        found = _align(metric, gold, pred)
        totals = sum(m.worth_b for m in found.matches), sum(m.worth_a for m in found.matches)
        row = found.matched, *totals, found.upper, float(found.proven), float(bool(found.matches))
        return row + _variables(metric, found.variables[::-1])
    alone = gold if gold is not None else pred
    itself = _align(metric, alone, alone) if alone is not None else None
    matches, there = (itself.matches, itself.variables[0]) if itself is not None else ((), 0)
    total = sum(match.worth_a for match in matches)
    totals = (0.0, total) if gold is not None else (total, 0.0)
    variables = (0, there) if gold is not None else (there, 0)
    return 0.0, *totals, 0.0, 1.0, float(bool(matches)), *_variables(metric, variables)


def _variables(metric: Aligning, numbers: tuple[int, ...]) -> Row:
    """Return the last columns of an aspect: the variables of the prediction and of the gold."""
    aspect = metric._chosen_aspect
    if aspect is None:
        return ()
    aligned = metric._selection(aspect).aligned
    return tuple(float(number) if aligned else 0.0 for number in numbers)
