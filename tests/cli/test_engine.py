"""``--engine``: where pairs are compared."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.files import Run


def test_unknown_engine(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "--engine", "spark")
    assert done.code == 2
    assert "choose local, ray, or ray:ADDRESS" in done.err


def test_engine_and_shard(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "--engine", "ray", "--shard", "1/2")
    assert done.code == 2
    assert "leave one of both out" in done.err


@pytest.mark.xdist_group("ray")
@pytest.mark.filterwarnings("default")
def test_ray(run: Callable[..., Run], ray_cluster: None) -> None:
    there = run("score", "gold.amr", "pred.amr", "--engine", "ray", "-m", "smatch", "-m", "wlk")
    assert there.out == run("score", "gold.amr", "pred.amr", "-m", "smatch", "-m", "wlk").out
