"""``python -m benchmarks.memory FILE...``: the memory that reading a file takes.

Each file is read by a process of its own. What is shown is its peak, less that of a process which
only imports Tertium, as a multiple of the text; and the CPU time. Without a FILE, a million graphs
of 143 bytes are made and read.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile

_PROGRAM = """
import sys
from benchmarks.clock import peak_bytes, total_cpu
from tertium.graph import Corpus

begin = total_cpu()
graphs = len(Corpus.read(sys.argv[1])) if len(sys.argv) > 1 else 0
print(graphs, total_cpu() - begin, peak_bytes())
"""

_GRAPH = """\
# ::id small.{:07d}
# ::snt The boy wants to go {:02d} .
(w / want-01
    :ARG0 (b / boy)
    :ARG1 (g / go-02
        :ARG0 b)
    :polarity -)

"""


def read(*path: str) -> tuple[int, float, int]:
    """Return the number of graphs, the CPU seconds and the peak in bytes of reading a file."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *path], capture_output=True, text=True, check=True
    )
    graphs, seconds, peak = done.stdout.split()
    return int(graphs), float(seconds), int(peak)


def write_small(path: str, count: int) -> None:
    """Write so many graphs of 143 bytes."""
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(_GRAPH.format(i, i % 97) for i in range(count))


def times_the_text(path: str, peak: int) -> float:
    """Return how much of a peak is due to a file, as a multiple of its size."""
    return (peak - read()[2]) / os.path.getsize(path)


def show(path: str) -> None:
    """Print the line of a file."""
    text = os.path.getsize(path)
    graphs, seconds, peak = read(path)
    times = times_the_text(path, peak)
    name = os.path.basename(path)
    print(
        f"{name}: {graphs:,} graphs of {text / graphs:.0f} bytes, {times:.2f} times the text",
        end="",
    )
    print(f" ({peak / text:.2f} with the interpreter), {1e6 * seconds / graphs:.2f} µs per graph")


def main() -> None:
    """Measure the files of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE")
    files = parser.parse_args().files
    for path in files:
        show(path)
    if not files:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "million.amr")
            write_small(path, 1_000_000)
            show(path)


if __name__ == "__main__":
    main()
