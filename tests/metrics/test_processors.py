"""A score has the same bits on every kind of processor.

numpy and OpenBLAS choose their loops by what the processor can do, and loops of other widths add
numbers in another order. Both can be told to behave as on an old processor.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.paths import ROOT

CODE = """
from hashlib import sha256
from tertium.metrics import REGISTRY
from tests.golden import computed
for name in REGISTRY:
    print(name, sha256(computed(name).tobytes()).hexdigest())
"""
OLD = {"OPENBLAS_CORETYPE": "Prescott", "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX2 FMA3"}


def test_an_old_processor() -> None:
    assert hashes(OLD) == hashes({})


def hashes(settings: dict[str, str]) -> list[str]:
    """Return the hash of the recorded pairs' statistics, a line for each metric."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CODE],
        env={**os.environ, **settings},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()
