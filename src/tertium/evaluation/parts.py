"""The file of a shard, read and checked.

    {"tertium": "0.1.0", "shard": [2, 3], "policy": {"on_error": "zero", "missing": "fail"},
     "gold": {"path": "gold.amr", "graphs": 6, "sha256": "…", "errors": []},
     "systems": [{"name": "jamr", "path": "jamr.amr", …, "paired_by": "id", …,
                  "pairs": [[1, "s.2", "ok"], [4, "s.5", "ok"]], "skipped": [],
                  "results": [{"metric": "smatch", …, "rows": [[3.0, 4.0, …], [5.0, 5.0, …]]}]}],
     "checksum": "…"}

Nothing in it is believed: every type and number is checked, the pairs must be exactly those of the
shard, and the numbers those that the metric can produce. The checksum tells of a file that was
damaged or edited; it is no protection against somebody who computes a new one.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, get_args

from tertium._version import __version__
from tertium.document import LARGEST, Node
from tertium.errors import NotationError, Place, TertiumError
from tertium.evaluation.results import (
    ON_ERROR,
    Evaluation,
    Pair,
    Policy,
    Result,
    Shard,
    Status,
    System,
)
from tertium.graph import MISSING, Way
from tertium.metrics import REGISTRY, Metric, StatisticsTable
from tertium.metrics.arithmetic import ROUNDING

LARGEST_STATISTIC = 1e12
"""What no statistic of a pair exceeds; a graph of a gigabyte has fewer triples."""

_KEYS = ("tertium", "shard", "policy", "gold", "systems", "checksum")
_ORIGIN_KEYS = ("path", "label", "graphs", "sha256", "errors", "warnings")
_PAIRING_KEYS = ("paired_by", "missing", "surplus", "notes")
_SYSTEM_KEYS = ("name", *_ORIGIN_KEYS, *_PAIRING_KEYS, "pairs", "skipped", "results")
_RESULT_KEYS = ("metric", "options", "signature", "names", "rows")


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a shard remembers of a corpus."""

    path: str | None
    label: str
    graphs: int
    sha256: str
    errors: tuple[NotationError, ...]
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return self.graphs


@dataclass(frozen=True, slots=True)
class ShardContent:
    """One shard of an evaluation."""

    file: str
    shard: Shard
    policy: Policy
    gold: Remembered
    systems: tuple[System, ...]
    facts: Mapping[str, object]  #: what all shards of an evaluation have in common

    @property
    def evaluation(self) -> Evaluation:
        """The evaluation of these pairs alone."""
        return Evaluation(self.gold, self.systems, policy=self.policy)


