"""Shards: the work of one evaluation on many machines, and the parts merged again.

    tertium score gold.amr parser.amr --shard 1/2 > 1.json       pairs 1, 3, 5, ...
    tertium score gold.amr parser.amr --shard 2/2 > 2.json       pairs 2, 4, 6, ...
    tertium merge 1.json 2.json                                  the table of all pairs

A shard holds the statistics of its pairs. In the order of the gold they are the table that one run
would have made, to the last bit, so every number that follows is the same. Graphs are not kept, but
a hash of them: only shards of the same graphs, paired in the same way and with the same policy for
bad and missing ones, can be merged.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from tertium._version import __version__
from tertium.document import parse_document, read_document
from tertium.errors import InputError, NotationError, OptionError
from tertium.evaluation.parts import Remembered, ShardContent, checksum, read_part
from tertium.evaluation.results import Evaluation, Origin, Pair, Result, Shard, System
from tertium.evaluation.scoring import require_pairs
from tertium.graph import Corpus, Graph
from tertium.metrics import REGISTRY, Metric, StatisticsTable

_SHOWN = 10  # missing shards that are named


def dump(evaluation: Evaluation, shard: Shard) -> str:
    """Return the shard as JSON."""
    require_mergeable(evaluation.metrics)
    indices = range(shard.number - 1, len(evaluation.gold), shard.of)
    whole: dict[str, Any] = {
        "tertium": __version__,
        "shard": [shard.number, shard.of],
        "policy": asdict(evaluation.policy),
        "gold": _origin_json(evaluation.gold),
        "systems": [_system_json(system, indices) for system in evaluation.systems],
    }
    # Through JSON and back: the checksum is that of what a reader will find.
    whole["checksum"] = checksum(json.loads(json.dumps(whole)))
    return json.dumps(whole, ensure_ascii=False)


def load(path: str) -> ShardContent:
    """Read the file of a shard."""
    return read_part(read_document(path, "a shard"))


def parse(text: str, name: str = "shard") -> ShardContent:
    """Read a shard from text; messages call it *name*."""
    return read_part(parse_document(text, name, "a shard"))


def require_mergeable(metrics: Iterable[Metric]) -> None:
    """Refuse metrics that ``merge`` could not find again by their names and options."""
    for metric in metrics:
        try:
            json.dumps(metric.changed_options)
            known = metric.name in REGISTRY
        except TypeError:
            known = False
        if not known:
            raise OptionError(
                f"{metric.name}: shards need a metric that is registered by name, with options "
                "that are numbers and texts"
            )


def merge(parts: Sequence[ShardContent]) -> Evaluation:
    """Merge the shards of one evaluation."""
    ordered = sorted(parts, key=lambda part: part.shard.number)
    _require_complete(ordered)
    first = ordered[0]
    for part in ordered:
        differing = next((f for f in first.facts if part.facts.get(f) != first.facts[f]), None)
        if differing is not None:
            raise InputError(
                f"{first.file} and {part.file} are not parts of one evaluation: {differing} differ"
            )
    systems = zip(*(part.systems for part in ordered), strict=True)
    merged = tuple(_merge_system(same) for same in systems)
    evaluation = Evaluation(first.gold, merged, policy=first.policy)
    require_pairs(evaluation)
    return evaluation


def _require_complete(parts: Sequence[ShardContent]) -> None:
    if not parts:
        raise InputError("there is no shard to merge")
    first = parts[0]
    for part in parts:
        if part.shard.of != first.shard.of:
            raise InputError(
                f"{first.file} is shard {first.shard}, but {part.file} is shard {part.shard}; "
                "all must come from one division"
            )
    counts = Counter(part.shard for part in parts)
    twice = next((shard for shard in counts if counts[shard] > 1), None)
    if twice is not None:
        files = ", ".join(part.file for part in parts if part.shard == twice)
        raise InputError(f"shard {twice} is there twice: {files}")
    of = first.shard.of
    missing = [n for n in range(1, of + 1) if Shard(n, of) not in counts]
    if missing:
        more = f", and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        names = ", ".join(f"{number}/{of}" for number in missing[:_SHOWN])
        raise InputError(f"missing shards: {names}{more}")


def _merge_system(parts: Sequence[System]) -> System:
    pairs = [pair for part in parts for pair in part.pairs]
    order = sorted(range(len(pairs)), key=lambda place: pairs[place].index)
    results = zip(*(part.results for part in parts), strict=True)
    return System(
        parts[0].name,
        parts[0].corpus,
        tuple(pairs[place] for place in order),
        sum(part.skipped for part in parts),
        parts[0].notes,
        tuple(_merge_result(same, order) for same in results),
        parts[0].paired_by,
        parts[0].missing,
        parts[0].surplus,
    )


def _merge_result(parts: Sequence[Result], order: list[int]) -> Result:
    rows = [row for part in parts for row in part.table.rows.tolist()]
    table = StatisticsTable(parts[0].table.names, [rows[place] for place in order])
    return Result.of(parts[0].metric, table)


def _system_json(system: System, indices: Sequence[int]) -> dict[str, Any]:
    there = {pair.index for pair in system.pairs}
    return {
        "name": system.name,
        **_origin_json(system.corpus),
        "paired_by": system.paired_by,
        "missing": system.missing,
        "surplus": system.surplus,
        "notes": list(system.notes),
        "pairs": [_pair_json(pair) for pair in system.pairs],
        "skipped": [index for index in indices if index not in there],
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


def _pair_json(pair: Pair) -> list[Any]:
    return [pair.index, pair.id, pair.status]


def _origin_json(origin: Origin) -> dict[str, Any]:
    return {
        "path": origin.path,
        "label": origin.label,
        "graphs": len(origin),
        "sha256": fingerprint(origin),
        "errors": [[e.message, asdict(e.place), e.source] for e in origin.errors],
        "warnings": list(origin.warnings),
    }


def fingerprint(origin: Origin) -> str:
    """Return a hash of what is compared: triples, ids and sentences, entry by entry.

    Where the file is, whether it is gzipped, and how it breaks lines makes no difference.
    """
    if isinstance(origin, Remembered):
        return origin.sha256
    assert isinstance(origin, Corpus)
    digest = hashlib.sha256()
    for entry in origin.entries:
        digest.update(json.dumps(_content(entry)).encode() + b"\n")
    return digest.hexdigest()


def _content(entry: Graph | NotationError) -> list[Any]:
    if isinstance(entry, Graph):
        return [entry.id, entry.metadata.get("snt"), entry.top, entry.triples]
    return [entry.place.id, entry.message, entry.source]
