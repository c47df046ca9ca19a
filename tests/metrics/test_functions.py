"""Functions as metrics: pairs or batches, names, the hash of the source, and what goes wrong."""

from __future__ import annotations

import functools
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium import Graph, metric, score
from tertium.cli import main
from tertium.errors import MetricError, OptionError
from tertium.metrics.custom import find, of_function
from tertium.metrics.functions import takes_many, takes_text
from tertium.metrics.source import UNKNOWN, source_hash
from tertium.search import Index
from tests.support.paths import EXAMPLES

GOLDS = ["# ::id s1\n(b / boy)", "# ::id s2\n(g / go-02 :ARG0 (b / boy))", "# ::id s3\n(c / cat)"]
PREDS = ["(b / boy)", "(g / go-02 :ARG0 (g2 / girl))", "(d / dog)"]


def test_what_a_function_takes() -> None:
    def pair(gold: Graph, pred: Graph) -> None: ...
    def texts(gold: str, pred: str) -> None: ...
    def lists(a: list[Graph], b: list[Graph]) -> None: ...
    def penman(a: Sequence[str], b: Sequence[str]) -> None: ...
    def named(golds, preds): ...  # type: ignore[no-untyped-def]
    def annotated(golds: Graph, preds: Graph) -> None: ...

    functions: list[Callable[..., Any]] = [pair, texts, lists, penman, named, annotated]
    assert [takes_many(f) for f in functions] == [False, False, True, True, True, False]
    assert [takes_text(f) for f in functions] == [False, True, False, True, False, False]
    assert takes_many(eval("lambda golds, preds: 0"))
    assert not takes_many(max)


@pytest.mark.parametrize("kind", [list, np.array, tuple, iter])
def test_a_batch_is_one_call_and_may_return_any_row_of_numbers(kind: Callable[..., Any]) -> None:
    calls: list[int] = []

    def batch(golds: list[Graph], preds: list[Graph]) -> Any:
        calls.append(len(golds))
        return kind([float(g.top == p.top) for g, p in zip(golds, preds, strict=True)])

    own = of_function(batch)
    assert own.values(GOLDS, PREDS) == [1.0, 1.0, 0.0]
    assert calls == [3]
    assert own.values([GOLDS[0], None, GOLDS[2]], [None, PREDS[1], PREDS[2]]) == [0.0, 0.0, 0.0]
    assert calls == [3, 1]
    assert own.values([], []) == []
    assert own.values([None], [PREDS[0]]) == [0.0]
    assert calls == [3, 1]
    assert score(GOLDS[0], PREDS[0], batch).value == 1.0


def test_a_batch_may_take_penman() -> None:
    seen: list[str] = []

    def batch(golds: list[str], preds: list[str]) -> list[float]:
        seen.extend(golds + preds)
        return [0.5] * len(golds)

    assert of_function(batch).values(GOLDS[:1], PREDS[:1]) == [0.5]
    assert seen == ["(b / boy)", "(b / boy)"]


def middle(golds: list[Graph], preds: list[Graph]) -> Iterator[float]:
    yield 1.0
    raise RuntimeError("out of memory")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1.0, 1.0], "odd returned 2 values for 3 pairs; expected one for each"),
        ([1.0] * 4, "odd returned 4 values for 3 pairs"),
        ([1.0, float("nan"), 1.0], r"(?s)odd failed on pair 2 \(s2\): nan is not.*go-02.*girl"),
        ([1.0, 1.0, float("inf")], r"(?s)pair 3 \(s3\): inf is not a finite number.*cat.*dog"),
        (["1.0"] * 3, r"pair 1 \(s1\): '1.0' is not a number"),
        ([[1.0]] * 3, r"pair 1 \(s1\): "),
        ([None] * 3, r"pair 1 \(s1\): "),
        ("0.5", "it returned str, expected one number per pair"),
        (0.5, "it returned float, expected one number per pair"),
        ({"a": 1}, "it returned dict, expected one number per pair"),
        (None, "it returned NoneType"),
    ],
)
def test_a_batch_that_does_wrong(values: object, message: str) -> None:
    with pytest.raises(MetricError, match=message):
        of_function(lambda golds, preds: values, "odd").compare_many(GOLDS, PREDS)


def test_a_batch_that_breaks_in_the_middle() -> None:
    with pytest.raises(MetricError, match="middle failed on 3 pairs: RuntimeError: out of memory"):
        of_function(middle).compare_many(GOLDS, PREDS)


