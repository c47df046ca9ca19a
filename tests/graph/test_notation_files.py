"""Files of graphs: where one ends and the next begins, metadata, bad bytes, lines of triples."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import Graph, read
from tertium.errors import NotationError
from tertium.graph import Triple
from tertium.graph.notation import NOTATIONS, guess_format, read_entries
from tests.graph.entries import BOY, GO, texts
from tests.reference.metadata import read_metadata

FILES = {
    "blocks": ("(a / b)\n\n(c / d)\n", ["(a / b)", "(c / d)"]),
    "several per line": ("(a / b) (c / d)(e / f)", ["(a / b)", "(c / d)", "(e / f)"]),
    "several a block": ("(a / b)\n(c / d)\n# x\n(e / f)", ["(a / b)", "(c / d)", "(e / f)"]),
    "many blank lines": ("\n\n\n(a / b)\n\n \n\n(c / d)\n\n\n", ["(a / b)", "(c / d)"]),
    "blocks of comments": ("# x\n\n# ::id 0\n\n(a / b)\n\n# y\n", ["(a / b)"]),
    "BOM": ("\ufeff(a / b)", ["(a / b)"]),
    "only comments": ("# ::id 1\n\n# ::id 2\n", []),
    "one broken graph": (
        "(a / b\n    :c (d / e)\n\n(f / g)",
        ["the graph ends here with 1 parenthesis still open; the last was opened in line 1,"
         " column 1", "(f / g)"],
    ),
    "broken before metadata": (
        "(a / b\n# ::id 2\n(f / g)",
        ["the graph ends here with 1 parenthesis still open; the last was opened in line 1,"
         " column 1", "(f / g)"],
    ),
    "broken with a blank line inside": (
        "(a / b :c d e\n\n    :f (g / h))\n\n(f / g)",
        ["expected a role or ')'", "(f / g)"],
    ),
    "failures of a parser": (
        "None\n\nNone\n\n(a / b)\n",
        ["expected '(': this is not a graph", "expected '(': this is not a graph", "(a / b)"],
    ),
    "junk behind a blank line": (
        "(a / b)\n\n   junk\n\n(c / d)",
        ["(a / b)", "expected '(': this is not a graph", "(c / d)"],
    ),
    "an indented graph": ("   (a / b)\n\n   (c / d)", ["(a / b)", "(c / d)"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FILES.values(), ids=FILES)
def test_files(text: str, expected: list[str]) -> None:
    assert texts(text) == expected
    assert texts(text.replace("\n", "\r\n")) == expected


def test_bad_bytes_spoil_their_graph_only() -> None:
    data = b"(a / b)\n\n(c / \xff)\n\n# \xff\n(d / e)\n\n(f / g\0 h)\n"
    assert texts(data) == ["(a / b)", "this byte is not valid UTF-8", "(d / e)", "a NUL byte"]


@pytest.mark.parametrize(
    "bad",
    [
        b"\x80", b"\xc0\xaf", b"\xc3", b"\xe0\x80\xaf", b"\xed\xa0\x80", b"\xf0\x80\x80\xaf",
        b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xfe", b"\xe2\x82",
    ],
)  # fmt: skip
def test_utf8_is_checked_as_python_does(bad: bytes) -> None:
    for padding in range(9):
        data = b"(b / " + b"x" * padding + bad + b")"
        with pytest.raises(UnicodeDecodeError):
            data.decode()
        (entry,) = read_entries(data, "penman")
        assert isinstance(entry, NotationError)
        assert entry.place.column == 6 + padding


@given(st.binary(max_size=80))
def test_any_bytes_give_graphs_or_faults(data: bytes) -> None:
    for text in (data, b"(a / b :c " + data + b")", data.replace(b"\0", b"(")):
        for format in NOTATIONS:
            for entry in read_entries(text, format):
                if isinstance(entry, NotationError):
                    assert str(entry)
                else:
                    assert entry._triples


METADATA = {
    "several keys": ("# ::id 1 ::date 2\n# ::snt a b", {"id": "1", "date": "2", "snt": "a b"}),
    "no value": ("# ::id ::snt a", {"id": "", "snt": "a"}),
    "no blank before": ("#::id 1", {"id": "1"}),
    "colons inside": ("# ::snt a::b :: c", {"snt": "a::b :: c"}),
    "tabs": ("#\t::id\t1\t::snt\ta", {"id": "1", "snt": "a"}),
    "separators": ("#\x1d::id\x1c1\x1e::snt a\x1fb\x1f", {"id": "1", "snt": "a\x1fb"}),
    "the last counts": ("# ::id 1\n# ::id 2", {"id": "2"}),
    "a longer key": ("# ::ident 1", {"ident": "1"}),
    "free text": ("# hello", {}),
    "text before a key": ("# hello ::id 1", {"id": "1"}),
    "other scripts": ("# ::snt 東京 ::id ж", {"snt": "東京", "id": "ж"}),
}  # fmt: skip


@pytest.mark.parametrize(("comments", "expected"), METADATA.values(), ids=METADATA)
def test_metadata(comments: str, expected: dict[str, str]) -> None:
    assert read_metadata(comments) == expected
    graph = Graph.from_penman(f"{comments}\n(b / boy)")
    assert graph.metadata == expected
    assert graph._id == expected.get("id", "")  # found without making the dict


@given(st.text("# :ab\t\x1c\x1f", max_size=30))
def test_the_native_id_is_that_of_the_metadata(comment: str) -> None:
    text = "#" + comment.replace("a", "id")
    graph = Graph.from_penman(f"{text}\n(b / boy)")
    assert graph._id == read_metadata(text).get("id", "")
    assert graph.metadata == read_metadata(text)


def test_the_id_stays_the_same_when_the_metadata_are_read() -> None:
    graph = Graph.from_penman("# ::id\n(b / boy)")
    before = graph.id
    assert graph.metadata == {"id": ""}
    assert before is None
    assert graph.id is None


def test_comments_above_a_graph_are_its_own() -> None:
    text = "# ::id 0 ::snt lost\n\n# ::id 1\n(a / b)\n# ::id 2\n(c / d)\n(e / f)"
    entries = [Graph.from_penman(part) for part in ("# ::id 1\n(a / b)", "(e / f)")]
    assert [graph.id for graph in entries] == ["1", None]
    wrapped = [e for e in read_entries(text.encode()) if isinstance(e, Graph)]
    assert [dict(graph.metadata) for graph in wrapped] == [{"id": "1"}, {"id": "2"}, {}]


TSV = "# ::id 1\ng\t:instance\tgo-02\ng\tARG0\tb\nb\t:instance\tboy\n"
TSV_FILES = {
    "one graph": (TSV, [("g", GO)]),
    "line ends of Windows": (TSV.replace("\n", "\r\n"), [("g", GO)]),
    "a named top": (TSV + "\ttop\tb\n", [("b", GO)]),
    "a named top with a source": ("x\t:TOP\tb\n" + TSV, [("b", GO)]),
    "two graphs": (TSV + "\n\nb\tinstance\tboy", [("g", GO), ("b", BOY)]),
    "comment lines": ("# x\n\n# ::id 2\nb\tinstance\tboy\n# y\n", [("b", BOY)]),
    "no concept": ("b\tinstance\t\n", [("b", (("b", ":instance", None),))]),
    "blanks in a value": ("b\top1\t\"a b\"", [("b", (("b", ":op1", '"a b"'),))]),
    "separators in a blank line": ("\x1d\nb\tinstance\tboy\n\x1c\t\x1f\n", [("b", BOY)]),
    "separators in a value": ("b\top1\ta\x1db", [("b", (("b", ":op1", "a\x1db"),))]),
    "a value that is not a source": ("b\tmod\tc", [("b", (("b", ":mod", "c"),))]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TSV_FILES.values(), ids=TSV_FILES)
def test_triples_line_by_line(text: str, expected: list[tuple[str, tuple[Triple, ...]]]) -> None:
    assert guess_format(text.encode()) == "triples"
    found = [e for e in read_entries(text.encode()) if isinstance(e, Graph)]
    assert [(graph.top, graph.triples) for graph in found] == expected


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("b\tinstance", 1, "expected three fields"),
        ("b\tinstance\tboy\tx", 1, "expected three fields"),
        ("\tinstance\tboy", 1, "must not be empty"),
        ("b\t\tboy", 1, "must not be empty"),
        ("\ttop\tx", 0, "the top 'x' is not the source of any triple"),
        ("ж\tinstance\tb\0y", 13, "a NUL byte"),
    ],
)
def test_bad_triples(line: str, column: int, message: str) -> None:
    text = f"a\tinstance\tx\n\n# ::id 7\nc\tinstance\ty\n{line}\n\nd\tinstance\tz\n"
    good, bad, last = read_entries(text.encode(), "triples")
    assert not isinstance(good, NotationError)
    assert not isinstance(last, NotationError)
    assert isinstance(bad, NotationError)
    assert message in bad.message
    assert bad.place.id == "7"
    if column:
        assert (bad.place.line, bad.place.column, bad.source) == (5, column, line)


def test_gzip_and_stdin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"(a / b)\n\n(c / d)\n"
    for name, content in (("plain.amr", data), ("zipped.amr.gz", gzip.compress(data))):
        path = tmp_path / name
        path.write_bytes(content)
        assert [str(graph) for graph in read(path)] == ["(a / b)", "(c / d)"]
        stdin = io.TextIOWrapper(io.BytesIO(content))
        monkeypatch.setattr("sys.stdin", stdin)
        assert [str(graph) for graph in read("-")] == ["(a / b)", "(c / d)"]


def test_line_ends_of_old_macintoshes(tmp_path: Path) -> None:
    path = tmp_path / "mac.amr"
    path.write_bytes(b"# ::id 1\r(g / go-02\r    :ARG0 (b / boy))\r")
    (graph,) = read(path)
    assert (graph.id, graph.triples) == ("1", GO)
