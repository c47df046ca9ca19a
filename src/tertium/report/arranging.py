"""How results are arranged: systems in rows, metrics side by side.

    system  smatch  sembleu           smatch        jamr   camr
    jamr     58.52    32.04           whole graph  58.52  62.10
    camr     62.10    31.28           concepts     73.36  73.10

A metric with several aspects has a table of its own, with aspects in rows and systems side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tertium.report.kinds import COUNT
from tertium.report.model import Column, Table, Values, crossed

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, System
    from tertium.metrics import Metric

WHOLE = "whole graph"

Cells: TypeAlias = Sequence[Sequence[Any]]
"""What the cells of a table are about, by the numbers of a system and a metric."""

Choice: TypeAlias = Callable[[Sequence[Any], bool], Sequence[Column]]
"""Takes what a group of columns is about, and whether it is the only one; returns its columns."""


class Family(NamedTuple):
    """A metric and its aspects, by their numbers."""

    members: tuple[int, ...]
    aspects: bool  #: whether there are several, which have a table of their own


def _any(key: str) -> Callable[[Values], bool]:
    return lambda values: any(values[key])


SYSTEM = (
    Column("system", "system", of=lambda x: x.name),
    Column("pairs", "pairs", COUNT, lambda x: len(x.pairs)),
    Column("invalid", "invalid", COUNT, lambda x: len(x.corpus.errors), shown=_any("invalid")),
    Column("missing", "missing", COUNT, shown=_any("missing")),
)
"""What a row says about a system before its scores."""


def arranged(evaluation: Evaluation, cells: Cells, choose: Choice) -> list[Table]:
    """Return the tables: of all metrics, then of the aspects of each metric that has some."""
    families = families_of(evaluation.metrics)
    by_aspect = [family for family in families if family.aspects]
    # A metric with aspects stands above them; it is compared with others only if there are some.
    plain = [k for f in families if not f.aspects for k in f.members]
    if len(families) > 1:
        plain = sorted(plain + [family.members[0] for family in by_aspect])
    tables = [_by_system(evaluation, cells, choose, plain)] if plain else []
    return tables + [_by_aspect(evaluation, cells, choose, f.members) for f in by_aspect]


def families_of(metrics: Sequence[Metric]) -> list[Family]:
    """Return each metric with the aspects that follow it."""
    found: list[list[int]] = []
    for k, metric in enumerate(metrics):
        if found and metric.facet and metrics[found[-1][0]].name == metric.name:
            found[-1].append(k)
        else:
            found.append([k])
    return [Family(tuple(members), len(members) > 2) for members in found]


def _by_system(evaluation: Evaluation, cells: Cells, choose: Choice, shown: Sequence[int]) -> Table:
    systems = evaluation.systems
    columns = [choose([line[k] for line in cells], len(shown) == 1) for k in shown]
    corner = [column for column in SYSTEM if column.key != "pairs" or _differ(systems)]
    return crossed(
        corner,
        [[column.value(system) for column in corner] for system in systems],
        [evaluation.labels[k] for k in shown],
        columns,
        [[line[k] for k in shown] for line in cells],
    )


def _by_aspect(evaluation: Evaluation, cells: Cells, choose: Choice, shown: Sequence[int]) -> Table:
    alone = len(cells) == 1
    columns = [choose([line[k] for k in shown], alone) for line in cells]
    names = [evaluation.metrics[k].facet or WHOLE for k in shown]
    return crossed(
        [Column("aspect", evaluation.labels[shown[0]].split(" ")[0])],
        [(name,) for name in names],
        [system.name for system in evaluation.systems],
        columns,
        [[line[k] for line in cells] for k in shown],
    )


def _differ(systems: Sequence[System]) -> bool:
    return len({len(system.pairs) for system in systems}) > 1
