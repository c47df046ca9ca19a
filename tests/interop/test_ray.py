"""Ray on two local processors, with the real package."""

from __future__ import annotations

import fcntl
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
from tertium.interop.ray.crew import Crew
from tertium.metrics import REGISTRY
from tertium.metrics.base import Averaging, Row
from tertium.search import Index, SparseValues
from tests.search.toys import toys
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK
from tests.support.ray_cluster import ON_RAY

pytestmark = [*ON_RAY]


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
    data, pa = pytest.importorskip("ray.data"), pytest.importorskip("pyarrow")
    rows = [{"n": n, "gold": g, "pred": p} for n, (g, p) in enumerate(zip(GOLD, WEAK, strict=True))]
    table = pa.Table.from_pylist(rows)
    found = door.score(data.from_arrow(table), "smatch:top=concept").take_all()
    expected = score_batch(table, "smatch:top=concept").to_pylist()
    assert sorted(found, key=lambda row: int(row["n"])) == expected


def _same(there: SparseValues, here: SparseValues) -> bool:
    parts = zip((*there.csr, there.proven), (*here.csr, here.proven), strict=True)
    return all(a.tolist() == b.tolist() for a, b in parts)


def test_neighbours_are_those_of_one_process(tmp_path: Path) -> None:
    path = str(tmp_path / "toys.tix")
    with Index.build(toys(), path) as index:
        index.add(toys(20, seed=1), ids=[f"more.{n}" for n in range(20)])  # a second segment
        index.remove(["graphs#7", "more.3"])
        told: list[int] = []
        found = door.neighbours(index, 3, slice_size=25, progress=told.append)
        assert _same(found, index.neighbours(3))
        assert sum(told) == 80
        assert door.join(path, 0.6, slice_size=30) == index.join(0.6) != []


def test_features_are_searched_as_in_one_process() -> None:
    index = Index.build(toys(40), metric="wlk")
    assert _same(door.neighbours(index, 2, 0.3, slice_size=17), index.neighbours(2, 0.3))


def test_searching_refuses_what_cannot_be() -> None:
    index = Index.build(toys(3))
    with pytest.raises(OptionError, match="slice_size"):
        door.join(index, 0.9, slice_size=-1)
    with pytest.raises(OptionError, match="retries"):
        door.join(index, 0.9, retries=-1)
    with pytest.raises(OptionError, match="k must be"):
        door.neighbours(index, 0)


@dataclass(frozen=True, kw_only=True)
class Deadly(Averaging):
    """Ends its process at graphs with a giraffe, as often as it is told to."""

    name: ClassVar[str] = "deadly"
    summary: ClassVar[str] = "ends its process"

    ledger: str = ""
    """A file with a line for each time that a process died."""
    times: int = 1

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        if any("giraffe" in str(graph) for graph in (gold, pred)):
            with Path(self.ledger).open("a+") as ledger:
                fcntl.flock(ledger, fcntl.LOCK_EX)  # two workers may meet the giraffe at once
                ledger.seek(0)
                if len(ledger.readlines()) < self.times:
                    ledger.write("died\n")
                    ledger.flush()
                    os.kill(os.getpid(), 9)
        return 1.0, 1.0


@pytest.fixture
def deadly() -> Iterator[None]:
    tertium.register(Deadly)
    yield
    REGISTRY.pop("deadly", None)


def _with_giraffe(place: int) -> list[str]:
    """Return graphs, one of which is a giraffe."""
    golds = [f"# ::id g.{n}\n(b / boy)" for n in range(1, 5)]
    golds[place] = f"# ::id g.{place + 1}\n(g / giraffe)"
    return golds


def _deaths(metric: Deadly) -> int:
    return len(Path(metric.ledger).read_text().splitlines())


def test_a_worker_that_is_killed_while_it_compares(deadly: None, tmp_path: Path) -> None:
    metric: Any = Deadly(ledger=str(tmp_path / "ledger"))
    golds = _with_giraffe(2)
    found = door.evaluate(golds, [golds], [metric], shards=3)
    assert _deaths(metric) == 1
    assert found.systems[0].results[0].score.value == 1.0
    assert len(found.systems[0].pairs) == 4


def test_a_worker_that_is_killed_while_it_searches(deadly: None, tmp_path: Path) -> None:
    metric: Any = Deadly(ledger=str(tmp_path / "ledger"))
    index = Index.build(_with_giraffe(2), metric=metric, approximate=True)
    found = door.join(index, 0.0, slice_size=2)
    assert _deaths(metric) == 1
    assert found == index.join(0.0)
    assert len(found) == 6


def test_a_pair_that_kills_every_worker(deadly: None, tmp_path: Path) -> None:
    metric: Any = Deadly(ledger=str(tmp_path / "ledger"), times=99)
    golds = _with_giraffe(3)
    with pytest.raises(InputError, match=r"gold graph 4 \(g\.4\) ended its worker"):
        door.evaluate(golds, [golds], [metric], shards=2, retries=1)
    assert _deaths(metric) == 4  # twice in its shard, twice alone


def test_a_graph_that_kills_every_searching_worker(
    deadly: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The boy is compared with the giraffe, too: of two workers, either might be the first to die.
    monkeypatch.setattr("tertium.interop.ray.crew.processors", lambda: 1)
    metric: Any = Deadly(ledger=str(tmp_path / "ledger"), times=99)
    index = Index.build(["(g / giraffe)"], metric=metric, approximate=True, ids=["zoo.1"])
    index.add(["(b / boy)"])
    with pytest.raises(InputError, match=r"searching for the graph zoo\.1 ended its worker"):
        door.neighbours(index, 1, retries=0)
    assert _deaths(metric) == 1


def test_workers_that_cannot_be_started() -> None:
    with (
        Crew[int](_refuse, (), 0) as crew,
        pytest.raises(InputError, match="cannot start a worker"),
    ):
        crew.run([1])


def _refuse() -> Any:
    raise RuntimeError("there is nothing here")


def test_a_row_of_a_data_set_that_kills_every_worker(deadly: None, tmp_path: Path) -> None:
    data = pytest.importorskip("ray.data")
    metric: Any = Deadly(ledger=str(tmp_path / "ledger"), times=99)
    rows = [{"id": f"r.{n}", "gold": g, "pred": g} for n, g in enumerate(_with_giraffe(2))]
    with pytest.raises(Exception, match=r"the row with id r\.2 ended its worker every time"):
        door.score(data.from_items(rows, override_num_blocks=1), metric, retries=1).take_all()
    assert _deaths(metric) == 5  # in its batch twice, then in processes: batch, half, row
