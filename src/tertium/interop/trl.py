"""A reward for reinforcement learning, as the trainers of TRL call it.

    trainer = GRPOTrainer(..., reward_funcs=reward("smatch"))       # the data set has a column gold

Every completion is compared with its gold graph; k completions of one prompt come as k entries with
the same gold. What the model wrote can never raise an error: a completion that is no graph earns
nothing, or with ``partial=0.5`` half of what its readable beginning earns:

    (w / want-01 :ARG0 (b / boy) :ARG1 (g /         is read as
    (w / want-01 :ARG0 (b / boy) :ARG1 (g))

Time is bounded by the metric's budget of steps, such as ``smatch:budget=1000``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from tertium import metrics
from tertium.errors import InputError, NotationError, OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics import MetricLike

Reward = Callable[..., list[float]]

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|[^\s()"]+')
_CUTS = 8  # tokens that are cut from the end of a broken graph before it is given up
_LONGEST = 100_000  # characters that are searched for a readable beginning


def reward(
    metric: MetricLike = "smatch",
    *,
    gold: str = "gold",
    partial: float = 0.0,
    extract: Callable[[str], str] | None = None,
    threads: int = 0,
) -> Reward:
    """Return a reward function.

    *gold* is the column of the data set that holds the gold graphs. *extract* finds the graph in a
    completion that says more. The function takes ``completions``, the gold column and whatever else
    the trainer passes.

    >>> smatch = reward(partial=0.5)
    >>> smatch(completions=["(b / boy)", "(b / boy", "!"], gold=["(b / boy)"] * 3)
    [1.0, 0.5, 0.0]
    """
    chosen = metrics.metric(metric)
    if not 0 <= partial <= 1:
        raise OptionError("partial must be between 0 and 1")

    def tertium_reward(*, completions: Sequence[Any], **columns: Any) -> list[float]:
        golds = _golds(columns, gold, len(completions))
        read = [_read(completion, extract, partial > 0) for completion in completions]
        values = chosen.values(golds, [graph for graph, _ in read], threads=threads)
        return [
            0.0 if graph is None else value if whole else partial * value
            for value, (graph, whole) in zip(values, read, strict=True)
        ]

    tertium_reward.__name__ = f"{chosen.name}_reward"
    return tertium_reward


def readable_beginning(text: str) -> Graph | None:
    """Return the graph that a broken text begins with, open brackets closed.

    >>> print(readable_beginning("(w / want-01 :ARG0 (b / boy) :ARG1").to_penman(one_line=True))
    (w / want-01 :ARG0 (b / boy))
    """
    start = text.find("(")
    tokens = _TOKEN.findall(text[start : start + _LONGEST]) if start >= 0 else []
    tokens = tokens[: _end(tokens)]
    for cut in range(min(_CUTS, len(tokens))):
        kept = tokens[: len(tokens) - cut]
        while kept and (kept[-1] in ("(", "/") or kept[-1].startswith(":")):
            kept.pop()  # what would have followed is not there
        closing = ")" * (kept.count("(") - kept.count(")"))
        try:
            return Graph.from_penman(" ".join(kept) + closing)
        except InputError:
            continue
    return None


def _end(tokens: list[str]) -> int:
    """Return where the first graph closes, or the end."""
    depth = 0
    for place, token in enumerate(tokens):
        depth += (token == "(") - (token == ")")
        if depth == 0:
            return place + 1
    return len(tokens)


def _golds(columns: dict[str, Any], name: str, count: int) -> list[Graph]:
    if name not in columns:
        raise OptionError(f"the reward needs the column '{name}' with the gold graphs")
    given: Sequence[GraphLike] = columns[name]
    if len(given) != count:
        raise InputError(f"{count} completions, but {len(given)} gold graphs")
    known: dict[str, Graph] = {}
    graphs = []
    for number, thing in enumerate(given, start=1):
        try:
            if not isinstance(thing, str):
                graphs.append(as_graph(thing))
                continue
            if thing not in known:
                known[thing] = as_graph(thing)
            graphs.append(known[thing])
        except NotationError as error:
            raise error.at(name, number) from None
    return graphs


def _read(
    completion: Any, extract: Callable[[str], str] | None, repair: bool
) -> tuple[Graph | None, bool]:
    """Return the graph of a completion, if any, and whether all of it could be read."""
    text = _text(completion)
    text = extract(text) if extract is not None else text
    try:
        return Graph.from_penman(text), True
    except InputError:
        return (readable_beginning(text) if repair else None), False


def _text(completion: Any) -> str:
    """Return what was written, in a text or in the last message of a conversation."""
    if isinstance(completion, str):
        return completion
    message = completion[-1] if completion else {}
    content = message.get("content") if isinstance(message, dict) else message
    return content if isinstance(content, str) else ""
