"""Hostile weights and word tables of accord, for `fuzz.hostile`.

A good file must be accepted; each of the others is that one with a number, a key or an array
changed.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from fuzz.hostile_case import GRAPHS, ODD, SCORE, Case, brief
from tertium.data import data_path


def cases() -> Iterator[Case]:
    """Yield the cases of weights and of word tables."""
    yield from _accord()
    yield from _words()


def _accord() -> Iterator[Case]:
    """Yield weights of accord."""
    good = json.loads(Path(data_path("accord/mixed.json")).read_text(encoding="utf-8"))
    good["frequencies"] = {"boy": 7, "want": 3}
    yield _weights("as they are", good, refused=False)
    for key in good:
        yield _weights(f"without {key}", {k: v for k, v in good.items() if k != key})
        for value in ODD:
            told = key in ("command", "data") and isinstance(value, str)  # is only reported
            harmless = told or (value == {} and key in ("dev", "frequencies"))
            # Weights for other words give other values, which the signature says.
            changed = {**good, key: value}
            refused = None if key == "words" else not harmless
            yield _weights(f"{key}={brief(str(value))}", changed, refused=refused)
    for number in (float("nan"), float("inf"), 1e308, -1.0, 10**400, "1", None, True, [1]):
        for name, changed in _with_number(good, number):
            yield _weights(f"{name}={brief(str(number))}", changed)
    counts = {"negative": -1, "of many digits": 10**400, "a share": 0.5, "yes": True}
    for name, count in counts.items():
        yield _weights(f"a frequency that is {name}", {**good, "frequencies": {"boy": count}})


def _with_number(good: Mapping[str, Any], number: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield weights with one number changed, in each place where numbers stand."""
    yield "the alpha", {**good, "alpha": number}
    yield "a knot", {**good, "knots": [number, *good["knots"][1:]]} if number != -1.0 else {}
    yield "a spread", {**good, "spread": [number, 1.0]}
    yield "power", {**good, "powers": {**good["powers"], "gist": number}}
    yield "edge", {**good, "edges": {**good["edges"], "mod": [number, 1.0]}}
    yield "role", {**good, "roles": {**good["roles"], "same": [1, number, 0.5, 0.5]}}
    head = good["strict"]
    constants = [number, *head["constants"][1:]]
    yield "constants", {**good, "strict": {**head, "constants": constants}}
    for name in head["weights"]:
        weights = {**head["weights"], name: number}
        yield f"weight of {name}", {**good, "strict": {**head, "weights": weights}}


def _weights(name: str, whole: object, *, refused: bool | None = True) -> Case:
    words = [*SCORE, "-m", "accord:weights=w.json"]
    return Case(f"accord: {name}", words, {**GRAPHS, "w.json": json.dumps(whole).encode()}, refused)


_CHANGES: dict[str, dict[str, Any]] = {
    "words": {"twice": b"boy\nboy\nwant", "few": b"boy", "not UTF-8": b"\xff\n\xfe\n\xfd"},
    "vectors": {
        "huge": np.full((3, 4), 1e300),
        "large": np.full((3, 4), 1e20),
        "tiny": np.full((3, 4), 1e-30),
        "nan": np.full((3, 4), np.nan),
        "infinite": np.full((3, 4), np.inf, np.float32),
        "flat": np.ones(3),
        "without numbers": np.ones((3, 0)),
        "complex": np.ones((3, 4), complex),
        "texts": np.full((3, 4), "x"),
        "too many": np.ones((4, 4)),
    },
    "zipf": {
        "nan": np.full(3, np.nan),
        "large": np.full(3, 1e300),
        "too few": np.ones(2),
        "texts": np.full(3, "x"),
    },
    "antonyms": {
        "beyond": np.array([[0, 3]]),
        "negative": np.array([[-1, 0]]),
        "shares": np.array([[0.5, 1]]),
        "flat": np.array([0, 1]),
        "threes": np.array([[0, 1, 2]]),
    },
}
"""What is wrong with an array of a word table."""


def _words() -> Iterator[Case]:
    """Yield word tables."""
    good: dict[str, Any] = {
        "words": np.frombuffer(b"boy\ngirl\nwant", np.uint8),
        "vectors": np.ones((3, 4), np.int8),
        "zipf": np.ones(3, np.float16),
        "antonyms": np.array([[0, 1]], np.int32),
    }
    yield _table("as it is", _packed(good), refused=False)
    for key, values in _CHANGES.items():
        yield _table(f"without {key}", _packed({k: v for k, v in good.items() if k != key}))
        for name, value in values.items():
            array = np.frombuffer(value, np.uint8) if isinstance(value, bytes) else value
            yield _table(f"{key}, {name}", _packed(good | {key: array}))
        objects = np.array([{}, None, "x"], dtype=object)
        yield _table(f"{key}, objects", _packed(good | {key: objects}))
    whole = _packed(good)
    for name, data in {"cut": whole[:-20], "none": b"", "text": b"boy 1 2\n"}.items():
        yield _table(name, data)
    yield _table("a huge archive", _bomb(whole))


def _packed(arrays: Mapping[str, Any]) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=True, **arrays)
    return file.getvalue()


def _bomb(whole: bytes) -> bytes:
    """Return an archive of some kB whose vectors take 64 GB."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(whole)) as before,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as after,
    ):
        for name in before.namelist():
            data = before.read(name)
            if name == "vectors.npy":
                data = data.replace(b"(3, 4), }           ", b"(3, 20000000000), } ")
                data += bytes(1 << 24)
            after.writestr(name, data)
    return file.getvalue()


def _table(name: str, data: bytes, *, refused: bool = True) -> Case:
    """Return a case with weights that were learned with just this table."""
    weights = json.loads(Path(data_path("accord/mixed.json")).read_text(encoding="utf-8"))
    weights |= {"words": f"w-{hashlib.sha256(data).hexdigest()[:8]}", "frequencies": {}}
    files = {**GRAPHS, "w.npz": data, "w.json": json.dumps(weights).encode()}
    words = [*SCORE, "-m", "accord:weights=w.json,words=w.npz"]
    return Case(f"words: {name}", words, files, refused)
