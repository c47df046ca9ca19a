"""A reward for reinforcement learning, as the trainers of TRL call it.

    trainer = GRPOTrainer(..., reward_funcs=reward("smatch:top=concept"))

The data set has a column ``gold``; k completions of a prompt come as k entries with the same gold.
A completion may think and talk before it answers:

    <think>A boy ...</think> Here it is:        the graph is found in fenced code, after </think>,
    ```                                         and after prose; the last one counts
    (b / boy)
    ```

What the model wrote can never raise an error: a completion without a graph earns nothing, or with
``partial=0.5`` half of what its readable beginning earns:

    (w / want-01 :ARG0 (b / boy) :ARG1 (g /         is read as
    (w / want-01 :ARG0 (b / boy) :ARG1 (g))

A gold that cannot be read earns `bad_gold` for each of its completions, so that training goes on;
give the column to `reward` as *golds* to be told before it starts. Use ``top=concept``: under plain
``smatch`` the graph ``(x / x)`` earns 0.5 against ``(b / boy)``, because the tops match. Time is
bounded by the metric's budget of steps, such as ``smatch:top=concept,budget=2000``, together with
``max_triples=400``: a larger graph earns nothing, see ``docs/limits.md``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tertium import metrics
from tertium.errors import InputError, NotationError, OptionError
from tertium.graph import (
    Graph,
    as_graph,
    check_max_triples,
    column_entries,
    column_values,
    text_graphs,
)
from tertium.metrics import Metric, MetricLike
from tertium.metrics.threads import check_threads

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|[^\s()"]+')
_OPENING = re.compile(r"\(\s*[^\s()/\":]+\s*/")  # of a graph, but not of a remark in parentheses
_FENCED = re.compile(r"^```[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
_SURPLUS = re.compile(r"\s*\)")
_THOUGHT = "</think>"
_CUTS = 8  # tokens that are cut from the end of a broken graph before it is given up
_LONGEST = 100_000  # characters that are searched for a graph


@dataclass(frozen=True)
class Reward:
    """A reward function; it can be pickled, and `__name__` is what trainers log."""

    metric: Metric
    gold: str = "gold"
    partial: float = 0.0
    valid: float = 0.0
    length: float = 0.0
    bad_gold: float | None = 0.0
    extract: Callable[[str], str] | None = field(default=None, repr=False)
    threads: int = 0
    max_triples: int | None = None

    def __post_init__(self) -> None:
        check_max_triples(self.max_triples)
        for name in ("partial", "valid"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name} must be between 0 and 1")
        if not 0 <= self.length <= 10:
            raise OptionError("length must be between 0 and 10")
        check_threads(self.threads)

    @property
    def __name__(self) -> str:
        return f"{self.metric.name}_reward"

    def __call__(self, *, completions: Sequence[Any], **columns: Any) -> list[float | None]:
        """Return a reward for each completion."""
        golds = self._golds(columns, len(completions))
        read = self._read(completions)
        graphs = [graph for graph, _ in read]
        values = self.metric.values(golds, graphs, threads=self.threads)
        plain = not self.length and not self.valid
        return [
            value
            if plain and whole and gold is not None
            else self._shaped(value, gold, pred, whole)
            for gold, value, (pred, whole) in zip(golds, values, read, strict=True)
        ]

    def _shaped(
        self, value: float, gold: Graph | None, pred: Graph | None, whole: bool
    ) -> float | None:
        if gold is None:
            return self.bad_gold
        if pred is None:
            return 0.0
        if self.length:
            value *= min(1.0, len(gold) / len(pred)) ** self.length
        if not whole:
            return (1 - self.valid) * self.partial * value
        return (1 - self.valid) * value + self.valid

    def _golds(self, columns: dict[str, Any], count: int) -> list[Graph | None]:
        if self.gold not in columns:
            raise OptionError(f"the reward needs the column '{self.gold}' with the gold graphs")
        given = column_values(columns[self.gold], self.gold)
        if len(given) != count:
            raise InputError(f"{count} completions, but {len(given)} gold graphs")
        golds: list[Graph | None] = []
        last: object = None
        for thing in given:  # k completions of a prompt come one after the other
            if not golds or not (thing is last or (isinstance(thing, str) and thing == last)):
                graph = self._admitted(_graph_or_none(thing))
            golds.append(graph)
            last = thing
        return golds

    def _admitted(self, graph: Graph | None) -> Graph | None:
        """Return a graph that is not too large."""
        most = self.max_triples
        return graph if graph is None or most is None or len(graph) <= most else None

    def _read(self, completions: Sequence[Any]) -> list[tuple[Graph | None, bool]]:
        """Return the graph of each completion, if any, and whether all of it could be read."""
        texts = [_text(completion) for completion in completions]
        if self.extract is not None:
            texts = [self.extract(text) for text in texts]
        # Most completions are a graph and nothing else; one native call reads them all.
        graphs = text_graphs(texts, threads=self.threads)
        fitting = self.max_triples is None
        return [
            self._search(text)
            if graph is None
            else (graph, True)
            if fitting
            else self._whole(graph)
            for text, graph in zip(texts, graphs, strict=True)
        ]

    def _search(self, text: str) -> tuple[Graph | None, bool]:
        """Look for a graph in a text that is not one."""
        if self.extract is None:
            text = find_graph(text)
            graph = _graph_or_none(text)
            if graph is not None:
                return self._whole(graph)
        return self._admitted(readable_beginning(text) if self.partial > 0 else None), False

    def _whole(self, graph: Graph) -> tuple[Graph | None, bool]:
        """Return a graph that was read, and whether it counts."""
        admitted = self._admitted(graph)
        return admitted, admitted is not None


def reward(
    metric: MetricLike = "smatch",
    *,
    gold: str = "gold",
    golds: Iterable[Any] | None = None,
    partial: float = 0.0,
    valid: float = 0.0,
    length: float = 0.0,
    bad_gold: float | None = 0.0,
    extract: Callable[[str], str] | None = None,
    threads: int = 0,
    max_triples: int | None = None,
) -> Reward:
    """Return a reward function.

    Args:
        metric: what is measured; ``smatch:top=concept`` is a good choice.
        gold: the column of the data set that holds the gold graphs.
        golds: that column, to be checked now; the first graph that cannot be read is an error.
        partial: what the readable beginning of a broken graph earns, as a share of its score.
        valid: the share of the reward that any graph earns for being one.
        length: how strongly a graph with more triples than the gold is discounted, by the power
            of (gold / predicted).
        bad_gold: the reward where the gold cannot be read; None tells TRL to ignore the sample.
        extract: finds the graph in a completion, instead of `find_graph`.
        threads: how many threads compare; 0 takes all processors.
        max_triples: a completion whose graph is larger earns nothing, and a larger gold counts as
            one that cannot be read.

    The function takes ``completions``, the gold column and whatever else the trainer passes.

    >>> smatch = reward(partial=0.5)
    >>> smatch(completions=["(b / boy)", "(b / boy", "!"], gold=["(b / boy)"] * 3)
    [1.0, 0.5, 0.0]
    """
    given = [] if golds is None else column_values(golds, gold)
    for entry in column_entries(given, gold, max_triples):
        if isinstance(entry, NotationError):
            raise entry
    chosen = metrics.metric(metric)
    return Reward(chosen, gold, partial, valid, length, bad_gold, extract, threads, max_triples)


def find_graph(text: str) -> str:
    """Return the last graph that a text holds: in fenced code, after thoughts, after prose.

    >>> find_graph("<think>(a / apple)?</think> I would say (for now): (b / boy) Done.")
    '(b / boy)'
    """
    text = text[-_LONGEST:].rpartition(_THOUGHT)[2]
    blocks = [block for block in _FENCED.findall(text) if _OPENING.search(block)]
    found = ""
    text, start = blocks[-1] if blocks else text, 0
    while match := _OPENING.search(text, start):
        found = text[match.start() : _closing(text, match.start())]
        start = match.start() + len(found)
    return found


def readable_beginning(text: str) -> Graph | None:
    """Return the graph that a broken text begins with, open brackets closed.

    >>> print(readable_beginning("(w / want-01 :ARG0 (b / boy) :ARG1").to_penman(one_line=True))
    (w / want-01 :ARG0 (b / boy))
    """
    start = text.find("(")
    stop = _closing(text, start) if start >= 0 else 0
    tokens = _TOKEN.findall(text[start : min(stop, start + _LONGEST)]) if start >= 0 else []
    for cut in range(min(_CUTS, len(tokens))):
        kept = tokens[: len(tokens) - cut]
        while kept and (kept[-1] in ("(", "/") or kept[-1].startswith(":")):
            kept.pop()  # what would have followed is not there
        closing = ")" * (kept.count("(") - kept.count(")"))
        graph = _graph_or_none(" ".join(kept) + closing)
        if graph is not None:
            return graph
    return None


def _closing(text: str, start: int) -> int:
    """Return where the graph that begins at *start* has closed, or the end of the text."""
    depth = 0
    for match in _TOKEN.finditer(text, start):
        depth += (match[0] == "(") - (match[0] == ")")
        if depth == 0:
            surplus = _SURPLUS.match(text, match.end())  # it makes the graph a broken one
            return surplus.end() if surplus else match.end()
    return len(text)


def _graph_or_none(thing: Any) -> Graph | None:
    try:
        return as_graph(thing)
    except InputError:
        return None


def _text(completion: Any) -> str:
    """Return what was written, in a text or in the last message of a conversation."""
    if isinstance(completion, str):
        return completion
    conversation = completion if isinstance(completion, list | tuple) else []
    message = conversation[-1] if conversation else {}
    content = message.get("content") if isinstance(message, dict) else message
    return content if isinstance(content, str) else ""
