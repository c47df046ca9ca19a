"""What several tests of searching start from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium.search import Index
from tests.search.toys import toys


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return an index of two segments."""
    where = tmp_path / "corpus.tix"
    with Index.build(list(toys(12)), where, ids=[f"g{i}" for i in range(12)]) as index:
        index.add(list(toys(6, seed=1)), ids=[f"h{i}" for i in range(6)])
    return where
