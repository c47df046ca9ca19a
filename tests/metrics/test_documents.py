"""Documents: aligned sentence by sentence, exactly, and scored by parts."""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, metric, read
from tertium.cli import main
from tertium.errors import OptionError
from tertium.explain import diff
from tertium.graph import join_sentences, join_umr, read_umr
from tertium.graph.umr import parse_umr
from tertium.metrics import Smatch
from tertium.standard.sentences import PARTS, Part, labels_of
from tests.graph.test_umr import GOOD
from tests.reference.brute_force import facts, matches
from tests.support.corpora import corpora
from tests.support.graphs import graphs

DOCUMENT = "smatch:scope=document"


def value(spec: str, gold: Graph, pred: Graph) -> float:
    chosen = metric(spec)
    return chosen.score(chosen.compare(gold, pred)).value


def test_only_variables_of_the_same_sentence_are_aligned() -> None:
    gold = "(d / document :snt1 (g / go-02) :snt2 (r / run-02))"
    pred = "(d / document :snt1 (s / run-02) :snt2 (h / go-02))"
    found = Smatch(scope="document").align(gold, pred)
    assert found.mapping == {"d": "d", "g": "s", "r": "h"}
    assert (found.matched, found.proven) == (4, True)
    assert Smatch().align(gold, pred).mapping == {"d": "d", "g": "h", "r": "s"}


def test_a_missing_sentence_counts() -> None:
    gold = "(d / document :snt1 (g / go-02) :snt2 (r / run-02) :snt3 (s / sit-01))"
    pred = "(d / document :snt1 (g / go-02) :snt3 (s / sit-01))"
    for golds, preds in ((gold, pred), (pred, gold)):
        found = metric(DOCUMENT).compare(golds, preds)
        assert found["matched"] == 6
        assert {found["gold_total"], found["pred_total"]} == {6, 8}


@settings(max_examples=25, deadline=None)
@given(st.lists(graphs(), min_size=1, max_size=2), st.lists(graphs(), min_size=1, max_size=2))
def test_against_every_allowed_alignment(golds: list[Graph], preds: list[Graph]) -> None:
    gold, pred = join_sentences(golds), join_sentences(preds)
    if max(len(gold.variables), len(pred.variables)) > 6:
        return
    chosen = Smatch(scope="document")
    labels = [labels_of(graph, "document", "none") for graph in (gold, pred)]
    facts_a, facts_b = (facts(graph, chosen.convention) for graph in (gold, pred))
    names_a, names_b = gold.variables, [*pred.variables, *[""] * len(gold.variables)]
    best = max(
        matches(
            facts_a,
            facts_b,
            {
                a: b
                for a, b in zip(names_a, order, strict=True)
                if b and labels[0][a] == labels[1][b]
            },
        )
        for order in set(permutations(names_b, len(names_a)))
    )
    found = chosen.compare(gold, pred)
    assert found["matched"] == found["upper"] == best


UMR = join_umr(parse_umr(GOOD.encode()))


@pytest.mark.parametrize("spec", ["smatch", "smatch++", "smatch#", "s2match"])
@pytest.mark.parametrize("closure", ["no", "yes"])
@pytest.mark.parametrize("anchor", ["none", "words"])
def test_a_document_and_itself(spec: str, closure: str, anchor: str) -> None:
    for part in PARTS:
        options = f"scope=document,part={part},closure={closure},anchor={anchor}"
        chosen = metric(f"{spec}:{options}")
        found = chosen.compare(UMR, UMR)
        assert found["matched"] == found["gold_total"] == found["pred_total"] > 0
        assert found["proven"] == 1


def test_a_relation_that_is_lost_costs_its_part_only() -> None:
    losses: list[tuple[Part, str]] = [
        ("temporal", "(s1l :after s1e)"),
        ("modal", "(root :modal author)"),
        ("coref", "(s1p :same-entity s2p2)"),
    ]
    for group, lost in losses:
        pred = join_umr(parse_umr(GOOD.replace(lost, "").encode()))
        values = {part: value(f"{DOCUMENT},part={part}", UMR, pred) for part in PARTS}
        constants = {"sentences"} if group == "modal" else set()  # root is mentioned nowhere else
        for part in {*PARTS} - {"all", group} - constants:
            assert values[part] == 1, (group, part)
        assert values[group] < 1
        assert values["all"] < 1


