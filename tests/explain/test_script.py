"""Scripts and tables: what users ask of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium import Script, diff, error_table
from tertium.errors import InputError, OptionError
from tertium.explain import ALL_CLASSES, Tally
from tertium.explain.classes import BY

GOLD = "(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"
PRED = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :polarity - :ARG0 (h / he)))"


@pytest.fixture
def script() -> Script:
    return diff(GOLD, PRED)


def test_edits_by_level(script: Script) -> None:
    assert list(script.by("class")) == ["sense", "coreference", "polarity"]
    assert list(script.by("family")) == ["concept", "structure", "value"]
    assert list(script.by("code")) == ["R:sense", "M:coreference", "R:polarity"]
    with pytest.raises(OptionError, match="no level 'kind'"):
        script.by("kind")  # type: ignore[arg-type]


def test_places_are_those_of_the_graphs_as_written(script: Script) -> None:
    assert script.gold is not None
    assert script.pred is not None
    for edit in script:
        for side, graph in enumerate((script.gold, script.pred)):
            found = [graph.triples[k] for k in edit.places[side] if k < len(graph.triples)]
            assert found == [t for t in (edit.gold, edit.pred)[side] if t[1] != ":TOP"]
    assert script.mapping == {"w": "w", "b": "b", "g": "g"}
    matched = [(script.gold.triples[i], script.pred.triples[j])
               for i, j in script.matched_places if i < len(script.gold.triples)]  # fmt: skip
    assert all(a == b for a, b in matched)
    assert len(matched) + 1 == 5  # and the top


def test_words_as_they_were_written() -> None:
    paris = '(c / City :name (n / name :op1 "Paris"))'
    (edit,) = diff(paris, paris.replace("Paris", "Rome"))
    assert edit.gold == (("n", ":op1", '"Paris"'),)
    (edit,) = diff("(b / Boy :mod (t / Tall))", "(b / Boy :mod (s / Short))")
    assert str(edit) == "concept: Short instead of Tall"
    (edit,) = diff("(b / boy :mod (t / tall))", "(b / boy)")
    assert str(edit) == "tall is missing: boy :mod tall"


def test_mending_keeps_the_rest_as_it_is(script: Script) -> None:
    (sense,) = script.by("class")["sense"]
    assert script.pred is not None
    before, after = set(script.pred.triples), set(script.apply([sense]).triples)
    assert before - after == {("g", ":instance", "go-01")}
    assert after - before == {("g", ":instance", "go-02")}
    assert script.gain([]) == 0.0
    with pytest.raises(InputError, match="edits of this script"):
        script.apply(diff(GOLD, PRED).edits)


def test_json_has_the_fields_of_the_design(script: Script) -> None:
    found = json.loads(script.to_json())
    fields = ["metric", "signature", "f1", "matched", "gold_total", "pred_total", "proven", "edits"]
    assert set(fields) <= set(found)
    fields = ["class", "family", "operation", "code", "detail", "message", "cost", "gold", "pred"]
    assert all(set(fields) <= set(edit) for edit in found["edits"])
    assert all(edit["class"] in ALL_CLASSES for edit in found["edits"])


def test_a_metric_that_does_not_count_triples() -> None:
    script = diff(GOLD, PRED, "sembleu")
    assert not script.counts_triples
    assert all(edit.cost is None for edit in script)
    assert script.score.value + script.gain(script.edits) == pytest.approx(1.0)


def test_a_custom_metric() -> None:
    def same(gold: object, pred: object) -> float:
        return float(str(gold) == str(pred))

    script = diff(GOLD, PRED, same)
    assert script.score.value == 0.0
    assert [edit.code for edit in script] == [edit.code for edit in diff(GOLD, PRED)]


def test_tables_of_systems_with_different_pairs() -> None:
    golds = ["(r / run-01)", "(b / boy)", "(c / cat)"]
    table = error_table(
        golds,
        {"a": ["(r / run-02)", "(b / boy", "(c / cat)"], "b": ["(r / run-02)", "(b / boy)", "(d"]},
        on_error="skip",
    )
    assert [len(system.scripts) for system in table.systems] == [2, 2]
    assert table.compare() == {"b": {"sense": 1.0}}
    assert table["b"].name == "b"
    with pytest.raises(InputError, match="no system 'c'"):
        table["c"]


def weighted(path: Path, rules: str) -> str:
    path.write_text(rules)
    return f"smatch++:weights={path}"


@pytest.mark.parametrize("others", [[], ["(c / cat :polarity -)"]])
def test_weighted_triples_of_unreadable_graphs_are_not_rounded(
    others: list[str], tmp_path: Path
) -> None:
    metric = weighted(tmp_path / "weights.tsv", "instance\t*\t1.3\nattribute\t*\t5.4\n")
    golds = ["(b / boy :mod (t / tall))", *others]
    (system,) = error_table(golds, [["(b / boy", *("(c / cat)" for _ in others)]], metric).systems
    costs = [row.cost for row in system.rows()]
    assert sum(filter(None, costs)) == pytest.approx(1 - system.value, abs=1e-12)
    assert system.whole.gain == pytest.approx(1 - system.value, abs=1e-12)
    assert system.costs()["unreadable"][0] == pytest.approx(1, abs=1e-12)


def test_triples_that_all_count_nothing_cost_nothing(tmp_path: Path) -> None:
    metric = weighted(tmp_path / "weights.tsv", "*\t*\t0\n")
    assert [edit.cost for edit in diff("(b / boy)", "(g / girl)", metric)] == [0.0]
    (row,) = error_table(["(b / boy)"], [["(g / girl)"]], metric).rows()
    assert row.cost == 0.0


def test_a_tally_needs_no_scores() -> None:
    golds, preds = ["(r / run-01)", "(b / boy :mod (t / tall))"], ["(r / run-02)", "(b / boy)"]
    (system,) = error_table(golds, [preds]).systems
    tally = Tally.of(system.metric, system.scripts)
    assert tally.score == system.system.results[0].score
    for level in BY:
        assert tally.rows(level) == system.rows(level)
        assert tally.corpus_costs(level) == {row.name: row.cost for row in system.rows(level)}
        assert all(tally.gain(row.name, level) == row.gain for row in system.rows(level))


def test_a_perfect_system_has_no_rows() -> None:
    table = error_table(["(b / boy)"], {"a": ["(x / boy)"]})
    assert table.rows() == []
    assert "total" in str(table)
    assert json.loads(table.to_json())["systems"][0]["rows"] == []


def test_an_aspect_cannot_be_explained() -> None:
    with pytest.raises(OptionError, match="leave the aspect out"):
        diff(GOLD, PRED, "smatch:aspect=negation")
