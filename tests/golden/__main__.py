"""Check or write the recorded statistics, see the package's docstring."""

from __future__ import annotations

import sys

import numpy as np

from tests.golden import computed, recorded, write

if sys.argv[1:2] == ["write"]:
    write(sys.argv[2:])
elif sys.argv[1:] == ["check"]:
    known = recorded()
    moved = [spec for spec in known if not np.array_equal(known[spec], computed(spec))]
    print(f"{len(known) - len(moved)} of {len(known)} metrics are the same to the last bit")
    sys.exit("\n".join(moved) if moved else 0)
else:
    sys.exit("usage: python -m tests.golden check|write [METRIC...]")
