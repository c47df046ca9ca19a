"""Hostile tables for `fuzz.hostile`: frames, rules, judgements, rows, indexes.

Every kind of file that a command loads, beside graphs, shards and learned numbers, begins with a
good one that must be accepted. The others are that one with a number, a key or a line changed, and
must be refused; where a change may be harmless, the command must only end as it should.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from fuzz.hostile_case import DIGITS, GRAPHS, ODD, SCORE, Case, brief
from tertium.search import Index


def cases() -> Iterator[Case]:
    """Yield the cases of all tables."""
    for make in (_frames, _rules, _synonyms, _judgements, _mentions, _rows, _index):
        yield from make()


def _frames() -> Iterator[Case]:
    """Yield classes of frames, for rematch."""
    contents = {
        "tabs": b"go-02\tmove\nwant-01\twish\n",
        "JSON": b'{"go-02": "move", "want-01": {"label": "wish"}}',
    }
    for name, data in contents.items():
        yield _classes(name, data, refused=False)
    wrong = {
        "a number": b'{"go-02": 1}',
        "a number of many digits": b'{"go-02": ' + DIGITS + b"}",
        "deep": b'{"a": ' + b"[" * 99_999,
        "no label": b'{"go-02": {}}',
        "cut": b'{"go-02": "mo',
        "two classes": b"go-02\tmove\ngo-02\twish\n",
        "one column": b"go-02\n",
        "three columns": b"go-02\tx\ty\n",
        "an empty class": b"go-02\t \n",
        "none": b"",
        "not UTF-8": b"\xff\tx\n",
    }
    for name, data in wrong.items():
        yield _classes(name, data)


def _classes(name: str, data: bytes, *, refused: bool = True) -> Case:
    words = [*SCORE, "-m", "rematch:frames=f.tsv"]
    return Case(f"frames: {name}", words, {**GRAPHS, "f.tsv": data}, refused)


def _rules() -> Iterator[Case]:
    """Yield weights of triples and tables of reifications."""
    weights = {
        "as they are": b"instance\t*\t2\n",
        "many digits": b"instance\t*\t" + DIGITS + b"\n",
        "nan": b"instance\t*\tnan\n",
        "negative": b"instance\t*\t-1\n",
        "large": b"instance\t*\t1e300\n",
        "a type": b"\x1b[31m\t*\t1\n",
        "columns": b"instance\t1\n",
        "none": b"",
        "stars": b"instance\t" + b"*a" * 5000 + b"\t1\n",
    }
    for name, data in weights.items():
        words = [*SCORE, "-m", "smatch++:weights=t.tsv"]
        refused = name not in ("as they are", "stars")
        yield Case(f"triple weights: {name}", words, {**GRAPHS, "t.tsv": data}, refused)
    tables = {
        "as it is": b"mod\thave-mod-91\tARG1\tARG2\n",
        "twice": b"mod\ta-91\tARG1\tARG2\nmod\tb-91\tARG1\tARG2\n",
        "cyclic": b"mod\ta-91\tmod\tARG2\n",
        "equal": b"mod\ta-91\tARG1\tARG1\n",
        "columns": b"mod\n",
        "blanks": b"mod\t \tARG1\tARG2\n",
        "none": b"\n",
    }
    for name, data in tables.items():
        words = ["standardise", "gold", "--reify", "--set", "table=t.tsv"]
        yield Case(f"reification: {name}", words, {**GRAPHS, "t.tsv": data}, name != "as it is")


def _synonyms() -> Iterator[Case]:
    """Yield groups of near-synonymous frames, and folders of WordNet."""
    make = ["bamboo", "make", "syno", "gold", "pred", "r", "-o", "out"]
    files = {**GRAPHS, "r": b"1\n2\n"}
    groups = {
        "as they are": b"go-02\tmove-01\n",
        "one": b"go-02\n",
        "words": b"go\tmove\n",
        "many digits": b"go-" + DIGITS + b"\tmove\n",
        "not UTF-8": b"\xff-01\tx-01\n",
        "zeros": b"\0\0\0",
    }
    for name, data in groups.items():
        words = [*make, "--frames", "f.tsv"]
        yield Case(f"synonyms: {name}", words, files | {"f.tsv": data}, name != "as they are")
    line = b"boy n 1 0 1 0 00000000\n"
    for name, index in {"offset": line, "digits": line.replace(b"1", DIGITS), "text": b"x"}.items():
        folder = {f"wn/{kind}.{part}": index for part in ("noun", "verb", "adj", "adv")
                  for kind in ("index", "data")}  # fmt: skip
        yield Case(f"WordNet: {name}", [*make, "--wordnet", "wn"], files | folder, None)
    yield Case("WordNet: no folder", [*make, "--wordnet", "wn"], files)


def _judgements() -> Iterator[Case]:
    """Yield tables of judgements, for ``prefer``."""
    head = b"id,system_a,system_b,choice\n"
    tables: dict[str, bytes] = {
        "as they are.csv": head + b"1,gold,pred,a\n2,gold,pred,b\n",
        "no column.csv": b"id,system_a,choice\n1,gold,a\n",
        "no row.csv": head,
        "nothing.csv": b"",
        "a system.csv": head + b"1,gold,nobody,a\n",
        "an id.csv": head + b"9,gold,pred,a\n",
        "itself.csv": head + b"1,gold,gold,a\n",
        "an answer.csv": head + b"1,gold,pred,maybe\n",
        "no answer.csv": head + b"1,gold,pred,\n",
        "digits.csv": head + b"1,gold,pred," + DIGITS + b":1\n",
        "cells.csv": head + b"1,gold,pred,a,a,a\n",
        "quotes.csv": head + b'1,"gold,pred,a\n',
        "zeros.csv": head + b"\0,\0,\0,\0\n",
        "escapes.csv": head + b"\x1b[31m,\x1b]0;x\x07,pred,a\n",
        "digits.jsonl": _lines({"votes": {"a": 10**400}}),
        "many digits.jsonl": _lines({"votes": 0}).replace(b"0}", DIGITS + b"}"),
        "negative.jsonl": _lines({"votes": {"a": -1, "b": 3}}),
        "shares.jsonl": _lines({"votes": {"a": 0.5}}),
        "nan.jsonl": _lines({"votes": {"a": float("nan")}}),
        "deep.jsonl": _lines({"votes": 0}).replace(b"0}", b"[" * 99_999),
        "contradiction.jsonl": _lines({"votes": ["a"], "choice": "b"}),
        "nobody.jsonl": _lines({"votes": []}),
        "a folder.jsonl": b"[]",
    }
    for name, data in tables.items():
        file = f"j.{name.rpartition('.')[2]}"
        words = ["prefer", file, "gold", "pred", "--gold", "gold", "--resamples", "9"]
        refused = not name.startswith("as they")
        yield Case(f"judgements: {name}", words, {**GRAPHS, file: data}, refused)


def _lines(*changes: Mapping[str, object]) -> bytes:
    row = {"id": "1", "system_a": "gold", "system_b": "pred"}
    return "".join(json.dumps({**row, **change}) + "\n" for change in changes).encode()


def _mentions() -> Iterator[Case]:
    """Yield clusters of coreference, for ``document``."""
    contents: dict[str, tuple[bytes, bool]] = {
        "as they are": (b'[[[1, "b"], [2, "c"]]]', False),
        "digits": (b"[[[" + DIGITS + b', "b"]]]', True),
        "a sentence": (b'[[[3, "b"]]]', True),
        "zero": (b'[[[0, "b"]]]', True),
        "a variable": (b'[[[1, "x"]]]', True),
        "an id": (b'[[["\\u001b", "b"]]]', True),
        "three": (b'[[[1, "b", 2]]]', True),
        "an object": (b'{"\\u001b[31m": []}', True),
        "deep": (b"[" * 99_999, True),
        "nothing": (b"", True),
    }
    for name, (data, refused) in contents.items():
        words = ["document", "gold", "--coref", "c.json", "--merge", "all"]
        yield Case(f"coreference: {name}", words, {**GRAPHS, "c.json": data}, refused)


def _rows() -> Iterator[Case]:
    """Yield tables of graphs."""
    row = {"id": "1", "gold": "(b / boy)", "pred": "(b / boy)"}
    line = json.dumps(row).encode() + b"\n"
    tables: dict[str, tuple[bytes, bool | None]] = {
        "as it is.jsonl": (line, False),
        "as it is.csv": (b"id,gold,pred\n1,(b / boy),(b / boy)\n", False),
        "a list.jsonl": (b"[1]\n", True),
        "numbers.jsonl": (json.dumps({**row, "pred": 1}).encode(), True),
        "nan.jsonl": (json.dumps({**row, "pred": float("nan")}).encode(), None),
        "digits.jsonl": (line.replace(b'"1"', DIGITS), None),
        "deep.jsonl": (b'{"gold": ' + b"[" * 99_999, True),
        "cut.jsonl": (line[:-5], True),
        "gzip, cut.jsonl": (gzip.compress(line * 999)[:40], True),
        "a key twice.jsonl": (line.replace(b'"pred"', b'"gold"'), True),
        "other rows.jsonl": (line + b'{"id": 2}\n', None),
        "no column.csv": (b"id,gold\n1,(b / boy)\n", True),
        "columns.csv": (b"id,gold,gold\n1,(b / boy),(b / boy)\n", True),
        "cells.csv": (b"id,gold,pred\n1,2,3,4\n", True),
        "quotes.csv": (b'id,gold,pred\n1,"(b / boy),2\n', True),
        "zeros.tsv": (b"\0\t\0\n", True),
        "UTF-16.csv": ("id,gold,pred\n".encode("utf-16"), True),
        "text.parquet": (b"PAR1 not really PAR1", True),
        "empty.parquet": (b"", True),
        "cut.parquet": (b"PAR1" + b"\xff" * 100 + b"\xff\xff\xff\x7fPAR1", True),
    }
    for name, (data, refused) in tables.items():
        file = f"t.{name.rpartition('.')[2]}"
        yield Case(f"rows: {name}", ["score", file], {file: data}, refused)


def _index() -> Iterator[Case]:
    """Yield folders of indexes; `fuzz.hostile_index` changes the numbers of segments."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.tix")
        Index.build(GRAPHS["gold"].decode().split("\n\n"), path).close()
        files = {f"x.tix/{file.name}": file.read_bytes() for file in path.iterdir()}
    whole = json.loads(files["x.tix/manifest.json"])
    segment = whole["segments"][0]
    yield _searched("as it is", files, whole, refused=False)
    for key in whole:
        yield _searched(f"without {key}", files, {k: v for k, v in whole.items() if k != key})
        for value in ODD:
            refused = None if key == "tertium" else True
            yield _searched(f"{key}={brief(str(value))}", files, {**whole, key: value}, refused)
    for key in segment:
        for value in (*ODD, "../../x", "/etc/passwd", -1, 2**70, "AQ==", "!"):
            changed = [{**segment, key: value}]
            refused = None if key in ("checksum", "removed") else True
            name = f"segment with {key}={brief(str(value))}"
            yield _searched(name, files, {**whole, "segments": changed}, refused)
    yield _searched("a segment twice", files, {**whole, "segments": [segment] * 2}, None)
    for metric in ("command:touch owned", "os:abort", "x.py:f", "x" * 9999, "smatch:budget=x"):
        yield _searched(f"metric {brief(metric)}", files, {**whole, "metric": metric})
    empty = {name: b"" if name.endswith("segment") else data for name, data in files.items()}
    yield _searched("an empty segment", empty, {**whole, "segments": [{**segment, "bytes": 0}]})
    yield Case("index: no index", ["search", "x.tix", "gold"], {**GRAPHS, "x.tix/lock": b""})


def _searched(
    name: str, files: Mapping[str, bytes], manifest: object, refused: bool | None = True
) -> Case:
    text = {"x.tix/manifest.json": json.dumps(manifest).encode()}
    return Case(f"index: {name}", ["search", "x.tix", "gold"], {**GRAPHS, **files, **text}, refused)
