"""``python -m benchmarks.rows GOLD PRED``: what graphs in rows cost, in CPU time on one thread.

Strings against files and single calls, rewards of 16 candidates per gold, and Arrow tables of
200,000 pairs, with the memory after each tenth. ``--ray`` scores the same table on two processors
of Ray, and adds up the CPU time of all of its processes, which run before the clock starts.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import tertium
from benchmarks.clock import fastest, total_cpu
from tertium.audit.perturb import OPERATIONS, perturb
from tertium.graph import Corpus, Graph
from tertium.interop.arrow import BatchScorer, score_batch
from tertium.interop.trl import reward

CANDIDATES = 16
_BATCH = 2_000  # rows
_TICK = os.sysconf("SC_CLK_TCK")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rows", description=__doc__)
    parser.add_argument("gold")
    parser.add_argument("pred")
    parser.add_argument("--pairs", type=int, default=200_000, metavar="N")
    parser.add_argument("--ray", action="store_true")
    args = parser.parse_args(argv)
    golds, preds = Corpus.read(args.gold).graphs, Corpus.read(args.pred).graphs
    show_strings(args.gold, args.pred, golds, preds)
    show_rewards(golds, preds)
    table = repeated(golds, preds, args.pairs)
    plain = show_table(table)
    if args.ray:
        show_ray(table, *plain)
    return 0


def show_strings(gold: str, pred: str, golds: list[Graph], preds: list[Graph]) -> None:
    """Compare strings in rows with files and with single calls."""
    gold_texts, pred_texts = one_line(golds), one_line(preds)
    pairs = list(zip(gold_texts, pred_texts, strict=True))
    ways: dict[str, Callable[[], object]] = {
        "tertium.scores of strings": lambda: tertium.scores(gold_texts, pred_texts, threads=1),
        "tertium.evaluate of files": lambda: tertium.evaluate(gold, pred, threads=1),
        "tertium.score row by row": lambda: [tertium.score(a, b).value for a, b in pairs],
    }
    for name, work in ways.items():
        work()
        print(f"{name:<28} {1e6 * fastest(work, 7) / len(pairs):6.1f} µs per pair", flush=True)


def show_rewards(golds: list[Graph], preds: list[Graph]) -> None:
    """Time the reward of a prediction and 15 changed copies of it."""
    operations = list(OPERATIONS.values())
    changed = [
        (pred if k == 0 else perturb(pred, operations[k % len(operations)], k).graph) or pred
        for pred in preds[::4]
        for k in range(CANDIDATES)
    ]
    completions = one_line(changed)
    gold = [text for text in one_line(golds[::4]) for _ in range(CANDIDATES)]
    smatch = reward("smatch:top=concept", threads=1)
    seconds = fastest(lambda: smatch(completions=completions, gold=gold), 7)
    print(f"{'reward':<28} {1e6 * seconds / len(gold):6.1f} µs per candidate", flush=True)


def show_table(table: Any) -> tuple[float, Any]:
    """Score a table batch by batch; return the CPU seconds and the scored table."""
    import pyarrow as pa

    scorer, batches, scored, memory = BatchScorer(), table.to_batches(_BATCH), [], []
    score_batch(batches[0])
    begin = total_cpu()
    for number, batch in enumerate(batches, start=1):
        scored.append(scorer(batch).drop_columns(["gold", "pred"]))
        if number % max(1, len(batches) // 10) == 0:
            memory.append(resident() >> 20)
    seconds = total_cpu() - begin
    print(f"{'score_batch':<28} {1e6 * seconds / len(table):6.1f} µs per pair, {len(table)} pairs")
    print(f"{'memory after each tenth':<28} {' '.join(map(str, memory))} MB", flush=True)
    return seconds, pa.Table.from_batches(scored)


def show_ray(table: Any, seconds: float, plain: Any) -> None:
    """Score the same table on Ray; compare its CPU time and its sums with those of the function."""
    import pyarrow as pa
    import ray

    from tertium.interop.ray import score

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    for name in ("ray.data", "ray.data._internal"):
        logging.getLogger(name).setLevel(logging.ERROR)
    dataset = ray.data.from_arrow([table.slice(i, 12_500) for i in range(0, len(table), 12_500)])
    few = ray.data.from_arrow([table.slice(i, 2_000) for i in range(0, 16_000, 2_000)])
    score(few).materialize()  # now the workers are there, and have imported everything
    before = all_cpu()
    begin = time.monotonic()
    found = score(dataset).materialize()
    wall, spent = time.monotonic() - begin, all_cpu() - before
    there = pa.concat_tables(ray.get(found.to_arrow_refs())).sort_by("id")
    equal = there.select(plain.schema.names).to_pydict() == plain.to_pydict()
    print(f"{'Ray Data, 2 CPUs':<28} {spent:6.1f} s of CPU against {seconds:.1f}: "
          f"{100 * (spent / seconds - 1):+.0f} %; {wall:.1f} s on the wall")  # fmt: skip
    print(f"{'values and statistics':<28} {'bit-identical' if equal else 'DIFFERENT'}")
    ray.shutdown()


def repeated(golds: list[Graph], preds: list[Graph], count: int) -> Any:
    """Return a table with the pairs repeated, each under an id of its own."""
    import pyarrow as pa

    texts = [one_line(golds), one_line(preds)]
    gold, pred = ([side[i % len(side)] for i in range(count)] for side in texts)
    return pa.table({"id": list(range(count)), "gold": gold, "pred": pred})


def one_line(graphs: list[Graph]) -> list[str]:
    """Return graphs as texts of one line."""
    return [graph.to_penman(one_line=True) for graph in graphs]


def resident() -> int:
    """Return the memory that this process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def all_cpu() -> float:
    """Return the CPU seconds of this process and of all that it started, ended ones included."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for pid, fields in processes():
        parents[pid], ticks[pid] = int(fields[1]), sum(map(int, fields[11:15]))
    mine = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in mine} - mine:
        mine |= more
    return sum(ticks.get(pid, 0) for pid in mine) / _TICK


def processes() -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each process, and what the system says about it after its name."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            yield int(folder.name), (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue


if __name__ == "__main__":
    sys.exit(main())
