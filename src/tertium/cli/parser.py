"""The parser of the command line: argparse with help that can be read.

    usage: tertium score [options] GOLD [PRED ...]

    metrics:
      -m, --metric METRIC    a metric with its options (default: smatch)

argparse lists every option in the usage, repeats values for both names of an option, leaves
defaults out, and reports a wrong option of a command with the usage of the whole program. Here the
usage is one line, defaults are named, options and files may be mixed, and a mistake shows the usage
of the command it belongs to.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

from tertium.terminal import visible, width

_WIDEST = 100  # columns; longer lines are hard to read
_POSITION = 24  # where help begins


class HelpFormatter(argparse.HelpFormatter):
    """Help as wide as the terminal.

    argparse makes a formatter for every option and asks `shutil` for the width each time, which
    takes longer than everything else it does; the width is asked for once here.
    """

    _known: int | None = None

    def __init__(self, prog: str) -> None:
        if HelpFormatter._known is None:
            HelpFormatter._known = min(width(), _WIDEST)
        super().__init__(prog, max_help_position=_POSITION, width=HelpFormatter._known)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add the usage, with the options that must be given and ``[options]`` for the rest."""
        if usage is None:
            from tertium.report.fitting import wrapped  # only help and mistakes need it

            words = [self._prog, *self._words(list(actions), list(groups))]
            indent = len("usage: ") + len(self._prog) + 1
            lines = wrapped(" ".join(words), self._width - indent)
            usage = ("\n" + " " * indent).join(lines).replace("%", "%%")
        super().add_usage(usage, (), (), prefix)

    def _words(
        self,
        actions: list[argparse.Action],
        groups: list[argparse._MutuallyExclusiveGroup],
    ) -> Iterator[str]:
        if any(a.option_strings and not a.required for a in actions):
            yield "[options]"
        for group in groups:
            if group.required:
                yield f"({' | '.join(a.option_strings[-1] for a in group._group_actions)})"
        for action in actions:
            if action.option_strings and not action.required:
                continue
            flags = [action.option_strings[0]] if action.option_strings else []
            default = action.dest.upper() if flags else action.dest
            yield " ".join([*flags, self._format_args(action, default)])

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Return ``-m, --metric METRIC``, the value once."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, action.dest.upper())
        return f"{', '.join(action.option_strings)} {value}"

    def _get_help_string(self, action: argparse.Action) -> str:
        return help_text(action)

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        """Add arguments; commands are listed in a column that is wide enough for their names."""
        super().add_arguments(actions)
        for action in actions:
            if isinstance(action, argparse._SubParsersAction):
                longest = max(map(len, action.choices), default=0)
                self._action_max_length = max(self._action_max_length, longest + 4)


def help_text(action: argparse.Action) -> str:
    """Return what is said about an argument, with its default."""
    text = action.help or ""
    unsaid = action.option_strings and action.nargs != 0 and "default" not in text
    if unsaid and action.default not in (None, False, argparse.SUPPRESS, [], ()):
        text += " (default: %(default)s)"
    return text


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

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **options})
        self._optionals.title = "other"
        self._positionals.title = "arguments"
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
        raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {hint}")

    def format_help(self) -> str:
        """Return the help; what every command has comes last, unless a command adds to it."""
        if self._subparsers is None and self._action_groups[1] is self._optionals:
            if len(self._optionals._group_actions) > 1:
                self._optionals.title = "options"
            else:
                groups = self._action_groups
                groups.append(groups.pop(1))
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the usage, the message and where to find more, and exit with 2."""
        what = "lists the commands" if self._subparsers else "explains the options"
        super().error(f"{visible(message)}; '{self.prog} --help' {what}")
