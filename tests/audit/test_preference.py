"""Preference: accuracy, system orders and tests, against slow and obvious versions of them."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tertium import Graph
from tertium.audit.judgements import Judgements
from tertium.audit.preference import OfTies, Preference, prefer
from tertium.cli import main
from tertium.errors import InputError, MetricError, NotationError, OptionError
from tertium.metrics import metric
from tertium.statistics import Confidence, Resampling
from tertium.statistics.resampling import drawn_counts
from tests.support.paths import EXAMPLES

WORDS = ("cat", "dog", "boy", "girl", "tree")


def made(count: int = 14, seed: int = 1) -> tuple[list[str], dict[str, list[str]], list[Any]]:
    """Return golds, three systems with more or less noise, and votes about two pairs of them."""
    draw = random.Random(seed)
    golds: list[str] = []
    systems: dict[str, list[str]] = {"x": [], "y": [], "z": []}
    rows: list[dict[str, Any]] = []
    for i in range(count):
        words = [draw.choice(WORDS) for _ in range(4)]
        golds.append(graph(i, words))
        for name, noise in (("x", 0.1), ("y", 0.4), ("z", 0.7)):
            said = [draw.choice(WORDS) if draw.random() < noise else w for w in words]
            systems[name].append(graph(i, said))
        for a, b in draw.sample(list(combinations("xyz", 2)), 2):
            votes = [draw.choice((a, a, b, "tie")) for _ in range(3)]
            rows.append({"id": f"s{i}", "system_a": a, "system_b": b, "votes": votes})
    return golds, systems, rows


def graph(number: int, words: list[str]) -> str:
    inner = " ".join(f":ARG{k} (v{k} / {word})" for k, word in enumerate(words[1:]))
    return f"# ::id s{number}\n(t / {words[0]}-01 {inner})"


def found(ties: OfTies = "wrong", specs: tuple[str, ...] = ("smatch", "sembleu")) -> Preference:
    golds, systems, rows = made()
    how = Confidence(resampling=Resampling(60, 3))
    return prefer(Judgements.of(rows), systems, golds, specs, ties=ties, confidence=how)


@pytest.mark.parametrize("ties", ["wrong", "half", "skip"])
def test_accuracy_is_what_counting_gives(ties: OfTies) -> None:
    golds, systems, rows = made()
    result = found(ties)
    for one in result.metrics:
        right = wrong = even = 0
        for item in Judgements.of(rows).items:
            if item.preferred is None:
                continue
            place = int(item.id[1:])
            a, b = (one.metric.values([golds[place]], [systems[s][place]])[0] for s in item.systems)
            ahead = (b - a) if item.preferred == 1 else (a - b)
            right, wrong, even = (
                right + (ahead > 1e-9),
                wrong + (ahead < -1e-9),
                even + (abs(ahead) <= 1e-9),
            )
        assert (one.correct, one.wrong, one.ties) == (right, wrong, even)
        credit = right + even / 2 if ties == "half" else right
        decided = right + wrong if ties == "skip" else right + wrong + even
        assert one.accuracy == pytest.approx(credit / decided)
        assert one.interval is not None
        assert one.accuracy is not None
        assert 0 <= one.interval[0] <= one.accuracy <= one.interval[1] <= 1
    assert result.undecided == sum(i.preferred is None for i in result.used) > 0


def test_systems_are_ordered_as_the_slow_version_orders_them() -> None:
    golds, systems, rows = made()
    result = found(specs=("smatch",))
    items = Judgements.of(rows).items
    names = [s.name for s in result.systems]
    own = metric("smatch")
    counts = next(iter(drawn_counts(14, Resampling(60, 3))))
    for k, (i, j) in enumerate(combinations(range(3), 2)):
        alike = known = 0
        for sample in counts:
            human, ours = [], []
            for name in (names[i], names[j]):
                times = [int(sample[int(item.id[1:])]) for item in items if name in item.systems]
                wins = [
                    int(sample[int(item.id[1:])])
                    for item in items
                    if item.preferred is not None and item.systems[item.preferred] == name
                ]
                places = sorted({int(item.id[1:]) for item in items if name in item.systems})
                repeated = [p for p in places for _ in range(int(sample[p]))]
                human.append(sum(wins) / sum(times))
                table = own.compare_many(
                    [golds[p] for p in repeated], [systems[name][p] for p in repeated]
                )
                ours.append(own.score(table.sum()).value)
            if abs(human[0] - human[1]) <= 1e-9:
                continue
            known += 1
            gap = ours[0] - ours[1]
            alike += abs(gap) > 1e-9 and (gap > 0) == (human[0] > human[1])
        assert result.metrics[0].consistent[k] == pytest.approx(alike / known)
    assert [s.judged for s in result.systems] == [
        sum(s.name in item.systems for item in items) for s in result.systems
    ]


def test_metrics_are_tested_against_the_first() -> None:
    result = found(specs=("smatch", "smatch:top=concept", "sembleu"))
    assert result.metrics[0].gap is None
    for one in result.metrics[1:]:
        assert one.gap is not None
        assert one.gap.value == pytest.approx(
            (one.accuracy or 0) - (result.metrics[0].accuracy or 0)
        )
        assert one.gap.better - one.gap.worse == one.correct - result.metrics[0].correct
        assert 0 < one.gap.p <= 1


def test_a_metric_that_knows_the_answers_wins_significantly() -> None:
    golds = [f"# ::id s{i}\n(g / good)" for i in range(40)]
    systems = {
        "x": [f"# ::id s{i}\n(g / {'good' if i % 2 else 'bad'})" for i in range(40)],
        "y": [f"# ::id s{i}\n(g / {'bad' if i % 2 else 'good'})" for i in range(40)],
    }
    rows = [
        {"id": f"s{i}", "system_a": "x", "system_b": "y", "choice": "x" if i % 2 else "y"}
        for i in range(40)
    ]

    def blind(gold: Graph, pred: Graph) -> float:
        return 0.5

    result = prefer(Judgements.of(rows), systems, golds, [blind, "smatch"])
    assert (result.metrics[0].ties, result.metrics[1].accuracy) == (40, 1.0)
    assert result.metrics[1].gap is not None
    assert result.metrics[1].gap.p == pytest.approx(1 / 1001)
    assert "†" in str(result)
    assert result.metrics[0].consistent[0] == 0.0  # a tie is no order


def test_references_by_id_without_a_gold() -> None:
    graphs = {
        "x": ["# ::id 1\n(c / cat)", "# ::id r\n(d / dog)"],
        "y": ["# ::id 1\n(d / dog)", "# ::id q\n(c / cat)"],
    }
    row = {"id": "1", "system_a": "x", "system_b": "y", "choice": "y"}
    for reference, accuracy in (("r", 1.0), ("q", 0.0), ("x:r", 1.0), ("x:1", 0.0)):
        judged = Judgements.of([{**row, "reference": reference}])
        assert prefer(judged, graphs).metrics[0].accuracy == accuracy
    with pytest.raises(InputError, match=r"row 1 \(1\): several systems .* write x:1 or y:1"):
        prefer(Judgements.of([{**row, "reference": "1"}]), graphs)
    with pytest.raises(InputError, match="nothing to compare the graphs with"):
        prefer(Judgements.of([row]), graphs)
    with pytest.raises(InputError, match="no reference 9 in any of the files"):
        prefer(Judgements.of([{**row, "reference": "9"}]), graphs)
    gold = ["# ::id 1\n(c / cat)", "# ::id 2\n(d / dog)"]
    other = Judgements.of([{**row, "reference": "2"}])
    assert prefer(other, graphs, gold).metrics[0].accuracy == 1.0
    assert prefer(Judgements.of([row]), graphs, gold).metrics[0].accuracy == 0.0


BAD = {"x": ["# ::id 1\n(c / cat)", "# ::id 2\n(c / cat"], "y": ["# ::id 1\n(d / dog)"]}
GOLD = ["# ::id 1\n(d / dog)", "# ::id 2\n(d / dog)"]
ROWS = [
    {"id": "1", "system_a": "x", "system_b": "y", "choice": "y"},
    {"id": "2", "system_a": "x", "system_b": "y", "choice": "y"},
]


def test_bad_and_missing_graphs_follow_the_policy() -> None:
    judged = Judgements.of(ROWS)
    with pytest.raises(InputError, match=r"row 2 \(2\): there is no graph of y 2 in y"):
        prefer(judged, BAD, GOLD)
    with pytest.raises(NotationError) as caught:
        prefer(judged, BAD, GOLD, on_error="fail", missing="zero")
    assert "row 2" in caught.value.__notes__[0]
    skipped = prefer(judged, BAD, GOLD, missing="skip")
    assert (len(skipped.used), skipped.skipped, skipped.zeros) == (1, 1, 0)
    zero = prefer(judged, BAD, GOLD, missing="zero")
    assert (zero.zeros, zero.metrics[0].ties, zero.metrics[0].accuracy) == (2, 1, 0.5)
    assert "2 graphs missing or unreadable, scored zero" in str(zero)
    with pytest.raises(InputError, match="no reference 3 in gold"):
        prefer(Judgements.of([{**ROWS[0], "reference": "3"}]), BAD, GOLD, missing="zero")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"system_a": "xx", "choice": "y"}, r"row 1 \(1\): there is no system xx; did you mean x"),
        ({"id": "11"}, r"row 1 \(11\): there is no reference 11 in gold; did you mean 1"),
        ({"choice": "tie"}, "no judgement prefers one of its two graphs"),
    ],
)
def test_judgements_about_nothing(change: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        prefer(Judgements.of([{**ROWS[0], **change}]), BAD, GOLD)


def test_ids_must_be_there_once() -> None:
    twice = {"x": BAD["x"], "y": ["# ::id 1\n(d / dog)"] * 2}
    with pytest.raises(InputError, match="y has 2 graphs with the id 1"):
        prefer(Judgements.of(ROWS[:1]), twice, GOLD)
    bare = {"x": ["(c / cat)"], "y": BAD["y"]}
    with pytest.raises(InputError, match="x: the graphs have no ids"):
        prefer(Judgements.of([{**ROWS[0], "reference": "y:1"}]), bare)
    with pytest.raises(InputError, match="2 graphs"):
        prefer(Judgements.of(ROWS[:1]), bare, GOLD)
    with pytest.raises(InputError, match="gold: the graphs have no ids"):
        prefer(Judgements.of(ROWS[:1]), BAD, ["(c / cat)"])
    with pytest.raises(OptionError, match="a metric is given twice"):
        prefer(Judgements.of(ROWS[:1]), BAD, GOLD, ["smatch", "smatch"])


def test_graphs_without_ids_belong_to_the_gold_in_their_order_or_by_sentence() -> None:
    golds, systems, rows = made()
    bare = {name: [graph.partition("\n")[2] for graph in some] for name, some in systems.items()}
    expected = prefer(Judgements.of(rows), systems, golds).metrics[0]
    found = prefer(Judgements.of(rows), bare, golds)
    assert found.metrics[0].values == expected.values
    assert "x: none of the gold's ids; graphs paired by order" in found.notes
    other = {name: [g.replace("::id s", "::id t") for g in some] for name, some in systems.items()}
    assert prefer(Judgements.of(rows), other, golds).metrics[0].values == expected.values
    renamed = Judgements.of(
        [{**row, "id": f"t{row['id'][1:]}", "reference": row["id"]} for row in rows]
    )
    assert prefer(renamed, other, golds).metrics[0].values == expected.values
    told = [f"# ::snt {k}\n{graph}" for k, graph in enumerate(golds)]
    turned = {
        name: [f"# ::snt {k}\n{graph}" for k, graph in enumerate(some)][::-1]
        for name, some in bare.items()
    }
    found = prefer(Judgements.of(rows), turned, told)
    assert found.metrics[0].values == expected.values
    assert "x: none of the gold's ids; graphs paired by sentence" in found.notes


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = tmp_path / "rows.jsonl"
    words = ["prefer", str(EXAMPLES / "judgements.csv"), str(EXAMPLES / "parser.amr")]
    words += [f"baseline={EXAMPLES / 'baseline.amr'}", "--gold", str(EXAMPLES / "gold.amr")]
    assert main([*words, "-m", "smatch", "-m", "wlk", "--pairs", str(rows)]) == 0
    printed = capsys.readouterr().out
    assert "1 judgement without a majority, left out" in printed
    assert "WARNING: no p can fall below 0.05" in printed
    assert len(rows.read_text().splitlines()) == 8
    assert json.loads(rows.read_text().splitlines()[0])["preferred"] == "parser"
    assert main([*words, "-f", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["judgements"]["undecided"] == 1
    assert data["metrics"][0]["correct"] == 2
    for form in ("csv", "markdown", "latex"):
        assert main([*words, "-f", form]) == 0
    capsys.readouterr()
    twice = [*words[:3], f"parser={EXAMPLES / 'baseline.amr'}", "--gold", words[-1]]
    assert main(twice) == 2
    assert "two systems are called parser" in capsys.readouterr().err
    assert main([*words, "--pairs", str(EXAMPLES / "gold.amr")]) == 2
    assert "would overwrite an input" in capsys.readouterr().err


def test_nothing_is_printed_when_a_metric_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[int] = []

    def breaks(gold: Graph, pred: Graph) -> float:
        calls.append(1)
        return 1.0 if len(calls) < 4 else float("nan")

    golds, systems, rows = made()
    with pytest.raises(MetricError, match=r"(?s)pair 4 .*nan is not a finite number"):
        prefer(Judgements.of(rows), systems, golds, breaks)
    (tmp_path / "mine.py").write_text("def nan(gold, pred): return float('nan')\n")
    words = [str(EXAMPLES / f"{name}.amr") for name in ("parser", "baseline")]
    words += ["--gold", str(EXAMPLES / "gold.amr"), "-m", f"{tmp_path / 'mine.py'}:nan"]
    pairs = tmp_path / "pairs.jsonl"
    assert main(["prefer", str(EXAMPLES / "judgements.csv"), *words, "--pairs", str(pairs)]) == 2
    assert capsys.readouterr().out == ""
    assert not pairs.exists()
