"""Hostile shards: good ones with a change each, sealed again, so that only the change is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, TypeAlias

from tertium import evaluate
from tertium.evaluation import Shard
from tertium.evaluation.parts import checksum
from tertium.evaluation.shards import dump

GOLD = [f"# ::id {i}\n(b{i} / boy :mod (t / tall) :quant {i})" for i in range(5)]
PRED = [graph.replace("tall", "small") for graph in GOLD]
METRICS = ["smatch", "sembleu", "wlk"]

Change: TypeAlias = Callable[[Any], object]
Way: TypeAlias = tuple[str | int, ...]
"""Keys and places from the top of a document to a value in it."""

WRONG: tuple[Any, ...] = (None, True, -1, 10**400, 1.5, float("nan"), "x", [], {}, [[]])
"""Values that are wrong in almost every place."""


def _shard(number: int, of: int, gold: list[str], pred: list[str]) -> bytes:
    evaluation = evaluate(gold, {"sys": pred}, METRICS, shard=Shard(number, of))
    return dump(evaluation, Shard(number, of)).encode()


@cache
def good() -> tuple[bytes, bytes]:
    """Return two shards that belong together."""
    return _shard(1, 2, GOLD, PRED), _shard(2, 2, GOLD, PRED)


def others() -> Iterator[tuple[str, bytes]]:
    """Yield second shards that are fine, but do not belong to the first."""
    changed = [graph.replace("boy", "girl") for graph in GOLD]
    yield "other gold, same count", _shard(2, 2, changed, PRED)
    yield "other predictions, same count", _shard(2, 2, GOLD, changed)
    yield "the other way around", _shard(2, 2, PRED, GOLD)
    yield "more graphs", _shard(2, 2, [*GOLD, "(c / cat)"], [*PRED, "(c / cat)"])
    yield "another division", _shard(2, 3, GOLD, PRED)
    evaluation = evaluate(GOLD, {"sys": PRED}, METRICS, pair_by="order", shard=Shard(2, 2))
    yield "paired by order", dump(evaluation, Shard(2, 2)).encode()
    for name, policy in (
        ("on_error", "skip"),
        ("on_error", "fail"),
        ("missing", "zero"),
        ("missing", "skip"),
    ):
        how: dict[str, Any] = {name: policy}
        evaluation = evaluate(GOLD, {"sys": PRED}, METRICS, shard=Shard(2, 2), **how)
        yield f"another policy, {name}={policy}", dump(evaluation, Shard(2, 2)).encode()
    evaluation = evaluate(GOLD, {"sys": PRED}, "smatch", shard=Shard(2, 2))
    yield "fewer metrics", dump(evaluation, Shard(2, 2)).encode()
    evaluation = evaluate(
        GOLD, {"sys": PRED}, ["smatch:top=none", "sembleu", "wlk"], shard=Shard(2, 2)
    )
    yield "another option", dump(evaluation, Shard(2, 2)).encode()


def files() -> Iterator[tuple[str, bytes]]:
    """Yield first shards that must be refused."""
    for name, change in _changes():
        whole = json.loads(good()[0])
        change(whole)
        whole["checksum"] = checksum(whole)
        yield name, json.dumps(whole).encode()
    yield from _damaged(good()[0])


def _changes() -> Iterator[tuple[str, Change]]:
    yield from _wrong_values(json.loads(good()[0]), ())
    yield from _rows()
    yield from _labels()


def _wrong_values(value: Any, path: Way) -> Iterator[tuple[str, Change]]:
    """Put wrong values into each place of a shard, and remove each key."""
    keys = list(value) if isinstance(value, dict) else range(min(1, len(value)))
    for key in keys:
        here = (*path, key)
        name = ".".join(map(str, here))
        if name in ("checksum", "systems.0.notes", "systems.0.path", "gold.path"):
            continue  # computed anew, or any text
        if isinstance(value, dict):
            yield f"{name} removed", partial(_remove, here)
        for place, wrong in enumerate(WRONG):
            if not _harmless(name, wrong, value[key]):
                yield f"{name} is wrong ({place})", partial(_put, here, wrong)
        if isinstance(value[key], dict | list):
            yield from _wrong_values(value[key], here)


def _harmless(name: str, wrong: Any, right: Any) -> bool:
    """Return whether a value may stand there: a label is any text, and a count may be another."""
    if ".rows." in name and wrong == 1.5:
        return True
    if name.endswith(("label", "pairs.0.1")):
        return isinstance(wrong, str) or (wrong is None and name.endswith("pairs.0.1"))
    return type(wrong) is type(right) and wrong == right


def _at(way: Way, whole: Any) -> Any:
    for key in way:
        whole = whole[key]
    return whole


def _put(way: Way, value: Any, whole: Any) -> None:
    _at(way[:-1], whole)[way[-1]] = value


def _remove(way: Way, whole: Any) -> None:
    del _at(way[:-1], whole)[way[-1]]


def _append(way: Way, value: Any, whole: Any) -> None:
    _at(way, whole).append(value)


def _rows() -> Iterator[tuple[str, Change]]:
    """Rows that no pair of graphs has, for each metric and column."""
    for place, result in enumerate(json.loads(good()[0])["systems"][0]["results"]):
        rows: Way = ("systems", 0, "results", place, "rows")
        name = result["metric"]
        yield f"{name}: a row less", partial(_remove, (*rows, 0))
        yield f"{name}: a row more", partial(_append, rows, result["rows"][0])
        yield f"{name}: a column more", partial(_append, (*rows, 1), 1.0)
        for column, heading in enumerate(result["names"]):
            here = (*rows, 1, column)
            for number in (1e13, 1e308, -0.5, float("inf"), 2**2000):
                yield f"{name}: {heading} of {str(number)[:9]}", partial(_put, here, number)
            if heading in ("matched", "pairs", "proven", "matched_1", "matched_3"):
                yield f"{name}: {heading} of 999", partial(_put, here, 999.0)


def _labels() -> Iterator[tuple[str, Change]]:
    """Shards that claim to be others, and pairs that are not theirs."""
    for shard in ([2, 2], [1, 3], [1, 1], [1, 100_000_000_000], [0, 2], [3, 2], [1, 2, 3], [1]):
        yield f"relabelled {shard}", partial(_put, ("shard",), shard)
    system = ("systems", 0)
    yield "a pair of another's", partial(_put, (*system, "pairs", 0, 0), 1)
    yield "a pair twice", partial(_put, (*system, "pairs", 0, 0), 2)
    yield "a pair beyond the gold", partial(_put, (*system, "pairs", 0, 0), 99)
    for status in ("invalid-gold", "missing-pred"):
        yield f"a pair that is {status}", partial(_put, (*system, "pairs", 0, 2), status)
    yield "a policy that skips", partial(_put, ("policy", "on_error"), "skip")
    yield "a policy for missing graphs", partial(_put, ("policy", "missing"), "zero")
    yield "missing graphs that must not be", partial(_put, (*system, "missing"), 1)
    yield "no pairs", partial(_put, (*system, "pairs"), [])
    yield "a pair skipped too", partial(_put, (*system, "skipped"), [0])
    yield "a million graphs", partial(_put, ("gold", "graphs"), 10**6)
    yield "a trillion graphs", partial(_put, ("gold", "graphs"), 10**12)
    yield "another version", partial(_put, ("tertium",), "0.0.1")
    yield "the system twice", partial(_append, ("systems",), json.loads(good()[0])["systems"][0])
    for option in ({"top": "none"}, {"budget": 10**400}, {"x": 1}, {"solver": ["exact"]}):
        way = (*system, "results", 0, "options")
        yield f"options {str(option)[:20]}", partial(_put, way, option)


def _damaged(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Bytes that are no shard any more."""
    for place in range(1, 10):
        yield f"cut at {place} tenths", data[: len(data) * place // 10]
    yield "one digit changed", data.replace(b'rows": [[', b'rows": [[1', 1)
    yield "a plausible number changed", data.replace(b'"ok"', b'"invalid-pred"', 1)
    yield "not UTF-8", data.replace(b"smatch", b"\xff\xfe", 1)
    yield "empty", b""
    yield "zeros", b"\0" * 1000
    yield "deep lists", b"[" * 100_000
    yield "deep objects", b'{"shard":' * 100_000
    yield "a number of 9,999 digits", b'{"shard": [1, ' + b"9" * 9999 + b"]}"
    yield "a key twice", data.replace(b'{"tertium"', b'{"shard": [2, 2], "tertium"', 1)
    yield "no object", b"[1, 2]"
    yield "a text", b'"shard"'
    yield "two documents", data + data
    yield "surrogates", data.replace(b'"name": "sys"', b'"name": "\\ud800"', 1)
