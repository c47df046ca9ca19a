"""The edit script of a pair: which changes turn the prediction into the gold, and what each costs.

    gold (w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))
    pred (w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :polarity - :ARG0 b))

    R:sense      go-01 instead of go-02                      cost 11.11
    R:polarity   negation at go-01 instead of want-01        cost 11.11
                                                   total         22.22  =  100 - F1

1 - F1 is the number of triples without a partner, in both graphs, divided by the number of all
triples. Every such triple belongs to exactly one edit, so costs add up to 1 - F1. A cost is a share
of the loss; what making an edit would bring is its *gain*: the same for replacements, more or less
for additions and deletions. The alignment stays the best one whatever is mended (an alignment that
gained more than the mended triples would have been better before), so a gain needs no search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tertium.errors import InputError, OptionError
from tertium.explain.aligned import AlignedPair, Sources, Standard
from tertium.explain.classes import ALL_CLASSES, BY, RANKS, By, Operation, code_of, key_of
from tertium.explain.rules import Claim
from tertium.explain.shares import costs_of
from tertium.graph import Graph, Triple, Way
from tertium.metrics import Metric, Score, Statistics
from tertium.written import Written

if TYPE_CHECKING:
    from tertium.alignment.alignment import Alignment


@dataclass(frozen=True, slots=True, eq=False)
class Edit:
    """One change to a prediction: the triples of both graphs it concerns, its class, its cost."""

    cls: str
    operation: Operation
    detail: str
    numbers: tuple[tuple[int, ...], tuple[int, ...]] = field(repr=False)
    """The triples of the gold and of the prediction, numbered as the pair does."""
    cost: float | None
    """The share of 1 - F1 (of 1 - value under accord); None if there are no shares."""
    _script: Script = field(repr=False)

    @property
    def family(self) -> str:
        """The family of the class."""
        return ALL_CLASSES[self.cls].family

    @property
    def code(self) -> str:
        """The operation, ``M``, ``U`` or ``R``, and the class: ``R:sense``."""
        return code_of(self.cls, self.operation)

    @property
    def size(self) -> int:
        """The number of triples, of both graphs."""
        return len(self.numbers[0]) + len(self.numbers[1])

    @property
    def gold(self) -> tuple[Triple, ...]:
        """The triples of the gold, as written; they are missing in the prediction."""
        return self._script.triples(0, self.numbers[0])

    @property
    def pred(self) -> tuple[Triple, ...]:
        """The triples of the prediction, as written; they are not in the gold."""
        return self._script.triples(1, self.numbers[1])

    @property
    def places(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Where the triples stand in the two graphs as written, after all others for the top."""
        gold, pred = self.numbers
        return self._script.places(0, gold), self._script.places(1, pred)

    @property
    def message(self) -> str:
        """What is wrong, in a phrase."""
        from tertium.explain.messages import message

        return message(self, self._script)

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, eq=False)
class Script(Written):
    """The edits of a pair.

    >>> from tertium import diff
    >>> script = diff("(r / run-01 :ARG0 (b / boy))", "(r / run-02 :ARG1 (b / boy))")
    >>> for edit in script:
    ...     print(f"{edit.code:12} {edit.cost:.2f}  {edit}")
    R:sense      0.25  sense of run: run-02 instead of run-01
    R:core-role  0.25  role of boy under run-02: :ARG1 instead of :ARG0
    >>> print(script.score)
    smatch 50.00 (P 50.00, R 50.00)
    >>> print(script.apply(script.edits))
    (r / run-01
        :ARG0 (b / boy))
    """

    metric: Metric
    gold: Graph | None
    pred: Graph | None
    pair: AlignedPair | None = field(repr=False)
    """The alignment that the edits rest on; None if a graph cannot be read."""
    claims: tuple[Claim, ...] = field(default=(), repr=False)
    names: tuple[str, str] = ("the gold", "the prediction")
    """What the two graphs are called where people read it."""
    notes: tuple[str, ...] = ()
    """How the pair was made, and what is doubtful about that; every format has it."""
    paired_by: Way | None = None  #: None for two graphs that were given as a pair

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """The edits, the most expensive ones first."""
        return tuple(
            Edit(c.cls, c.operation, c.detail, (c.gold, c.pred), cost, self)
            for c, cost in sorted(
                zip(self.claims, costs_of(self), strict=True),
                key=lambda both: (-_weight(*both), RANKS[both[0].cls], both[0].operation),
            )
        )

    def __iter__(self) -> Iterator[Edit]:
        return iter(self.edits)

    def __len__(self) -> int:
        return len(self.edits)

    @cached_property
    def score(self) -> Score:
        """The score of the pair under the metric."""
        if self.pair is None or self.pair.metric != self.metric:
            row = self.metric._pair(self.gold, self.pred)
        else:
            pair = self.pair
            row = (
                pair.matched, pair.pred_total, pair.gold_total, pair.upper, float(pair.proven), 1.0
            )  # fmt: skip
        return self.metric.score(Statistics(self.metric.statistics_names, row))

    @property
    def counts_triples(self) -> bool:
        """Whether costs add up to 1 - F1; else the edits are those of smatch or smatch#."""
        return self.pair is None or self.pair.metric == self.metric

    @property
    def has_costs(self) -> bool:
        """Whether edits have costs, which add up to 1 - value."""
        return self.counts_triples or self.metric.hands_out

    @property
    def proven(self) -> bool:
        """Whether the alignment is proven to be the best; if not, gains are lower bounds."""
        return self.pair is None or self.pair.proven

    @cached_property
    def alignment(self) -> Alignment:
        """The alignment; variables that have nothing in common are left out of its mapping."""
        from tertium.alignment.alignment import described

        if self.pair is None:
            raise InputError("a graph that cannot be read is not aligned")
        pair = self.pair
        return replace(
            described(pair.found, pair.metric.convention.top),
            mapping=self.mapping,
            matched=pair.matched,
            upper=pair.upper,
            proven=pair.proven,
        )

    def apply(self, edits: Iterable[Edit]) -> Graph:
        """Return the prediction after some edits; after all of them its score is 1."""
        from tertium.explain.mending import mended

        if self.pair is None:
            raise InputError("a graph that cannot be read cannot be edited")
        return mended(self.pair, [edit.numbers for edit in self._checked(edits)])

    def gain(self, edits: Iterable[Edit]) -> float:
        """Return by how much the score would rise if some edits were made."""
        from tertium.explain.mending import gain

        return gain(self, self._checked(edits))

    def by(self, level: By = "class") -> dict[str, list[Edit]]:
        """Return the edits by class, family or code, in the order of the table of classes."""
        if level not in BY:
            raise OptionError(f"no level '{level}'; choose from {', '.join(BY)}")
        found: dict[str, list[Edit]] = {}
        for edit in sorted(self.edits, key=lambda edit: (RANKS[edit.cls], edit.code)):
            found.setdefault(key_of(edit.cls, edit.operation, level), []).append(edit)
        return found

    def triples(self, side: int, numbers: Sequence[int]) -> tuple[Triple, ...]:
        """Return numbered triples of a side as they were written.

        A triple that comes from several, such as a role that was written as a node, is shown in
        standard form.
        """
        if self.pair is None:
            graph = self.pred if side else self.gold
            return () if graph is None else graph.triples
        standard = self.pair.pred if side else self.pair.gold
        return tuple(standard.spelled(self.pair.sheets[side].places[k]) for k in numbers)

    def places(self, side: int, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return where numbered triples stand in a graph as written, after all others for the top.

        A triple of a standard form may come from several, or from none.
        """
        if self.pair is None:
            return ()
        sources, sheet = self._sources[side], self.pair.sheets[side]
        top = (len((self.pred if side else self.gold) or ()),)
        found = (top if (at := sheet.places[k]) < 0 else sources[at] for k in numbers)
        return tuple(dict.fromkeys(place for places in found for place in places))

    @cached_property
    def _sources(self) -> tuple[Sources, Sources]:
        """Where the triples of both standard forms come from in the graphs of the script."""
        assert self.pair is not None
        gold, pred = self.pair.gold, self.pair.pred
        return _in_graph(self.gold, gold), _in_graph(self.pred, pred)

    @property
    def matched_places(self) -> list[tuple[int, int]]:
        """Where triples that match stand in both graphs as written."""
        if self.pair is None:
            return []
        partners = enumerate(self.pair.sheets[0].partners)
        both = ((self.places(0, [k]), self.places(1, [n])) for k, n in partners if n >= 0)
        return list(dict.fromkeys(two for gold, pred in both for two in zip(gold, pred)))  # noqa: B905

    @cached_property
    def mapping(self) -> dict[str, str]:
        """Variables of the gold and their partners, without those that have nothing in common."""
        if self.pair is None:
            return {}
        gold, pred = self.pair.names(0), self.pair.names(1)
        across = self.pair.sheets[0].across
        ranks = self.pair.gold.ranks  # in the order of the graph, not of the ranks
        return {gold[r]: pred[across[r]] for r in ranks if across[r] >= 0}

    def _checked(self, edits: Iterable[Edit]) -> list[Edit]:
        chosen = list(edits)
        if any(not isinstance(edit, Edit) or edit._script is not self for edit in chosen):
            raise InputError("expected edits of this script")
        return list(dict.fromkeys(chosen))

    def as_dict(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        score, pair = self.score, self.pair
        found: dict[str, Any] = {
            "metric": self.metric.name,
            "signature": self.metric.signature,
            "id": next((g.id for g in (self.gold, self.pred) if g is not None and g.id), None),
            "value": score.value,
        }
        if self.paired_by is not None:
            found |= {"paired_by": self.paired_by, "notes": list(self.notes)}
        if self.counts_triples:
            statistics = score.statistics
            found |= {"precision": score.precision, "recall": score.recall, "f1": score.f1}
            found |= {n: _number(statistics[n]) for n in ("matched", "gold_total", "pred_total")}
        if pair is not None:
            found["proven"] = pair.proven
            found["mapping"] = dict(self.mapping)
        return found | {"edits": [self._edit(edit) for edit in self.edits]}

    def _edit(self, edit: Edit) -> dict[str, Any]:
        cost = {} if edit.cost is None else {"cost": edit.cost}
        gain = {"gain": self.gain([edit])}
        return {
            "class": edit.cls,
            "family": edit.family,
            "operation": edit.operation,
            "code": edit.code,
            "detail": edit.detail,
            "message": edit.message,
            **cost,
            **gain,
            "gold": [list(triple) for triple in edit.gold],
            "pred": [list(triple) for triple in edit.pred],
            **self._locations(edit),
        }

    def _locations(self, edit: Edit) -> dict[str, list[list[int | None]]]:
        """Return line and column of the written triples of an edit, where graphs were read."""
        found: dict[str, list[list[int | None]]] = {}
        for name, graph, places in zip(
            ("gold_at", "pred_at"), (self.gold, self.pred), edit.places, strict=True
        ):
            if graph is None:
                continue
            known = [graph.place(k) for k in places if k < len(graph)]
            if any(known):
                found[name] = [[at.line, at.column] for at in known if at is not None]
        return found


def _weight(claim: Claim, cost: float | None) -> float:
    """Return what an edit is listed by: its cost, or else the number of its triples."""
    return len(claim.gold) + len(claim.pred) if cost is None else cost


def _in_graph(graph: Graph | None, standard: Standard) -> Sources:
    """Return the sources of a standard form, of triples that a graph has itself.

    A document may be compared with what follows from its relations; that was not written.
    """
    if graph is None or graph is standard.written:
        return standard.sources
    places = {triple: k for k, triple in enumerate(graph.triples)}
    kept = [places.get(triple) for triple in standard.written.triples]
    return tuple(tuple(k for i in found if (k := kept[i]) is not None)
                 for found in standard.sources)  # fmt: skip


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value
