"""Hostile index files: segments and manifests that were damaged, with checksums that fit.

    python -m fuzz.hostile_index [COUNT] [--seed N]

A segment is read through a memory map, so every number in it may be anything. Each case changes
numbers of one section to extreme or random values, mends the checksum of the header, and searches:
a message, or an answer, but never a crash. The same for sections that lie elsewhere, and manifests.
"""

from __future__ import annotations

import argparse
import json
import random
import struct
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from tertium import Graph, TertiumError
from tertium.search import Index

_TEXTS = (
    "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
    "(w / want-01 :ARG0 (b / boy :mod (t / tall)) :polarity -)",
    "(a / and :op1 (c / cat) :op2 (d / dog :ARG0 d) :op2 d)",
    '(c / city :name (n / name :op1 "Rome") :ARG0-of (b / be-01))',
)
_HEADER = struct.Struct("<16sIIQQII")
_TABLE = _HEADER.size
_EXTREME = (0, 1, 2, 0x7F, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 2**64 - 1)
_VALUES: tuple[object, ...] = (None, -1, "x", [], {}, [None], [{}], 2**70, {"name": 1})
_ODD = 0x9E3779B97F4A7C15


def hash_bytes(data: bytes) -> int:
    """Return the hash by which a segment checks its header."""
    mask = 2**64 - 1
    value = len(data) * _ODD & mask
    for start in range(0, len(data), 8):
        chunk = data[start : start + 8]
        number = int.from_bytes(chunk, "little" if len(chunk) == 8 else "big")
        value = (value ^ number) * _ODD & mask
        value ^= value >> 32
    return value


def header_size(data: bytes) -> int:
    """Return where the checksum of the header stands: after the table of sections."""
    for end in range(_TABLE, 1024, 16):
        if hash_bytes(data[:end]) == int.from_bytes(data[end : end + 8], "little"):
            return end
    raise AssertionError("this is not a segment")


def mended(data: SegmentBytes) -> bytes:
    """Return a segment whose header has the right checksum again."""
    end = data.place
    data[end : end + 8] = hash_bytes(bytes(data[:end])).to_bytes(8, "little")
    return bytes(data)


class SegmentBytes(bytearray):
    """A segment, and where the checksum of its header stands."""

    place = 0


def damages(whole: bytes, rng: random.Random, count: int) -> Iterator[bytes]:
    """Yield segments of which some numbers were changed."""
    end = header_size(whole)
    for _ in range(count):
        data = SegmentBytes(whole)
        data.place = end
        for _ in range(rng.choice((1, 1, 2, 8))):
            _change(data, rng, end)
        yield mended(data)


def _change(data: SegmentBytes, rng: random.Random, end: int) -> None:
    """Change a number of a section, or the table of sections."""
    width = rng.choice((1, 2, 4, 8))
    if rng.random() < 0.15:
        place = rng.randrange(_TABLE - 16, end - width)
    else:
        place = rng.randrange((end + 8) // 8 * 8, len(data) - width)
        place -= place % width
    value = rng.choice((*_EXTREME, rng.getrandbits(64))) & (1 << 8 * width) - 1
    data[place : place + width] = value.to_bytes(width, "little")


def use(path: str) -> None:
    """Do everything that an index can do; only errors that say what is wrong may come out."""
    with suppress(TertiumError), Index.open(path) as index:
        for action in (
            lambda: index.search(Graph.from_penman(_TEXTS[0]), k=3, threads=1),
            lambda: index.search(Graph.from_penman(_TEXTS[2]), None, 0.3, threads=1),
            lambda: index.join(0.2, threads=1),
            lambda: index.neighbours(2, threads=1),
            lambda: [graph.triples for graph in index.graphs()],
            lambda: index.ids,
            index.verify,
        ):
            with suppress(TertiumError):
                action()


def attack(metric: str, count: int, seed: int) -> int:
    """Damage an index in many ways and use it; return how many there were."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.tix")
        Index.build([*_TEXTS, *_TEXTS[:2]], path, metric=metric).close()
        (segment,) = path.glob("*.segment")
        whole = segment.read_bytes()
        for damaged in damages(whole, rng, count):
            segment.write_bytes(damaged)
            use(str(path))
        segment.write_bytes(whole)
        manifest = json.loads((path / "manifest.json").read_text())
        for key in manifest:
            for value in _VALUES:
                (path / "manifest.json").write_text(json.dumps(manifest | {key: value}))
                use(str(path))
    return count


def fuzz(argv: Sequence[str] | None = None) -> int:
    """Run the script and return its exit code; a crash ends the process."""
    parser = argparse.ArgumentParser(description="Search damaged indexes.")
    parser.add_argument("count", type=int, nargs="?", default=2_000, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    args = parser.parse_args(argv)
    for spec in ("smatch", "sembleu", "wlk"):
        print(
            f"{spec}: {attack(spec, args.count, args.seed)} damaged segments, no crash", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(fuzz())
