"""CPU time and peak memory.

CPU time is user and system time. Unlike the time on the wall it does not grow when other programs
share the machine, or not much.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def total_cpu() -> float:
    """Return the CPU seconds of this process, all its threads, and its ended children."""
    return _cpu(resource.RUSAGE_SELF) + children_cpu()


def children_cpu() -> float:
    """Return the CPU seconds of this process's ended children."""
    return _cpu(resource.RUSAGE_CHILDREN)


def _cpu(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def peak_bytes() -> int:
    """Return the largest memory that this process has held."""
    # ru_maxrss of Linux begins with what the parent held when it forked; VmHWM does not.
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def timed(work: Callable[..., T], *arguments: Any) -> tuple[float, T]:
    """Return the CPU seconds of a call, and what it returned."""
    begin = time.process_time()
    result = work(*arguments)
    return time.process_time() - begin, result


def fastest(work: Callable[[], object], repeat: int) -> float:
    """Return the CPU seconds of the fastest of several calls."""
    return min(timed(work)[0] for _ in range(repeat))
