"""The benchmark: averages, comparisons, reports, and the figures of the paper."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium import Graph
from tertium.bamboo.benchmark import compare, run
from tertium.bamboo.data import Suite
from tertium.bamboo.published import KEYS, rows
from tertium.cli import main
from tertium.errors import OptionError
from tertium.report import render
from tertium.statistics import Confidence, Resampling
from tertium.statistics.resampling import drawn_counts
from tests.support.corpora import bamboo_folder
from tests.support.tiny_bamboo import make, rating


def oracle(gold: Graph, pred: Graph) -> float:
    """Know the human scores, and that the first couple is altered where it starts with ARG1."""
    if str(gold).startswith("(s / see"):
        return 0.5
    return rating(gold, pred)


def constant(gold: Graph, pred: Graph) -> float:
    return 0.5


def test_figures_and_means(tmp_path: Path) -> None:
    (row,) = run(make(tmp_path), [oracle]).rows
    assert row.figures()[:9] == pytest.approx([1.0] * 9)
    assert row.figures("accuracy")[9:] == [0.5] * 3
    assert row.columns[-1].measures.ties == 1
    assert row.amean("accuracy") == pytest.approx((9 + 1.5) / 12)
    assert row.hmean("accuracy") == pytest.approx(12 / (9 + 6))
    assert row.amean("rmse") == pytest.approx(np.mean([c.measures.rmse for c in row.columns]))


def test_means_are_not_defined_for_a_constant(tmp_path: Path) -> None:
    (row,) = run(make(tmp_path), [constant]).rows
    assert row.figures() == [None] * 12
    assert row.amean() is None
    assert row.hmean() is None


def test_source_is_the_gold(tmp_path: Path) -> None:
    (row,) = run(make(tmp_path), [lambda gold, pred: len(pred) - len(gold)]).rows
    assert row.columns[0].values.tolist() == [0, 0, 2, 2]


def test_comparison_knows_the_better_metric(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    folder = make(tmp_path, ("mine",))
    human = generator.random(300)
    graphs = [f"(x / x{i})" for i in range(300)]
    for side in ("src", "tgt"):
        (folder / "mine" / "main" / f"{side}.test.amr").write_text("\n\n".join(graphs))
    (folder / "mine" / "test.y").write_text("\n".join(map(str, human)))
    noise = generator.standard_normal((2, 300))

    def place(graph: Graph) -> int:
        return int(str(graph.triples[0][2])[1:])

    def good(gold: Graph, pred: Graph) -> float:
        return float(human[place(gold)] + 0.1 * noise[0, place(gold)])

    def bad(gold: Graph, pred: Graph) -> float:
        return float(human[place(gold)] + 0.5 * noise[1, place(gold)])

    for challenge in ("reify", "syno", "role_confusion"):
        for side in ("src", "tgt"):
            (folder / "mine" / challenge / f"{side}.test.amr").unlink()
    found = run(folder, [bad, good, bad], confidence=Confidence(resampling=Resampling(500)))
    better, same = compare(found, Resampling(500))
    assert better.columns[0] is not None
    assert better.columns[0].value > 0.2
    assert better.columns[0].p < 0.01
    assert better.columns[0].interval[0] > 0
    assert same.columns[0] is not None
    assert same.columns[0].p == 1.0
    interval = found.rows[0].columns[0].interval
    assert interval is not None
    assert interval[0] < found.rows[0].figures()[0] < interval[1]  # type: ignore[operator]
    assert len(found.suite.missing) == 3


def test_intervals_and_tests_share_their_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def counting(pairs: int, resampling: Resampling) -> Iterator[Any]:
        drawn.append(pairs)
        return drawn_counts(pairs, resampling)

    monkeypatch.setattr("tertium.bamboo.measures.drawn_counts", counting)
    how = Resampling(300, 2)
    found = run(make(tmp_path), ["smatch", "wlk"], confidence=Confidence(resampling=how))
    assert len(drawn) == 6  # a task at a time: its challenges together, then its couples
    for row in found.rows:
        interval = row.amean_accuracy_interval
        assert interval is not None
        assert interval[0] <= (row.amean("accuracy") or 0.0) <= interval[1]
        assert interval != row.amean_interval
    tested = compare(found, how)
    assert len(drawn) == 6
    apart = compare(run(found.suite, ["smatch", "wlk"]), how)
    assert len(drawn) == 12
    assert tested == apart
    compare(found, Resampling(300, 3))
    assert len(drawn) == 18
    with pytest.raises(OptionError, match="at least two metrics"):
        compare(run(found.suite, ["smatch"]), how)


def test_never_a_silent_mean_over_fewer_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path)
    gone = tmp_path / "para" / "reify" / "tgt.test.amr"
    gone.unlink()
    assert main(["bamboo", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert err == f"tertium: PARA-r is left out: {gone} is not there\n"
    assert "amean/11" in out
    assert "The means are over 11 of 12 columns" in out
    assert main(["bamboo", str(tmp_path), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["missing"] == [{"challenge": "reify", "task": "para", "files": [str(gone)]}]
    assert found["expected_columns"] == 12
    assert len(found["metrics"][0]["columns"]) == 11


@pytest.mark.parametrize("format", ["text", "json", "csv", "markdown", "latex"])
def test_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str], format: str) -> None:
    arguments = ["bamboo", str(make(tmp_path)), "-m", "smatch", "-m", "smatch++", "--compare"]
    assert main([*arguments, "--confidence", "--resamples", "50", "--format", format]) == 0
    out = capsys.readouterr().out
    assert "smatch++" in out
    assert ("reify" in out) if format in ("json", "csv") else ("STS-r" in out)


def test_published_rows_stand_beside_ours(tmp_path: Path) -> None:
    text = render(run(make(tmp_path), ["smatch"]), "text", published=True)
    assert "wsmatch (published)" in text
    assert "53.06" in text


def test_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(make(tmp_path))
    assert main(["bamboo", folder, "--compare"]) == 2
    assert "at least two metrics" in capsys.readouterr().err
    assert main(["bamboo", folder, "-m", "nonsense"]) == 2
    assert main(["bamboo", folder, "--split", "dev"]) == 2
    assert main(["bamboo", folder, "--limit", "1"]) == 2
    assert main(["bamboo", folder, "--limit", "-1"]) == 2


def test_published_means_are_those_of_published_columns() -> None:
    for row in (*rows("paper"), *rows("web")):
        figures = [row.figures[key] for key in KEYS]
        assert row.amean == pytest.approx(np.mean(figures), abs=0.011)
        if row.hmean is not None:
            assert row.hmean == pytest.approx(12 / sum(1 / f for f in figures), abs=0.02)


@pytest.fixture(scope="module")
def suite() -> Suite:
    return Suite.read(bamboo_folder())


def test_the_public_files_are_sliced_as_the_public_evaluator_does(suite: Suite) -> None:
    sizes = {part.key: len(part) for part in suite.parts}
    expected = {"sts": (1379, 158), "sick": (4927, 238), "para": (1725, 2242)}
    for (challenge, task), size in sizes.items():
        assert size == expected[task][challenge == "role_confusion"]
    assert all(part.source[0].id == "1" for part in suite.parts if part.key == ("main", "sick"))


def test_smatch_is_that_of_the_paper(suite: Suite) -> None:
    (row,) = run(suite, ["smatch:top=concept"]).rows
    published = next(r for r in rows("paper") if r.name == "smatch")
    for key, figure in zip(KEYS, row.figures(), strict=True):
        assert figure is not None
        tolerance = 0.3 if key[0] != "role_confusion" else 1.0
        assert 100 * figure == pytest.approx(published.figures[key], abs=tolerance), key
    web = next(r for r in rows("web") if r.name == "smatch")
    for key, figure in zip(KEYS[9:], row.figures("accuracy")[9:], strict=True):
        assert figure is not None
        assert 100 * figure == pytest.approx(web.figures[key], abs=0.01), key
    assert row.amean() == pytest.approx(0.5128, abs=0.01)
    assert row.hmean() == pytest.approx(0.4750, abs=0.01)


def test_smatchpp_is_that_of_the_public_page(suite: Suite) -> None:
    (row,) = run(suite, ["smatch++"]).rows
    published = next(r for r in rows("web") if r.name == "smatch++")
    for key, figure in zip(KEYS, row.figures("accuracy"), strict=True):
        assert figure is not None
        assert 100 * figure == pytest.approx(published.figures[key], abs=0.2), key
