"""Plots of the benchmark: what they show, and that they are written whole."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy import stats

from tertium.cli import main
from tertium.report.charts.benchmark import STEPS, density, reliability
from tests.support.tiny_bamboo import make


def test_a_density_has_the_mass_1_and_follows_scipy() -> None:
    values = np.clip(np.random.default_rng(0).normal(0.5, 0.08, 500), 0, 1)
    points = density(values)
    assert len(points) == STEPS + 1
    assert np.trapezoid([y for _, y in points], [x / 100 for x, _ in points]) == pytest.approx(
        1, abs=1e-3
    )
    # Far from the ends, nothing is reflected.
    low, high = np.quantile(values, [0.25, 0.75])
    width = 0.9 * min(np.std(values), (high - low) / 1.34) * 500**-0.2
    known = stats.gaussian_kde(values, width / np.std(values, ddof=1))
    assert [y for _, y in points] == pytest.approx(known([x / 100 for x, _ in points]), abs=1e-6)


@pytest.mark.parametrize("values", [[0.5] * 9, [0.0, 1.0] * 40, [1.0], [-3.0, 5.0]])
def test_densities_of_odd_values(values: list[float]) -> None:
    points = density(np.array(values))
    mass = np.trapezoid([y for _, y in points], [x / 100 for x, _ in points])
    assert mass == pytest.approx(1, abs=0.02)


def test_reliability_is_the_mean_of_groups() -> None:
    generator = np.random.default_rng(1)
    values, human = generator.random(95), generator.random(95)
    points = reliability(values, human)
    assert len(points) == 10
    order = sorted(range(95), key=values.__getitem__)
    first = order[:10]
    assert points[0] == pytest.approx((100 * values[first].mean(), 100 * human[first].mean()))
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert len(reliability(values[:3], human[:3])) == 3


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make(tmp_path / "in")
    words = ["bamboo", str(folder), "-m", "smatch", "-m", "wlk", "--plots"]
    assert main([*words, str(tmp_path / "new" / "plots")]) == 0
    files = sorted((tmp_path / "new" / "plots").iterdir())
    assert [file.name for file in files] == [
        f"{kind}-{task}.svg"
        for kind in ("density", "reliability")
        for task in ("para", "sick", "sts")
    ]
    for file in files:
        text = file.read_text()
        ElementTree.fromstring(text)
        assert ">wlk</text>" in text
        assert (">people</text>" in text) == file.name.startswith("density")
    again = {file: file.read_bytes() for file in files}
    assert main([*words, str(tmp_path / "new" / "plots")]) == 0
    assert again == {file: file.read_bytes() for file in files}
    capsys.readouterr()
    assert main([*words, str(folder / "sts" / "test.y")]) == 2
    assert "is a file, not a folder" in capsys.readouterr().err
