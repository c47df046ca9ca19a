"""One run of ``tertium score`` that tells the time of its stages; a program for `breakdown`.

    python benchmarks/stages.py OUT GOLD PRED < MODULES

MODULES is a JSON list of names. They are imported first; then the command runs as it is, with
probes around the functions that read, compare and report, and around those of the native module.
OUT gets the seconds of each stage, native and other, and the modules that were imported in the end.
"""

import time

_START = time.process_time()  # before anything else is imported

import contextlib  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable  # noqa: E402
from importlib import import_module  # noqa: E402
from typing import Any  # noqa: E402

PROBES = {
    "reading": ("tertium.graph.corpus", "Corpus.read"),
    "comparing": ("tertium.cli.score", "evaluate"),
    "report": ("tertium.cli.score", "publish"),
}
"""The function that makes a stage: its module and its name there."""


class Clock:
    """CPU time, and how much of it was native."""

    def __init__(self) -> None:
        self.native = 0.0
        self.stages: dict[str, list[float]] = {}

    def stage(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return *work*, timed as a part of a stage."""
        times = self.stages.setdefault(name, [0.0, 0.0])

        def call(*arguments: Any, **options: Any) -> Any:
            begin, native = time.process_time(), self.native
            try:
                return work(*arguments, **options)
            finally:
                inside = self.native - native
                times[0] += inside
                times[1] += time.process_time() - begin - inside

        return call

    def count_native(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return a native function, timed."""

        def call(*arguments: Any, **options: Any) -> Any:
            begin = time.process_time()
            try:
                return work(*arguments, **options)
            finally:
                self.native += time.process_time() - begin

        return call


def place_probes(clock: Clock) -> None:
    """Wrap what is timed."""
    native = import_module("tertium._native")
    for name, function in list(vars(native).items()):
        if callable(function) and not isinstance(function, type) and not name.startswith("_"):
            setattr(native, name, clock.count_native(function))
    for stage, (module, path) in PROBES.items():
        owner: Any = import_module(module)
        *owners, name = path.split(".")
        for each in owners:
            owner = getattr(owner, each)
        timed = clock.stage(stage, getattr(owner, name))  # a class method is bound already
        setattr(owner, name, staticmethod(timed) if owners else timed)


def main(out: str, gold: str, pred: str) -> int:
    """Run the command, write what it took, and return its exit code."""
    clock = Clock()
    clock.stages["start"] = [0.0, _START]
    modules = json.load(sys.stdin)

    def import_all() -> None:
        for name in modules:
            with contextlib.suppress(ImportError):  # names such as os.path that are no modules
                import_module(name)

    clock.stage("imports", import_all)()
    command = import_module("tertium.cli").main
    place_probes(clock)
    begin = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        code: int = command(["score", gold, pred, "--threads", "1"])
    whole = time.process_time() - begin
    inside = sum(sum(clock.stages[stage]) for stage in PROBES)
    clock.stages["command line"] = [0.0, whole - inside]
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"stages": clock.stages, "modules": list(sys.modules)}, file)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
