"""The command line: ``tertium COMMAND``.

Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 a finding (a threshold was
missed), 2 wrong usage or data, 130 interrupted. One module a command, each with ``add_parser`` and
``run``.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from tertium._version import __version__
from tertium.errors import TertiumError


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    from tertium.cli import agree, audit, bamboo, compare, merge, perturb, score, standardise

    parser = argparse.ArgumentParser(prog="tertium", description="Compare meaning graphs.")
    parser.add_argument("--version", action="version", version=f"tertium {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in (score, compare, agree, merge, standardise, perturb, audit, bamboo):
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    if isinstance(
        sys.stdout, io.TextIOWrapper
    ):  # a name that cannot be printed is no reason to fail
        sys.stdout.reconfigure(errors="backslashreplace")
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments == ["--version"]:  # without loading the commands
        print(f"tertium {__version__}")
        return 0
    try:
        args = build_parser().parse_args(arguments)
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    except TertiumError as error:
        for line in (error, *getattr(error, "__notes__", ())):
            print(f"tertium: {line}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output is gone; what is left in the buffer must not be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print("tertium: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        print(f"tertium: {error.filename or 'output'}: {error.strerror}", file=sys.stderr)
        return 2