def test_closure_knows_what_follows() -> None:
    gold = UMR
    text = GOOD.replace("(s1l :after s1e)", "(s1e :before s1l)")
    pred = join_umr(parse_umr(text.encode()))
    assert value(f"{DOCUMENT},part=temporal", gold, pred) == 0.5
    assert value(f"{DOCUMENT},part=temporal,closure=yes", gold, pred) == 1


def test_the_same_words() -> None:
    gold = "(b / boy~e.1 :ARG0-of (g / go-02~e.2))"
    for pred, expected in (
        ("(b / boy~e.1 :ARG0-of (g / go-02~e.2))", 4),
        ("(b / boy~e.3 :ARG0-of (g / go-02~e.2))", 1),
        ("(b / boy~e.1,3 :ARG0-of (g / go-02~e.2))", 4),
        ("(b / boy :ARG0-of (g / go-02))", 0),
    ):
        assert metric("smatch:anchor=words").compare(gold, pred)["matched"] == expected
    assert value(
        "smatch:anchor=words", Graph.from_penman("(b / boy)"), Graph.from_penman("(b / boy)")
    )


def test_aspects_of_documents() -> None:
    gold = Graph.from_penman(
        "(d / document :snt1 (g / go-02 :ARG0 (b / boy)) :snt2 (s / sit-01 :ARG0 (c / cat)))"
    )
    pred = Graph.from_penman(
        "(d / document :snt1 (s / sit-01 :ARG0 (c / cat)) :snt2 (g / go-02 :ARG0 (b / boy)))"
    )
    for how in ("each", "one"):
        spec = f"smatch:aspect=srl,aspect_alignment={how}"
        assert value(f"{spec},scope=document", gold, gold) == 1
        assert value(spec, gold, pred) == 1
    assert value("smatch:aspect=concepts,scope=document", gold, pred) == 0.2


def test_a_part_is_not_an_aspect() -> None:
    with pytest.raises(OptionError, match="part and aspect cannot be combined"):
        metric("smatch:part=coref,aspect=srl")


def test_what_cannot_be_read_has_no_triples() -> None:
    for part in PARTS:
        chosen = metric(f"{DOCUMENT},part={part}")
        table = chosen.compare_many([UMR, None], [None, UMR])
        lost, surplus = table[0], table[1]
        assert (lost["matched"], lost["pred_total"]) == (0, 0)
        assert (surplus["matched"], surplus["gold_total"]) == (0, 0)
        assert lost["gold_total"] == surplus["pred_total"] > 0
        assert lost["gold_total"] == chosen.compare(UMR, UMR)["gold_total"]


FILES = [*(f"english/english_umr-000{n}.umr" for n in range(1, 6)), "gold.umr"]


@pytest.mark.parametrize("name", FILES)
def test_published_documents(name: str) -> None:
    """Each scores 1 with itself on every level, and a lost relation lowers its own part only."""
    document = read_umr(corpora() / "data" / "umr" / name)
    graph = join_umr(document)
    for part in PARTS:
        found = metric(f"{DOCUMENT},part={part}").compare(graph, graph)
        assert found["matched"] == found["gold_total"] == found["pred_total"]
        assert found["proven"] == 1
    triples = [t for t in graph.triples if t[1].startswith(":temporal.")]
    lost = random.Random(0).choice(triples)
    pred = Graph.from_triples([t for t in graph.triples if t != lost], top=graph.top)
    for part in ("sentences", "modal", "coref"):
        assert value(f"{DOCUMENT},part={part}", graph, pred) == 1
    assert value(f"{DOCUMENT},part=temporal", graph, pred) < 1


def test_the_tiny_pair_beside_ancast() -> None:
    """AnCast++ 0.1.1 has the same precision and recall for modality, and with closure for time."""
    folder = corpora() / "data" / "umr"
    gold, pred = (join_umr(read_umr(folder / name)) for name in ("gold.umr", "test.umr"))
    for part, precision, recall in (("modal", 2 / 3, 0.4), ("temporal", 0.6, 0.5)):
        chosen = metric(f"{DOCUMENT},part={part},closure=yes")
        found = chosen.score(chosen.compare(gold, pred))
        assert found.precision == pytest.approx(precision)
        assert found.recall == recall


def test_the_published_example_of_docamr() -> None:
    (graph,) = read(corpora() / "data" / "documents" / "example.amr")
    triples = [t for t in graph.triples if t != ("s4.m", ":ARG1", "pro")]
    pred = Graph.from_triples(triples, top=graph.top)
    assert value(f"{DOCUMENT},part=sentences", graph, pred) == 1
    found = metric(f"{DOCUMENT},part=coref").compare(graph, pred)
    assert (found["matched"], found["pred_total"], found["gold_total"]) == (9, 9, 10)