def test_a_pair_that_breaks_is_named_by_number_and_id() -> None:
    def breaks(gold: Graph, pred: Graph) -> float:
        return 1.0 if gold.id != "s2" else "many"  # type: ignore[return-value]

    with pytest.raises(MetricError, match=r"breaks failed on pair 2 \(s2\): TypeError: 'many'"):
        of_function(breaks).compare_many(GOLDS, PREDS)


MODULE = """from dataclasses import dataclass
from tertium.metrics import Smatch

def half(gold, pred):
    return 0.5

@dataclass(frozen=True, kw_only=True)
class Mine(Smatch):
    name = "mine"

    def twice(self):
        return 2
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "named_metrics.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    yield "named_metrics.py"
    sys.modules.pop("named_metrics", None)


def test_the_signature_has_a_hash_of_the_file(module: str) -> None:
    function = find(module, "half")
    first = metric(f"{module}:half").signature
    assert f"|function:named_metrics:half|source:{source_hash(function)}|" in first
    Path(module).write_text(MODULE.replace("0.5", "0.6"))
    assert of_function(function, f"{module}:half").signature != first


def test_custom_classes_have_one_and_ours_have_none(module: str) -> None:
    own = metric(f"{module}:Mine:top=concept")
    assert f"|source:{source_hash(type(own))}|version:" in own.signature
    assert "source:" not in metric("smatch").signature


def test_where_source_is_found() -> None:
    here = source_hash(test_where_source_is_found)
    assert len(here) == 12
    assert source_hash(functools.partial(middle, preds=[])) == here
    assert source_hash(Called()) == here
    assert source_hash(eval("lambda gold, pred: 0")) == UNKNOWN
    assert source_hash(max) == UNKNOWN


class Called:
    def __call__(self, gold: Graph, pred: Graph) -> float:
        return 1.0


def test_a_name_of_its_own(module: str) -> None:
    own = metric(f"short={module}:half")
    assert (own.name, own.spec, own.recipe) == ("short", "short", f"short={module}:half")
    assert metric(own.recipe) == own
    assert own.signature.startswith("short|function:named_metrics:half|")
    cls = metric(f"strict={module}:Mine:top=concept")
    assert (cls.name, cls.spec) == ("strict", "strict:top=concept")
    assert metric(cls.recipe) == cls
    program = metric("p=command:cat x=y:z")
    assert (program.name, program.recipe) == ("p", "p=command:cat x=y:z")
    assert "command:cat x=y:z" in program.signature
    assert metric(program.recipe) == program


def test_a_name_is_what_tables_show(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(EXAMPLES / "gold.amr"), str(EXAMPLES / "parser.amr")]
    assert main(["score", *files, "-m", f"short={module}:half"]) == 0
    assert capsys.readouterr().out.startswith("system  short\n")
    assert main(["score", *files, "-m", f"s={module}:half", "-m", "s=command:true"]) == 2
    assert "two metrics are called s" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mine=smatch:top=concept", "smatch keeps its name"),
        ("smatch=tests.metrics.test_functions:middle", "'smatch' is the name of another metric"),
        ("=tests.metrics.test_functions:middle", "'' cannot be a name"),
        ("a b=tests.metrics.test_functions:middle", "'a b' cannot be a name"),
        ("mine=tests.metrics.test_functions:nothing", "has nothing called 'nothing'"),
        ("mine=nowhere", "there is no metric 'nowhere'"),
    ],
)
def test_what_cannot_be_named(spec: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        metric(spec)


def test_a_file_may_have_an_equals_sign(tmp_path: Path) -> None:
    path = tmp_path / "a=b.py"
    path.write_text("def half(gold, pred): return 0.5\n")
    assert metric(f"{path}:half").name == f"{path}:half"
    assert metric(f"x={path}:half").name == "x"


def test_an_index_finds_a_named_metric_again(module: str, tmp_path: Path) -> None:
    """If it is named: to open an index runs no code."""
    spec = f"short={module}:half"
    Index.build(GOLDS, tmp_path / "index", metric=spec, approximate=True)
    with pytest.raises(OptionError, match="custom metric, which runs code"):
        Index.open(tmp_path / "index")
    with Index.open(tmp_path / "index", metric=spec) as index:
        assert index.metric.name == "short"
        assert pickle.loads(pickle.dumps(index)).metric == index.metric
    with pytest.raises(OptionError, match="this index was made for short="):
        Index.open(tmp_path / "index", metric="smatch")
