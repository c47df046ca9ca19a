"""Programs: run in a group of their own, with limits on what they print and how long they take.

A custom metric may be any program (``command:``). One that prints without end must not fill the
memory, one that hangs must not stop an evaluation for ever, and what it started in the background
must not survive it. So it gets a process group, and whenever it ends, fails, reaches a limit or is
interrupted, the whole group is killed.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from tertium.errors import MetricError, OptionError, shortened

SECONDS = "TERTIUM_COMMAND_SECONDS"
"""The variable of the environment that says how many seconds a program may take."""

DEFAULT_SECONDS = 3600.0

_CHUNK = 1 << 16  # bytes that are read at once
_LAST_WORDS = 4096  # bytes of the standard error that are kept
_LOOK = 0.05  # seconds between looks whether a program that prints nothing has ended


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use."""

    bytes: int
    """Of its standard output."""
    seconds: float

    @classmethod
    def of(cls, pairs: int) -> Limits:
        """Return the limits for so many pairs: a kilobyte for the number of each, and an hour."""
        return cls(1_000_000 + 1000 * pairs, _seconds())


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a program left."""

    code: int
    output: bytes
    last_words: bytes  #: the end of its standard error


def run_program(words: Sequence[str], limits: Limits, name: str) -> Outcome:
    """Run a program to its end; messages call it *name*."""
    deadline = time.monotonic() + limits.seconds
    # Ctrl-C interrupts the main thread only. Started in another, a program is never lost halfway.
    with ThreadPoolExecutor(1) as starter:
        starting = starter.submit(_start, words)
        try:
            process = starting.result()
            output, last_words = _listen(process, limits, deadline, name)
            code = _ended(process, limits, deadline, name)
        finally:  # also when interrupted
            if starting.exception() is None:
                _end(starting.result())
    return Outcome(code, output, last_words)


def _start(words: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def _listen(
    process: subprocess.Popen[bytes], limits: Limits, deadline: float, name: str
) -> tuple[bytes, bytes]:
    """Return what a program prints, until it closes its streams or ends."""
    assert process.stdout is not None
    assert process.stderr is not None
    kept: dict[IO[bytes], bytearray] = {process.stdout: bytearray(), process.stderr: bytearray()}
    with selectors.DefaultSelector() as selector:
        for stream in kept:
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            _require_time(limits, deadline, name)
            ended = _has_ended(process)  # asked first, so that nothing it printed is missed
            ready = selector.select(0 if ended else _LOOK)
            if ended and not ready:
                break  # something in the background still has the streams
            for key, _ in ready:
                data = os.read(key.fd, _CHUNK)
                if not data:
                    selector.unregister(key.fileobj)
                kept[key.fileobj].extend(data)  # type: ignore[index]
            del kept[process.stderr][:-_LAST_WORDS]
            if len(kept[process.stdout]) > limits.bytes:
                raise MetricError(
                    f"{name} printed more than {limits.bytes:,} bytes and was stopped; "
                    "expected one number per line and nothing else"
                )
    return bytes(kept[process.stdout]), bytes(kept[process.stderr])


def _ended(process: subprocess.Popen[bytes], limits: Limits, deadline: float, name: str) -> int:
    """Wait for a program that has closed its streams, and return its exit code."""
    while not _has_ended(process):
        _require_time(limits, deadline, name)
        time.sleep(_LOOK)
    _kill_group(process)  # while the number of the group is still its own
    return process.wait()


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Return whether a program has ended, and leave its number to it."""
    found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    return found is not None


def _require_time(limits: Limits, deadline: float, name: str) -> None:
    if time.monotonic() > deadline:
        raise MetricError(
            f"{name} took more than {limits.seconds:g} s and was stopped; "
            f"set {SECONDS} to allow more"
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill what still runs, and close what is still open."""
    if process.returncode is None:
        _kill_group(process)
        process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _seconds() -> float:
    text = os.environ.get(SECONDS, "").strip()
    try:
        seconds = float(text) if text else DEFAULT_SECONDS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e9:
        raise OptionError(f"{SECONDS}={shortened(text)}: expected a number of seconds above 0")
    return seconds
