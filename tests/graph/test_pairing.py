"""Which graph of a prediction belongs to which graph of the gold."""

from __future__ import annotations

import random

import pytest

from tertium import Corpus
from tertium.errors import PairingError
from tertium.graph import MISSING, PAIR_BY, Missing, PairBy, pair

REMEDY = (
    "--missing skip (missing='skip') leaves out graphs without a partner; score, compare, errors "
    "and agree can also count a missing graph as zero, with --missing zero"
)


def corpus(name: str, *ids: str | None) -> Corpus:
    """Make a corpus of one graph for each id; an id that begins with ! has a broken graph."""
    comments = ["" if id is None else f"# ::id {id.removeprefix('!')}\n" for id in ids]
    texts = ["(b / boy" + ("" if id and id.startswith("!") else ")") for id in ids]
    return Corpus.of(map("".join, zip(comments, texts, strict=True)), name)


def said(name: str, *sentences: str | None) -> Corpus:
    """Make a corpus of one graph for each sentence, broken if it begins with !."""
    comments = ["" if s is None else f"# ::snt {s.removeprefix('!')}\n" for s in sentences]
    texts = ["(b / boy" + ("" if s and s.startswith("!") else ")") for s in sentences]
    return Corpus.of(map("".join, zip(comments, texts, strict=True)), name)


PAIRED: dict[str, tuple[list[str | None], list[str | None], PairBy, str, list[int]]] = {
    "by id": (["1", "2", "3"], ["3", "1", "2"], "auto", "id", [1, 2, 0]),
    "by id, a broken one too": (["1", "2"], ["!2", "1"], "auto", "id", [1, 0]),
    "without ids": ([None, None], [None, None], "auto", "order", [0, 1]),
    "ids on one side": (["1", "2"], [None, None], "auto", "order", [0, 1]),
    "an id is missing": (["1", "2"], ["2", None], "auto", "order", [0, 1]),
    "other ids": (["1", "2"], ["3", "4"], "auto", "order", [0, 1]),
    "an id twice": (["1", "1"], ["1", "1"], "auto", "order", [0, 1]),
    "an id twice on one side": (["1", "2"], ["2", "2"], "auto", "order", [0, 1]),
    "by order, as asked": (["1", "2"], ["2", "1"], "order", "order", [0, 1]),
    "by id, as asked": (["1", "2"], ["2", "1"], "id", "id", [1, 0]),
}


@pytest.mark.parametrize(("gold", "pred", "by", "how", "order"), PAIRED.values(), ids=PAIRED)
def test_pairs_are_made_by_what_both_files_agree_on(
    gold: list[str | None], pred: list[str | None], by: PairBy, how: str, order: list[int]
) -> None:
    pairing = pair(corpus("gold", *gold), corpus("pred", *pred), by)
    assert pairing.by == how
    assert list(pairing.gold) == list(range(len(gold)))
    assert list(pairing.pred) == order


BY_SENTENCE: dict[str, tuple[list[str | None], list[str | None], str, list[int]]] = {
    "another order": (["A.", "B.", "C."], ["C.", "A.", "B."], "sentence", [1, 2, 0]),
    "other blanks": (["A  b.", "C."], ["C.", " A b. "], "sentence", [1, 0]),
    "a broken one": (["A.", "B."], ["!B.", "A."], "sentence", [1, 0]),
    "twice on both sides": (["A.", "B.", "A."], ["A.", "A.", "B."], "sentence", [0, 2, 1]),
    "twice on one side": (["A.", "B.", "A."], ["A.", "B.", "B."], "order", [0, 1, 2]),
    "not everywhere": (["A.", "B."], ["B.", None], "order", [0, 1]),
    "others": (["A.", "B."], ["A", "B"], "order", [0, 1]),
}


@pytest.mark.parametrize(("gold", "pred", "how", "order"), BY_SENTENCE.values(), ids=BY_SENTENCE)
def test_paired_by_sentence(
    gold: list[str | None], pred: list[str | None], how: str, order: list[int]
) -> None:
    pairing = pair(said("gold", *gold), said("pred", *pred))
    assert (pairing.by, list(pairing.pred)) == (how, order)
    if how == "sentence":
        asked = pair(said("gold", *gold), said("pred", *pred), "sentence")
        assert (asked.by, list(asked.pred)) == (how, order)
        assert pairing.notes == ()


def test_ids_come_before_sentences() -> None:
    gold = Corpus.of(["# ::id 1 ::snt A.\n(a / a)", "# ::id 2 ::snt B.\n(b / b)"], "gold")
    pred = Corpus.of(["# ::id 1 ::snt B.\n(a / a)", "# ::id 2 ::snt A.\n(b / b)"], "pred")
    assert pair(gold, pred).by == "id"
    assert list(pair(gold, pred).pred) == [0, 1]
    by_sentence = pair(gold, pred, "sentence")
    assert (by_sentence.by, list(by_sentence.pred)) == ("sentence", [1, 0])