def checksum(body: Mapping[str, Any]) -> str:
    """Return a hash of all that a shard says, its checksum left out."""
    rest = {key: value for key, value in body.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def read_part(whole: Node) -> ShardContent:
    """Return the shard that a document is."""
    _require_format(whole)
    shard = _shard(whole.field("shard"))
    policy = _policy(whole.field("policy"))
    gold = _origin(whole.field("gold"), _ORIGIN_KEYS)
    found = whole.field("systems").items()
    if not found:
        raise whole.field("systems").wrong("at least one system")
    systems = tuple(_system(node, shard, gold) for node in found)
    for node, system in zip(found, systems, strict=True):
        _require_policy(node, system, policy)
    _require_alike(found, systems)
    if whole.field("checksum").text() != checksum(whole.value):
        raise whole.error(
            "the checksum does not fit: the file was damaged or edited after it was written; "
            "score this shard again"
        )
    return ShardContent(whole.file, shard, policy, gold, systems, _facts(policy, gold, systems))


def _require_format(whole: Node) -> None:
    if not isinstance(whole.value, dict) or not {"shard", "systems"} <= whole.value.keys():
        raise whole.error("this is not a shard; 'tertium score --shard I/N' writes one")
    version = whole.field("tertium").text()
    if version != __version__:
        raise whole.error(
            f"written by tertium {version!r}, this is {__version__}; "
            "scores of different versions cannot be merged"
        )
    whole.object(_KEYS)


def _shard(node: Node) -> Shard:
    number, of = node.items(2)
    parts = of.whole(1, Shard.MOST)
    return Shard(number.whole(1, parts), parts)


def _policy(node: Node) -> Policy:
    node.object([field.name for field in fields(Policy)])
    return Policy(node.field("on_error").choice(ON_ERROR), node.field("missing").choice(MISSING))


def _require_policy(node: Node, system: System, policy: Policy) -> None:
    """Refuse pairs that the policy would not have scored, or left out."""
    admitted = {"ok"}
    if policy.on_error == "zero":
        admitted.add("invalid-pred")
    if policy.missing == "zero":
        admitted.add("missing-pred")
    for place, pair in enumerate(system.pairs):
        if pair.status not in admitted:
            reason = f"a pair with the status {pair.status} is not scored by this policy"
            raise node.field("pairs")[place].error(reason)
    if system.skipped and "skip" not in (policy.on_error, policy.missing):
        raise node.field("skipped").error("no pair is left out by this policy")
    if policy.missing == "fail" and (system.missing or system.surplus):
        raise node.error("graphs without a partner are an error by this policy")


def _origin(node: Node, keys: Sequence[str]) -> Remembered:
    node.object(keys)
    graphs = node.field("graphs").whole()
    sha256 = node.field("sha256")
    if len(sha256.text()) != 64 or not set(sha256.text()) <= set("0123456789abcdef"):
        raise sha256.wrong("a SHA-256 hash in hexadecimal")
    errors = node.field("errors").items()
    if len(errors) > graphs:
        raise node.field("errors").wrong(f"at most {graphs}, one per graph")
    warnings = node.field("warnings").items()
    if len(warnings) > graphs:
        raise node.field("warnings").wrong(f"at most {graphs}, one per graph")
    return Remembered(
        node.field("path").text_or_none(),
        node.field("label").text(),
        graphs,
        sha256.text(),
        tuple(_error(error, graphs) for error in errors),
        tuple(warning.text() for warning in warnings),
    )


def _error(node: Node, graphs: int) -> NotationError:
    message, place, source = node.items(3)
    place.object([field.name for field in fields(Place)])
    found = Place(
        place.field("path").text_or_none(),
        _whole_or_none(place.field("index"), graphs),
        place.field("id").text_or_none(),
        _whole_or_none(place.field("line")),
        _whole_or_none(place.field("column")),
        place.field("unit").choice(("graph", "row")),
    )
    return NotationError(message.text(), found, source.text())


def _whole_or_none(node: Node, most: int = LARGEST) -> int | None:
    return None if node.value is None else node.whole(0, most)


def _system(node: Node, shard: Shard, gold: Remembered) -> System:
    corpus = _origin(node, _SYSTEM_KEYS)
    pairs = tuple(_pair(item) for item in node.field("pairs").items())
    skipped = [item.whole() for item in node.field("skipped").items()]
    _require_indices(node, [*(pair.index for pair in pairs), *skipped], shard, gold.graphs)
    results = node.field("results").items()
    if not results:
        raise node.field("results").wrong("at least one metric")
    return System(
        node.field("name").text(),
        corpus,
        pairs,
        len(skipped),
        tuple(note.text() for note in node.field("notes").items()),
        tuple(_result(item, len(pairs)) for item in results),
        node.field("paired_by").choice(get_args(Way)),
        node.field("missing").whole(0, gold.graphs),
        node.field("surplus").whole(0, corpus.graphs),
    )


def _pair(node: Node) -> Pair:
    index, id, status = node.items(3)
    return Pair(index.whole(), id.text_or_none(), status.choice(get_args(Status)), None, None)


def _require_indices(node: Node, found: list[int], shard: Shard, graphs: int) -> None:
    """Refuse pairs that are not exactly those of the shard, each once."""
    wanted = range(shard.number - 1, graphs, shard.of)
    # The length first: a false number of graphs must not make a long list.
    if len(found) == len(wanted) and sorted(found) == list(wanted):
        return
    surplus = next((index for index in found if index not in wanted), None)
    if surplus is not None:
        reason = f"the pair {surplus} does not belong to shard {shard} of {graphs} graphs"
    elif len(set(found)) < len(found):
        reason = f"the pair {Counter(found).most_common(1)[0][0]} occurs twice"
    else:
        there = set(found)
        missing = next(index for index in wanted if index not in there)
        reason = f"the pair {missing} of shard {shard} is missing"
    raise node.error(f"{reason}; pairs and skipped must have {len(wanted)}, found {len(found)}")


def _result(node: Node, pairs: int) -> Result:
    node.object(_RESULT_KEYS)
    metric = _metric(node)
    if node.field("names").value != list(metric.statistics_names):
        raise node.field("names").wrong(f"the statistics {', '.join(metric.statistics_names)}")
    rows = node.field("rows")
    for row in rows.items(pairs):
        _require_numbers(row, len(metric.statistics_names))
    table = StatisticsTable(metric.statistics_names, rows.value)
    if pairs:
        _require_plausible(rows, metric, table)
    return Result.of(metric, table)


def _metric(node: Node) -> Metric:
    name, signature = node.field("metric").text(), node.field("signature").text()
    if name not in REGISTRY:
        raise node.field("metric").error(f"the metric '{name}' is not registered here")
    given = node.field("options")
    given.object([option.name for option in fields(REGISTRY[name])])
    options = {k: tuple(v) if isinstance(v, list) else v for k, v in given.value.items()}
    try:
        metric = REGISTRY[name](**options)
        found = metric.signature
    except TertiumError as error:
        raise given.error(str(error)) from None
    if found != signature:
        raise node.field("signature").error(f"made with {signature}, but here it is {found}")
    return metric


def _require_numbers(row: Node, columns: int) -> None:
    """Refuse a row that has not one number for each statistic, all of a sensible size."""
    values = row.value
    if isinstance(values, list) and len(values) == columns:
        most = LARGEST_STATISTIC
        if all(type(value) in (float, int) and 0 <= value <= most for value in values):
            return  # most rows, and without a node for each number
    for number in row.items(columns):
        if number.number() < 0 or number.number() > LARGEST_STATISTIC:
            raise number.wrong(f"a number from 0 to {LARGEST_STATISTIC:g}")


def _require_plausible(rows: Node, metric: Metric, table: StatisticsTable) -> None:
    """Refuse statistics that no pair of graphs can have."""
    bounded = {f"the {name}": column for name, column in metric.scores(table).items()}
    for name in ("pairs", "proven"):
        if name in table.names:
            column = table.column(name)
            _require(rows, (column == 0) | (column == 1), f"{name} of 0 or 1", column)
    for name, column in bounded.items():
        _require(rows, (column >= 0) & (column <= 1 + ROUNDING), f"{name} within [0, 1]", column)
    for part, whole in _inclusions(table.names):
        less, more = table.column(part), table.column(whole)
        _require(rows, less <= more * (1 + ROUNDING) + ROUNDING, f"{part} of at most {whole}", less)


def _inclusions(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return which statistics are a part of which: matched_2 of pred_2 and of gold_2."""
    found = [("matched", "upper")]
    for name in names:
        if name.startswith("matched"):
            end = name.removeprefix("matched") or "_total"
            found += [(name, f"pred{end}"), (name, f"gold{end}")]
    return [(part, whole) for part, whole in found if part in names and whole in names]


def _require(rows: Node, fine: Any, expected: str, column: Any) -> None:
    if not fine.all():
        row = int(fine.argmin())
        raise rows[row].error(f"expected {expected}, found {float(column[row]):g}")


def _require_alike(nodes: Sequence[Node], systems: Sequence[System]) -> None:
    """Refuse systems of one name, or with different metrics."""
    names = [system.name for system in systems]
    metrics = [[result.metric for result in system.results] for system in systems]
    for place, node in enumerate(nodes):
        if names.index(names[place]) != place:
            raise node.field("name").error(f"the system {names[place]!r} occurs twice")
        if metrics[place] != metrics[0]:
            raise node.field("results").error("not the metrics of the first system")


def _facts(policy: Policy, gold: Remembered, systems: Sequence[System]) -> dict[str, object]:
    facts: dict[str, object] = {
        "the policies for graphs that cannot be read (--on-error)": policy.on_error,
        "the policies for graphs without a partner (--missing)": policy.missing,
        "the gold graphs": _content(gold),
        "the systems": [system.name for system in systems],
        "the metrics": [result.metric.signature for result in systems[0].results],
    }
    for system in systems:
        assert isinstance(system.corpus, Remembered)
        facts[f"the graphs of {system.name}"] = _content(system.corpus)
        facts[f"the way in which {system.name} was paired"] = system.paired_by
        facts[f"the numbers of graphs of {system.name} without a partner"] = (
            system.missing,
            system.surplus,
        )
    return facts


def _content(corpus: Remembered) -> tuple[object, ...]:
    """Return what a corpus is, wherever its file is: paths differ from machine to machine."""
    errors = [(e.message, e.place.index, e.place.id, e.source) for e in corpus.errors]
    return corpus.sha256, corpus.graphs, errors
