"""``tertium completion``: a script that lets a shell complete commands, options and choices.

The script is made from the parsers, so it knows whatever ``--help`` knows:

    tertium sc<Tab>               tertium score
    tertium score -f m<Tab>       tertium score -f markdown
    tertium score -m sem<Tab>     tertium score -m sembleu
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from tertium.cli.help import help_text
from tertium.cli.parser import commands_of
from tertium.metrics import REGISTRY
from tertium.terminal import show

SHELLS = ("bash", "zsh", "fish")


class Completed(NamedTuple):
    """A command, with what may follow it."""

    path: str  #: the words, such as ``tertium audit soundness``
    help: str
    commands: tuple[str, ...]  #: the words that may come next
    options: tuple[argparse.Action, ...]


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "completion",
        help="print a script that completes commands in your shell",
        description="Print a script that completes commands, options and choices. Put eval "
        '"$(tertium completion bash)" into ~/.bashrc, the same with zsh into ~/.zshrc, or tertium '
        "completion fish | source into ~/.config/fish/config.fish.",
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.cli import build_parser

    entries = list(entries_of(build_parser()))
    scripts = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    show("\n".join(scripts[args.shell](entries)))
    return 0


def entries_of(parser: argparse.ArgumentParser, help: str = "") -> Iterator[Completed]:
    """Yield a parser and its commands; one of two words is found behind its first."""
    inner = commands_of(parser)
    helps = {
        choice.dest: choice.help or ""
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for choice in action._choices_actions
    }
    options = tuple(action for action in parser._actions if action.option_strings)
    words = tuple(name for name in inner if " " not in name)
    yield Completed(parser.prog, help, words, options)
    for name, command in inner.items():
        two = tuple(n.removeprefix(f"{name} ") for n in inner if n.startswith(f"{name} "))
        first, *rest = entries_of(command, helps.get(name, ""))
        yield first._replace(commands=(*first.commands, *two))
        yield from rest


def _values(action: argparse.Action) -> tuple[str, ...]:
    """Return what may follow an option, as far as it is known."""
    if action.dest == "metric" and action.nargs != 0:
        return tuple(REGISTRY)
    return () if action.choices is None else tuple(map(str, action.choices))


def _flags(entry: Completed) -> str:
    return " ".join(flag for action in entry.options for flag in action.option_strings)


def _bash(entries: list[Completed]) -> Iterator[str]:
    yield "# Completion of tertium, made by 'tertium completion'."
    yield "_tertium() {"
    yield "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}"
    yield "    local path=tertium commands= flags= word"
    yield '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do'
    yield '        case "$path $word" in'
    inner = "|".join(f"'{entry.path}'" for entry in entries[1:])
    yield f'            {inner}) path="$path $word" ;;'
    yield "        esac"
    yield "    done"
    yield '    case "$path $before" in'
    for entry in entries:
        for action in entry.options:
            if values := _values(action):
                names = "|".join(f"'{entry.path} {flag}'" for flag in action.option_strings)
                words = " ".join(values)
                reply = f"COMPREPLY=($(compgen -W '{words}' -- \"$current\"))"
                yield f"        {names}) {reply}; return ;;"
    yield "    esac"
    yield '    case "$path" in'
    for entry in entries:
        words = " ".join(entry.commands)
        yield f"        '{entry.path}') commands='{words}' flags='{_flags(entry)}' ;;"
    yield "    esac"
    yield "    if [[ $current == -* ]]; then"
    yield '        COMPREPLY=($(compgen -W "$flags" -- "$current"))'
    yield "    else"
    yield '        COMPREPLY=($(compgen -W "$commands" -- "$current"))'
    yield "    fi"
    yield "}"
    yield "complete -o default -F _tertium tertium"


def _zsh(entries: list[Completed]) -> Iterator[str]:
    yield "autoload -U +X compinit && compinit -u"
    yield "autoload -U +X bashcompinit && bashcompinit"
    yield from _bash(entries)


def _fish(entries: list[Completed]) -> Iterator[str]:
    yield "# Completion of tertium, made by 'tertium completion'."
    for entry in entries:
        words = entry.path.split(" ")[1:]
        here = " && ".join(f"__fish_seen_subcommand_from {word}" for word in words)
        helps = {e.path: e.help for e in entries}
        for name in entry.commands:
            outside = f"not __fish_seen_subcommand_from {' '.join(entry.commands)}"
            condition = f"{here} && {outside}" if here else "__fish_use_subcommand"
            text = _quoted(helps.get(f"{entry.path} {name}", ""))
            yield f"complete -c tertium -n '{condition}' -a {name} -d {text}"
        for action in entry.options:
            yield _fish_option(action, here)


def _fish_option(action: argparse.Action, condition: str) -> str:
    parts = ["complete -c tertium", f"-n '{condition}'" if condition else ""]
    for flag in action.option_strings:
        parts.append(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}")
    if values := _values(action):
        parts.append(f"-x -a '{' '.join(values)}'")
    elif action.nargs != 0:
        parts.append("-r")
    text = help_text(action) % {**vars(action), "prog": "tertium"}
    return " ".join(filter(None, [*parts, f"-d {_quoted(text)}"]))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
