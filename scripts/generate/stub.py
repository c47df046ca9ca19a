"""src/tertium/_native.pyi: the types of the native module, asked from the module itself."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path


def text(old: str) -> str:
    """Return the stub; *old* where only blank lines differ, which depend on nanobind's version."""
    with tempfile.TemporaryDirectory() as folder:
        stub = Path(folder) / "_native.pyi"
        command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "tertium._native"]
        subprocess.run([*command, "-o", str(stub)], check=True)
        fresh = stub.read_text(encoding="utf-8")
    return old if _written(old) == _written(fresh) else fresh


def _written(stub: str) -> list[str]:
    return [line for line in stub.splitlines() if line]
