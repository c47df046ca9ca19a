"""Ray on two local processors, with the real package."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

import tertium
from tertium.errors import InputError, NotationError, OptionError
from tertium.graph import Graph
from tertium.interop import ray as door
from tertium.interop.arrow import score_batch
from tertium.metrics.base import Averaging, Row
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join([str(Path.cwd())])}},
    )
    yield
    ray.shutdown()


def test_an_evaluation_is_that_of_one_process() -> None:
    metrics = ["smatch", "s2match", "wlk"]
    systems = {"strong": STRONG, "weak": WEAK, "broken": BROKEN}
    there = door.evaluate(GOLD, systems, metrics, shards=4)
    here = tertium.evaluate(GOLD, systems, metrics)
    assert str(there) == str(here)
    for a, b in zip(there.systems, here.systems, strict=True):
        for mine, theirs in zip(a.results, b.results, strict=True):
            assert mine.table.rows.tolist() == theirs.table.rows.tolist()
            assert mine.score.value == theirs.score.value


def test_errors_are_those_of_one_process() -> None:
    with pytest.raises(NotationError):
        door.evaluate(BROKEN, [GOLD], on_error="fail")
    with pytest.raises(OptionError, match="shards"):
        door.evaluate(GOLD, [STRONG], shards=-1)


def test_a_data_set() -> None:
    data = pytest.importorskip("ray.data")
    rows = [{"n": n, "gold": g, "pred": p} for n, (g, p) in enumerate(zip(GOLD, WEAK, strict=True))]
    scored = door.score(data.from_items(rows), "smatch:top=concept").sort("n").take_all()
    pa = pytest.importorskip("pyarrow")
    expected = score_batch(pa.Table.from_pylist(rows), "smatch:top=concept").to_pylist()
    assert scored == expected


@dataclass(frozen=True, kw_only=True)
class Deadly(Averaging):
    """Ends its process at some graphs: once, or every time."""

    name: ClassVar[str] = "deadly"
    summary: ClassVar[str] = "ends its process"

    mark: str = ""
    """A file that says that the process has died; empty: it dies every time."""

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        if gold is not None and "giraffe" in str(gold) and not os.path.exists(self.mark):
            if self.mark:
                Path(self.mark).touch()
            os.kill(os.getpid(), 9)
        return 1.0, 1.0


def _with_giraffe(place: int) -> list[str]:
    golds = [f"# ::id g.{n}\n(b / boy)" for n in range(1, 9)]
    golds[place] = f"# ::id g.{place + 1}\n(g / giraffe)"
    return golds


@pytest.fixture
def deadly() -> Iterator[None]:
    tertium.register(Deadly)
    yield
    from tertium.metrics import REGISTRY

    REGISTRY.pop("deadly", None)


def test_a_worker_that_is_killed_once(deadly: None, tmp_path: Path) -> None:
    metric: Any = Deadly(mark=str(tmp_path / "died"))
    golds = _with_giraffe(3)
    found = door.evaluate(golds, [golds], [metric], shards=3)
    assert (tmp_path / "died").exists()
    assert found.systems[0].results[0].score.value == 1.0
    assert len(found.systems[0].pairs) == 8


def test_a_pair_that_kills_every_worker(deadly: None) -> None:
    golds = _with_giraffe(5)
    with pytest.raises(InputError, match=r"gold graph 6 \(g\.6\) ended its worker"):
        door.evaluate(golds, [golds], [Deadly()], shards=2, retries=1)
