"""docs/commands.md: the reference of the command line, from its parser.

The tables are made here and not by argparse, whose help looks different in every Python version.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tertium.cli import build_parser
from tertium.cli.help import help_text, is_help

HEAD = """# Commands

For people who use the command line: every command and option, as `tertium COMMAND --help-all`
shows them. Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 a finding
(`--fail-under`, a failed audit), 2 wrong usage or data, 130 interrupted, 143 ended by SIGTERM, 129
ended by SIGHUP. The page is generated from the parser (`scripts/make`).
"""


def page(_: str) -> str:
    """Return the text of the page."""
    return "\n".join([HEAD, *_sections(build_parser(), 2)])


def _sections(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            continue
        summaries = {choice.dest: choice.help for choice in action._choices_actions}
        for name, command in action.choices.items():
            yield f"{'#' * level} {command.prog}\n"
            yield f"{_text(command.description or summaries.get(name) or '')}\n"
            yield from _glossary(command)
            yield from _table(command)
            yield from _sections(command, level + 1)


def _glossary(command: argparse.ArgumentParser) -> Iterator[str]:
    for title, words in getattr(command, "glossary", {}).items():
        rows = [f"| `{name}` | {_text(meaning)} |" for name, meaning in words.items()]
        yield "\n".join([f"| {title} | |", "|---|---|", *rows, ""])


def _table(command: argparse.ArgumentParser) -> Iterator[str]:
    rows = [
        f"| {_name(action)} | {_text(_help(action, command.prog))} |"
        for action in sorted(command._actions, key=lambda action: bool(action.option_strings))
        if not is_help(action)
        and not isinstance(action, argparse._SubParsersAction)
        and action.help != argparse.SUPPRESS
    ]
    if rows:
        yield "\n".join(["| argument | |", "|---|---|", *rows, ""])


def _name(action: argparse.Action) -> str:
    """Return how an argument is written: ``-m``, ``--metric METRIC``; ``PRED ...``."""
    value = _value(action)
    if not action.option_strings:
        several = {"+": " ...", "*": " ... (may be left out)", "?": " (may be left out)"}
        return f"`{value}`{several.get(str(action.nargs), '')}"
    flags = ", ".join(f"`{flag}`" for flag in action.option_strings[:-1])
    last = " ".join(filter(None, (action.option_strings[-1], value)))
    return ", ".join(filter(None, (flags, f"`{last}`")))


def _value(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    if action.metavar:
        return action.metavar
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return action.dest.upper() if action.option_strings else action.dest


def _help(action: argparse.Action, prog: str) -> str:
    return help_text(action) % {**vars(action), "prog": prog}


def _text(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*")
