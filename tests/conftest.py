"""How hypothesis searches, and a cluster for tests of Ray.

The default profile draws the same examples on every run; ``pytest --hypothesis-profile=explore``
draws new ones.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("tertium", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("tertium")


@pytest.fixture(scope="session")
def ray_cluster() -> Iterator[None]:
    """Start Ray on two processors of this machine."""
    ray = pytest.importorskip("ray")
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        # No dashboard and no metrics: each is a process that takes a second to start.
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()
