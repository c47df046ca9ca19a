"""Files of graphs."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium import Corpus, read
from tertium.errors import FileError, NotationError
from tertium.standard import CANONICAL


def write(folder: Path, data: bytes, name: str = "x.amr") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


GOOD = b"# ::id 1\n(b / boy)\n"
FILES = {
    "empty": (b"", "there is no graph in this file"),
    "blank": (b" \n\n", "there is no graph in this file"),
    "only comments": (b"# ::id 1\n", "there is no graph in this file"),
    "an empty gzip": (gzip.compress(b""), "there is no graph in this file"),
    "UTF-16": ("(b / boy)".encode("utf-16"), "this is UTF-16; save it as UTF-8"),
    "UTF-16, the other way": (
        b"\xfe\xff" + "(b / boy)".encode("utf-16-be"), "this is UTF-16; save it as UTF-8"
    ),
    "gzip cut short": (gzip.compress(GOOD)[:-9], "the gzip data is broken or cut short"),
    "broken gzip": (gzip.compress(GOOD)[:12] + b"xxxxxxxxxxxx", "the gzip data is broken"),
    "gzip with a wrong sum": (gzip.compress(GOOD)[:-8] + bytes(8), "the gzip data is broken"),
    "only the gzip magic": (b"\x1f\x8b", "the gzip data is broken"),
    "a text": (b"The boy goes.\n\nHe goes.\n", "this is not a file of graphs\n"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "this is not a file of graphs"),
    "many blank lines": (b"\n" * 10**6 + b"x", "this is not a file of graphs"),
    "a web page": (b"<!DOCTYPE html>\n<html></html>\n", "this is not a file of graphs"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "message"), FILES.values(), ids=FILES)
def test_files_that_are_refused(tmp_path: Path, data: bytes, message: str) -> None:
    path = write(tmp_path, data)
    for reader in (Corpus.read, read):
        with pytest.raises(FileError) as caught:
            reader(path)
        assert str(caught.value).startswith(f"{path}: {message}")


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"nowhere\.amr: there is no such file"):
        read(tmp_path / "nowhere.amr")
    with pytest.raises(FileError, match="this is a directory, not a file of graphs"):
        read(tmp_path)
    with pytest.raises(FileError, match="Not a directory"):
        read(write(tmp_path, GOOD) / "x")
    with pytest.raises(FileError, match="File name too long"):
        read("x" * 5000)
    with pytest.raises(FileError, match="cannot be the name of a file"):
        read("a\0b")


@pytest.fixture
def as_nobody() -> Iterator[None]:
    """Root may read everything, so root is somebody else for a while."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield
    os.seteuid(user)


@pytest.fixture
def locked(tmp_path: Path) -> Path:
    path = write(tmp_path, GOOD)
    path.chmod(0)
    return path


@pytest.mark.usefixtures("locked", "as_nobody")
def test_a_file_that_may_not_be_read(locked: Path) -> None:
    with pytest.raises(FileError, match="Permission denied"):
        read(locked)


def test_bad_graphs_keep_their_place(tmp_path: Path) -> None:
    data = b"(a / b)\n\n# ::id x.2\n(b / \xffoy)\n\n(c / d\n\n(e / f\0)\n\n(g / h)\n"
    path = write(tmp_path, data)
    found = Corpus.read(path)
    assert len(found) == 5
    assert found.ids == [None, "x.2", None, None, None]
    assert [str(error).split("\n")[0] for error in found.errors] == [
        f"{path}: graph 2 (x.2), line 4, column 6: this byte is not valid UTF-8",
        f"{path}: graph 3, line 6, column 7: the graph ends here with 1 parenthesis still open; "
        "the last was opened in line 6, column 1",
        f"{path}: graph 4, line 8, column 7: a NUL byte",
    ]
    with pytest.raises(NotationError, match="graph 2"):
        read(path)


def test_nothing_but_bad_graphs_is_still_a_corpus(tmp_path: Path) -> None:
    assert len(Corpus.read(write(tmp_path, b"(a / b\n\n(c / d\n")).errors) == 2


def test_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Corpus.read(write(tmp_path, GOOD, "jamr.amr")).name == "jamr"
    assert Corpus.read(write(tmp_path, gzip.compress(GOOD), "jamr.txt.gz")).name == "jamr"
    assert Corpus.read(str(write(tmp_path, GOOD, "jamr"))).name == "jamr"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOOD)))
    stdin = Corpus.read("-")
    assert (stdin.name, stdin.path, stdin.label) == ("<stdin>", "<stdin>", "<stdin>")


