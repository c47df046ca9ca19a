"""Agreement of annotators."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tertium import Corpus, Graph, evaluate, score
from tertium.cli import main
from tertium.errors import InputError, NotationError, OptionError, PairingError
from tertium.evaluation.agreement import agree
from tests.support.latex import compile_latex
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write
from tests.support.toys import Concepts, registered

THREE = {"ann": GOLD, "bob": STRONG, "cem": WEAK}


def test_the_matrix_holds_corpus_scores() -> None:
    result = agree(THREE).results[0]
    for i, gold in enumerate(THREE.values()):
        for j, pred in enumerate(THREE.values()):
            if i != j:
                expected = evaluate(gold, [pred]).systems[0].results[0].score.value
                assert result.matrix[i, j] == expected
    assert np.isnan(np.diag(result.matrix)).all()
    assert result.means[0] == pytest.approx((result.matrix[0, 1] + result.matrix[0, 2]) / 2)
    assert result.mean == pytest.approx(np.nanmean(result.matrix))


def test_sentences_with_least_agreement_come_first() -> None:
    result = agree(THREE).results[0]
    expected = [
        np.mean([score(a, b).value, score(a, c).value, score(b, c).value])
        for a, b, c in zip(GOLD, STRONG, WEAK, strict=True)
    ]
    assert [s.value for s in result.sentences] == pytest.approx(expected)
    assert [s.index for s in result.least(2)] == np.argsort(expected, kind="stable")[:2].tolist()


def test_a_metric_that_needs_a_gold_is_taken_only_when_asked() -> None:
    with pytest.raises(OptionError, match="not symmetric"):
        agree(THREE, [Concepts()])
    result = agree(THREE, [Concepts()], directed=True).results[0]
    expected = evaluate(WEAK, [GOLD], [Concepts()]).systems[0].results[0].score.value
    assert result.matrix[2, 0] == expected != result.matrix[0, 2]
    pairs = [[score(a, b, Concepts()).value for b in (GOLD[0], STRONG[0], WEAK[0]) if b is not a]
             for a in (GOLD[0], STRONG[0], WEAK[0])]  # fmt: skip
    assert result.sentences[0].value == pytest.approx(np.mean(pairs))


def test_bad_graphs() -> None:
    broken = THREE | {"dan": BROKEN}
    with pytest.raises(NotationError):
        agree(broken)
    found = agree(broken, on_error="skip")
    assert found.skipped == 1
    assert [s.index for s in found.results[0].sentences] == [0, 1, 3, 4, 5]
    with pytest.raises(InputError, match="no sentence"):
        agree([["(b"], ["(b / boy)"]], on_error="skip")
    with pytest.raises(OptionError, match="two"):
        agree([GOLD])
    with pytest.raises(PairingError):
        agree([GOLD, GOLD[1:]])


def test_annotators_are_paired_by_id(tmp_path: Path) -> None:
    first = write(tmp_path, "a", GOLD)
    blocks = Path(first).read_text().split("\n\n")
    (tmp_path / "b.amr").write_text("\n\n".join(blocks[::-1]))
    result = agree([first, str(tmp_path / "b.amr")]).results[0]
    assert result.mean == 1
    assert result.least(1)[0].id == "s.1"
    assert result.least(1)[0].text == "Sentence 1."


def test_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = agree(THREE, ["smatch", "smatch:top=none"])
    text = str(found)
    assert text.startswith("smatch: mean ")
    assert "least agreement" in text
    whole = json.loads(found.to_json())
    assert whole["results"][0]["matrix"][0][0] is None
    assert whole["results"][0]["matrix"][0][1] == found.results[0].matrix[0, 1]
    assert len(found.to_csv().splitlines()) == 1 + 2 * 6
    assert "| ann | – |" in found.to_markdown()
    compile_latex(found.to_latex(), tmp_path)
    assert found._repr_html_().count("<table>") == 4


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write(tmp_path, name, graphs) for name, graphs in THREE.items()]
    assert main(["agree", *files, "--format", "json", "--worst", "2"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["annotators"] == ["ann", "bob", "cem"]
    assert len(whole["results"][0]["least"]) == 2
    with registered():
        assert main(["agree", *files, "-m", "concepts"]) == 2
        assert "--directed" in capsys.readouterr().err
        assert main(["agree", *files, "-m", "concepts", "--directed"]) == 0
        assert "gold \\ prediction" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["smatch", "wlk", "wwlk", "rematch"])
def test_a_missing_graph_agrees_with_nobody(name: str) -> None:
    """Also where two annotators lack it: two gaps are no agreement."""
    names = ("ann", "bob", "cem")
    graphs = ["(b / boy)", "(g / go-02 :ARG0 (c / cat))"]
    corpora = [
        Corpus.of([Graph.from_penman(f"# ::id {k}\n{text}") for k, text in enumerate(own)])
        for own in (graphs, graphs[:1], graphs[:1])
    ]
    found = agree(dict(zip(names, corpora, strict=True)), [name], missing="zero")
    assert (found.missing, found.skipped) == (1, 0)
    assert [sentence.value for sentence in found.results[0].sentences] == [1.0, 0.0]
    assert found.results[0].mean < 1
    assert found.graphs[1][1:] == (None, None)
