"""The reader against the penman package: random texts, tokens in any order, corpora."""

from __future__ import annotations

import logging
import re
from collections import Counter

import penman
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from penman.models.amr import model

from tertium import Corpus, Graph
from tertium.errors import InputError, NotationError
from tertium.graph import Triple
from tertium.graph.notation import read_entries
from tests.graph.entries import texts
from tests.support.corpora import corpora

logging.getLogger("penman").setLevel(logging.CRITICAL)


NAMES = st.sampled_from(["a", "b", "c", "x1", "ж"])
BLANKS = st.sampled_from(["", " ", "\n", "\t", "\r\n", "  \n    "])
GAPS = st.sampled_from([" ", "\n", "\t", " \n  "])
MARKS = st.sampled_from(["", "", "", "~1", "~e.4", "~e.4,5", " ~2"])
ROLES = st.sampled_from(
    ["ARG0", "ARG0-of", "mod", "domain-of", "consist-of", "prep-out-of", "prep-on-behalf-of",
     "consist-of-of", "ARG1-of-of", "op1", "polarity", "", "of", "-of", "роль", "instance"]
)  # fmt: skip
SYMBOLS = st.one_of(
    NAMES,
    st.sampled_from(["boy", "go-02", "-", "5", "+1.5", "a#b", "東京", '""', '"a b"', '"(:/~e.4)"']),
    st.text('ab "\\:/()~#é', max_size=6).map(
        lambda s: '"' + s.replace("\\", "\\\\").replace('"', '\\"') + '"'
    ),
)


@st.composite
def penman_texts(draw: st.DrawFn, depth: int = 3) -> str:
    """Draw a graph in a random layout."""
    parts = ["(", draw(BLANKS), draw(NAMES)]
    if draw(st.integers(0, 5)):
        parts += [draw(BLANKS), "/"]
        if draw(st.integers(0, 5)):
            parts += [draw(BLANKS), draw(SYMBOLS), draw(MARKS)]
    for _ in range(draw(st.integers(0, 3))):
        parts += [draw(GAPS), ":", draw(ROLES), draw(MARKS)]
        kind = draw(st.integers(0, 6))
        if kind > 3 and depth:
            parts += [draw(BLANKS), draw(penman_texts(depth - 1))]
        elif kind > 0:
            parts += [draw(GAPS), draw(SYMBOLS), draw(MARKS)]
    return "".join([*parts, draw(BLANKS), ")"])


def by_penman(text: str) -> tuple[str | None, list[tuple[str, str, str | None]]]:
    graph = penman.decode(text, model=model)
    return graph.top, graph.triples


def assert_same(ours: Graph, text: str) -> None:
    top, expected = by_penman(text)
    assert ours.top == top
    if ":instance" not in text:
        assert list(ours.triples) == expected
    # A concept that is written as a role comes first here, and fills an empty slash.
    assert Counter(filter(_has_concept, ours.triples)) == Counter(filter(_has_concept, expected))


def _has_concept(triple: Triple) -> bool:
    return triple[1:] != (":instance", None)


@settings(max_examples=400)
@given(penman_texts())
def test_the_triples_are_those_of_penman(text: str) -> None:
    try:
        by_penman(text)
    except penman.DecodeError:
        with pytest.raises(NotationError):
            Graph.from_penman(text)
    else:
        assert_same(Graph.from_penman(text), text)


SOUP = st.lists(
    st.sampled_from(["(", ")", "(a", "b", "/", ":r", ":r-of", '"s t"', "~e.1", " ", "\n", "c1"]),
    max_size=14,
).map("".join)
WIDER = re.compile(
    r"""(?x) [^\s()]/ | /[^\s()] | :\S*\s*(~\S*\s*)?/    # a slash in a value
    | \([^\s]*\s*~                  # a mark on a variable
    """
)


@settings(max_examples=600)
@given(SOUP)
def test_tokens_in_any_order_are_taken_or_refused_as_by_penman(soup: str) -> None:
    text = re.sub(r"\n\s*\n", "\n", f"(x / y {soup})")  # a blank line may end a graph here
    if re.search(r"\(\s*\)", text):  # penman reads a node without variable
        with pytest.raises(InputError):
            Graph.from_penman(text)
        return
    if WIDER.search(text):
        assert texts(text)
        return
    try:
        expected = penman.loads(text, model=model)
    except penman.DecodeError:
        with pytest.raises(InputError):
            Graph.from_penman(text)
        return
    found = read_entries(text.encode(), "penman")
    errors = [entry.message for entry in found if isinstance(entry, NotationError)]
    # penman stops at text behind a graph without a word.
    if errors:
        assert "behind the graph" in errors[0] or "too many" in errors[0]
    else:
        assert len(found) == len(expected)
    if len(found) == 1 and not errors:
        assert_same(Graph.from_penman(text), text)


def test_corpora_read_as_by_penman() -> None:
    files = sorted((corpora() / "data").rglob("*.amr"))
    assert files
    for path in files:
        graphs = Corpus.read(path).graphs
        blocks = split_blocks(path.read_text(encoding="utf-8-sig"))
        assert len(blocks) == len(graphs), path
        for graph, block in list(zip(graphs, blocks, strict=True))[::50]:
            assert_same(graph, block)


def split_blocks(text: str) -> list[str]:
    """Return the blocks of a file that hold more than comments."""
    blocks = re.split(r"\n[ \t\r]*\n", text)
    return [b for b in blocks if re.search(r"^\s*[^#\s]", b, re.MULTILINE)]
