"""A short run of each check of fuzz/surface.py, always the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fuzz import surface


@pytest.mark.parametrize("check", surface.CHECKS, ids=lambda check: str(check.__name__))
def test_no_finding(check: Callable[..., None]) -> None:
    surface.run(check, 200)


def test_a_finding_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.score", lambda *_: 1 / 0, raising=False)
    with pytest.raises(ZeroDivisionError):
        surface.run(surface.check_scores, 10)
