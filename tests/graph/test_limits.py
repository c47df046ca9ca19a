"""A graph above the limit counts as one that cannot be read, wherever graphs are read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tertium
from tertium import Corpus, RowFile
from tertium.cli import main
from tertium.errors import NotationError, OptionError
from tertium.graph import read_documents
from tertium.interop.trl import reward

SMALL = "(b / boy)"
LARGE = "(b / boy :mod (t / tall) :mod (o / old))"
TOLD = "the graph has 5 triples, and at most 2 are allowed (--max-triples, max_triples)"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Return a gold file, and predictions the second of which is large."""
    gold, pred = tmp_path / "gold.amr", tmp_path / "pred.amr"
    gold.write_text(f"# ::id a\n{SMALL}\n\n# ::id b\n{SMALL}\n")
    pred.write_text(f"# ::id a\n{SMALL}\n\n# ::id b\n# ::snt Old boys.\n{LARGE}\n")
    return str(gold), str(pred)


def test_a_large_graph_is_an_error_in_its_place(files: tuple[str, str]) -> None:
    corpus = Corpus.read(files[1], max_triples=2)
    (error,) = corpus.errors
    assert str(error) == f"{files[1]}: graph 2 (b), line 6: {TOLD}"
    assert (corpus.ids, corpus.sentences) == (["a", "b"], [None, "Old boys."])
    assert Corpus.read(files[1], max_triples=5).errors == []
    assert Corpus.read(files[1]).errors == []
    with pytest.raises(NotationError, match="at most 2"):
        tertium.read(files[1], max_triples=2)


@pytest.mark.parametrize(("policy", "recall"), [("zero", 0.5), ("skip", 1.0), ("fail", None)])
def test_the_policy_decides(
    files: tuple[str, str],
    capsys: pytest.CaptureFixture[str],
    policy: str,
    recall: float | None,
) -> None:
    words = ["score", *files, "--max-triples", "2", "--on-error", policy, "-f", "json"]
    words += ["-m", "smatch:top=none"]
    assert main(words) == (2 if recall is None else 0)
    out, err = capsys.readouterr()
    assert TOLD in err
    if recall is not None:
        (system,) = json.loads(out)["systems"]
        assert system["invalid"] == 1
        assert system["scores"][0]["pairs"] == (2 if policy == "zero" else 1)
        assert system["scores"][0]["recall"] == recall


def test_a_large_gold_is_an_error(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    gold, pred = files
    assert main(["score", pred, gold, "--max-triples", "2"]) == 2
    err = capsys.readouterr().err
    assert TOLD in err
    assert "--on-error skip" in err


COMMANDS = {
    "compare": ["compare", "GOLD", "PRED", "PRED", "--resamples", "10", "--on-error", "fail"],
    "errors": ["errors", "GOLD", "PRED", "--on-error", "fail"],
    "agree": ["agree", "GOLD", "PRED"],
    "diff": ["diff", "GOLD", "PRED", "--id", "b", "--on-error", "fail"],
    "diff of a text": ["diff", SMALL, LARGE, "--on-error", "fail"],
    "dedupe": ["dedupe", "PRED"],
    "cluster": ["cluster", "PRED"],
    "matrix": ["matrix", "PRED", "-o", "OUT"],
    "standardise": ["standardise", "PRED", "--reify"],
    "perturb": ["perturb", "PRED", "--op", "lift-up"],
    "audit": ["audit", "soundness", "PRED"],
    "index": ["index", "build", "PRED", "-o", "OUT"],
    "explore": ["explore", "GOLD", "PRED", "-o", "OUT", "--on-error", "fail"],
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_every_command_that_reads_graphs_has_the_limit(
    words: list[str],
    files: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    places = {"GOLD": files[0], "PRED": files[1], "OUT": str(tmp_path / "out.npy")}
    assert main([*(places.get(word, word) for word in words), "--max-triples", "2"]) == 2
    assert TOLD in capsys.readouterr().err
    assert not (tmp_path / "out.npy").exists()


def test_columns(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f'{{"id": "x", "gold": "{SMALL}", "pred": "{LARGE}"}}\n')
    (error,) = RowFile.read(path).corpus("pred", id_column="id", max_triples=2).errors
    assert str(error) == f"{path}, column pred: row 1 (x), line 1: {TOLD}"
    assert tertium.scores([SMALL], [LARGE], max_triples=2).tolist() == [0]
    assert tertium.scores([SMALL], [[SMALL, LARGE]], max_triples=2).tolist() == [[1, 0]]
    with pytest.raises(NotationError, match=r"golds\[0\]: line 1: the graph has 5 triples"):
        tertium.scores([LARGE], [SMALL], max_triples=2)


def test_a_reward_treats_larger_graphs_as_unreadable() -> None:
    smatch = reward(max_triples=2, bad_gold=None, valid=0.5, partial=1.0)
    assert smatch(completions=[SMALL, LARGE, LARGE[:-1]], gold=[SMALL] * 3) == [1, 0, 0]
    assert smatch(completions=[SMALL], gold=[LARGE]) == [None]
    with pytest.raises(NotationError, match=r"gold\[0\]"):
        reward(max_triples=2, golds=[LARGE])


def test_documents(tmp_path: Path) -> None:
    """The limit is that of what is compared, which is the document."""
    path = tmp_path / "x.umr"
    path.write_text("# :: snt1 A boy .\n# sentence level graph:\n(s1b / boy)\n")
    assert read_documents(path).errors == []
    (error,) = read_documents(path, max_triples=1).errors
    assert "and at most 1 are allowed" in str(error)


@pytest.mark.parametrize("wrong", ["0", "-1", "2.5", "x", "9" * 5000])
def test_wrong_limits_of_the_command(
    wrong: str, files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", *files, "--max-triples", wrong]) == 2
    assert "--max-triples" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [0, -1, 2.5, "2", True])
def test_wrong_limits(wrong: int, files: tuple[str, str]) -> None:
    with pytest.raises(OptionError, match="max_triples="):
        Corpus.read(files[0], max_triples=wrong)
    with pytest.raises(OptionError, match="max_triples="):
        tertium.scores([SMALL], [SMALL], max_triples=wrong)
    with pytest.raises(OptionError, match="max_triples="):
        reward(max_triples=wrong)
