"""The first lines of the command ``tertium``.

Until the command handles signals itself, Ctrl-C would print Python's traceback. Importing anything
from `tertium` takes long enough for that, so this package comes first and imports nothing: from
here on, Ctrl-C ends the process without a word, as it does with other programs that are starting.
"""

import _signal as signal  # type: ignore[import-not-found]  # see tertium.signals

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run() -> None:
    """Run the command line and end the process."""
    from tertium.__main__ import run

    run()
