"""A damaged index gives a message or an answer, and never more; python -m fuzz.hostile_index."""

from __future__ import annotations

import pytest

from fuzz.hostile_index import attack


@pytest.mark.parametrize("metric", ["smatch", "sembleu", "wlk"])
@pytest.mark.parametrize("seed", [1, 2])
def test_damaged_segments_and_manifests(metric: str, seed: int) -> None:
    assert attack(metric, 60, seed) == 60
