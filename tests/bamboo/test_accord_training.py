"""Training of accord: gradients, recovery of ratings, and mistakes of a user."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tertium import Graph
from tertium.alignment.word_table import load_words
from tertium.bamboo.accord_features import AccordPairs
from tertium.bamboo.accord_learner import (
    LENGTH,
    RatedColumn,
    loss,
    natural,
    parameters_of,
    predicted,
    start,
    vector_of,
)
from tertium.cli import main
from tertium.metrics import Accord
from tests.support.paths import EXAMPLES

CONCEPTS = ("cat", "kitten", "dog", "soup", "hot", "cold", "run-01", "run-02", "eat-01", "person")
ROLES = (":ARG0", ":ARG1", ":mod", ":time", ":location")


def sentences(count: int, seed: int) -> list[Graph]:
    """Return small graphs of a few concepts."""
    draw = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        a, b, c = draw.choice(CONCEPTS, 3)
        r, s = draw.choice(ROLES, 2)
        tail = " :polarity -" if draw.random() < 0.2 else ""
        found.append(Graph.from_penman(f"(x / {a} {r} (y / {b} {s} (z / {c})){tail})"))
    return found


@pytest.fixture(scope="module")
def pairs() -> AccordPairs:
    found = AccordPairs(sentences(60, 1), sentences(60, 2), load_words(), 1)
    learned = Accord().learned()
    found.set_classes(learned.scale, learned.knots)
    return found


def test_features_predict_what_the_metric_says(pairs: AccordPairs) -> None:
    draw = np.random.default_rng(0)
    x = start() + 0.3 * draw.normal(size=LENGTH)
    values = pairs.values(parameters_of(x))
    assert predicted(pairs.features(parameters_of(x)), x) == pytest.approx(values, abs=1e-4)


@pytest.mark.parametrize("couples", [False, True])
def test_the_gradient(pairs: AccordPairs, couples: bool) -> None:
    draw = np.random.default_rng(0)
    x = start() + 0.3 * draw.normal(size=LENGTH)
    ratings = np.tile([0.0, 1.0], 30) if couples else draw.random(60)
    columns = [RatedColumn(pairs.features(parameters_of(x)), ratings, 2.0, couples)]

    def at(y: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        return loss(y, columns, start(), 3e-4)[0]

    step = 1e-5
    numeric = [(at(x + step * e) - at(x - step * e)) / (2 * step) for e in np.eye(LENGTH)]
    assert loss(x, columns, start(), 3e-4)[1] == pytest.approx(np.array(numeric), abs=1e-6)


def test_numbers_become_a_vector_and_back() -> None:
    learned = Accord().learned().parameters
    again = parameters_of(vector_of(learned))
    assert natural(vector_of(again)) == pytest.approx(natural(vector_of(learned)), abs=1e-5)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, seed in (("gold", 1), ("pred", 2)):
        text = "\n\n".join(map(str, sentences(60, seed)))
        (tmp_path / f"{name}.amr").write_text(text + "\n", encoding="utf-8")
    values = metric_values()
    lines = "".join(f"{value}\n" for value in values)
    (tmp_path / "target.txt").write_text(lines, encoding="utf-8")
    return [str(tmp_path / name) for name in ("gold.amr", "pred.amr", "target.txt")]


def metric_values() -> list[float]:
    """Return ratings that look at negation alone."""
    both = zip(sentences(60, 1), sentences(60, 2), strict=True)
    return [float(("polarity" in str(a)) == ("polarity" in str(b))) for a, b in both]


def trained(files: list[str], output: Path, *more: str) -> int:
    gold, pred, target = files
    given = ["--gold", gold, "--pred", pred, "--target", target, "--threads", "1"]
    return main(["train", "accord", *given, "-o", str(output), *more])


def test_ratings_of_your_own(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "mine.json"
    assert trained(files, output, "--dev", *files, "--ridge", "0.001") == 0
    printed = capsys.readouterr()
    assert "125 numbers written to" in printed.out
    assert "step 0" in printed.err
    content = json.loads(output.read_text(encoding="utf-8"))
    curve = [mean for _, mean in content["curve"]]
    assert max(curve) > curve[0] + 0.2  # it has learned what the ratings are about
    assert content["command"].startswith("tertium train accord --ridge 0.001 --gold")
    golds, preds = sentences(60, 1), sentences(60, 2)
    values = Accord(weights=str(output)).values(golds, preds)
    found = np.corrcoef(values, metric_values())[0, 1]
    assert found == pytest.approx(max(curve), abs=1e-5)


def test_a_strong_ridge_keeps_the_bundled_weights(files: list[str], tmp_path: Path) -> None:
    assert trained(files, tmp_path / "mine.json", "--ridge", "1e6") == 0
    golds, preds = sentences(60, 1), sentences(60, 2)
    mine = Accord(weights=str(tmp_path / "mine.json")).values(golds, preds)
    assert mine == pytest.approx(Accord().values(golds, preds), abs=1e-4)


@pytest.mark.parametrize(
    ("ratings", "message"),
    [
        ("1\n" * 60, "all 60 ratings are 1, so there is nothing to learn; add pairs"),
        ("1\n0\n", "has 2 ratings for 60 pairs"),
        ("nan\n" * 60, "expected a number"),
    ],
)
def test_ratings_that_teach_nothing(
    files: list[str],
    tmp_path: Path,
    ratings: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path(files[2]).write_text(ratings, encoding="utf-8")
    assert trained(files, tmp_path / "mine.json") != 0
    assert message in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "mine.json").exists()


def test_two_ratings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("gold", "pred"):
        graphs = "\n\n".join(map(str, sentences(2, 1)))
        (tmp_path / f"{name}.amr").write_text(graphs, encoding="utf-8")
    (tmp_path / "target.txt").write_text("0\n1\n", encoding="utf-8")
    files = [str(tmp_path / name) for name in ("gold.amr", "pred.amr", "target.txt")]
    assert trained(files, tmp_path / "mine.json") != 0
    assert "at least 3 pairs with different ratings are needed, found 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give --bamboo DIR, or all of --gold, --pred and --target"),
        (["--leave-out", "sts"], "add --bamboo DIR"),
        (["--bamboo", "{}", "--gold", "a"], "--bamboo brings its own files"),
        (["--bamboo", "{}"], "there are no train files to learn from; expected for example"),
        (["--bamboo", "{}", "--leave-out", "news"], "there is no task 'news'; there are: sts"),
        (["--ridge", "0"], "expected a number above 0"),
    ],
)
def test_wrong_use_is_explained(
    tmp_path: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bamboo" / "sts" / "main"
    folder.mkdir(parents=True)
    text = (EXAMPLES / "gold.amr").read_text(encoding="utf-8")
    (folder / "src.test.amr").write_text(text, encoding="utf-8")
    filled = [word.format(tmp_path / "bamboo") for word in words]
    try:
        code = main(["train", "accord", *filled, "-o", str(tmp_path / "w.json")])
    except SystemExit as exit:
        code = int(exit.code or 0)
    assert code != 0
    assert message in " ".join(capsys.readouterr().err.split())
