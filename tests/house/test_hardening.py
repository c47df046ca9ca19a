"""The extension is built with the hardening flags of CMakeLists.txt, where the system has them."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tertium import _native


def readelf(*options: str) -> str:
    """Return what readelf says of the extension, or skip the test."""
    program = shutil.which("readelf")
    if sys.platform != "linux" or program is None:
        pytest.skip("needs Linux and readelf (binutils)")
    command = [program, "--wide", *options, _native.__file__]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_function_addresses_are_bound_at_once_and_read_only() -> None:
    dynamic = readelf("--dynamic")
    assert "BIND_NOW" in dynamic or "Flags: NOW" in dynamic
    assert "GNU_RELRO" in readelf("--program-headers")


def test_the_stack_is_protected_and_not_executable() -> None:
    assert "__stack_chk_fail" in readelf("--dyn-syms")
    (stack,) = [line for line in readelf("--program-headers").splitlines() if "GNU_STACK" in line]
    assert "RWE" not in stack
