"""Ray on two processors of this machine, started once for all tests that need it.

Mark a module with ``pytestmark = [*ON_RAY]``: pytest-xdist then runs all of these tests in one
process, which starts the cluster.
"""

from __future__ import annotations

import pytest

ON_RAY = (
    pytest.mark.xdist_group("ray"),
    pytest.mark.usefixtures("ray_cluster"),
    pytest.mark.filterwarnings("default"),  # Ray's own
)
