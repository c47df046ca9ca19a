"""Custom metrics: a Python function, a class, or a program of any language.

    -m my_module:my_function        a function of two graphs that returns a number
    -m my_metric.py:my_function     the same, from a file
    -m my_module:MyMetric:n=2       a subclass of Metric, with options
    -m 'command:./metric.sh --fast' a program: two files are its last arguments (first predictions,
                                    then gold), it prints one number per line

A function gets the gold graph first; with parameters annotated as ``str`` it gets PENMAN, otherwise
`Graph`. The corpus value is the mean of the pairs' values. What goes wrong inside is reported with
the pair where it happened. Numbers must be finite; that they lie in [0, 1] is the metric's own
affair, ``tertium bamboo --card`` tells. What a program may print and how long it may take has
limits, see `tertium.metrics.program`.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import math
import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, TypeAlias, TypeVar

from tertium.errors import MetricError, OptionError, TertiumError
from tertium.graph import Graph, write
from tertium.metrics.base import Averaging, Batch, Metric, Row
from tertium.metrics.program import Limits, run_program

Function: TypeAlias = Callable[..., float]
"""Takes the gold and the predicted graph, both as `Graph` or both as PENMAN."""

Own = TypeVar("Own", bound="MeanMetric")

_SHOWN = 300  # characters of a program's last words


@dataclass(frozen=True, kw_only=True)
class MeanMetric(Averaging):
    """A metric that is defined on pairs only; a corpus has the mean of its pairs' values."""

    @property
    def invariant_to_inversion(self) -> bool:
        return False

    @property
    def spec(self) -> str:
        """The name, which is how the command line spells it; options would repeat it."""
        return self.name


@dataclass(frozen=True, kw_only=True)
class FunctionMetric(MeanMetric):
    """A Python function as a metric; `of_function` makes one."""

    name: ClassVar[str] = "function"
    summary: ClassVar[str] = "a function of yours"

    function: Function = field(hash=False)
    """What is called for each pair."""
    penman: bool = False
    """Whether it takes PENMAN instead of graphs."""

    @property
    def signature_fields(self) -> dict[str, object]:
        """Nothing is known about what is inside."""
        return {"function": f"{self.function.__module__}:{_name_of(self.function)}"}

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        # A pair without a graph has the value 0.
        return (0.0 if gold is None or pred is None else self._number(gold, pred), 1.0)

    def _number(self, gold: Graph, pred: Graph) -> float:
        given = (str(gold), str(pred)) if self.penman else (gold, pred)
        try:
            return _finite(self.function(*given))
        except TertiumError:
            raise
        except Exception as error:  # whatever a stranger's function raises is reported, not ours
            problem = f"{type(error).__name__}: {error}"
            raise MetricError(
                f"{self.name} failed on this pair: {problem}\n"
                f"gold:\n{_shortened(str(gold))}\nprediction:\n{_shortened(str(pred))}"
            ) from error


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
                numbers.append(_finite(line))
            except ValueError:
                message = f"{self.name}: line {number} is not a number: {_shortened(line)!r}"
                raise MetricError(message) from None
        return numbers


def of_function(function: Function, name: str | None = None) -> Metric:
    """Make a metric of a function of two graphs.

    >>> metric = of_function(lambda gold, pred: float(gold.top == pred.top), "same-top")
    >>> print(metric.score(metric.compare("(b / boy)", "(g / girl)")))
    same-top 0.00
    """
    own = _named(FunctionMetric, name or _name_of(function))
    made: Metric = own(function=function, penman=_takes_text(function))
    return made


def of_command(command: str) -> Metric:
    """Make a metric of a program."""
    if not command.strip():
        raise OptionError("write command:PROGRAM, for example command:./my_metric.sh")
    made: Metric = _named(CommandMetric, f"command:{command}")(command=command)
    return made


@cache
def _named(cls: type[Own], name: str) -> type[Own]:
    """Return a class of its own for a name, the same one each time."""
    return type(cls.__name__, (cls,), {"name": name})


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


def _takes_text(function: Function) -> bool:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return False
    return bool(parameters) and parameters[0].annotation in (str, "str")


def _finite(value: object) -> float:
    number = float(value)  # type: ignore[arg-type]
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a finite number")
    return number


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " ..."


def _name_of(function: Function) -> str:
    return getattr(function, "__name__", type(function).__name__)
