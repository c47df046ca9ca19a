"""Commands that write an index, for `fuzz.kills`: after any end, it is the old one or the new one.

    old.tix      three graphs; the command builds it anew, adds to it, or compacts it
    new.tix      not there before; the command makes it, or nothing is there

An index is whole if every byte agrees with its checksums and every graph is found. Nothing else may
be in its folder but the lock, except after SIGKILL what the next writer removes.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fuzz.kills import DamageError
from tertium.search import Index

_OLD = [f"(b / boy :mod (t / tall) :quant {n})" for n in range(3)]
_LEFT = re.compile(r"[0-9a-f]{16}\.segment|\..*\.unfinished")


@dataclass(frozen=True)
class IndexCommand:
    """A command that writes an index, and how many graphs that may have afterwards."""

    name: str
    words: Sequence[str]
    index: str
    whole: int  #: graphs of the new index
    segments: int = 1  #: that an index has before, each with the old graphs

    def reset(self, folder: Path) -> None:
        """Bring the index back into the state before the command."""
        path = folder / self.index
        shutil.rmtree(path, ignore_errors=True)
        if self.segments == 0:
            return
        with Index.build(_OLD, path, ids=[f"old.{n}" for n in range(3)]) as index:
            for part in range(1, self.segments):
                index.add(_OLD, ids=[f"old.{part}.{n}" for n in range(3)])

    def check(self, folder: Path, killed: bool = False) -> str:
        """Return whether the index is old or new; raise if it is neither, or not alone."""
        path = folder / self.index
        if not (path / "manifest.json").exists():
            return self._absent(path, killed)
        with Index.open(path) as index:
            index.verify()
            count, parts = len(list(index.graphs())), index.segments
            named = {"manifest.json", "lock", *(part.name for part in path.glob("*.segment"))}
            surplus = set(os.listdir(path)) - named
            orphans = len(list(path.glob("*.segment"))) - parts
        if not killed and (surplus or orphans):
            raise DamageError(f"{self.name}: {orphans} segments and {surplus} were left behind")
        if count == 3 * self.segments and parts == self.segments != 0:
            return "old"
        if count == self.whole:
            return "new"
        raise DamageError(f"{self.name}: an index of {count} graphs in {parts} segments")

    def _absent(self, path: Path, killed: bool) -> str:
        """Check what is there without an index."""
        left = set(os.listdir(path)) if path.exists() else set()
        strange = [name for name in left if name != "lock" and not _LEFT.fullmatch(name)]
        if self.segments or strange or (left and not killed) or (path.exists() and not killed):
            raise DamageError(f"{self.name}: there is no index, and {sorted(left)} is left")
        return "old"


def commands(count: int) -> list[IndexCommand]:
    """Return the commands; *count* is the number of graphs in a.amr."""
    return [
        IndexCommand(
            "index build", ["index", "build", "a.amr", "-o", "new.tix"], "new.tix", count, 0
        ),
        IndexCommand(
            "index build --replace",
            ["index", "build", "a.amr", "-o", "old.tix", "--replace"],
            "old.tix",
            count,
        ),
        IndexCommand("index add", ["index", "add", "old.tix", "a.amr"], "old.tix", count + 3),
        IndexCommand("index compact", ["index", "compact", "old.tix"], "old.tix", 6, 2),
    ]
