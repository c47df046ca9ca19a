"""Graphs in pipelines of scikit-learn, with the real package."""

from __future__ import annotations

import pickle

import pytest

from tertium import score
from tertium.errors import InputError, NotationError
from tests.support.parsers import GOLD, WEAK

pytest.importorskip("sklearn")


def test_a_pipeline() -> None:
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline

    from tertium.interop.sklearn import GraphSimilarity

    model = make_pipeline(GraphSimilarity("wlk"), KNeighborsClassifier(1))
    names = [str(place) for place in range(len(GOLD))]
    assert model.fit(GOLD, names).predict(GOLD).tolist() == names
    assert pickle.loads(pickle.dumps(model)).predict(GOLD).tolist() == names


def test_cells_are_scores_against_the_gold_of_fit() -> None:
    from sklearn.base import clone

    from tertium.interop.sklearn import GraphSimilarity

    door = clone(GraphSimilarity("sembleu")).fit(GOLD)
    expected = [[score(gold, weak, "sembleu").value for gold in GOLD] for weak in WEAK]
    assert door.transform(WEAK).tolist() == expected


def test_wrong_use_is_explained() -> None:
    from tertium.interop.sklearn import GraphSimilarity

    with pytest.raises(InputError, match="call fit before transform"):
        GraphSimilarity().transform(GOLD)
    with pytest.raises(NotationError):
        GraphSimilarity().fit(["(b / boy"])
