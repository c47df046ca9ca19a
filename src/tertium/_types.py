"""Names of types that many modules share; imported for type checking only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tertium import _native

Array: TypeAlias = NDArray[np.float64]
"""Numbers in rows and columns."""

Rows: TypeAlias = _native.Table | Array | Sequence[Sequence[float]]
"""A row of statistics for each pair."""
