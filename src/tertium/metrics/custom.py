"""Custom metrics: a Python function, a class, or a program of any language.

    -m my_module:my_function        a function of two graphs that returns a number, or of lists of
                                    graphs that returns one number per pair
    -m my_metric.py:my_function     the same, from a file
    -m mine=my_module:my_function   the same, with a name for tables
    -m my_module:MyMetric:n=2       a subclass of Metric, with options
    -m 'command:./metric.sh --fast' a program: two files are its last arguments (first predictions,
                                    then gold), it prints one number per line

Functions are explained in `tertium.metrics.functions`. The corpus value is the mean of the pairs'
values. Numbers must be finite; ``tertium bamboo --card`` says whether they lie in [0, 1]. What a
program may print and how long it may take has limits, see `tertium.metrics.program`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, TypeVar

from tertium.errors import MetricError, OptionError, TertiumError
from tertium.graph import Graph, write
from tertium.metrics.base import Batch, Metric, Row
from tertium.metrics.functions import (
    BatchFunctionMetric,
    Function,
    FunctionMetric,
    MeanMetric,
    finite,
    name_of,
    takes_many,
    takes_text,
)
from tertium.metrics.program import Limits, run_program

Own = TypeVar("Own", bound=Metric)

_SHOWN = 300  # characters of a program's last words


@dataclass(frozen=True, kw_only=True)
class CommandMetric(MeanMetric):
    """A program as a metric; `of_command` makes one."""

    name: ClassVar[str] = "command"
    summary: ClassVar[str] = "a program of yours"

    command: str
    """The program with its arguments, as in a shell; two files are added at the end."""

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        (row,) = self._compare(Batch([gold], [pred]))
        return row

    def _compare(self, batch: Batch) -> list[Row]:
        """Run the program once, whatever the number of pairs."""
        both = enumerate(zip(batch.golds, batch.preds, strict=True))
        pairs = [(i, g, p) for i, (g, p) in both if g is not None and p is not None]
        numbers = self._numbers([g for _, g, _ in pairs], [p for _, _, p in pairs])
        found = dict(zip((i for i, _, _ in pairs), numbers, strict=True))
        if batch.progress is not None:
            batch.progress(len(batch.golds))
        return [(found.get(i, 0.0), 1.0) for i in range(len(batch.golds))]

    def _numbers(self, golds: list[Graph], preds: list[Graph]) -> list[float]:
        if not golds:
            return []
        limits = Limits.of(len(golds))
        with tempfile.TemporaryDirectory(prefix="tertium-") as folder:
            paths = [Path(folder) / "pred.amr", Path(folder) / "gold.amr"]
            for path, graphs in zip(paths, (preds, golds), strict=True):
                write(path, graphs)
            output = self._run([str(path) for path in paths], limits)
        return self._read(output, len(golds))

    def _run(self, paths: list[str], limits: Limits) -> str:
        try:
            done = run_program([*shlex.split(self.command), *paths], limits, self.name)
        except (OSError, ValueError) as error:
            if isinstance(error, TertiumError):
                raise
            reason = error.strerror if isinstance(error, OSError) else error
            raise MetricError(f"{self.name} cannot be run: {reason}") from None
        if done.code:
            last_words = done.last_words.decode("utf-8", "replace").strip()[-_SHOWN:]
            said = f"; it said: {last_words}" if last_words else ""
            raise MetricError(f"{self.name} failed with exit code {done.code}{said}")
        return done.output.decode("utf-8", "replace")

    def _read(self, output: str, pairs: int) -> list[float]:
        lines = output.splitlines()
        if len(lines) != pairs:
            raise MetricError(
                f"{self.name} printed {len(lines)} lines for {pairs} pairs; "
                "expected one number per line and nothing else"
            )
        numbers = []
        for number, line in enumerate(lines, start=1):
            try:
                numbers.append(finite(float(line)))
            except ValueError:
                message = f"{self.name}: line {number} is not a number: {_shortened(line)!r}"
                raise MetricError(message) from None
        return numbers


def of_function(function: Function, name: str | None = None, origin: str = "") -> Metric:
    """Make a metric of a function of two graphs, or of many.

    >>> metric = of_function(lambda gold, pred: float(gold.top == pred.top), "same-top")
    >>> print(metric.score(metric.compare("(b / boy)", "(g / girl)")))
    same-top 0.00
    >>> counting = of_function(lambda golds, preds: [len(golds)] * len(golds), "count")
    >>> counting.values(["(b / boy)", "(c / cat)"], ["(b / boy)", "(c / cat)"])
    [2.0, 2.0]
    """
    kind = BatchFunctionMetric if takes_many(function) else FunctionMetric
    own = named(kind, name or name_of(function), origin)
    made: Metric = own(function=function, penman=takes_text(function))
    return made


def of_command(command: str, name: str = "") -> Metric:
    """Make a metric of a program."""
    if not command.strip():
        raise OptionError("write command:PROGRAM, for example command:./my_metric.sh")
    origin = f"command:{command}"
    made: Metric = named(CommandMetric, name or origin, origin if name else "")(command=command)
    return made


@cache
def named(cls: type[Own], name: str, origin: str = "") -> type[Own]:
    """Return a class of its own for a name, the same one each time."""
    return type(cls.__name__, (cls,), {"name": name, "origin": origin})


@cache
def find(module: str, attribute: str) -> Any:
    """Return what *module*, a name or the path of a Python file, calls *attribute*."""
    loaded = _load(module)
    try:
        return getattr(loaded, attribute)
    except AttributeError:
        raise OptionError(f"{module} has nothing called '{attribute}'") from None


def _load(module: str) -> ModuleType:
    try:
        with _current_folder_first():
            return _load_file(Path(module)) if module.endswith(".py") else _import(module)
    except TertiumError:
        raise
    except Exception as error:  # a stranger's module may raise anything while it is imported
        raise OptionError(
            f"{module} cannot be imported: {type(error).__name__}: {error}"
        ) from error


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise OptionError(f"{path}: there is no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def _import(name: str) -> ModuleType:
    return importlib.import_module(name)


@contextmanager
def _current_folder_first() -> Iterator[None]:
    """Let modules of the current folder be found, as ``python -m`` does."""
    folder = os.getcwd()
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " ..."
