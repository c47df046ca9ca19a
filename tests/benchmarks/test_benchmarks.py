"""The benchmarks run and tell what they promise, on tiny graphs; no time is asserted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import (
    breakdown,
    commands,
    growth,
    race,
    slowest,
    standard_forms,
    threads,
)
from benchmarks.documents import documents, join
from benchmarks.entrants import TERTIUM, Row
from benchmarks.events import CONTESTED, ENTRANTS, EVENTS
from benchmarks.fit import fit
from benchmarks.growth import Documents
from benchmarks.measure import run
from benchmarks.pairs import evenly, read_pairs, written
from benchmarks.peers import PEERS
from benchmarks.plot import growth_svg
from benchmarks.recorded import Recorded
from benchmarks.rows import main as rows_command
from tertium import Graph, metric, score
from tertium.metrics import REGISTRY, Smatch
from tests.support.paths import EXAMPLES

GOLD, PRED = str(EXAMPLES / "gold.amr"), str(EXAMPLES / "parser.amr")
PAIRS = read_pairs(GOLD, PRED)

TIMINGS = """# Times

| tool | sts | para |
|---|---|---|
| smatch 1.0.4 (PyPI) | 1.0 | 4.0 |
| SEMA | 0.5 | 1.0 |
"""


@pytest.fixture(scope="module")
def rows() -> Callable[[str], list[Row]]:
    """Return what an entrant says about the examples; skip if it is not installed."""

    def results(entrant: str) -> list[Row]:
        if ENTRANTS[entrant].version is None:
            pytest.skip(f"{entrant} is not installed: pip install '.[race]'")
        with written(PAIRS) as files:
            return run(entrant, *files).rows

    return results


def run_race(capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    assert race.main([GOLD, PRED, "--repeat", "1", "--format", "json", *options]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_every_metric_has_an_event() -> None:
    assert [*EVENTS] == ["reading", *REGISTRY, "aspects", "transport"]
    assert set(CONTESTED) <= set(EVENTS), "an event with an opponent must have a metric"
    assert {event.ours for event in EVENTS.values()} == set(TERTIUM)
    assert {name for event in EVENTS.values() for name in event.others} == set(PEERS)


@pytest.mark.parametrize("name", ["smatch", "sembleu", "wwlk"])
def test_entrants_of_tertium(rows: Callable[[str], list[Row]], name: str) -> None:
    expected = [score(*pair, name) for pair in PAIRS]
    for row, value in zip(rows(f"tertium {name}"), expected, strict=True):
        assert row is not None
        if len(row) == 1:
            assert row[0] == pytest.approx(value.value, abs=1e-12)
        else:
            assert list(row) == [
                value.statistics[k] for k in ("matched", "pred_total", "gold_total")
            ]


def test_counts_of_all_aspects_are_added_up(rows: Callable[[str], list[Row]]) -> None:
    row = rows("tertium aspects")[0]
    parts = [metric(f"smatch++:aspect={name}") for name in ("frames", "negation")]
    assert row is not None
    assert row[0] >= sum(part.compare(*PAIRS[0])["matched"] for part in parts)
    assert row[0] <= min(row[1:])


def test_penman_reads_the_same_triples(rows: Callable[[str], list[Row]]) -> None:
    assert rows("penman") == rows("tertium reading")


def test_smatchpp_finds_the_same_optimum(rows: Callable[[str], list[Row]]) -> None:
    assert rows("smatchpp ILP, amr") == rows("tertium smatch++")


def test_pot_finds_the_same_transport(rows: Callable[[str], list[Row]]) -> None:
    assert race.compare(rows("POT emd2"), rows("tertium transport")) == (0, 0, 0)


def test_wwlk_of_numpy_and_pot_is_the_same(rows: Callable[[str], list[Row]]) -> None:
    assert race.compare(rows("numpy + POT"), rows("tertium wwlk")) == (0, 0, 0)


def test_grakel_knows_what_is_alike(rows: Callable[[str], list[Row]]) -> None:
    values = [row[0] for row in rows("grakel WL") if row]
    assert values[0] == pytest.approx(1.0)  # the first two examples are the same
    assert all(0 < value < 1 for value in values[1:])


def test_tertium_alone(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = run_race(capsys, "--events", "smatch#")
    assert (row["entrant"], row["pairs"], row["failed"]) == ("tertium smatch#", 4, 0)
    assert row["ratio"] == 1.0
    assert row["peak_bytes"] > 1e6
    assert race.main([GOLD, PRED, "--repeat", "1", "--events", "smatch#"]) == 0
    assert "- smatch#: no program to race against." in capsys.readouterr().out


def test_against_smatch(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("smatch", reason="install the extra 'race'")
    found = run_race(capsys, "--events", "smatch", "--limit", "2")
    tertium, smatch = found[:2]
    assert tertium["score"] == pytest.approx(94 / 108)
    assert (smatch["entrant"], smatch["version"]) == ("smatch", "1.0.4")
    assert smatch["score"] <= tertium["score"]
    assert (smatch["failed"], smatch["above"], smatch["incomparable"]) == (0, 0, 0)


def test_slow_entrants_run_on_a_sample(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("smatchpp", reason="install the extra 'race'")
    found = run_race(capsys, "--events", "smatch++", "--limit", "2")
    assert [(row["entrant"], row["pairs"], row["missed"]) for row in found[:3]] == [
        ("tertium smatch++", 4, None),
        ("tertium smatch++", 2, None),
        ("smatchpp ILP, amr", 2, 0),
    ]


def test_recorded_times_are_scaled_by_smatch(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("smatch", reason="install the extra 'race'")
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / "timings.md").write_text(TIMINGS)
    options = ["--events", "sema", "smatch", "--limit", "9", "--corpora", str(tmp_path)]
    found = run_race(capsys, *options, "--set", "para/main")
    smatch = next(row for row in found if row["entrant"] == "smatch")
    (sema,) = [row for row in found if row["version"] == "recorded, scaled"]
    assert (sema["event"], sema["entrant"]) == ("sema", "SEMA")
    assert sema["seconds"] == pytest.approx(smatch["seconds"] / 4)
    assert sema["missed"] is sema["peak_bytes"] is sema["score"] is None
    assert [row["event"] for row in found][:2] == ["sema", "sema"]


def test_a_set_that_was_not_recorded_has_no_time(tmp_path: Path) -> None:
    (tmp_path / "timings.md").write_text(TIMINGS)
    recorded = Recorded.read(tmp_path / "timings.md")
    assert recorded.scaled("SEMA", "sts/main", 0.002) == pytest.approx(0.001)
    assert recorded.scaled("SEMA", "sts/reify", 0.002) is None
    assert recorded.scaled("SEMA", "sick/main", 0.002) is None
    assert recorded.scaled("WLK", "sts/main", 0.002) is None
    assert Recorded.find(tmp_path / "nowhere").times == {}


@pytest.mark.parametrize(("format", "rule"), [("text", ""), ("markdown", "| :-- | :-- | --: ")])
def test_the_table_of_the_race(capsys: pytest.CaptureFixture[str], format: str, rule: str) -> None:
    options = ["--repeat", "1", "--events", "wsmatch", "--format", format]
    assert race.main([GOLD, PRED, *options]) == 0
    out = capsys.readouterr().out
    assert "tertium wsmatch (0." in out
    assert rule in out


def test_a_missing_tool_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENTRANTS, "penman", replace(ENTRANTS["penman"], package="no-such-package"))
    assert race.main([GOLD, PRED, "--repeat", "1", "--events", "reading"]) == 0
    out, err = capsys.readouterr()
    assert "not installed, left out: penman (pip install '.[race]')" in err
    assert "penman" not in out


@pytest.mark.parametrize(
    "module", [race, growth, threads, commands, slowest, breakdown], ids=lambda m: m.__name__
)
def test_a_missing_file_is_said(capsys: pytest.CaptureFixture[str], module: Any) -> None:
    assert module.main([GOLD, "nowhere.amr"]) == 2
    assert "nowhere.amr: there is no such file" in capsys.readouterr().err


def test_missed_pairs_are_those_below_the_optimum_of_the_same_triples() -> None:
    right: list[Row] = [(5, 8, 8), (5, 8, 8), (5, 8, 8), (5, 8, 8), None]
    found: list[Row] = [(4, 8, 8), (6, 8, 8), (4, 7, 8), (5, 8, 8), None]
    assert race.compare(found, right) == (1, 1, 2)
    assert race.compare([(0.5,), (0.5 + 1e-12,)], [(0.6,), (0.5,)]) == (1, 0, 0)


def test_a_sample_is_evenly_spaced() -> None:
    graph = Graph.from_penman("(b / boy)")
    pairs = [(Graph.from_penman(f"(b / boy{k})"), graph) for k in range(10)]
    assert [pairs.index(pair) for pair in evenly(pairs, 4)] == [0, 2, 5, 7]
    assert evenly(pairs, 99) == evenly(pairs, None) == pairs


def test_the_fitted_exponent() -> None:
    sizes = [5.0, 20.0, 300.0]
    law = fit(sizes, [0.25 * size**1.5 for size in sizes])
    assert law.factor == pytest.approx(0.25)
    assert law.exponent == pytest.approx(1.5)
    assert law(100) == pytest.approx(250)
    # Least squares in logarithms: the middle point pulls the line up, not the slope.
    assert fit([1, 10, 100], [1, 1000, 100]).exponent == pytest.approx(1.0)
    assert fit([1, 10, 100], [1, 1000, 100]).factor == pytest.approx(10 ** (2 / 3))


def test_growth(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--sizes", "6", "12", "--count", "2", "--corpus-sizes", "2", "4", "9"]
    assert growth.main([GOLD, PRED, *options, "--repeat", "1"]) == 0
    same, unrelated, sizes = capsys.readouterr().out.strip().split("\n\n")
    assert [line.split()[0] for line in same.splitlines()] == ["kind", "same", "same", "exponent"]
    assert unrelated.splitlines()[1].split()[0] == "unrelated"
    assert [line.split()[0] for line in sizes.splitlines()] == ["pairs", "2", "4", "exponent"]


def test_the_picture_is_the_same_for_the_same_numbers() -> None:
    pytest.importorskip("matplotlib")
    rows = [Documents("same", n, 1, n / 1e4, n / 1e4, 1, 0.0, 0.0, 1) for n in (5.0, 50.0)]
    drawn = growth_svg([rows, [replace(row, kind="unrelated") for row in rows]])
    assert drawn.startswith("<svg")
    assert drawn == growth_svg([rows, [replace(row, kind="unrelated") for row in rows]])
    assert drawn != growth_svg([rows])


def test_threads(capsys: pytest.CaptureFixture[str]) -> None:
    assert threads.main([GOLD, PRED, "-m", "smatch", "--repeat", "1"]) == 0
    _, one, two, *_ = capsys.readouterr().out.splitlines()
    assert one.split()[:2] + one.split()[-1:] == ["smatch", "1", "1.00"]
    assert two.split()[:2] == ["smatch", "2"]


def test_the_slowest_pair_is_one_of_the_pairs() -> None:
    row = slowest.measure_slowest("examples", PAIRS, 1)
    assert (row.pairs, row.proven) == (4, 4)
    assert 0 <= row.index < 4


def test_the_stages_add_up_to_the_whole() -> None:
    *stages, whole = breakdown.measure_stages(Path(GOLD), Path(PRED), 1)
    assert [stage.name for stage in stages] == [*breakdown.STAGES, "end"]
    by_name = {stage.name: stage for stage in stages}
    assert by_name["reading"].native_seconds > 0
    assert by_name["comparing"].native_seconds > 0
    assert by_name["imports"].native_seconds == 0
    assert whole.share == pytest.approx(1.0)
    if by_name["end"].python_seconds > 0:  # else the stages alone took longer than the command
        assert sum(stage.share for stage in stages) == pytest.approx(1.0)


def test_standard_forms(capsys: pytest.CaptureFixture[str]) -> None:
    assert standard_forms.main([GOLD, "--repeat", "1"]) == 0
    header, row = capsys.readouterr().out.splitlines()
    assert header.split()[-3:] == ["smatch", "smatch++", "smatch#"]
    assert row.startswith("gold.amr")


def test_a_document_joins_sentences_and_keeps_their_variables_apart() -> None:
    boy, go = "(b / boy :ARG0-of (r / run-02))", "(b / go-02 :ARG0 (c / cat) :polarity -)"
    expected = """
        (x / multi-sentence
            :snt1 (b / boy :ARG0-of (r / run-02))
            :snt2 (b2 / go-02 :ARG0 (c / cat) :polarity -))"""
    document = join([Graph.from_penman(boy), Graph.from_penman(go)])
    assert score(expected, document).value == 1.0
    assert len(document.variables) == 5


def test_documents_of_each_kind() -> None:
    pairs = read_pairs(GOLD, GOLD)
    values = {}
    for kind in ("same", "shuffled", "unrelated"):
        (pair,) = documents(pairs, kind, 10, 1)
        values[kind] = Smatch().score(Smatch().compare(*pair)).value
        assert all(len(graph.variables) >= 10 for graph in pair)
    assert values["same"] == 1.0
    assert 1.0 > values["shuffled"] > values["unrelated"]


def test_a_document_passes_over_sentences_that_are_too_large() -> None:
    large = Graph.from_penman("(a / and :op1 (b / boy) :op2 (c / cat) :op3 (d / dog))")
    small = Graph.from_penman("(b / boy)")
    ((gold, _),) = documents([(large, large), (small, small)], "same", 3, 1)
    assert len(gold.variables) == 3
    ((gold, _),) = documents([(large, large)], "same", 3, 1)
    assert len(gold.variables) == 5


def test_rows_are_scored_and_timed(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    assert rows_command([GOLD, PRED, "--pairs", "40"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = ["tertium.scores", "tertium.evaluate", "tertium.score", "reward", "score_batch"]
    assert [line.split()[0] for line in lines] == [*names, "memory"]
