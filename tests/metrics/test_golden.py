"""No score moves without notice: see `tests.golden`."""

from __future__ import annotations

import numpy as np
import pytest

from tests.golden import computed, recorded

RECORDED = recorded()


@pytest.mark.parametrize("spec", RECORDED)
def test_statistics_are_those_of_the_first_release(spec: str) -> None:
    np.testing.assert_allclose(computed(spec), RECORDED[spec], rtol=0, atol=1e-12)
