"""The command line as a process of its own."""

from __future__ import annotations

import sys

TERTIUM = (sys.executable, "-m", "tertium")
