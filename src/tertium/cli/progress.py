"""A progress bar for what takes over a second, if a terminal is there to see it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tertium.metrics import Progress
from tertium.terminal import visible_line

_PATIENCE = 1.0  # seconds


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Progress | None]:
    """Yield a function that is told how much was done, or None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    start, done, bar, task = time.monotonic(), 0, None, None

    def advance(count: int) -> None:
        nonlocal done, bar, task
        done += count
        if bar is None and time.monotonic() - start > _PATIENCE and done < total:
            from rich.console import Console
            from rich.markup import escape
            from rich.progress import Progress as Bar

            bar = Bar(console=Console(stderr=True), transient=True)
            task = bar.add_task(escape(visible_line(label)), total=total)
            bar.start()
        if bar is not None and task is not None:
            bar.update(task, completed=done)

    try:
        yield advance
    finally:
        if bar is not None:
            bar.stop()