@pytest.mark.parametrize(
    "options", ["scope=document", "scope=document,closure=yes", "anchor=words"]
)
def test_edits_of_documents(options: str) -> None:
    """Edits are found under the same alignment: what they cost is what is missing to 1."""
    text = GOOD.replace("(s1l :after s1e)", "").replace("eat-01", "dine-01").replace("s2p ", "s2q ")
    pred = join_umr(parse_umr(text.encode()))
    chosen = metric(f"smatch:{options}")
    script = diff(UMR, pred, chosen)
    lost = sum(edit.cost or 0 for edit in script)
    assert lost > 0
    assert chosen.score(chosen.compare(UMR, pred)).value == pytest.approx(1 - lost)
    assert list(diff(UMR, UMR, chosen)) == []


def test_edits_stay_within_a_sentence() -> None:
    gold = "(d / document :snt1 (g / go-02) :snt2 (r / run-02))"
    pred = "(d / document :snt1 (s / run-02) :snt2 (h / go-02))"
    codes = [edit.code for edit in diff(gold, pred, DOCUMENT)]
    assert codes == ["R:concept", "R:concept"]
    with pytest.raises(OptionError, match="leave the part out"):
        diff(gold, pred, f"{DOCUMENT},part=coref")


def test_the_report_of_documents(tmp_path: Path) -> None:
    for name, text in (("gold", GOOD), ("pred", GOOD.replace("(s1l :after s1e)", ""))):
        (tmp_path / f"{name}.umr").write_text(text, encoding="utf-8")
    page = tmp_path / "page.html"
    words = ["score", *(str(tmp_path / f"{name}.umr") for name in ("gold", "pred"))]
    assert main([*words, "--level", "document", "--html", str(page)]) == 0
    found = page.read_text(encoding="utf-8")
    assert ":temporal.after" in found


def test_documents_in_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("gold", GOOD), ("pred", GOOD.replace("(s1l :after s1e)", ""))):
        (tmp_path / f"{name}.umr").write_text(text, encoding="utf-8")
    files = [str(tmp_path / f"{name}.umr") for name in ("gold", "pred")]
    assert main(["diff", *files, "--level", "document"]) == 1
    assert "leave-02 :temporal.after" in capsys.readouterr().out
    assert main(["diff", *files, "--pair", "1"]) == 0
    assert main(["errors", *files, "--level", "document"]) == 0
    assert "coreference" in capsys.readouterr().out
    page = tmp_path / "page.html"
    assert main(["explore", *files, "--level", "document", "-o", str(page)]) == 0
    assert ":temporal.after" in page.read_text(encoding="utf-8")


def test_levels_of_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, pred = tmp_path / "gold.umr", tmp_path / "pred.umr"
    gold.write_text(GOOD, encoding="utf-8")
    pred.write_text(GOOD.replace("(s1l :after s1e)", ""), encoding="utf-8")
    words = ["score", str(gold), str(pred), "--format", "json"]
    assert main([*words, "--level", "document", "--level", "0.9", "--confidence"]) == 0
    (system,) = json.loads(capsys.readouterr().out)["systems"]
    values = {score["metric"]: score["value"] for score in system["scores"]}
    assert [name for name, found in values.items() if found == 1] == [
        "smatch sentences",
        "smatch modal",
        "smatch coref",
    ]
    assert values["smatch temporal"] == pytest.approx(2 / 3)
    assert main([*words, "--level", "sentence", "--level", "0.9"]) == 0
    (system,) = json.loads(capsys.readouterr().out)["systems"]
    assert [(score["metric"], score["pairs"]) for score in system["scores"]] == [("smatch", 2)]
    assert main([*words, "--level", "paragraph"]) == 2
    assert (
        "is not a confidence level between 0 and 1, nor sentence or document"
        in capsys.readouterr().err
    )


def test_documents_are_compared_and_agreed_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, lost in (("gold", ""), ("a", "(s1l :after s1e)"), ("b", "(root :modal author)")):
        folder = tmp_path / name
        folder.mkdir()
        for document in ("one", "two"):
            text = GOOD.replace(lost, "") if lost else GOOD
            (folder / f"{document}.umr").write_text(text, encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("gold", "a", "b")]
    assert main(["compare", *paths, "--level", "document", "--resamples", "100"]) == 0
    assert "\ntemporal " in capsys.readouterr().out
    assert main(["agree", *paths, "--level", "document"]) == 0
    assert "temporal" in capsys.readouterr().out
