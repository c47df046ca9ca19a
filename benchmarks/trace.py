"""``python -m benchmarks.trace GOLD PRED --pair N -o FILE.svg``: how a proof comes about.

Draws the upper bound and the best alignment found so far against the steps of the search, for one
pair of two files, or with ``--unrelated N`` for two unrelated documents of N variables made of
their sentences. Where the lines meet, the alignment is proven to be the best. The drawing ends
where the search divides the problem.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.documents import documents
from benchmarks.pairs import Pair, read_pairs, say
from tertium import TertiumError, _native
from tertium.alignment import Aligner

Point = tuple[int, float, float]
"""Steps, upper bound, best value."""

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 300, 48, 128, 16, 40


def trace(pair: Pair) -> list[Point]:
    """Return how bound and value of a pair approach each other."""
    points = _native.trace(Aligner()._fresh_options(), *pair)
    return points[:-1] or points  # the last one is the end of the search, which may be far away


def drawing(points: Sequence[Point]) -> str:
    """Return the points as an SVG."""
    most_steps = max(1, points[-1][0])
    low, high = min(p[2] for p in points), max(p[1] for p in points)
    low, high = low - 0.5, high + 0.5

    def x(steps: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * steps / most_steps

    def y(value: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    def line(column: int, colour: str, label: str) -> str:
        places = " ".join(f"{x(p[0]):.1f},{y(float(p[column])):.1f}" for p in points)
        last = y(float(points[-1][column]))
        text = f'<text x="{x(most_steps) + 8:.0f}" y="{last + 4 - 9 * (3 - 2 * column):.0f}"'
        return (
            f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>\n'
            f'{text} fill="{colour}">{label}</text>'
        )

    ticks = "\n".join(
        f'<text x="{_LEFT - 8}" y="{y(v) + 4:.0f}" text-anchor="end">{v}</text>'
        f'<line x1="{_LEFT}" x2="{x(most_steps):.0f}" y1="{y(v):.1f}" y2="{y(v):.1f}"/>'
        for v in _ticks(low, high)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" \
font-family="sans-serif" font-size="12" role="img" aria-label="bound and value converge">
<g fill="#777" stroke="#777" stroke-opacity=".3" stroke-width=".7">
{ticks.replace("<text", '<text stroke="none"')}
</g>
<text x="{x(most_steps / 2):.0f}" y="{_HEIGHT - 8}" fill="#777" text-anchor="middle">\
steps (0 to {most_steps}); triples upwards</text>
{line(1, "#b4552d", "upper bound")}
{line(2, "#2d6cb4", "best alignment")}
</svg>
"""


def _ticks(low: float, high: float) -> list[int]:
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 1000) if (high - low) / s <= 7 or s == 1000)
    return [v for v in range(int(low) + 1, int(high) + 1) if v % step == 0]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trace", description=__doc__)
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("pred", metavar="PRED")
    parser.add_argument("--pair", type=int, default=0, help="which pair, from 0 (default: 0)")
    parser.add_argument("--unrelated", type=int, metavar="N", help="variables of two documents")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.svg")
    args = parser.parse_args(argv)
    try:
        pairs = read_pairs(args.gold, args.pred)
    except TertiumError as error:
        say(str(error))
        return 2
    if args.unrelated is not None:
        pairs = list(documents(pairs, "unrelated", args.unrelated, args.pair + 1))
    if not 0 <= args.pair < len(pairs):
        say(f"there is no pair {args.pair}; there are {len(pairs)}")
        return 2
    args.output.write_text(drawing(trace(pairs[args.pair])), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
