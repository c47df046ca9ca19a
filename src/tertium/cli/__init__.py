"""The command line: ``tertium COMMAND``.

Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 a finding (a threshold was
missed), 2 wrong usage or data, 130 interrupted, 143 ended by SIGTERM, 129 ended by SIGHUP. Each
command is one module with ``add_parser`` and ``run``.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from tertium import signals
from tertium._version import __version__
from tertium.cli.parser import Parser, commands_of
from tertium.errors import OptionError, TertiumError
from tertium.terminal import complain, say

COMMANDS = (
    "score",
    "compare",
    "agree",
    "diff",
    "errors",
    "explore",
    "index",
    "search",
    "dedupe",
    "cluster",
    "matrix",
    "merge",
    "standardise",
    "document",
    "perturb",
    "audit",
    "prefer",
    "train",
    "bamboo",
    "bamboo make",
    "bamboo quality",
    "card",
    "signature",
    "completion",
)
"""The commands; the module of the one that is called is imported, ``bamboo_make`` for two words."""


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line, with some commands or all."""
    parser = Parser(prog="tertium", description="Compare meaning graphs.")
    parser.add_argument("--version", action="version", version=f"tertium {__version__}",
                        help="show the version")  # fmt: skip
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        import_module(f"tertium.cli.{name.replace(' ', '_')}").add_parser(commands)
    return parser


def _joined(words: Sequence[str]) -> list[str]:
    """Return the words with a command of two words as one; ``help score`` is ``score --help``."""
    if words and words[0] == "help":
        words = [*words[1:], "--help"]
    two = " ".join(words[:2])
    return [two, *words[2:]] if two in COMMANDS else list(words)


def _needed(words: Sequence[str]) -> Sequence[str]:
    """Return the commands that a command line can mean: one, none for its version, or all."""
    if words[:1] == ["--version"]:
        return ()
    return words[:1] if words and words[0] in COMMANDS else COMMANDS


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    words = _joined(sys.argv[1:] if argv is None else argv)
    # Threads of numpy's own would do nothing here but start, a tenth of a short run.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _prepare_streams()
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _stopped()
    except Exception as error:
        # An import that is interrupted may say that a module is missing or broken.
        return _stopped() if signals.received() else _failed(error)


def _stopped() -> int:
    """Say which signal ended the command, and return the exit code."""
    text, code = signals.told()
    signals.remove_unfinished()
    if signals.received():
        _give_up_output()  # half a result; and nobody may be there to read it
    say(text)
    return code


def _failed(error: Exception) -> int:
    """Say what went wrong, and return the exit code; a defect is raised again."""
    if isinstance(error, TertiumError):
        for line in (error, *getattr(error, "__notes__", ())):
            say(line)
        return 2
    if isinstance(error, BrokenPipeError):
        _give_up_output()
        return 141
    if isinstance(error, MemoryError):
        say("there is not enough memory for these graphs")
        return 2
    if isinstance(error, OSError):
        say(f"{error.filename or 'output'}: {error.strerror}")
        if error.filename is None:
            _give_up_output()
        return 2
    raise error


def _run(words: Sequence[str]) -> int:
    try:
        parser = build_parser(_needed(words))
        args = parser.parse_args(words)
    except SystemExit as stop:  # it printed help, the version, or what is wrong with the words
        return stop.code if isinstance(stop.code, int) else 2
    signals.running(True)
    try:
        code: int = args.run(args)
    except OptionError:
        complain(_usage(parser, words))
        raise
    finally:
        signals.running(False)
    return code


def _usage(parser: argparse.ArgumentParser, words: Sequence[str]) -> str:
    """Return the usage of the command that the words are about."""
    for word in words:
        inner = commands_of(parser).get(word)
        if inner is None:
            break
        parser = inner
    return parser.format_usage()


def _prepare_streams() -> None:
    """Let printing never fail: what is closed (``>&-``) goes nowhere, odd names are escaped."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Send what is still in the buffer nowhere, or Python would try to write it again at exit."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
