"""Signals that end a command: Ctrl-C (SIGINT), SIGTERM and SIGHUP.

Only the process of the command line handles them (``tertium.__main__``), before it imports anything
else. While modules are imported, a signal ends the process at once: an exception inside an import
may be swallowed or turned into another one. While a command runs, the first signal raises
`Stopped`, so that everything is cleaned up on the way out, and the second one ends the process at
once. Either way the files of `unfinished` are removed, one line goes to stderr, and the exit code
is 128 plus the number of the signal.
"""

from __future__ import annotations

# What ``signal`` is made of: that one imports other modules first, and Ctrl-C would meanwhile print
# a traceback. For the same reason there is no ``contextlib.suppress`` here.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys

_NAMES = {
    getattr(signal, name): name
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # Windows has no SIGHUP
}

unfinished: set[str] = set()
"""The temporary files that must not outlive the process."""


class Stopped(KeyboardInterrupt):
    """A signal asks the process to end."""


class _State:
    """What this process knows about its signals."""

    owner = 0  # the process that handles them; a fork must not remove its parent's files
    running = False
    received = 0


def handle() -> None:
    """Handle signals from now on, except those that the parent wants ignored, as nohup does."""
    _State.owner = os.getpid()
    for number in _NAMES:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _receive)
    sys.unraisablehook = _end_if_stopped


def running(yes: bool) -> None:
    """Say whether a command runs, so that the next signal raises `Stopped`."""
    _State.running = yes


def received() -> bool:
    """Tell whether a signal asked this process to end."""
    return _State.received != 0


def told(number: int = 0) -> tuple[str, int]:
    """Return what is said about a signal, the one received by default, and the exit code."""
    number = number or _State.received or signal.SIGINT
    text = "interrupted" if number == signal.SIGINT else f"ended by {_NAMES[number]}"
    return text, 128 + number


def remove_unfinished() -> None:
    """Remove what was being written."""
    for path in list(unfinished):
        unfinished.discard(path)
        try:  # noqa: SIM105
            os.unlink(path)
        except OSError:
            pass  # it was renamed a moment ago, or never came to be


def _receive(number: int, _: object) -> None:
    if not _State.running or _State.received or os.getpid() != _State.owner:
        _end(number)
    _State.received = number
    raise Stopped


def _end(number: int) -> None:
    """End the process at once; nothing is left to be said by anybody else."""
    text, code = told(number)
    if os.getpid() == _State.owner:
        remove_unfinished()
        try:  # noqa: SIM105
            os.write(2, f"tertium: {text}\n".encode())
        except OSError:
            pass  # there is no stderr
    os._exit(code)


def _end_if_stopped(unraisable: sys.UnraisableHookArgs) -> None:
    """End the process if a destructor swallowed `Stopped`; anything else is reported as usual."""
    if isinstance(unraisable.exc_value, Stopped):
        _end(_State.received)
    sys.__unraisablehook__(unraisable)
