"""Rewards: the graph is found, whatever surrounds it, and nothing ever raises."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import Graph, score
from tertium.errors import InputError, NotationError, OptionError
from tertium.interop.trl import find_graph, readable_beginning, reward
from tests.support.parsers import GOLD, STRONG, WEAK


def test_reward_is_the_score() -> None:
    found = reward()(prompts=["?"] * 6, completions=STRONG, gold=GOLD, completion_ids=[[1]] * 6)
    assert found == [score(g, p).value for g, p in zip(GOLD, STRONG, strict=True)]
    assert reward("smatch:top=none").__name__ == "smatch_reward"


def test_reward_of_conversations_and_of_many_candidates() -> None:
    texts = [WEAK[0], STRONG[0], GOLD[0]]
    talk = [[{"role": "assistant", "content": text}] for text in texts]
    expected = [score(GOLD[0], text).value for text in texts]
    assert reward(gold="amr")(completions=talk, amr=[GOLD[0]] * 3) == expected
    fenced = [f"Here it is: <amr>{text}</amr>" for text in texts]
    between = reward(extract=lambda text: text.split("<amr>")[1].split("</amr>")[0])
    assert between(completions=fenced, gold=[GOLD[0]] * 3) == expected


@pytest.mark.parametrize("partial", [0.0, 0.5])
@pytest.mark.parametrize(
    "broken",
    [
        "",
        " ",
        "!",
        ")))",
        "(",
        '("',
        "(b / boy))",
        "\0",
        "((((" * 5000,
    ],
)
def test_broken_candidates_never_raise(broken: str, partial: float) -> None:
    found = reward(partial=partial)(completions=[broken, GOLD[0]], gold=[GOLD[0]] * 2)
    assert found[0] is not None
    assert 0 <= found[0] <= 0.5
    assert found[1] == 1
    assert partial or found[0] == 0


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='()/ :"abARG01-~\\\n#', max_size=60), st.sampled_from([0.0, 1.0]))
def test_no_text_raises(text: str, partial: float) -> None:
    [found] = reward(partial=partial)(completions=[text], gold=[GOLD[0]])
    assert found is not None
    assert 0 <= found <= 1


@pytest.mark.parametrize("completion", [None, [], [{}], [{"content": None}], [3], {}])
def test_odd_completions_earn_nothing(completion: object) -> None:
    assert reward(partial=1)(completions=[completion], gold=[GOLD[0]]) == [0.0]


def test_partial_credit() -> None:
    gold, cut = GOLD[0], GOLD[0][:-9]
    beginning = readable_beginning(cut)
    assert beginning is not None
    assert beginning == Graph.from_penman("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02))")
    [full] = reward(partial=1)(completions=[cut], gold=[gold])
    [half] = reward(partial=0.5)(completions=[cut], gold=[gold])
    assert half is not None
    assert full == score(gold, beginning).value == 2 * half
    assert readable_beginning("no graph") is None


def test_what_the_user_does_wrong_is_said() -> None:
    with pytest.raises(OptionError, match="column 'gold'"):
        reward()(completions=["(b / boy)"])
    with pytest.raises(InputError, match="2 completions"):
        reward()(completions=["(b / boy)"] * 2, gold=["(b / boy)"])
    with pytest.raises(OptionError, match="between 0 and 1"):
        reward(partial=2)


AROUND = {
    "nothing": "{}",
    "prose": "Sure (as always): {}\nDoes that help (or not)?",
    "fence": "Here:\n```penman\n{}\n```\nDone (I hope).",
    "fence in prose": "As (x / thing) is wrong:\n```\n{}\n```",
    "thoughts": "<think>(x / thing)? or ```(y / z)```</think>\n{}",
    "several": "First (x / thing), no, better: {}",
    "quotes": 'He said "(" and {}',
}


@pytest.mark.parametrize("around", AROUND)
def test_graphs_are_found(around: str) -> None:
    for gold in GOLD:
        text = AROUND[around].format(gold)
        assert reward()(completions=[text], gold=[gold]) == [1.0]


def test_no_graph_is_found() -> None:
    assert find_graph("no (graph) here") == ""
    assert find_graph("cut: (b / boy :ARG0 (") == "(b / boy :ARG0 ("


def test_broken_golds_do_not_stop_training() -> None:
    call = {"completions": ["(b / boy)"] * 2, "gold": ["(b / boy)", "(b"]}
    assert reward()(**call) == [1.0, 0.0]
    assert reward(bad_gold=None)(**call) == [1.0, None]
    with pytest.raises(NotationError, match=r"gold\[1\]: line 1"):
        reward(golds=call["gold"])


def test_validity_and_length() -> None:
    long = "(b / boy :mod (t / tall))"
    plain = score("(b / boy)", long, "smatch:top=concept").value
    call = {"completions": ["(x / x)", "(x / x", long], "gold": ["(b / boy)"] * 3}
    assert reward("smatch:top=concept")(**call) == [0.0, 0.0, plain]
    valid = reward("smatch:top=concept", valid=0.1)(**call)
    assert valid == [0.1, 0.0, pytest.approx(0.1 + 0.9 * plain)]
    assert reward("smatch:top=concept", length=2)(**call)[2] == pytest.approx(plain / 9)
    with pytest.raises(OptionError, match="length"):
        reward(length=-1)


def test_rewards_can_be_pickled() -> None:
    call = {"completions": STRONG, "gold": GOLD}
    original = reward("s2match", partial=0.5)
    again = pickle.loads(pickle.dumps(original))
    assert again(**call) == original(**call)
    assert again.__name__ == "s2match_reward"


def test_a_completion_of_another_type_earns_nothing() -> None:
    odd = [None, 7, {"content": "(b / boy)"}, [], [7]]
    assert reward()(completions=odd, gold=["(b / boy)"] * len(odd)) == [0.0] * len(odd)
