"""Help that fits one screen: common options are explained, the others only named.

    usage: tertium score [options] GOLD [PRED ...]

    statistics:
      --confidence    show bootstrap intervals of scores

    more options, explained by --help-all:
      --interval, --level, --resamples, --seed

    other:
      -h, --help      show this help
      --help-all      explain every option

argparse lists every option in the usage, repeats values for both names of an option, leaves
defaults out, and shows groups in the order in which they were made. Here the usage is one line,
defaults are named, and groups have the same order in every command. `RARE` says which options are
only named; a help that is short enough explains them, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tertium.terminal import show, width

ORDER = ("arguments", "options", "metrics", "results", "statistics", "files to write", "input")
"""The groups that come first; others follow as they were made, then these:"""
LAST = ("execution", "other")

RARE = frozenset({
    "--gold-column", "--pred-column", "--column", "--id-column", "--on-error", "--missing",
    "--pair-by", "--max-bytes", "--max-triples", "--threads", "--engine", "--shard", "--interval",
    "--level", "--resamples", "--seed", "--signature", "--latex-note", "--decimals",
    "--plot-format",
})  # fmt: skip
"""Options whose defaults suit nearly everybody."""

_SCREEN = 40  # lines; a help that has no more explains everything
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
            indent = len("usage: ") + len(self._prog) + 1
            lines = [""]
            for word in self._words(list(actions), list(groups)):
                if lines[-1] and len(lines[-1]) + 1 + len(word) > self._width - indent:
                    lines.append("")
                lines[-1] = f"{lines[-1]} {word}".lstrip()
            usage = f"{self._prog} " + ("\n" + " " * indent).join(lines)
            usage = usage.strip().replace("%", "%%")
        super().add_usage(usage, (), (), prefix)

    def _words(
        self,
        actions: list[argparse.Action],
        groups: list[argparse._MutuallyExclusiveGroup],
    ) -> Iterator[str]:
        """Yield what is written together."""
        if any(a.option_strings and not a.required for a in actions):
            yield "[options]"
        for group in groups:
            if group.required:
                first, *rest = (a.option_strings[-1] for a in group._group_actions)
                *middle, last = [f"| {name}" for name in rest]
                yield from (f"({first}", *middle, f"{last})")
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

    def _split_lines(self, text: str, width: int) -> list[str]:
        return _lines(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in _lines(text, width - len(indent)))

    def _get_help_string(self, action: argparse.Action) -> str:
        return help_text(action)

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        """Add arguments; commands are listed in a column that is wide enough for their names."""
        super().add_arguments(actions)
        for action in actions:
            if isinstance(action, argparse._SubParsersAction):
                longest = max(map(len, action.choices), default=0)
                self._action_max_length = max(self._action_max_length, longest + 4)


class HelpAll(argparse.Action):
    """``--help-all``: explain every option."""

    def __init__(self, option_strings: Sequence[str], dest: str, **more: Any) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, **more)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        show(written(parser, complete=True), end="")
        parser.exit()


def _lines(text: str, width: int) -> list[str]:
    """Return a text in lines; an option such as ``--on-error`` is not broken at its hyphens."""
    from textwrap import wrap  # only help needs it

    return wrap(" ".join(text.split()), width, break_on_hyphens=False)


def help_text(action: argparse.Action) -> str:
    """Return what is said about an argument, with its default."""
    text = action.help or ""
    unsaid = action.option_strings and action.nargs != 0 and "default" not in text
    if unsaid and action.default not in (None, False, argparse.SUPPRESS, [], ()):
        text += " (default: %(default)s)"
    return text


def is_help(action: argparse.Action) -> bool:
    """Return whether an option prints help."""
    return isinstance(action, argparse._HelpAction | HelpAll)


def written(parser: argparse.ArgumentParser, *, complete: bool = False) -> str:
    """Return the help of a command; all of it if *complete*, or if it is short."""
    whole = _written(parser, frozenset())
    if complete or whole.count("\n") <= _SCREEN:
        return whole
    return _written(parser, RARE)


def _written(parser: argparse.ArgumentParser, rare: frozenset[str]) -> str:
    formatter = parser._get_formatter()
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups)
    formatter.add_text(parser.description)
    for title, words in getattr(parser, "glossary", {}).items():
        formatter.start_section(title)
        formatter.add_arguments([_Word(name, meaning) for name, meaning in words.items()])
        formatter.end_section()
    named: list[str] = []
    for title, actions in _sections(parser):
        folded = [action for action in actions if rare.intersection(action.option_strings)]
        named += [action.option_strings[-1] for action in folded]
        if title == "other" and named:
            _add(formatter, "more options, explained by --help-all", ", ".join(named))
        kept = [a for a in actions if a not in folded and (named or not isinstance(a, HelpAll))]
        formatter.start_section(title)
        formatter.add_arguments(kept)
        formatter.end_section()
    return formatter.format_help()


class _Word(argparse.Action):
    """A word with its meaning, beside each other as an argument and its help."""

    def __init__(self, name: str, meaning: str) -> None:
        super().__init__((), name, help=meaning.replace("%", "%%"), metavar=name)

    def __call__(self, *_: Any) -> None:
        """Do nothing; no parser has this."""


def _add(formatter: argparse.HelpFormatter, title: str, text: str) -> None:
    formatter.start_section(title)
    formatter.add_text(text)
    formatter.end_section()


def _sections(parser: argparse.ArgumentParser) -> list[tuple[str, list[argparse.Action]]]:
    """Return the groups in the order in which people read them; what prints help comes last."""
    groups = {str(group.title): list(group._group_actions) for group in parser._action_groups}
    own = groups.pop("options", [])
    groups["options"] = [action for action in own if not is_help(action)]
    groups["other"] = [action for action in own if is_help(action)]
    if parser._subparsers is not None:
        groups["other"] = [*groups["other"], *groups.pop("options")]
    middle = [title for title in groups if title not in ORDER + LAST]
    return [(title, groups[title]) for title in (*ORDER, *middle, *LAST) if groups.get(title)]
