"""The charts of a page: the right numbers, in drawings that stay small and can be read."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tertium import Evaluation, evaluate
from tertium.report import charts
from tertium.report.charts import data
from tertium.report.charts.axes import Area, Scale
from tertium.report.charts.data import Panel, Series
from tertium.report.charts.scatter import draw as draw_scatter
from tertium.statistics import Confidence, Resampling
from tests.support.parsers import GOLD, STRONG, WEAK

CONFIDENCE = Confidence(resampling=Resampling(100))


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    systems = {"weak": WEAK, "<strong>": STRONG}
    return evaluate(GOLD, systems, ["smatch", "sembleu"], confidence=CONFIDENCE)


def drawings(figure: str) -> list[ElementTree.Element]:
    found = re.findall(r'<svg class="chart".*?</svg>', figure, re.DOTALL)
    return [ElementTree.fromstring(text) for text in found]


def test_what_there_is_to_draw(evaluation: Evaluation) -> None:
    assert list(charts.figures(evaluation)) == ["distribution", "by-size", "scatter", "forest"]
    assert list(charts.figures(evaluate(GOLD, [WEAK]))) == ["distribution", "by-size"]


def test_a_panel_for_each_metric(evaluation: Evaluation) -> None:
    for name, figure in charts.figures(evaluation).items():
        titles = [drawing.findtext("title") for drawing in drawings(figure)]
        assert titles == (
            ["smatch", "sembleu"] if name != "forest" else ["Scores and their intervals"]
        )


def test_drawings_say_in_words_what_they_show(evaluation: Evaluation) -> None:
    figures = charts.figures(evaluation)
    told = [drawing.findtext("desc") or "" for drawing in drawings(figures["scatter"])]
    assert (
        told[0]
        == "Values of pairs against those of weak. <strong>: 6 pairs better, 0 equal, 0 worse."
    )
    value = 100 * evaluation.systems[1].results[1].score.value
    assert f"sembleu, <strong>: {value:.2f} [" in (
        drawings(figures["forest"])[0].findtext("desc") or ""
    )
    assert all(drawing.get("role") == "img" for f in figures.values() for drawing in drawings(f))


def test_colours_are_those_of_the_page(evaluation: Evaluation) -> None:
    for figure in charts.figures(evaluation).values():
        assert not re.search(r"#[0-9a-f]{3,6}|rgb|fill=|stroke=", figure)
        assert 'class="s1"' in figure


def test_every_pair_is_in_a_bin(evaluation: Evaluation) -> None:
    for panel in data.distribution(evaluation):
        for series in panel.series:
            assert sum(count for _, count in series.points) == len(GOLD)
    same = data.distribution(evaluate(["(b / boy)"], [["(b / boy)"]]))
    assert same[0].series[0].points[-1] == (96, 1)  # the last bin includes 100


def test_groups_have_nearly_equal_numbers() -> None:
    golds = ["(a / and " + " ".join(f":op{i} (b / boy)" for i in range(k)) + ")" for k in range(20)]
    points = data.by_size(evaluate(golds, [golds]))[0].series[0].points
    assert len(points) == data.GROUPS
    assert [value for _, value in points] == pytest.approx([100] * data.GROUPS)
    assert [size for size, _ in points] == sorted(size for size, _ in points)


def test_thousands_of_pairs_are_a_small_drawing() -> None:
    points = tuple((k * 37 % 10_000 / 100, k * 91 % 10_000 / 100) for k in range(50_000))
    (drawing,) = draw_scatter([Panel("smatch", (Series(1, "camr", points),))], "jamr")
    assert drawing.count("<path") < 8
    assert len(drawing) < 500_000
    same = tuple((50.0, 50.0) for _ in range(50_000))
    (dot,) = draw_scatter([Panel("smatch", (Series(1, "camr", same),))], "jamr")
    assert len(dot) < 3_000
    assert 'class="dots d3"' in dot


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (0, 7, [0, 2, 4, 6]),
        (57.2, 58.1, [57.2, 57.4, 57.6, 57.8, 58.0]),
        (0, 1234, [0, 500, 1000]),
    ],
)
def test_ticks_are_round(low: float, high: float, expected: list[float]) -> None:
    assert Scale(low, high, 0, 1).ticks(5) == pytest.approx(expected)


def test_scales_map_numbers_to_places() -> None:
    area = Area.of((0, 100), (0, 50))
    assert (area.x(0), area.x(100)) == (area.x.start, area.x.end)
    assert area.y(0) > area.y(50)  # up is less


def test_one_pair_without_intervals_is_drawn() -> None:
    found = evaluate(["(b / boy)"], {"a": ["(c / cat)"], "b": ["(b / boy)"]}, confidence=CONFIDENCE)
    for figure in charts.figures(found).values():
        assert drawings(figure)


def test_nothing_to_compare_has_no_forest() -> None:
    found = evaluate(GOLD, [WEAK], ["smatch:aspect=wikification"], confidence=CONFIDENCE)
    assert "forest" not in charts.figures(found)
