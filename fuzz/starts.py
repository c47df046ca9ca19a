"""Press Ctrl-C while a command starts: no traceback may come from Tertium's own code.

    python -m fuzz.starts [COUNT] [--seed N] [--module]

Each moment starts the command as the installed script does, and sends SIGINT after a random share
of the time that ``tertium --version`` takes. Python itself prints a traceback while it starts
(``site``, ``encodings``, the search for the first package), and up to the second statement of
`tertium_command`, which ends that: these are counted. One that passes through a file of `tertium`
is a finding, and the exit code is 1.
With ``--module`` the command is ``python -m tertium``, which imports the package before it can
handle signals: such tracebacks are counted and no finding.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from os.path import dirname, join

import tertium

SCRIPT = (sys.executable, "-c", "import sys; from tertium_command import run; sys.exit(run())")
MODULE = (sys.executable, "-m", "tertium")
_OURS = join(dirname(tertium.__file__), "")  # not tertium_command: tracebacks end only with it
_FRAME = re.compile(r'File "([^"]+)", line')


def interrupt_at(command: Sequence[str], at: float) -> str:
    """Start a command, send SIGINT after *at* seconds, and return how it ended."""
    with subprocess.Popen(
        [*command, "signature", "smatch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        time.sleep(at)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    if "Traceback" in err or "KeyboardInterrupt" in err:
        ours = any(name.startswith(_OURS) for name in _FRAME.findall(err))
        return "traceback of Tertium" if ours else "traceback of Python"
    if process.returncode == 0:
        return "done before"
    return "interrupted" if err == "tertium: interrupted\n" else f"ended with {process.returncode}"


def interrupt_often(command: Sequence[str], count: int, seed: int) -> Counter[str]:
    """Interrupt a command at random moments of its start; return how often it ended how."""
    draw = random.Random(seed)
    start = time.monotonic()
    subprocess.run([*command, "--version"], capture_output=True, check=True)
    whole = time.monotonic() - start
    return Counter(interrupt_at(command, draw.random() * whole) for _ in range(count))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script and return its exit code."""
    parser = argparse.ArgumentParser(description="Interrupt commands while they start.")
    parser.add_argument("count", type=int, nargs="?", default=150, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--module", action="store_true", help="python -m tertium")
    args = parser.parse_args(argv)
    ends = interrupt_often(MODULE if args.module else SCRIPT, args.count, args.seed)
    print(f"{args.count} moments:", ", ".join(f"{end} {n}" for end, n in ends.most_common()))
    return 1 if ends["traceback of Tertium"] and not args.module else 0


if __name__ == "__main__":
    sys.exit(main())
