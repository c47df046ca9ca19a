"""Files of graphs, and their pairing."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium import Corpus, read
from tertium.errors import FileError, NotationError, PairingError
from tertium.graph import PAIR_BY, PairBy, pair


def corpus(name: str, *ids: str | None) -> Corpus:
    """Make a corpus of one graph for each id; an id that begins with ! has a broken graph."""
    comments = ["" if id is None else f"# ::id {id.removeprefix('!')}\n" for id in ids]
    texts = ["(b / boy" + ("" if id and id.startswith("!") else ")") for id in ids]
    return Corpus.of(map("".join, zip(comments, texts, strict=True)), name)


PAIRED: dict[str, tuple[list[str | None], list[str | None], PairBy, str, list[int]]] = {
    "by id": (["1", "2", "3"], ["3", "1", "2"], "auto", "id", [1, 2, 0]),
    "by id, a broken one too": (["1", "2"], ["!2", "1"], "auto", "id", [1, 0]),
    "without ids": ([None, None], [None, None], "auto", "order", [0, 1]),
    "ids on one side": (["1", "2"], [None, None], "auto", "order", [0, 1]),
    "an id is missing": (["1", "2"], ["2", None], "auto", "order", [0, 1]),
    "other ids": (["1", "2"], ["3", "4"], "auto", "order", [0, 1]),
    "an id twice": (["1", "1"], ["1", "1"], "auto", "order", [0, 1]),
    "an id twice on one side": (["1", "2"], ["2", "2"], "auto", "order", [0, 1]),
    "by order, as asked": (["1", "2"], ["2", "1"], "order", "order", [0, 1]),
    "by id, as asked": (["1", "2"], ["2", "1"], "id", "id", [1, 0]),
}


@pytest.mark.parametrize(("gold", "pred", "by", "how", "order"), PAIRED.values(), ids=PAIRED)
def test_paired(
    gold: list[str | None], pred: list[str | None], by: PairBy, how: str, order: list[int]
) -> None:
    pairing = pair(corpus("gold", *gold), corpus("pred", *pred), by)
    assert pairing.by == how
    assert list(pairing.gold) == list(range(len(gold)))
    assert list(pairing.pred) == order


@pytest.mark.parametrize(
    ("gold", "pred", "noted"),
    [
        (["1", "2"], ["2", "3"], "pred: its ids are not those of gold"),
        (["1", "2"], ["2", "2"], "pred: the id 2 is there twice, graphs 1 and 2"),
        (["2", "2"], ["2", "2"], "gold: the id 2 is there twice, graphs 1 and 2"),
        (["1", "2"], ["1", "2"], None),
        (["1", "2"], ["3", "4"], None),
        ([None, None], [None, None], None),
    ],
)
def test_a_note_where_some_ids_agree(gold: list[str], pred: list[str], noted: str | None) -> None:
    note = pair(corpus("gold", *gold), corpus("pred", *pred)).note
    assert note == (noted and f"{noted}; graphs are paired by order")
    assert pair(corpus("gold", *gold), corpus("pred", *pred), "order").note is None


UNPAIRED: dict[str, tuple[list[str | None], list[str | None], PairBy, str]] = {
    "fewer predictions": (
        ["1", "2", "3"], ["1", "3"], "auto",
        "gold has 3 graphs and pred has 2; the first id without a partner is 2, in gold",
    ),
    "more predictions": (
        ["1"], ["0", "1"], "auto",
        "gold has 1 graph and pred has 2; the first id without a partner is 0, in pred",
    ),
    "without ids": (
        [None, None], [None], "auto",
        "gold has 2 graphs and pred has 1; graph 2 of gold is the first without a partner",
    ),
    "by order": (
        ["1"], ["1", "1"], "order",
        "gold has 1 graph and pred has 2; graph 2 of pred is the first without a partner",
    ),
    "an id twice": (["1", "1"], ["1", "2"], "id", "gold: the id 1 is there twice, graphs 1 and 2"),
    "no id": (["1"], [None], "id", "pred: graph 1 has no id, so it cannot be paired by id"),
    "an id that pred has not": (
        ["1", "2", "3"], ["1"], "id",
        "pred has no graph with the id 2, and 1 more, which gold has",
    ),
    "an id that gold has not": (
        ["1"], ["1", "2"], "id", "gold has no graph with the id 2, which pred has"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("gold", "pred", "by", "message"), UNPAIRED.values(), ids=UNPAIRED)
def test_not_paired(
    gold: list[str | None], pred: list[str | None], by: PairBy, message: str
) -> None:
    with pytest.raises(PairingError) as caught:
        pair(corpus("gold", *gold), corpus("pred", *pred), by)
    assert str(caught.value) == message


def test_the_ways_to_pair() -> None:
    assert PAIR_BY == ("auto", "id", "order")


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
    "a text": (b"The boy goes.\n\nHe goes.\n", "this is no file of graphs\n"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "this is no file of graphs"),
    "many blank lines": (b"\n" * 10**6 + b"x", "this is no file of graphs"),
    "a web page": (b"<!DOCTYPE html>\n<html></html>\n", "this is no file of graphs"),
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
    with pytest.raises(FileError, match="no file of graphs"):
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
