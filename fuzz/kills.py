"""Kill commands at random moments, and let two of them write one file: no output is damaged.

    python -m fuzz.kills [--only NAME] [--moments N] [--rounds N] [--seed N]

Each moment starts a command that replaces a file, or that writes an index (`fuzz.kills_index`), and
ends it with SIGTERM, SIGHUP, SIGINT or SIGKILL after a random share of the time that it takes. The
file must then be the old one or the new one, whole. Nothing else may be in its folder, except after
SIGKILL a file whose name ends with ``.unfinished``. Then two processes write different contents to
one file, many times, while a third one reads it: whatever it sees must be one of the two. Exits
with 1 at the first damage.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL)
OLD = b"old\n"
GRAPHS = 4000
TERTIUM = (sys.executable, "-m", "tertium")

WRITER = """
import sys
from tertium import signals
signals.handle()
from tertium.cli import main
for round in range(int(sys.argv[1])):
    code = main(["standardise", sys.argv[2], "--reify", "-o", "out.amr"])
    if code:
        sys.exit(code)
    print(round, flush=True)
"""
"""Replaces out.amr again and again, as the process of a command would."""


class DamageError(Exception):
    """A file that is neither the old one nor the new one, or that should not be there."""


def prepare(folder: Path, count: int = GRAPHS) -> dict[bytes, str]:
    """Write a.amr and b.amr; return what out.amr may hold, and what that is called."""
    contents = {OLD: "old"}
    for name in ("a", "b"):
        graph = f"(w / want-01 :ARG0 ({name} / boy) :ARG1 (g / go-02 :ARG0 {name}))\n\n"
        (folder / f"{name}.amr").write_text(count * graph, encoding="utf-8")
        made = subprocess.run(
            [*TERTIUM, "standardise", f"{name}.amr", "--reify"],
            cwd=folder,
            capture_output=True,
            check=True,
        )
        contents[made.stdout] = name
    (folder / "out.amr").write_bytes(OLD)
    return contents


def start_writer(folder: Path, rounds: int, name: str) -> subprocess.Popen[bytes]:
    """Start a process that replaces out.amr many times and prints a line each time."""
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(rounds), f"{name}.amr"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def check(folder: Path, contents: dict[bytes, str], killed: bool = False) -> str:
    """Return which content out.amr has; raise if it is damaged or not alone."""
    found = contents.get((folder / "out.amr").read_bytes())
    if found is None:
        raise DamageError("out.amr is damaged")
    for name in set(os.listdir(folder)) - {"a.amr", "b.amr", "out.amr", "old.tix", "new.tix"}:
        if not (killed and name.startswith(".out.amr.") and name.endswith(".unfinished")):
            raise DamageError(f"{name} was left behind")
        (folder / name).unlink()
    return found


class Victim(Protocol):
    """A command that writes something, and how to tell what became of that."""

    @property
    def name(self) -> str: ...

    @property
    def words(self) -> Sequence[str]: ...

    def reset(self, folder: Path) -> None: ...

    def check(self, folder: Path, killed: bool = False) -> str: ...


@dataclass(frozen=True)
class FileCommand:
    """A command that replaces out.amr."""

    contents: dict[bytes, str]
    name: str = "standardise"
    words: Sequence[str] = ("standardise", "a.amr", "--reify", "-o", "out.amr")

    def reset(self, folder: Path) -> None:
        """Write the old file."""
        (folder / "out.amr").write_bytes(OLD)

    def check(self, folder: Path, killed: bool = False) -> str:
        """Return whether the file is old or new."""
        return "old" if check(folder, self.contents, killed) == "old" else "new"


def kill_at(folder: Path, victim: Victim, number: signal.Signals, at: float) -> str:
    """Start a command, end it after *at* seconds, and return whether what it writes is new."""
    victim.reset(folder)
    with subprocess.Popen(
        [*TERTIUM, *victim.words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        time.sleep(at)
        process.send_signal(number)
        out, err = process.communicate()
    found = victim.check(folder, killed=number == signal.SIGKILL)
    if out or (process.returncode == 0 and found == "old"):
        raise DamageError(
            f"{number.name} after {at:.3f} s: exit code {process.returncode}, {found}"
        )
    # Python itself prints a traceback if Ctrl-C comes before the first line of the command runs.
    if b"Traceback" in err and b'__main__.py", line' in err:
        raise DamageError(f"{number.name} after {at:.3f} s: {err.decode()}")
    return found


def duration(folder: Path, victim: Victim) -> float:
    """Return how long a command takes, in seconds."""
    victim.reset(folder)
    start = time.monotonic()
    subprocess.run([*TERTIUM, *victim.words], cwd=folder, capture_output=True, check=True)
    return time.monotonic() - start


def kill_often(folder: Path, victim: Victim, moments: int, draw: random.Random) -> None:
    """End a command at random moments by each signal, and print what became of its file."""
    for number in SIGNALS:
        whole = duration(folder, victim)  # again: other programs come and go
        found = Counter(
            kill_at(folder, victim, number, draw.random() * 1.3 * whole) for _ in range(moments)
        )
        kept, new = found["old"], found["new"]
        print(f"{victim.name}, {number.name}: old kept {kept}, new complete {new}", flush=True)


def write_together(folder: Path, contents: dict[bytes, str], rounds: int) -> Counter[str]:
    """Let two processes write one file and read it all the while; return what was seen."""
    seen: Counter[str] = Counter()
    with start_writer(folder, rounds, "a") as first, start_writer(folder, rounds, "b") as second:
        while first.poll() is None or second.poll() is None:
            found = contents.get((folder / "out.amr").read_bytes())
            if found is None:
                raise DamageError("a file of two writers is damaged")
            seen[found] += 1
    if first.returncode or second.returncode:
        raise DamageError(f"the writers ended with {first.returncode} and {second.returncode}")
    check(folder, contents)
    return seen


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script and return its exit code."""
    parser = argparse.ArgumentParser(description="Kill commands that write files.")
    parser.add_argument("--moments", type=int, default=100, metavar="N", help="for each signal")
    parser.add_argument("--rounds", type=int, default=100, metavar="N", help="of each writer")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--only", metavar="NAME", help="one command, such as 'index add'")
    args = parser.parse_args(argv)
    from fuzz import kills_index

    draw = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        contents = prepare(folder)
        victims: list[Victim] = [FileCommand(contents), *kills_index.commands(GRAPHS)]
        try:
            for victim in victims:
                if args.only in (None, victim.name):
                    kill_often(folder, victim, args.moments, draw)
            if args.only is None:
                _tell_writers(folder, contents, args.rounds)
        except DamageError as damage:
            print(damage)
            return 1
    return 0


def _tell_writers(folder: Path, contents: dict[bytes, str], rounds: int) -> None:
    (folder / "out.amr").write_bytes(OLD)
    seen = write_together(folder, contents, rounds)
    print(f"two writers, {rounds} rounds each: {seen.total()} reads, all whole: {dict(seen)}")


if __name__ == "__main__":
    from fuzz.kills import main as run  # not as __main__: kills_index knows the same DamageError

    sys.exit(run())
