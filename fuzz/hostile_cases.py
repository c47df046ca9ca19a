"""The cases of `fuzz.hostile`: files and command lines, always the same."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from fuzz import hostile_learned, hostile_options, hostile_shards, hostile_tables
from fuzz.hostile_case import GOLD, GRAPHS, LONG, ODD, SCORE, Case, brief
from tertium.metrics.wwlk_theta import FOLDER


def cases(every: int = 1) -> list[Case]:
    """Return all cases, always the same; of the options of all commands one of *every* so many."""
    makers = (_shards, _merges, _options, _numbers, _vectors, _arrays, _weights, _corpora, _ratings)
    made = [case for make in makers for case in make()]
    made += [*hostile_learned.cases(), *hostile_tables.cases()]
    return [*made, *list(hostile_options.cases())[::every]]


def _shards() -> Iterator[Case]:
    for name, text in hostile_shards.files():
        yield Case(f"shard: {name}", ["merge", "1.json", "2.json"], _both(text))
    yield Case("shards as they were", ["merge", "1.json", "2.json"], _both(None), refused=False)


def _both(first: bytes | None) -> dict[str, bytes]:
    one, two = hostile_shards.good()
    return {"1.json": one if first is None else first, "2.json": two}


def _merges() -> Iterator[Case]:
    one, two = hostile_shards.good()
    files = {"1.json": one, "2.json": two}
    sets = {"one missing": ["1.json"], "one twice": ["1.json", "2.json", "2.json"]}
    for name, words in sets.items():
        yield Case(f"merge: {name}", ["merge", *words], files)
    for name, other in hostile_shards.others():
        yield Case(
            f"merge: {name}", ["merge", "1.json", "2.json"], {"1.json": one, "2.json": other}
        )
    yield Case("merge: graphs", ["merge", "gold"], GRAPHS)
    yield Case("merge: a folder", ["merge", "."])
    yield Case(
        "merge: pairs over a shard", ["merge", "1.json", "2.json", "--pairs", "1.json"], files
    )


def _options() -> Iterator[Case]:
    """Options of metrics."""
    fields = [
        *("smatch:budget", "smatch:restarts", "smatch:seed", "smatch++:threshold", "s2match:sense"),
        *("wsmatch:reach", "wsmatch:rate", "sembleu:n", "sembleu:weights", "wlk:k", "wwlk:samples"),
    ]
    for option in fields:
        for number in LONG:
            yield Case(f"-m {option}={brief(number)}", [*SCORE, "-m", f"{option}={number}"], GRAPHS)
    for spec in (
        *(
            "smatch:" + "x" * 9999,
            "x" * 9999,
            "smatch:aspect=\x1b[31m",
            "smatch:=",
            "smatch:budget",
        ),
        *("wlk:k=65", "wlk:k=-1", "sembleu:n=0", "sembleu:weights=1+nan+1", "wwlk:samples=0"),
        *("s2match:vectors=/dev/zero", "wwlk-theta:weights=/dev/zero", "s2match:vectors=."),
        *(
            "wwlk-theta:weights=.",
            "command:",
            "command:'",
            "command:/",
            "command:false",
            "os:abort:1",
        ),
    ):
        yield Case(f"-m {brief(spec)}", [*SCORE, "-m", spec], GRAPHS)


def _numbers() -> Iterator[Case]:
    """Options of commands."""
    for option in ("--threads", "--worst", "--resamples", "--seed", "--fail-under", "--shard"):
        for number in LONG:
            words = [*SCORE, "--confidence", f"{option}={number}"]
            yield Case(f"{option} {brief(number)}", words, GRAPHS)
    for shard in ("1/1000001", "1/" + "9" * 9999, "9" * 9999 + "/1", "0/0", "1/1e3", "٢/١"):
        yield Case(f"--shard {brief(shard)}", [*SCORE, "--shard", shard], GRAPHS)
    for number in LONG:
        yield Case(
            f"--level {brief(number)}", [*SCORE, "--confidence", f"--level={number}"], GRAPHS
        )
        limit = ["audit", "soundness", "gold", f"--limit={number}"]
        yield Case(f"--limit {brief(number)}", limit, GRAPHS)


def _vectors() -> Iterator[Case]:
    """Word vectors as text."""
    lines = {
        "large": "boy 1e20 1\ngirl 1 1e20",
        "larger": "boy 1e38 1e38\ngirl 1e38 1e38",
        "beyond": "boy 1e308 1\ngirl 1 1",
        "digits": f"boy {'9' * 400} 1\ngirl 1 1",
        "many digits": f"boy {'9' * 9999} 1\ngirl 1 1",
        "tiny": "boy 1e-30 1e-30\ngirl 1e-30 1e-30",
        "denormal": "boy 1e-310 0\ngirl 0 1e-310",
        "nan": "boy nan 1\ngirl 1 1",
        "infinite": "boy -inf 1\ngirl 1 1",
        "no numbers": "boy\ngirl",
        "uneven": "boy 1 2\ngirl 1",
        "twice": "boy 1 2\nboy 1 2",
        "empty": "",
        "not numbers": "boy x y\ngirl 1 2",
    }
    for name, text in lines.items():
        yield from _with_vectors(f"vectors: {name}", {"v.txt": text.encode()}, "v.txt")
    for name, data in {
        "not UTF-8": b"\xff\xfe 1 2\n",
        "cut gzip": gzip.compress(b"boy 1 2\n" * 100)[:30],
        "zeros": b"\0" * 1000,
    }.items():
        yield from _with_vectors(f"vectors: {name}", {"v.txt": data}, "v.txt")
    fine = {"v.txt": b"boy 0 0\ngirl 1e6 1e-6\nwant 1e-6 0\ncat 1 1\n"}
    yield from _with_vectors("vectors: the bounds", fine, "v.txt", refused=False)


def _with_vectors(
    name: str, files: dict[str, bytes], path: str, refused: bool = True
) -> Iterator[Case]:
    for metric in ("s2match", "wwlk"):
        words = [*SCORE, "-m", f"{metric}:vectors={path}"]
        yield Case(f"{name} ({metric})", words, {**GRAPHS, **files}, refused)


def _arrays() -> Iterator[Case]:
    """Word vectors as arrays."""
    packed = [("scale", "<f4"), ("row", "i1", (2,))]
    arrays: dict[str, Any] = {
        "large": np.full((2, 2), 1e20),
        "nan": np.full((2, 2), np.nan),
        "tiny": np.full((2, 2), 1e-200),
        "whole": np.full((2, 2), 2**62),
        "texts": np.array([["a", "b"], ["c", "d"]]),
        "cube": np.ones((2, 2, 2)),
        "line": np.ones(2),
        "complex": np.ones((2, 2), dtype=complex),
        "rows": np.ones((3, 2)),
        "none": np.ones((2, 0)),
        "scales": np.array([(1e30, [1, 1]), (1, [1, 1])], packed),
        "scale of nan": np.array([(np.nan, [1, 1]), (1, [1, 1])], packed),
        "scales as texts": np.array([("x", [1, 1])] * 2, [("scale", "U1"), ("row", "i1", (2,))]),
    }
    contents = {name: _saved(array) for name, array in arrays.items()}
    good = _saved(np.ones((2, 2)))
    contents |= {
        "cut": good[:-9],
        "header": good.replace(b"(2, 2)", b"(9, 9)"),
        "a huge shape": good.replace(b"(2, 2), }      ", b"(2, 99999999), }"),
        "nested header": good.replace(b"(2, 2), }", b"((((((2"),
        "no array": b"hello",
        "empty": b"",
    }
    for name, data in contents.items():
        files = {"v.npy": data, "v.txt": b"boy\ngirl\n"}
        yield from _with_vectors(f"array: {name}", files, "v.npy")


def _saved(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def _weights() -> Iterator[Case]:
    """Files of weights."""
    good = json.loads((FOLDER / "joint.json").read_text(encoding="utf-8"))
    yield _with_weights("as they are", json.dumps(good), refused=False)
    for number in (1e308, -1e308, 1e7, float("nan"), float("inf"), 10**400, "1", None, True, [1]):
        changed = dict.fromkeys(good["weights"], number)
        yield _with_weights(f"all {brief(str(number))}", json.dumps({**good, "weights": changed}))
    for key in good:
        rest = {name: value for name, value in good.items() if name != key}
        yield _with_weights(f"without {key}", json.dumps(rest))
        for value in ODD:
            text = json.dumps({**good, key: value})
            remembered = key in ("data", "command") and isinstance(value, str)
            harmless = remembered or (key == "dev" and value == {})
            yield _with_weights(f"{key}={brief(str(value))}", text, refused=not harmless)
    for name, text in {"digits": "9" * 9999, "deep": "[" * 99_999, "cut": "{", "": ""}.items():
        yield _with_weights(f"not JSON: {name}", text)


def _with_weights(name: str, text: str, *, refused: bool = True) -> Case:
    words = [*SCORE, "-m", "wwlk-theta:weights=w.json"]
    return Case(f"weights: {name}", words, {**GRAPHS, "w.json": text.encode()}, refused)


def _corpora() -> Iterator[Case]:
    """Files of graphs."""
    contents: dict[str, bytes] = {
        "empty": b"",
        "blanks": b" \n" * 1000,
        "zeros": b"\0" * 1000,
        "UTF-16": GOLD.decode().encode("utf-16"),
        "not UTF-8": b"\xff\xfe\xfd(b / boy)",
        "text": b"Dear reader, this is no AMR.\n",
        "JSON": b'{"graphs": []}',
        "cut gzip": gzip.compress(GOLD * 100)[:50],
        "open": b"(" * 10_000,
        "closed": b")" * 10_000,
        "one graph more": GOLD + b"\n# ::id 3\n(d / dog)\n",
        "one graph less": GOLD.partition(b"\n\n")[0],
        "broken": GOLD.replace(b"boy)", b"boy"),
    }
    for name, data in contents.items():
        words = ["score", "pred", "gold"] if name != "broken" else SCORE
        yield Case(f"corpus: {name}", words, {**GRAPHS, "gold": data})
    deep = b"(a / b :r " * 20_000 + b"(a / b)" + b")" * 20_000
    for name, data in {
        "deep": deep,
        "a long concept": b"(b / " + b"x" * 100_000 + b")",
        "a long number": b"(q / quantity :quant " + b"9" * 9999 + b")",
        "escapes": b'# ::id \x1b[31m\n(b / boy :op1 "\x1b]0;x\x07")',
    }.items():
        yield Case(f"corpus: {name}", ["score", "one", "one"], {"one": data}, refused=False)


def _ratings() -> Iterator[Case]:
    """Ratings, for ``train``."""
    words = ["train", "wwlk-theta", "--gold", "gold", "--pred", "pred", "--dev", "gold", "pred"]
    contents = {
        "digits": "9" * 400 + "\n1\n",
        "many digits": "9" * 9999 + "\n1\n",
        "large": "1e300\n1\n",
        "nan": "nan\n1\n",
        "infinite": "inf\n1\n",
        "words": "high\nlow\n",
        "too few": "1\n",
        "too many": "1\n2\n3\n",
        "empty": "",
        "zeros": "\0\0\n1\n",
    }
    for name, text in contents.items():
        files = {**GRAPHS, "r": text.encode()}
        yield Case(f"ratings: {name}", [*words, "r", "--target", "r", "-o", "w"], files)
    files = {**GRAPHS, "r": b"1\n2\n"}
    for number in ("9" * 400, "9" * 9999):
        slices = (f"r@{number}:", f"r@:{number}", f"r@{number}:{number}")
        for place, part in enumerate(slices):
            name = f"ratings: slice {place} of {len(number)} digits"
            yield Case(name, [*words, part, "--target", part, "-o", "w"], files)
        for option in ("--steps", "--batch", "--rate", "--seed", "--k", "--patience", "--limit"):
            given = [*words, "r", "--target", "r", "-o", "w", f"{option}={number}"]
            yield Case(f"train {option} of {len(number)} digits", given, files)
