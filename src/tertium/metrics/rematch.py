"""REMATCH: the motifs that two graphs share.

    (c / city :name (n / name :op1 "Rome"))

A *motif* is a small piece of a graph without variables. This graph has four: the attribute
``:op1 rome``, the nodes ``city`` and ``(name :op1 rome)``, and the relation
``city :name (name :op1 rome)``. A node with attributes is one motif for each of them, and a
relation joins the motifs of its ends. REMATCH (Kachwala et al. 2024) is the Jaccard index of two
sets of motifs: how many both graphs have, divided by how many either has. There is no alignment
and no search. Over a corpus, shared motifs and all motifs are added up first.

The public script replaces the frames of PropBank by the classes of VerbAtlas, so that *buy-01* and
*purchase-01* are the same concept. VerbAtlas may not be redistributed; ``frames`` takes your file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from os.path import basename
from typing import TYPE_CHECKING, ClassVar

from tertium import _native
from tertium.errors import InputError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics.arithmetic import Number, ratio, where
from tertium.metrics.base import Batch, Metric, Row
from tertium.metrics.explanation import Contribution, Explanation, PartName
from tertium.metrics.frames import FrameClasses, read_frames
from tertium.standard import SMATCH, Convention

if TYPE_CHECKING:
    from tertium._types import Rows
    from tertium.metrics.searching import Searching


@dataclass(frozen=True, kw_only=True)
class Rematch(Metric):
    """REMATCH over the triples that smatch 1.0.4 reads, without the top.

    >>> metric = Rematch()
    >>> gold, pred = "(e / eat-01 :ARG0 (c / cat) :ARG1 (f / fish))", "(e / eat-01 :ARG0 (c / cat))"
    >>> print(metric.score(metric.compare(gold, pred)))
    rematch 60.00 (P 100.00, R 60.00)
    """

    name: ClassVar[str] = "rematch"
    summary: ClassVar[str] = "shared motifs of concepts, attributes and relations"
    paper: ClassVar[str] = "Kachwala et al. 2024"
    position: ClassVar[int] = 75

    frames: str | None = None
    """A file of frames and their classes, such as the ``pb2va.json`` of the public script; none
    compares frames as they are."""

    @property
    def symmetric(self) -> bool:
        return True

    @cached_property
    def convention(self) -> Convention:
        """The triples of smatch 1.0.4, without the top."""
        return replace(SMATCH, top="none")

    @property
    def signature_fields(self) -> dict[str, object]:
        """The table of frames by its name and a hash, then every answer of the convention."""
        shown = f"{basename(self.frames)}#{self._table.digest}" if self.frames else "none"
        return {"frames": shown} | asdict(self.convention)

    @property
    def searching(self) -> Searching:
        """By the motifs that both graphs have."""
        from tertium.metrics.searching import by_shared_counts

        features = partial(_native.list_motifs_features, self._native_options)
        return by_shared_counts(self, features, ("matched",))

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("matched", "pred_total", "gold_total", "pairs")

    def motifs(self, graph: GraphLike) -> tuple[str, ...]:
        """Return the motifs of a graph, each once, in the order of the triples.

        >>> Rematch().motifs('(c / city :name (n / name :op1 "Rome"))')
        ('city', 'city :name (name :op1 rome)', '(name :op1 rome)', ':op1 rome')
        """
        with _named():
            found = _native.motifs_by_triple(self._native_options, as_graph(graph))
        return tuple(dict.fromkeys(motif for motifs in found for motif in motifs))

    @cached_property
    def _table(self) -> FrameClasses:
        return read_frames(self.frames) if self.frames else FrameClasses({})

    @cached_property
    def _native_options(self) -> _native.MotifOptions:
        return _native.MotifOptions(self.convention._native(), list(self._table.classes.items()))

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        with _named():
            return _native.compare_motifs_pair(self._native_options, gold, pred)

    def _compare(self, batch: Batch) -> Rows:
        with _named():
            return _native.compare_motifs(self._native_options, *batch)

    def _explain(self, gold: Graph, pred: Graph) -> Explanation:
        with _named():
            parts = _native.explain_motifs(self._native_options, gold, pred)
        found = tuple(_contribution(*part) for part in parts)
        shared = {part.gold for part in found if part.shared}
        return Explanation(
            metric=self,
            gold=self.convention.apply(gold),
            pred=self.convention.apply(pred),
            contributions=found,
            whole={"pairs": 1.0},
            names={"gold": self._names(gold, shared), "pred": self._names(pred, shared)},
        )

    def _names(self, graph: Graph, shared: set[PartName | None]) -> tuple[PartName, ...]:
        """Return a motif for each triple: one that both graphs have, if it is part of any."""
        by_triple = _native.motifs_by_triple(self._native_options, graph)
        return tuple(
            next((motif for motif in motifs if motif in shared), motifs[0] if motifs else "")
            for motifs in by_triple
        )

    def _value(self, sums: Mapping[str, Number]) -> Number:
        matched, pred, gold = sums["matched"], sums["pred_total"], sums["gold_total"]
        return ratio(matched, pred + gold - matched, empty=1.0)

    def _values(self, sums: Mapping[str, Number]) -> dict[str, Number]:
        matched, pred, gold = sums["matched"], sums["pred_total"], sums["gold_total"]
        return {
            "value": self._value(sums),
            "precision": ratio(matched, pred, empty=where(gold == 0, 1.0, 0.0)),
            "recall": ratio(matched, gold, empty=where(pred == 0, 1.0, 0.0)),
        }


@contextmanager
def _named() -> Iterator[None]:
    """Let errors of the native core say whose they are."""
    try:
        yield
    except InputError:
        raise  # of the table of frames, which names its file
    except ValueError as error:
        raise InputError(f"rematch: {error}") from None


def _contribution(text: str, _: int, gold: float, pred: float, matched: float) -> Contribution:
    counts = {"matched": matched, "gold_total": gold, "pred_total": pred}
    adds = {name: count for name, count in counts.items() if count}
    return Contribution("motif", text if gold else None, text if pred else None, adds)
