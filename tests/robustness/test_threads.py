"""Python threads that share metrics, vectors and graphs get the results of one thread."""

from __future__ import annotations

import pytest

from fuzz import threads


def test_many_threads_compute_what_one_computes() -> None:
    assert threads.run(32, pairs=10) == 32 * (2 + 3 * len(threads.METRICS))


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(10**6))
    monkeypatch.setattr(threads, "jobs", lambda golds, preds: [lambda: next(calls)])
    with pytest.raises(AssertionError, match="job 0 has another result"):
        threads.run(2, pairs=1)
