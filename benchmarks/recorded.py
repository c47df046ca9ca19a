"""Recorded times of public programs that cannot be installed here.

A folder of reference figures may hold ``timings.md``, a table of CPU milliseconds per pair:

    | tool                | sts | para | sick |
    | smatch 1.0.4 (PyPI) | 1.3 | 6.7  | 0.36 |
    | SEMA                | 0.11 | 0.28 | 0.06 |

It is from another machine. A time is scaled by what smatch needs in this race on the same pairs,
divided by what it needed there: with 2.6 ms per pair of sts here, SEMA is taken to need 0.22.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MARK = "recorded, scaled"
"""What stands in the place of the version of such a program."""

YARDSTICK = "smatch"
"""The program that was timed there and is timed here."""


LATER: dict[str, dict[str, float]] = {"REMATCH": {"sts": 0.180, "para": 0.465, "sick": 0.134}}
"""Programs that were timed beside those of the table after it was made, on the same machine."""


@dataclass(frozen=True)
class Recorded:
    """Milliseconds per pair, by program and set."""

    times: dict[str, dict[str, float]]

    @classmethod
    def read(cls, path: Path) -> Recorded:
        """Read the table of a Markdown file."""
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "|" in line]
        cells = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
        (_, *sets), _, *rows = cells
        times = {tool: dict(zip(sets, map(float, row), strict=True)) for tool, *row in rows}
        return cls(LATER | times)

    @classmethod
    def find(cls, corpora: Path) -> Recorded:
        """Return the table of a folder of corpora; an empty one if there is none."""
        path = corpora / "reference" / "timings.md"
        return cls.read(path) if path.exists() else cls({})

    def scaled(self, program: str, name: str, yardstick: float) -> float | None:
        """Return a program's seconds per pair of a set, given what the yardstick needs here."""
        there = next((row for tool, row in self.times.items() if tool.startswith(YARDSTICK)), {})
        task, _, challenge = name.partition("/")
        row = self.times.get(program, {})
        if challenge != "main" or task not in row or task not in there:
            return None
        return yardstick * row[task] / there[task]
