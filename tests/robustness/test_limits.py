"""What docs/limits.md says is bounded is bounded there, and refused beyond it."""

from __future__ import annotations

from pathlib import Path

import pytest

import tertium
from benchmarks.limits import many_concepts
from benchmarks.memory import read, times_the_text, write_small
from tertium.cli import main
from tertium.errors import InputError, TertiumError
from tertium.metrics.program import DEFAULT_SECONDS, Limits
from tertium.search import Index
from tests.support.paths import DOCS

PAGE = (DOCS / "limits.md").read_text(encoding="utf-8")


def leaves(count: int) -> str:
    """Return a node with many different neighbours."""
    return "(x / c" + "".join(f" :op{i} (y{i} / d{i})" for i in range(count)) + ")"


def alike(count: int) -> str:
    """Return a node with many neighbours that look alike."""
    return "(x / c" + "".join(f" :op (y{i} / c)" for i in range(count)) + ")"


def test_nodes_of_a_transport() -> None:
    assert "| 2,000 nodes in a graph" in PAGE
    with pytest.raises(InputError, match="a graph has 2001 nodes"):
        tertium.score(leaves(2000), "(b / boy)", "wwlk")


def test_pairs_of_concepts() -> None:
    assert "| 16,777,216 pairs of different concepts" in PAGE
    with pytest.raises(TertiumError, match="more than 16777216 pairs of different concepts"):
        tertium.score(*many_concepts(4097), "s2match")


def test_problems_that_are_too_large_are_solved_in_linear_memory() -> None:
    """8.4 million pairs of variables that look alike: the same graph is still proven."""
    assert "| 8,000,000 cells and pairs in one problem" in PAGE
    graph = alike(2900)
    score = tertium.score(graph, graph)
    assert (score.value, score.upper) == (1, 1)
    with pytest.raises(InputError, match="solver=ilp: the graphs are too large"):
        tertium.score(graph, graph, "smatch:solver=ilp")


def test_variables_of_an_index() -> None:
    assert "| variables of a graph in an index | 65,535 |" in PAGE
    with pytest.raises(InputError, match="at most 65,535 variables"):
        Index.build([leaves(65_536)])


def test_programs() -> None:
    assert "| 1 MB and 1 kB per pair |" in PAGE
    assert Limits.of(7).bytes == 1_000_000 + 7 * 1000
    assert "| one hour for all pairs of a system;" in PAGE
    assert DEFAULT_SECONDS == 3600


def test_memory_of_a_file(tmp_path: Path) -> None:
    """A fifth of the million that the page speaks of; what one graph takes is the same."""
    assert "needs at most three times the size of the text" in " ".join(PAGE.split())
    path = str(tmp_path / "small.amr")
    write_small(path, 200_000)
    graphs, _, peak = read(path)
    assert graphs == 200_000
    assert times_the_text(path, peak) <= 3


def test_motifs() -> None:
    """Two nodes with 2,001 attributes each: every attribute of one with every one of the other."""
    assert "| `rematch` | 4,000,000 motifs in one graph |" in PAGE
    values = "".join(f" :op{i} {i}" for i in range(2001))
    graph = f"(x / c{values} :ARG0 (y / d{values}))"
    with pytest.raises(InputError, match="more than 4000000 motifs"):
        tertium.score(graph, "(b / boy)", "rematch")


def test_words_in_messages(capsys: pytest.CaptureFixture[str]) -> None:
    assert "| a word in a message | 1,000 characters |" in PAGE
    assert main(["score", "(b / boy)", f"(b / {'x' * 100_000}"]) == 0  # scored zero, with a message
    assert main(["score", "x" * 5000, "(b / boy)"]) == 2
    assert max(map(len, capsys.readouterr().err.splitlines())) < 2500


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", str(2**64)], "below 2^64"),
        (["--worst", str(2**64)], "below 2^64"),
        (["--confidence", "--resamples", "10000001"], "10,000,000"),
        (["--shard", "1/1000001"], "1,000,000"),
    ],
)
def test_counts_of_the_command_line(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert "| seeds and counts of the command line | 2^64;" in PAGE
    assert main(["score", "(b / boy)", "(b / boy)", *words]) == 2
    assert said in capsys.readouterr().err
