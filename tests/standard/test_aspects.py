"""Aspects: what each selects, and what its score is."""

from __future__ import annotations

import pytest

from tertium import Graph, metric, read, score
from tertium.errors import OptionError
from tertium.standard import SMATCHPP
from tertium.standard.aspects import ASPECTS, Selection, find_aspect
from tests.support.corpora import corpora

BOB = '(c / cat :name (n / name :op1 "Bob"))'
LISA = '(c / cat :name (n / name :op1 "Lisa"))'

MEAL = """
(e / eat-01
    :ARG0 (b / boy :name (n / name :op1 "Bob") :wiki "Bob_X")
    :ARG1 (a / apple :quant 2 :ARG1-of (l / like-01 :ARG0 b :polarity -))
    :time (d / date-entity :month 5)
    :ARG1-of (c / cause-01 :ARG0 (h / hungry :mod (v / very))))
"""

SELECTED = {
    "named-entities": {"b :name n", "n :op1 bob"},
    "wikification": {"b :wiki bob_x"},
    "negation": {"l :polarity -"},
    "srl": {"e :arg0 b", "e :arg1 a", "l :arg1 a", "l :arg0 b", "c :arg1 e", "c :arg0 h"},
    "agent": {"e :arg0 b", "l :arg0 b", "c :arg0 h"},
    "reentrancies": {"e :arg0 b", "e :arg1 a", "l :arg1 a", "l :arg0 b"},
    "quantifier": {"a :quant 2"},
    "time": {"e :time d", "d :month 5"},
    "frames": set(),
    "topic": set(),
}


@pytest.mark.parametrize(("name", "expected"), SELECTED.items())
def test_selected_triples(name: str, expected: set[str]) -> None:
    part = find_aspect(name).selection.apply(Graph.from_penman(MEAL), SMATCHPP)
    assert {" ".join(map(str, t)) for t in part.triples if t[1] != ":instance"} == expected


def test_concepts_of_frames() -> None:
    part = find_aspect("frames").selection.apply(Graph.from_penman(MEAL), SMATCHPP)
    assert {t[2] for t in part.triples} == {"eat-01", "like-01", "cause-01"}
    part = find_aspect("frames-without-sense").selection.apply(Graph.from_penman(MEAL), SMATCHPP)
    assert {t[2] for t in part.triples} == {"eat", "like", "cause"}


@pytest.mark.parametrize("alignment", ["each", "one"])
def test_bob_and_lisa_are_half_alike(alignment: str) -> None:
    """Opitz (2023), Figure 4: 0.5, where comparing the concept that has the name gives 1."""
    found = score(BOB, LISA, f"smatch++:aspect=named-entities,aspect_alignment={alignment}")
    assert found.value == 0.5
    assert (found.statistics["matched"], found.statistics["gold_total"]) == (1, 2)


@pytest.mark.parametrize("name", ASPECTS)
@pytest.mark.parametrize("alignment", ["each", "one"])
def test_every_aspect_of_a_graph_is_like_itself(name: str, alignment: str) -> None:
    assert score(MEAL, MEAL, f"smatch++:aspect={name},aspect_alignment={alignment}").value == 1


def test_a_pair_without_the_aspect_is_no_pair() -> None:
    negation = metric("smatch++:aspect=negation")
    table = negation.compare_many([MEAL, BOB], [MEAL, LISA])
    assert table.column("pairs").tolist() == [1, 0]


def test_senses_and_roles_are_ignored_where_they_should_be() -> None:
    a, b = "(g / go-01 :ARG0 (b / boy))", "(g / go-02 :ARG1 (b / boy))"
    assert score(a, b, "smatch++:aspect=frames").value == 0
    assert score(a, b, "smatch++:aspect=frames-without-sense").value == 1
    assert score(a, b, "smatch++:aspect=unlabeled").value == pytest.approx(2 / 3)
    assert score(a, b, "smatch++:aspect=no-wsd").value == pytest.approx(2 / 3)
    assert score(
        a, b.replace("ARG1", "ARG0"), "smatch++:aspect=ignore-vars"
    ).value == pytest.approx(1 / 3)


def test_an_unknown_aspect_is_refused() -> None:
    with pytest.raises(OptionError, match="no aspect 'colour'; there are: unlabeled"):
        metric("smatch++:aspect=colour")


@pytest.mark.parametrize(
    ("word", "pattern", "fits"),
    [("arg0", "arg#", True), ("argx", "arg#", False), ("distance-quantity", "*-quantity", True)],
)
def test_patterns(word: str, pattern: str, fits: bool) -> None:
    part = Selection(instances=(pattern,)).apply(Graph.from_penman(f"(a / {word})"), SMATCHPP)
    assert len(part) == fits


def taken(text: str, name: str, extraction: str = "full") -> set[str]:
    """Return the triples of an aspect that are not concepts."""
    selection = find_aspect(name).extracted(extraction)  # type: ignore[arg-type]
    part = selection.apply(Graph.from_penman(text), SMATCHPP)
    return {" ".join(map(str, t)) for t in part.triples if t[1] != ":instance"}


DEEP = "(g / go-02 :time (d / day :mod (n / next :degree (v / very :mod (m / {})))))"


@pytest.mark.parametrize("metric_name", ["smatch++", "smatch", "smatch#"])
def test_the_full_sub_graph_has_no_depth(metric_name: str) -> None:
    """Two :time sub-graphs that differ three levels down; a convention may turn :mod around."""
    a, b = DEEP.format("much"), DEEP.format("little")
    assert score(a, b, f"{metric_name}:aspect=time").value < 1
    assert score(a, b, "smatch++:aspect=time,extraction=smatchpp").value == 1
    assert score(a, b, "smatch++:aspect=time,extraction=coarse").value == 1


