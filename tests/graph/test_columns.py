"""Many texts in one native call, against reading them one by one."""

from __future__ import annotations

import gc

import pytest

from tertium.errors import InputError
from tertium.graph import Graph, as_graph, text_graphs

TEXTS = [
    "(b / boy)",
    "# ::id boys.1\n# ::snt A boy .\n(b / boy :ARG0-of (g / go-02))\n",
    '(б / мальчик :op1 "Ada ∧")',
    "\ufeff(b / boy)",
    "",
    "no graph",
    "(b / boy",
    "(b / boy) (c / cat)",
    "(b / boy)\n\n(c / cat",
    "(b / \ud800)",
    "(b / boy))",
]


def _alone(text: str) -> Graph | None:
    try:
        return as_graph(text)
    except InputError:
        return None


@pytest.mark.parametrize("threads", [1, 2])
def test_texts_are_read_as_one_by_one(threads: int) -> None:
    many = TEXTS * 40  # enough for a second thread
    for text, found in zip(many, text_graphs(many, threads=threads), strict=True):
        alone = _alone(text)
        # Byte order marks are left to the reader of single texts, which takes them off.
        if found is None:
            assert alone is None or text.startswith("\ufeff")
            continue
        assert alone is not None
        assert (str(found), found.metadata, found.as_written) == (
            str(alone),
            alone.metadata,
            alone.as_written,
        )


def test_graphs_keep_their_texts() -> None:
    graphs = text_graphs([f"(b / boy :op1 {n})" for n in range(1000)])
    gc.collect()
    assert [str(graph) for graph in graphs if graph is not None][-1].split() == [
        *("(b", "/", "boy", ":op1", "999)")
    ]
