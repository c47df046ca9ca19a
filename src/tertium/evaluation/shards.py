"""Shards: the work of one evaluation on many machines, and the parts put together again.

    tertium score gold.amr parser.amr --shard 1/2 > 1.json       pairs 1, 3, 5, ...
    tertium score gold.amr parser.amr --shard 2/2 > 2.json       pairs 2, 4, 6, ...
    tertium merge 1.json 2.json                                  the table of all pairs

A shard holds the statistics of its pairs. Put back in the order of the gold they are the table that
one run would have made, to the last bit, so every number that follows is the same. Graphs are not
kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tertium._version import __version__
from tertium.errors import FileError, InputError, NotationError, Place
from tertium.evaluation.results import Evaluation, Origin, Pair, Result, Shard, Status, System
from tertium.evaluation.scoring import require_pairs
from tertium.files import read_text
from tertium.metrics import REGISTRY, Metric, StatisticsTable


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a shard remembers of a corpus."""

    path: str | None
    label: str
    graphs: int
    errors: tuple[NotationError, ...]

    def __len__(self) -> int:
        return self.graphs


def dump(evaluation: Evaluation, shard: Shard) -> str:
    """Return the shard as JSON."""
    whole = {
        "tertium": __version__,
        "shard": [shard.number, shard.of],
        "gold": _origin_json(evaluation.gold),
        "systems": [_system_json(system) for system in evaluation.systems],
    }
    return json.dumps(whole, ensure_ascii=False)


def load(path: str) -> dict[str, Any]:
    """Read the file of a shard."""
    try:
        whole = json.loads(read_text(path))
    except json.JSONDecodeError:
        raise FileError(f"{path}: this is not JSON, so it is no shard") from None
    if not isinstance(whole, dict) or "shard" not in whole or "systems" not in whole:
        raise FileError(f"{path}: this is not a shard; 'tertium score --shard I/N' writes one")
    if whole.get("tertium") != __version__:
        raise FileError(
            f"{path}: written by tertium {whole.get('tertium')}, this is {__version__}; "
            "scores of different versions are not added up"
        )
    return whole


def merge(shards: Sequence[dict[str, Any]]) -> Evaluation:
    """Put the shards of one evaluation together."""
    ordered = sorted(shards, key=lambda part: int(part["shard"][0]))
    _require_complete([tuple(part["shard"]) for part in ordered])
    heads = [_head(part) for part in ordered]
    for part, head in zip(ordered, heads, strict=True):
        if head != heads[0]:
            first, other = ordered[0]["shard"][0], part["shard"][0]
            raise InputError(
                f"shards {first} and {other} are not parts of one evaluation: files, systems, "
                "metrics or options differ"
            )
    systems = zip(*(part["systems"] for part in ordered), strict=True)
    merged = tuple(_merge_system(list(parts)) for parts in systems)
    evaluation = Evaluation(_origin(ordered[0]["gold"]), merged)
    require_pairs(evaluation)
    return evaluation


def _require_complete(numbers: list[tuple[int, int]]) -> None:
    if not numbers:
        raise InputError("there is no shard to merge")
    of = numbers[0][1]
    seen = [number for number, _ in numbers]
    if any(other != of for _, other in numbers):
        raise InputError("these shards come from different divisions, such as 1/2 and 1/3")
    twice = next((n for n in seen if seen.count(n) > 1), None)
    if twice is not None:
        raise InputError(f"shard {twice}/{of} is there twice")
    missing = [f"{n}/{of}" for n in range(1, of + 1) if n not in seen]
    if missing:
        raise InputError(f"missing shards: {', '.join(missing)}")


def _head(part: dict[str, Any]) -> Any:
    """Return what all shards of an evaluation have in common."""
    systems = [
        {k: v for k, v in system.items() if k not in ("pairs", "results", "skipped")}
        | {"signatures": [result["signature"] for result in system["results"]]}
        for system in part["systems"]
    ]
    return part["gold"], systems


def _system_json(system: System) -> dict[str, Any]:
    return {
        "name": system.name,
        **_origin_json(system.corpus),
        "skipped": system.skipped,
        "note": system.note,
        "pairs": [[pair.index, pair.id, pair.status] for pair in system.pairs],
        "results": [
            {
                "metric": result.metric.name,
                "options": result.metric.changed_options,
                "signature": result.metric.signature,
                "names": result.table.names,
                "rows": result.table.rows.tolist(),
            }
            for result in system.results
        ],
    }


def _merge_system(parts: list[dict[str, Any]]) -> System:
    places = [pair for part in parts for pair in part["pairs"]]
    order = sorted(range(len(places)), key=lambda k: int(places[k][0]))
    results = zip(*(part["results"] for part in parts), strict=True)
    return System(
        parts[0]["name"],
        _origin(parts[0]),
        tuple(_pair(*places[k]) for k in order),
        sum(part["skipped"] for part in parts),
        parts[0]["note"],
        tuple(_merge_result(list(same), order) for same in results),
    )


def _pair(index: int, id: str | None, status: Status) -> Pair:
    return Pair(index, id, status, None, None)


def _merge_result(parts: list[dict[str, Any]], order: list[int]) -> Result:
    metric, names = _metric(parts[0]), tuple(parts[0]["names"])
    rows = [row for part in parts for row in part["rows"]]
    return Result.of(metric, StatisticsTable(names, [rows[k] for k in order]))


def _metric(part: dict[str, Any]) -> Metric:
    name, signature = part["metric"], part["signature"]
    if name not in REGISTRY:
        raise InputError(f"the shards hold the metric '{name}', which is not registered here")
    options = {k: tuple(v) if isinstance(v, list) else v for k, v in part["options"].items()}
    metric = REGISTRY[name](**options)
    if metric.signature != signature:
        raise InputError(
            f"the shards were made with {signature}, but here it is {metric.signature}"
        )
    return metric


def _origin_json(origin: Origin) -> dict[str, Any]:
    errors = [[e.message, asdict(e.place), e.source] for e in origin.errors]
    return {"path": origin.path, "label": origin.label, "graphs": len(origin), "errors": errors}


def _origin(part: dict[str, Any]) -> Remembered:
    errors = [NotationError(text, Place(**place), source) for text, place, source in part["errors"]]
    return Remembered(part["path"], part["label"], part["graphs"], tuple(errors))
