"""The doors to other packages, with the real packages where they are installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from tertium import Graph, evaluate, score
from tertium.cli import main
from tertium.evaluation.matrix import matrix
from tertium.interop.huggingface import compute_metrics
from tertium.interop.penman import from_penman, to_penman
from tests.support.graphs import connected_graphs
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write
from tests.support.toys import Concepts


@settings(max_examples=60, deadline=None)
@given(connected_graphs())
def test_penman_there_and_back(graph: Graph) -> None:
    penman = pytest.importorskip("penman")
    there = to_penman(graph)
    assert isinstance(there, penman.Graph)
    assert from_penman(there) == graph
    again = penman.decode(penman.encode(there))
    assert sorted(again.triples) == sorted(there.triples)
    assert again.top == graph.top


def test_penman_keeps_metadata_and_is_taken_everywhere() -> None:
    penman = pytest.importorskip("penman")
    text = "# ::id x.1\n# ::snt Boys go.\n(g / go-02 :ARG0 (b / boy))"
    ours, theirs = Graph.from_penman(text), penman.decode(text)
    assert to_penman(ours).metadata == theirs.metadata
    assert from_penman(theirs).id == "x.1"
    assert score(ours, theirs).value == 1
    assert evaluate([theirs], [[ours]]).systems[0].results[0].score.value == 1


@pytest.mark.parametrize("metric", ["smatch", Concepts()])
def test_pairwise_is_all_scores(metric: str) -> None:
    expected = [[score(a, b, metric).value for b in STRONG] for a in WEAK]
    assert matrix(WEAK, STRONG, metric=metric).tolist() == expected
    square = [[score(a, b, metric).value for b in GOLD] for a in GOLD]
    assert matrix(GOLD, metric=metric, threads=1).tolist() == square


def test_pairwise_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = matrix(GOLD), matrix(GOLD, WEAK)
    monkeypatch.setattr("tertium.evaluation.matrix._MOST_ROWS", 2)
    assert (matrix(GOLD) == whole[0]).all()
    assert (matrix(GOLD, WEAK) == whole[1]).all()
    assert matrix([], GOLD).shape == (0, len(GOLD))


def test_pairwise_with_scikit_learn() -> None:
    cluster = pytest.importorskip("sklearn.cluster")
    graphs = [GOLD[0], WEAK[0], GOLD[2], WEAK[2]]
    model = cluster.AgglomerativeClustering(2, metric="precomputed", linkage="average")
    labels = model.fit_predict(1 - matrix(graphs)).tolist()
    assert labels[0] == labels[1] != labels[2] == labels[3]


def test_compute_metrics_with_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    words = sorted({c for text in [*GOLD, *BROKEN] for c in text})
    vocabulary = {"<pad>": 0} | {word: k for k, word in enumerate(words, start=1)}
    plain = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="<pad>"))
    plain.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    plain.decoder = tokenizers.decoders.Fuse()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=plain, pad_token="<pad>")
    compute = compute_metrics(tokenizer, ["smatch", Concepts()])
    golds, preds = (tokenizer(texts, padding=True)["input_ids"] for texts in (GOLD, BROKEN))
    labels = np.array(golds)
    labels[labels == 0] = -100
    found = compute(transformers.EvalPrediction(predictions=np.array(preds), label_ids=labels))
    results = evaluate(GOLD, [BROKEN], ["smatch", Concepts()]).systems[0].results
    assert found == {
        "invalid": 1,
        "smatch": results[0].score.value,
        "smatch_precision": results[0].score.precision,
        "smatch_recall": results[0].score.recall,
        "concepts": results[1].score.value,
    }
    logits = np.eye(len(vocabulary))[np.array(preds)]
    again = compute(transformers.EvalPrediction(predictions=(logits,), label_ids=labels))
    assert again == found


def test_compute_metrics_with_a_decoder_of_ones_own() -> None:
    class Prediction:
        predictions = np.array([[1], [0]])
        label_ids = np.array([[0], [0]])

    compute = compute_metrics(None, decode=lambda ids: [GOLD[i] for i in ids[:, 0]])
    assert compute(Prediction())["smatch"] < 1
    assert compute(Prediction())["invalid"] == 0


def test_matrix_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, weak = write(tmp_path, "gold", GOLD), write(tmp_path, "weak", WEAK)
    target = tmp_path / "values.npy"
    assert main(["matrix", gold, weak, "-m", "smatch:top=none", "-o", str(target)]) == 0
    assert (np.load(target) == matrix(GOLD, WEAK, metric="smatch:top=none")).all()
    assert "6 × 6 values of smatch|" in capsys.readouterr().err
    assert main(["matrix", gold, "-o", str(target)]) == 0
    assert (np.load(target) == matrix(GOLD)).all()
    assert main(["matrix", gold, "-o", gold]) == 2
    assert "would overwrite an input" in capsys.readouterr().err
    broken = write(tmp_path, "broken", BROKEN)
    assert main(["matrix", broken, "-o", str(target)]) == 2
    assert "graph 3 (s.3)" in capsys.readouterr().err