def test_any_shuffle_is_undone() -> None:
    chance = random.Random(0)
    for _ in range(50):
        sentences = [f"Sentence {chance.randrange(8)}." for _ in range(12)]
        turned = chance.sample(sentences, len(sentences))
        found = pair(said("gold", *sentences), said("pred", *turned))
        assert found.by == "sentence"
        places = [place for place in found.pred if place is not None]
        assert [turned[place] for place in places] == sentences
        assert sorted(places) == list(range(12))


@pytest.mark.parametrize(
    ("gold", "pred", "noted"),
    [
        (["1", "2"], ["2", "3"], "pred: its ids are not those of gold"),
        (["1", "2"], ["2", "2"], "pred: the id 2 is there twice, graphs 1 and 2"),
        (["2", "2"], ["2", "2"], "gold: the id 2 is there twice, graphs 1 and 2"),
        (["1", "2"], ["1", "2"], None),
        (["1", "2"], ["3", "4"], "pred: its ids are not those of gold"),
        (["1", "2"], [None, None], None),
        ([None, None], [None, None], None),
    ],
)
def test_a_note_where_ids_do_not_pair(gold: list[str], pred: list[str], noted: str | None) -> None:
    notes = pair(corpus("gold", *gold), corpus("pred", *pred)).notes
    assert notes == ((f"{noted}; graphs are paired by order",) if noted else ())
    assert pair(corpus("gold", *gold), corpus("pred", *pred), "order").notes == ()


def both(*entries: tuple[str, str]) -> Corpus:
    return Corpus.of([f"# ::id {id}\n# ::snt {text}\n(b / boy)" for id, text in entries], "x")


def test_a_warning_where_ids_contradict_sentences() -> None:
    """A parser that numbers its output anew: the ids agree, and pair the wrong graphs."""
    golds = both(("1", "A boy."), ("2", "A girl."), ("3", "A cat ."))
    (note,) = pair(golds, both(("1", "A girl."), ("2", "A boy."), ("3", "A cat."))).notes
    assert note == (
        "WARNING: x is paired with x by id, but 2 of 3 graphs have their sentence under another "
        "id; the first is 1: “A boy.” and “A girl.”; --pair-by sentence (pair_by='sentence') "
        "pairs by sentences"
    )
    assert pair(golds, both(("3", "A cat."), ("2", "A girl ."), ("1", "A boy."))).notes == ()
    assert pair(golds, corpus("pred", "1", "2", "3")).notes == ()
    same = both(("1", "A boy."), ("2", "A boy."))
    assert pair(same, both(("1", "A boy."), ("2", "A boy ."))).notes == ()
    turned = both(("1", "A girl."), ("2", "A boy."), ("3", "A cat."))
    assert pair(golds, turned, same_sentences=False).notes == ()


def test_a_warning_where_the_same_ids_belong_to_other_texts() -> None:
    """Tokenisers and a few corrections are no reason; most sentences must differ."""
    gold = both(("1", "He can't go."), ("2", "The dog sleeps."), ("3", "It rains."))
    tokenised = both(("1", "he ca n't go ."), ("2", "The dog sleeps ."), ("3", "It snows ."))
    assert pair(gold, tokenised).notes == ()
    other = both(("1", "One."), ("2", "Two."), ("3", "It rains ."))
    assert pair(gold, other).notes == (
        "WARNING: x is paired with x by id, but 2 of 3 pairs have different sentences; the first "
        "is 1: “He can't go.” and “One.”; are these files of the same text?",
    )
    assert pair(gold, other, same_sentences=False).notes == ()


def test_no_note_where_other_ids_are_to_be_expected() -> None:
    golds, preds = corpus("gold", "1", "2"), corpus("pred", "3", "4")
    assert pair(golds, preds, same_sentences=False).notes == ()


def test_a_warning_where_sentences_contradict_the_order() -> None:
    gold = Corpus.of([f"# ::id {i} ::snt {s}\n(b / boy)" for i, s in enumerate("ABCD")], "gold")
    pred = said("pred", "A", "X", None, "Y")
    (warning,) = pair(gold, pred).notes
    assert warning == (
        "WARNING: pred is paired with gold by order, but 2 of 4 pairs have different sentences; "
        "the first is pair 2 (1): “B” and “X”"
    )
    assert pair(gold, pred, "order").notes == (warning,)
    assert pair(gold, pred, same_sentences=False).notes == ()
    assert pair(said("gold", "A", "B"), said("pred", "A", " B ")).notes == ()
    long = pair(said("gold", "A " * 99), said("pred", "B"))
    assert long.notes[0].endswith("pair 1: “" + "A " * 24 + "A…” and “B”")
    assert "1 of 1 pair has different sentences" in long.notes[0]


MISSED: dict[str, tuple[Corpus, Corpus, PairBy, str, list[int | None], tuple[int, ...]]] = {
    "ids": (corpus("g", "1", "2", "3"), corpus("p", "3", "1"), "auto", "id", [1, None, 0], ()),
    "surplus": (corpus("g", "1"), corpus("p", "0", "1", "2"), "auto", "id", [1], (0, 2)),
    "both, as asked": (corpus("g", "1", "2"), corpus("p", "2", "3"), "id", "id", [None, 0], (1,)),
    "sentences": (
        said("g", "A", "B", "A"),
        said("p", "B"),
        "auto",
        "sentence",
        [None, 0, None],
        (),
    ),
    "nothing in common": (corpus("g", "1"), corpus("p", "2"), "id", "id", [None], (0,)),
}


