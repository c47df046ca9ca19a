"""The data of a page: lists instead of names, because thousands of pairs share a file.

    index   a row for each sentence: name, text, size, values, costs of classes, what is lost
    pairs   a line for each sentence, packed: the merged graph of each pair with its places, its
            edits, both texts, and what other metrics count

The index is read when a page is opened, a line of the pairs when a sentence is. ``draw.js`` says
what the lists hold, in the same order as the functions here.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tertium.graph import inverse
from tertium.report.explorer.parts import parts_of, shortest
from tertium.report.layout import LABEL
from tertium.report.merged import Merged, MergedEdge, MergedNode
from tertium.report.merged_drawing import Placed, place
from tertium.report.merged_script import merged_script
from tertium.report.merged_text import TextLine, rows

if TYPE_CHECKING:
    from tertium.explain import Script
    from tertium.metrics import Metric, Score
    from tertium.report.explorer.losses import Explained
    from tertium.report.explorer.view import Entry, View

_GAP = LABEL // 2  # from the middle of a label to its edge, where the path is interrupted
PARTS = "hnexrq"
"""Head, nodes, edges, edits, rows of text, and what other metrics count."""
_STATES = ("same", "changed", "gold", "pred", "plain")


def index_of(view: View, explained: Explained) -> dict[str, Any]:
    """Return what the list of sentences needs."""
    numbers = {name: k for k, name in enumerate(explained.classes)}
    return {
        "keys": [pair.key for pair in view.pairs],
        "names": [pair.name for pair in view.pairs],
        "sides": [view.names(k) for k in range(len(view.pairs))],
        "metrics": list(view.labels),
        "base": explained.base,
        "edits": explained.metric.label,
        "classes": list(explained.classes),
        "rows": [
            [
                entry.name,
                entry.text,
                _size(entry),
                [_values(values) for values in entry.values],
                [_costs(script, numbers) for script in scripts],
                [_lost(script) for script in scripts],
            ]
            for entry, scripts in zip(view.entries, explained.scripts, strict=True)
        ],
    }


def pairs_of(
    view: View, explained: Explained, limit: int
) -> Iterator[tuple[Entry, list[dict[str, Any]]]]:
    """Yield each sentence and its pairs as data; of the worst *limit* sentences with graphs."""
    others = [m for k, m in enumerate(view.metrics) if k != explained.base]
    lowest = sorted(view.entries, key=lambda entry: (_mean(entry, explained.base), entry.index))
    drawn = {entry.index for entry in lowest[:limit]}
    left_out = (
        f"Not drawn: this page has the graphs of the {limit:,} sentences with the lowest values."
    )
    for entry, scripts in zip(view.entries, explained.scripts, strict=True):
        if entry.index not in drawn:
            yield entry, [dict.fromkeys(PARTS) | {"h": left_out} for _ in scripts]
            continue
        both = zip(scripts, entry.absent, strict=True)
        yield entry, [_pair(script, why, others) for script, why in both]


def _mean(entry: Entry, metric: int) -> float:
    known = [values[metric] for values in entry.values if values is not None]
    return sum(known) / len(known) if known else 0.0


def embedded(thing: object) -> str:
    """Return JSON that can stand inside of a ``script`` element."""
    return written(thing).replace("<", "\\u003c")


def written(thing: object) -> str:
    """Return JSON in one line."""
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":"))


def packed(pairs: Mapping[str, Sequence[str]]) -> str:
    """Return the lines of all parts as the text of a gzipped file.

    What is alike stands together, which makes the file smaller: all heads, then all nodes, and so
    on. The same lines give the same text.
    """
    text = "\n".join(line for part in pairs.values() for line in part)
    return b64encode(gzip.compress(text.encode(), 6, mtime=0)).decode()


def pair_data(script: Script) -> dict[str, Any]:
    """Return a pair as the script of a page draws it."""
    gold, pred = script.gold, script.pred
    assert gold is not None
    assert pred is not None
    merged = merged_script(script)
    drawing = place(merged)
    return {
        "h": [
            *_counts(script.score),
            merged.top,
            *([drawing.width, drawing.height] if drawing else []),
        ],
        "n": [_node(merged, k, drawing) for k in range(len(merged.nodes))],
        "e": [_edge(merged, k, drawing) for k in range(len(merged.edges))],
        "x": [
            [
                edit.cls,
                edit.code[0],
                edit.message,
                shortest(100 * (edit.cost or 0), 4),
                *map(len, edit.numbers),
            ]
            for edit in script.edits
        ],
        "r": [[_line(one), _line(other)] for one, other in rows(merged, gold, pred)],
    }


def _counts(score: Score) -> list[Any]:
    """Return what both graphs share and have, and the upper bound; or nothing, and the value."""
    if "matched" not in score.statistics.names:
        return [None, score.value, 1, 0]
    counted = ("matched", "gold_total", "pred_total", "upper")
    return [shortest(score.statistics[name], 4) for name in counted]


def _pair(script: Script | None, absent: str, others: Sequence[Metric]) -> dict[str, Any]:
    if script is None or script.gold is None or script.pred is None:
        return dict.fromkeys(PARTS) | {"h": absent}
    found = pair_data(script)
    found["q"] = [parts_of(metric, script.gold, script.pred) for metric in others]
    return found


def _node(merged: Merged, k: int, drawing: Placed | None) -> list[Any]:
    """Names, words (of the prediction if they differ), state, edit, leaf + 2 top, place, fold."""
    node: MergedNode = merged.nodes[k]
    gold, pred = node.words
    found = [*node.names, gold, "" if pred == gold else pred, _STATES.index(node.state)]
    found += [node.edit, node.leaf + 2 * node.top]
    if drawing is not None and k in drawing.boxes:
        (x, y), width = drawing.boxes[k]
        found += [x, y, width, *([drawing.folded[k]] if k in drawing.folded else [])]
    return found


def _edge(merged: Merged, k: int, drawing: Placed | None) -> list[Any]:
    """Ends, roles (of the prediction if it differs), state, edit, moved, label, path, upward."""
    edge: MergedEdge = merged.edges[k]
    gold, pred = edge.roles
    if edge.turned and edge.state == "changed":
        pred = inverse(pred)
    found = [edge.source, edge.target, gold, "" if pred == gold else pred]
    found += [_STATES.index(edge.state), edge.edit, int(edge.moved)]
    if drawing is not None and k in drawing.arrows:
        (x, y), width, stroke = drawing.arrows[k]
        path = stroke.path.replace(f"{x} {y - _GAP}M{x} {y + _GAP}", "a")
        found += [x, y, width, path, int(stroke.upward)]
    return found


def _line(line: TextLine | None) -> list[Any] | int:
    if line is None:
        return 0
    return [line.depth, line.edge, line.role, line.node, int(line.bare), line.close]


def _size(entry: Entry) -> int:
    return next((len(graph) for graph in entry.graphs if graph is not None), 0)


def _values(values: Sequence[float] | None) -> list[float] | int:
    return 0 if values is None else [shortest(100 * value, 4) for value in values]


def _costs(script: Script | None, numbers: dict[str, int]) -> dict[int, float]:
    """Return how many points each class of edits costs, by the number of the class."""
    found: dict[int, float] = {}
    for edit in script.edits if script is not None else ():
        k = numbers[edit.cls]
        found[k] = found.get(k, 0.0) + 100 * (edit.cost or 0.0)
    return {k: round(cost, 2) or 0.01 for k, cost in sorted(found.items())}


def _lost(script: Script | None) -> float:
    """Return the share of the loss that is due to triples of the gold, times 100."""
    if script is None or script.gold is None or script.pred is None:
        return 0
    found = script.score.statistics
    whole = found["gold_total"] + found["pred_total"]
    return round(100 * (found["gold_total"] - found["matched"]) / whole, 1) if whole else 0
