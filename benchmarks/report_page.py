"""``python -m benchmarks.report_page GOLD PRED...``: the page of ``explore``, and browsing it.

Three metrics with their explanations, every pair drawn. The command is measured from the start of
the interpreter to its end. With ``--browser`` the page is opened in Chromium. Times are CPU time of
the process or of the page's main thread, but for the first paint, which is wall time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import command_cpu

if TYPE_CHECKING:
    from tests.support.chromium import Tab

METRICS = ("smatch", "sembleu", "wlk")
OPENED = 20

_OPEN = """(async () => {
  await open(list.children[%d], 0);
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
})()"""


def measure_report(files: Sequence[str], repeat: int) -> tuple[float, int]:
    """Return the CPU seconds of the fastest run, and the size of the page in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        return min(command_cpu(_command(files, page)) for _ in range(repeat)), page.stat().st_size


def browse(files: Sequence[str]) -> dict[str, float]:
    """Return milliseconds until the first paint, for loading, and for opening the largest pairs."""
    from tests.support.chromium import chromium

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Path(folder) / "page.html"
        command_cpu(_command(files, page))
        with chromium(Path(folder)) as tab:
            tab.call("Performance.enable", timeDomain="threadTicks")
            tab.load(page.as_uri())
            tab.run("unpacked")
            paint = tab.run("performance.getEntriesByName('first-contentful-paint')[0].startTime")
            times = [_busy(tab)]
            tab.run("(order.value = 'large', update())")
            for k in range(OPENED):
                before = _busy(tab)
                tab.run(_OPEN % k)
                times.append(_busy(tab) - before)
    loading, *opening = times
    middle = sorted(opening)[OPENED // 2]
    return {"first paint": paint, "loading": loading, "opening": middle, "slowest": max(opening)}


def _busy(tab: Tab) -> float:
    """Return for how many milliseconds the main thread of a page has worked."""
    metrics = tab.call("Performance.getMetrics")["metrics"]
    return next(1000 * float(m["value"]) for m in metrics if m["name"] == "TaskDuration")


def _command(files: Sequence[str], page: Path) -> list[str]:
    program = str(Path(sys.executable).with_name("tertium"))
    chosen = [word for name in METRICS for word in ("-m", name)]
    return [program, "explore", *files, *chosen, "-o", str(page), "--threads", "1"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report_page", description=__doc__)
    parser.add_argument("files", metavar="FILE", nargs="+", help="gold, then predictions")
    parser.add_argument("--repeat", type=int, default=5, help="runs (5)")
    parser.add_argument("--browser", action="store_true", help="also open the page in Chromium")
    args = parser.parse_args(argv)
    seconds, size = measure_report(args.files, args.repeat)
    print(f"{seconds:.2f} s of CPU time, a page of {size / 1000:.0f} kB")
    for name, time in browse(args.files).items() if args.browser else ():
        print(f"{name}: {time:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
