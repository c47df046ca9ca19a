"""Documents made of sentences, for the benchmark of their alignment."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import sentences
from tertium import read
from tertium.standard.sentences import sentences_of
from tests.support.paths import EXAMPLES


def test_pairs_of_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "SMALLEST", 1)
    golds = read(EXAMPLES / "gold.amr")
    made = sentences.document_pairs(golds, read(EXAMPLES / "parser.amr"), 2)
    assert list(made) == ["perturbed", "merged", "unrelated", "parsed"]
    for pairs in made.values():
        assert len(pairs) == 2
        for graph in (graph for pair in pairs for graph in pair):
            assert set(graph.variables) - set(sentences_of(graph)) == {graph.top}


def test_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sentences, "SMALLEST", 1)
    assert sentences.main([str(EXAMPLES / "gold.amr"), "--documents", "1"]) == 0
    found = capsys.readouterr().out.splitlines()
    assert found[0].split()[:3] == ["kind", "metric", "variables"]
    assert [line.split()[0] for line in found[1:]] == ["perturbed"] * 3 + ["merged"] * 3 + [
        "unrelated"
    ] * 3
    assert sentences.main([str(tmp_path / "missing.amr")]) == 2
