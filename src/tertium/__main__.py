"""The process of the command ``tertium``, which is also ``python -m tertium``.

Signals are handled first, because importing the rest takes long enough to press Ctrl-C. Until they
are, Ctrl-C ends the process without a word, where Python would print a traceback.
"""

import _signal as signal  # type: ignore[import-not-found]  # see tertium.signals

if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import atexit
import gc
import os

# Graphs have no cycles; looking for some among them would take a tenth of a short run.
gc.set_threshold(100_000)

from tertium import signals, terminal  # noqa: E402

signals.handle()

from tertium.cli import main  # noqa: E402


def run() -> None:
    """Run the command line and end the process.

    What the process holds, graphs by the thousand, is not freed one by one: that would take a tenth
    of a short run, and the system does it at once.
    """
    code = main()
    atexit._run_exitfuncs()
    terminal.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
