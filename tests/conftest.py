"""Where the corpora are, and how hypothesis searches.

The default profile draws the same examples on every run; ``pytest --hypothesis-profile=explore``
draws new ones.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("tertium", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("tertium")


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of corpora and reference figures; the test is skipped without it."""
    folder = os.environ.get("TERTIUM_CORPORA")
    if not folder:
        pytest.skip("needs corpora: set TERTIUM_CORPORA to the folder that has data/, reference/")
    if not Path(folder, "data").is_dir():
        pytest.fail(f"TERTIUM_CORPORA is {folder}, but there is no folder data in it")
    return Path(folder)