RAIN = (
    "(s / say-01 :ARG0 (p / person :ARG0-of (h / help-01)) :time (d / day"
    " :ARG0-of (r / rain-01 :manner (h2 / hard)) :ARG1-of (l / like-01 :ARG0 p)))"
)


def test_what_hangs_on_the_sub_graph_alone_belongs_to_it() -> None:
    """The rain has no other way to the top; like-01 has one, through the person."""
    expected = {"s :time d", "r :arg0 d", "r :manner h2"}
    assert taken(RAIN, "time") == expected
    lifted = (
        "(d / day :time-of (s / say-01 :ARG0 (p / person :ARG0-of (h / help-01)))"
        " :ARG0-of (r / rain-01 :manner (h2 / hard)) :ARG1-of (l / like-01 :ARG0 p))"
    )
    assert taken(lifted, "time") == expected


CAUSE = (
    "(c / cause-01 :ARG0 (r / rain-01 :mod (h / heavy)) :ARG1 (c2 / cancel-01 :ARG1 (g / game))"
    " :ARG2 (w / wind))"
)


def test_cause_as_appendix_a_3_has_it() -> None:
    """The label of what is caused, and the sub-graph of the cause."""
    assert taken(CAUSE, "cause") == {"c :arg0 r", "r :mod h", "c :arg1 c2", "c :arg2 w"}
    other = CAUSE.replace("game", "party")
    assert score(CAUSE, other, "smatch++:aspect=cause").value == 1
    assert score(CAUSE, other.replace("heavy", "light"), "smatch++:aspect=cause").value < 1
    plain = "(c / cancel-01 :ARG1 (g / game) :cause (r / rain-01 :mod (h / heavy)))"
    assert taken(plain, "cause") == {"c :cause r", "r :mod h"}


@pytest.mark.parametrize(
    ("extraction", "value"), [("full", 0.5), ("smatchpp", 0.75), ("coarse", 1.0)]
)
def test_bob_and_lisa_in_three_extractions(extraction: str, value: float) -> None:
    spec = f"smatch++:aspect=named-entities,extraction={extraction}"
    assert score(BOB, LISA, spec).value == value


def test_coarse_labels_are_a_set() -> None:
    twice = "(a / and :op1 (c / cat :polarity -) :op2 (c2 / cat :polarity -) :op3 (d / dog))"
    found = metric("smatch++:aspect=negation,extraction=coarse").compare(twice, twice)
    assert (found["matched"], found["gold_variables"]) == (1, 0)
    found = metric("smatch++:aspect=concepts,extraction=coarse").compare(twice, twice)
    assert found["matched"] == 3  # and, cat, dog
    found = metric("smatch++:aspect=wikification,extraction=coarse").compare(
        '(c / city :wiki "Bonn")', '(d / town :wiki "Bonn")'
    )
    assert found["matched"] == 1


def test_triples_and_variables_are_counted() -> None:
    found = metric("smatch++:aspect=time").compare(RAIN, "(s / say-01 :time (d / day))")
    assert (found["gold_variables"], found["pred_variables"]) == (4, 2)
    assert (found["gold_total"], found["pred_total"]) == (3, 1)  # unique concepts are names
    assert "gold_variables" not in metric("smatch++").statistics_names


TOOL = {
    "AGENT": "agent", "CAUSE": "cause", "CONCEPT": "concepts", "FOCUS": "focus",
    "INSTRUMENT": "instrument", "LOCATION (spatial)": "location", "MATHS": "maths",
    "NER": "named-entities", "PATIENT": "patient", "POLARITY": "negation",
    "POSSESSION": "possession", "PURPOSE": "purpose", "QUANTIFIER": "quantifier",
    "QUESTION": "question", "SRL-core": "srl", "TIME (temporal)": "time", "TOPIC": "topic",
    "WIKI": "wikification", "REENTRANCIES": "reentrancies",
}  # fmt: skip
"""The aspects of SMATCH++ 1.8.0, and ours."""


def test_extraction_is_that_of_the_public_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the frame files of PropBank, SMATCH++ 1.8.0 counts the same triples."""
    smatchpp = pytest.importorskip("smatchpp")
    from smatchpp import model_factory, solvers
    from smatchpp.formalism.amr import tools

    monkeypatch.setattr(tools, "read_frame_table", lambda *_, **__: {})
    theirs = smatchpp.Smatchpp(
        graph_standardizer=model_factory.StandardizerFactory.get_standardizer("amr"),
        alignmentsolver=solvers.get_solver("ilp"),
        subgraph_extractor=tools.AMRSubgraphExtractor(),
        score_dimension="all-multialign",
    )
    ours = {name: metric(f"smatch++:aspect={a},extraction=smatchpp") for name, a in TOOL.items()}
    folder = corpora() / "data/little-prince"
    pairs = zip(read(folder / "gold.amr"), read(folder / "jamr.amr"), strict=True)
    for gold, pred in list(pairs)[3:1274:32]:
        found = theirs.process_pair(pred.to_penman(), gold.to_penman())[0]
        for name, chosen in ours.items():
            counts = chosen.compare(gold, pred)
            expected = [float(found[name][k]) for k in (0, 2, 3)]
            assert [counts[k] for k in ("matched", "pred_total", "gold_total")] == expected, name
