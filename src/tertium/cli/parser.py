"""The parser of the command line: argparse with better manners.

    $ tertium score gold.amr -m smatch pred.amr --formt csv
    usage: tertium score [options] GOLD [PRED ...]
    tertium score: error: unrecognized arguments: --formt csv; did you mean --format?

argparse wants options before files or after them, and reports a wrong option of a command with the
usage of the whole program. Here options and files may be mixed, and a mistake shows the usage of
the command it belongs to. `tertium.cli.help` makes the help.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from tertium.cli.help import HelpAll, HelpFormatter, written
from tertium.terminal import readable


def group_of(parser: argparse.ArgumentParser, title: str) -> argparse._ArgumentGroup:
    """Return the group of arguments with a title, which several functions may add to."""
    known = [group for group in parser._action_groups if group.title == title]
    return known[0] if known else parser.add_argument_group(title)


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the commands of a parser."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


class Parser(argparse.ArgumentParser):
    """A parser whose commands have the same help; messages show hidden characters of the words."""

    def __init__(
        self, *, glossary: Mapping[str, Mapping[str, str]] | None = None, **options: Any
    ) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, "add_help": False, **options})
        self._optionals.title = "options"
        self._positionals.title = "arguments"
        self.add_argument("-h", "--help", action="help", help="show this help")
        self.add_argument("--help-all", action=HelpAll, help="explain every option")
        self.glossary = glossary or {}  #: words that the help explains, under their titles
        self._mixing = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse words; those that a command does not know are an error of that command."""
        if self._subparsers is not None or self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            found, rest = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False
        if rest:
            self.error(self._unknown(rest))
        return found, rest

    def add_subparsers(  # type: ignore[override]
        self, **options: Any
    ) -> argparse._SubParsersAction[argparse.ArgumentParser]:
        """Add commands, whose usage begins with the name of this parser alone."""
        return super().add_subparsers(**{"prog": self.prog, **options})

    def _unknown(self, words: list[str]) -> str:
        from difflib import get_close_matches

        message = f"unrecognized arguments: {' '.join(words)}"
        named = [word.partition("=")[0] for word in words if word.startswith("-")]
        near = get_close_matches(named[0], self._option_string_actions, 1) if named else []
        return f"{message}; did you mean {near[0]}?" if near else message

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is not a choice; a command that is nearly one is suggested."""
        if action.choices is None or value in action.choices:
            return
        from difflib import get_close_matches

        known = list(map(str, action.choices))
        near = get_close_matches(str(value), known, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"choose from {', '.join(known)}"
        if value == "html" and "--html" in self._option_string_actions:
            hint += "; --html FILE writes a page"
        raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {hint}")

    def format_help(self) -> str:
        """Return the help, of at most one screen where that is possible."""
        return written(self)

    def error(self, message: str) -> NoReturn:
        """Print the usage, the message and where to find more, and exit with 2."""
        what = "lists the commands" if self._subparsers else "explains the options"
        text = readable(message)
        stop = "" if text.endswith("?") else ";"
        super().error(f"{text}{stop} '{self.prog} --help' {what}")