def test_stdin_can_be_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOOD)))
    assert len(Corpus.read("-")) == 1
    with pytest.raises(FileError, match="standard input"):
        Corpus.read("-")


def test_the_format_can_be_given(tmp_path: Path) -> None:
    path = write(tmp_path, b"b\tinstance\tboy\n")
    assert len(read(path, "triples")) == len(read(path)) == 1
    with pytest.raises(FileError, match="not a file of graphs"):
        read(path, "penman")


def test_a_corpus_in_memory() -> None:
    found = Corpus.of(["(b / boy)", None, "(b / boy", [], [("b", ":instance", "boy")]], "mine")
    assert (found.label, found.path, len(found)) == ("mine", None, 5)
    assert [str(error).split("\n")[0] for error in found.errors] == [
        "graph 2: there is no graph",
        "graph 3, line 1, column 9: the graph ends here with 1 parenthesis still open; "
        "the last was opened in line 1, column 1",
        "graph 4: a graph needs at least one triple",
    ]
    with pytest.raises(NotationError, match="graph 2"):
        _ = found.graphs


def test_sentences_of_good_and_bad_graphs(tmp_path: Path) -> None:
    data = b"# ::snt A boy.\n(b / boy)\n\n# ::id 2 ::snt A cat.\n(c / cat\n\n(d / dog)\n"
    found = Corpus.read(write(tmp_path, data))
    assert found.sentences == ["A boy.", "A cat.", None]
    triples = b"# ::snt A boy.\nb\tinstance\tboy\n\n# ::snt A cat.\nc\tinstance\n"
    assert Corpus.read(write(tmp_path, triples)).sentences == ["A boy.", "A cat."]


REDEFINED: dict[str, tuple[str, str | None]] = {
    "two nodes": (
        "# ::id x.1\n(w / walk-01\n    :ARG0 (d / dog)\n    :ARG1 (d / duck))",
        "graph 1 (x.1), line 4: the variable d has a second concept, duck",
    ),
    "the same concept": (
        "(a / and :op1 (d / dog) :op2 (d / dog))",
        "graph 1, line 1: the variable d has a second concept, dog",
    ),
    ":instance": (
        "(d / dog :instance\n cat)", "graph 1, line 2: the variable d has a second concept, cat"
    ),
    ":instance in another node": (
        "(d / dog :ARG0 (d :instance cat))",
        "graph 1, line 1: the variable d has a second concept, cat",
    ),
    "only the first is reported": (
        "(a / b\n :x (a / c)\n :y (a / d))",
        "graph 1, line 2: the variable a has a second concept, c",
    ),
    "triples": (
        "a\tinstance\tb\n\n# ::id x\nc\tinstance\td\nc\tinstance\te\n",
        "graph 2 (x), line 5: the variable c has a second concept, e",
    ),
    "a mention": ("(d / dog :ARG0 d)", None),
    "a node without a concept": ("(d / dog :ARG0 (d))", None),
    "a concept that comes late": ("(d :ARG0 (d / dog))", None),
    ":instance as the only concept": ("(d :instance dog)", None),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REDEFINED.values(), ids=REDEFINED)
def test_a_variable_that_is_defined_twice(tmp_path: Path, text: str, message: str | None) -> None:
    path = write(tmp_path, text.encode())
    expected = [f"{path}: {message}; both nodes are merged"] if message else []
    assert Corpus.read(path).warnings == expected
    graphs = Corpus.read(path).graphs
    assert read(path) == graphs  # merged, as ever


def test_variables_defined_twice_in_a_long_file(tmp_path: Path) -> None:
    twice = {7: "(a / b :x (a / c))", 650: "(d / dog\n\n  :mod (d / duck))"}
    texts = [twice.get(i, f"(v{i} / w\n  :x (u / w))") for i in range(1000)]
    found = Corpus.read(write(tmp_path, "\n\n".join(texts).encode()))
    assert [warning.split(": ")[1] for warning in found.warnings] == [
        "graph 8, line 22",
        "graph 651, line 1952",
    ]


def test_a_standard_form_has_nothing_to_warn_about() -> None:
    graph = Corpus.of(["(a / and :op1 (d / dog) :op2 (d / duck))"]).graphs[0]
    assert Corpus.of([graph]).warnings
    assert not Corpus.of([CANONICAL.apply(graph)]).warnings
