"""Rated pairs keep their ratings, whatever is reordered or left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.bamboo.ratings import Rated
from tertium.errors import NotationError


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Write four rated pairs; the second file has another order, and a graph is broken."""
    texts = {
        "gold": "\n\n".join(f"# ::id {i}\n(a / a{i})" for i in range(4)),
        "pred": "\n\n".join(f"# ::id {i}\n(b / b{i}{')' * (i != 1)}" for i in (3, 1, 0, 2)),
        "ratings": "0\n1\n2\n3\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in texts]


def test_graphs_are_paired_and_bad_ones_left_out(files: list[str]) -> None:
    with pytest.raises(NotationError):
        Rated.read(*files)
    rated = Rated.read(*files, on_error="skip")
    assert rated.paired_by == "id"
    assert [str(graph) for graph in rated.golds] == ["(a / a0)", "(a / a2)", "(a / a3)"]
    assert [str(graph) for graph in rated.preds] == ["(b / b0)", "(b / b2)", "(b / b3)"]
    assert rated.ratings == [0, 2, 3]
    assert rated.notes == (f"{files[1]}: 1 of 4 graphs cannot be read, left out",)


def test_a_slice_counts_bad_graphs(files: list[str]) -> None:
    part = Rated.read(files[0], files[1], f"{files[2]}@1:3", on_error="skip")
    assert ([str(graph) for graph in part.preds], part.ratings) == (["(b / b2)"], [2])
    by_order = Rated.read(*files, on_error="skip", pair_by="order")
    assert [str(graph) for graph in by_order.preds] == ["(b / b3)", "(b / b0)", "(b / b2)"]
