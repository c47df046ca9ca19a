"""Where the corpora are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of corpora and reference figures; the test is skipped without it."""
    folder = os.environ.get("TERTIUM_CORPORA")
    if not folder:
        pytest.skip("needs corpora: set TERTIUM_CORPORA to the folder that has data/, reference/")
    if not Path(folder, "data").is_dir():
        pytest.fail(f"TERTIUM_CORPORA is {folder}, but there is no folder data in it")
    return Path(folder)
