"""The parser of the command line: argparse without the modules that only its help needs."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from tertium.terminal import visible, width


class HelpFormatter(argparse.HelpFormatter):
    """Help as wide as the terminal.

    argparse makes a formatter for every option and asks `shutil` for the width each time, which
    takes longer than everything else it does; the width is asked for once here.
    """

    _known: int | None = None

    def __init__(self, prog: str) -> None:
        if HelpFormatter._known is None:
            HelpFormatter._known = width()
        super().__init__(prog, width=HelpFormatter._known - 2)


class Parser(argparse.ArgumentParser):
    """A parser whose commands have the same help; messages show hidden characters of the words."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **options})

    def error(self, message: str) -> NoReturn:
        """Print the message and exit with 2."""
        super().error(visible(message))
