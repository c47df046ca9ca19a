"""Plots: the right numbers reach matplotlib, and files are written."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from tertium import Evaluation, evaluate
from tertium.cli import main
from tertium.errors import MissingExtraError
from tertium.report import plots
from tertium.standard.aspects import ASPECTS
from tertium.statistics import Confidence, Resampling
from tests.support.parsers import GOLD, STRONG, WEAK, write
from tests.support.toys import Concepts


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    pytest.importorskip("matplotlib")
    confidence = Confidence(resampling=Resampling(100))
    systems = {"weak": WEAK, "strong": STRONG}
    return evaluate(GOLD, systems, ["smatch", Concepts()], confidence=confidence)


def test_what_there_is_to_draw(evaluation: Evaluation) -> None:
    assert list(plots.figures(evaluation)) == ["distribution", "by-size", "scatter", "forest"]
    assert list(plots.figures(evaluate(GOLD, [WEAK]))) == ["distribution", "by-size"]


def test_distribution_counts_every_pair(evaluation: Evaluation) -> None:
    for axis in plots.distribution(evaluation).axes:
        assert len(axis.patches) == 2
        for patch in axis.patches:
            heights = patch.get_xy()[:, 1]
            assert heights[1:-1:2].sum() == len(GOLD)


def test_by_size_shows_the_pairs(evaluation: Evaluation) -> None:
    line = plots.by_size(evaluation).axes[0].lines[1]
    values = 100 * evaluation.systems[1].results[0].sample.values()
    sizes = [len(pair.gold or ()) for pair in evaluation.systems[1].pairs]
    assert line.get_xdata().tolist() == sorted(sizes)
    assert sorted(line.get_ydata()) == pytest.approx(sorted(values))  # one pair in each group


def test_scatter_is_system_against_baseline(evaluation: Evaluation) -> None:
    dots = plots.scatter(evaluation).axes[1].lines[0]
    weak, strong = (100 * system.results[1].sample.values() for system in evaluation.systems)
    assert np.array(dots.get_xdata()) == pytest.approx(weak)
    assert np.array(dots.get_ydata()) == pytest.approx(strong)


def test_forest_shows_intervals(evaluation: Evaluation) -> None:
    axis = plots.forest(evaluation).axes[0]
    names = [label.get_text() for label in axis.get_yticklabels()]
    assert names == ["smatch · weak", "smatch · strong", "concepts · weak", "concepts · strong"]
    interval = evaluation.systems[1].results[0].interval
    assert interval is not None
    assert axis.lines[2].get_xdata() == pytest.approx([100 * bound for bound in interval])


def test_aspects_have_no_panels_but_are_in_the_forest() -> None:
    pytest.importorskip("matplotlib")
    metrics = ["smatch", *(f"smatch:aspect={name}" for name in ASPECTS)]
    confidence = Confidence(resampling=Resampling(9))
    many = evaluate(GOLD, [WEAK], metrics, confidence=confidence)
    assert len(plots.distribution(many).axes) == 1
    shown = sum(result.pairs > 0 for result in many.systems[0].results)
    assert 1 < shown < len(metrics)
    assert len(plots.forest(many).axes[0].get_yticklabels()) == shown


@pytest.mark.parametrize("format", plots.IMAGE_FORMATS)
def test_files(evaluation: Evaluation, tmp_path: Path, format: plots.ImageFormat) -> None:
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[format]
    paths = plots.save(evaluation, tmp_path / "new" / "folder", format)
    assert len(paths) == 4
    first = [path.read_bytes() for path in paths]
    assert all(data.startswith(start) for data in first)
    assert [path.read_bytes() for path in plots.save(evaluation, tmp_path, format)] == first


def test_on_the_command_line(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = [write(tmp_path, *item) for item in (("gold", GOLD), ("weak", WEAK))]
    target = tmp_path / "plots"
    assert main(["score", *files, "--plots", str(target), "--plot-format", "png"]) == 0
    assert sorted(path.name for path in target.iterdir()) == [
        "by-size.png",
        "distribution.png",
        "forest.png",
    ]


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    from tertium.report.explorer.page import corpus_page

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    plain = evaluate(GOLD, [WEAK])
    with pytest.raises(MissingExtraError, match=r"tertium\[plot\]"):
        plots.figures(plain)
    assert corpus_page(plain).count('<svg class="chart"') == 2  # the page draws its own charts