@pytest.mark.parametrize("missing", ["zero", "skip"])
@pytest.mark.parametrize(
    ("gold", "pred", "by", "how", "order", "more"), MISSED.values(), ids=MISSED
)
def test_what_one_side_lacks_is_said(
    gold: Corpus, pred: Corpus, by: PairBy, how: str,
    order: list[int | None], more: tuple[int, ...], missing: Missing,
) -> None:  # fmt: skip
    pairing = pair(gold, pred, by, missing=missing)
    assert (pairing.by, list(pairing.pred), pairing.surplus) == (how, order, more)
    assert pairing.missing == order.count(None)
    assert len(pairing.notes) == bool(more)
    with pytest.raises(PairingError, match="--missing skip"):
        pair(gold, pred, by)


def test_which_of_several_graphs_of_a_sentence_is_missing_is_not_known() -> None:
    found = pair(said("gold", "A", "B", "A"), said("pred", "B", "A"), missing="zero")
    assert (found.by, list(found.pred)) == ("sentence", [1, 0, None])
    assert found.notes == (
        "1 sentence not as often in pred as in gold, so it is not known which graph has no "
        "partner; the first is “A”, 1 and 2 times",
    )


def test_surplus_is_noted() -> None:
    found = pair(corpus("gold", "1"), corpus("pred", "0", "1", "2"), missing="skip")
    assert found.notes == (
        "pred: 2 graphs without a partner in gold, not scored; the first is graph 1 (0)",
    )
    found = pair(said("gold", "A"), said("pred", "A", "B"), missing="zero")
    assert found.notes == (
        "pred: 1 graph without a partner in gold, not scored; the first is graph 2 (“B”)",
    )


UNPAIRED: dict[str, tuple[Corpus, Corpus, PairBy, str]] = {
    "fewer predictions": (
        corpus("gold", "1", "2", "3"), corpus("pred", "1", "3"), "auto",
        f"pred has no graph with the id 2, which gold has; {REMEDY}",
    ),
    "more predictions": (
        corpus("gold", "1"), corpus("pred", "0", "1"), "auto",
        f"gold has no graph with the id 0, which pred has; {REMEDY}",
    ),
    "without ids": (
        corpus("gold", None, None), corpus("pred", None), "auto",
        "gold has 2 graphs and pred has 1; graph 2 of gold is the first without a partner. The "
        "order does not show which graph is missing: --missing needs unique ids (# ::id) or "
        "sentences (# ::snt) in both files",
    ),
    "by order": (
        corpus("gold", "1"), corpus("pred", "1", "1"), "order",
        "gold has 1 graph and pred has 2; graph 2 of pred is the first without a partner. The "
        "order does not show which graph is missing: --missing needs unique ids (# ::id) or "
        "sentences (# ::snt) in both files",
    ),
    "an id twice": (
        corpus("gold", "1", "1"), corpus("pred", "1", "2"), "id",
        "gold: the id 1 is there twice, graphs 1 and 2",
    ),
    "no id": (
        corpus("gold", "1"), corpus("pred", None), "id",
        "pred: graph 1 has no id, so it cannot be paired by id",
    ),
    "no sentence": (
        said("gold", "A", None), said("pred", "A", "B"), "sentence",
        "gold: graph 2 has no sentence, so it cannot be paired by sentence",
    ),
    "an id that pred has not": (
        corpus("gold", "1", "2", "3"), corpus("pred", "1"), "id",
        f"pred has no graph with the id 2, and 1 more, which gold has; {REMEDY}",
    ),
    "an id that gold has not": (
        corpus("gold", "1"), corpus("pred", "1", "2"), "id",
        f"gold has no graph with the id 2, which pred has; {REMEDY}",
    ),
    "a sentence that pred has not": (
        said("gold", "A", "B"), said("pred", "B"), "auto",
        f"pred has no graph with the sentence “A”, which gold has; {REMEDY}",
    ),
    "a sentence that occurs less often": (
        said("gold", "A", "A"), said("pred", "A"), "sentence",
        f"pred has no further graph with the sentence “A”, which gold has; {REMEDY}",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("gold", "pred", "by", "message"), UNPAIRED.values(), ids=UNPAIRED)
def test_not_paired(gold: Corpus, pred: Corpus, by: PairBy, message: str) -> None:
    with pytest.raises(PairingError) as caught:
        pair(gold, pred, by)
    assert str(caught.value) == message


def test_what_is_missing_is_not_guessed_from_the_order() -> None:
    for missing in MISSING:
        with pytest.raises(PairingError, match="order does not show which graph is missing"):
            pair(corpus("gold", None, None), corpus("pred", None), missing=missing)


def test_the_ways_to_pair() -> None:
    assert PAIR_BY == ("auto", "id", "sentence", "order")
