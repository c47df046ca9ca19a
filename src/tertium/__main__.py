"""The process of the command ``tertium``, which is also ``python -m tertium``.

Signals are handled first, because importing the rest takes long enough to press Ctrl-C.
"""

import sys

from tertium import signals

signals.handle()

from tertium.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
