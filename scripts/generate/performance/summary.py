"""The lines that open the page: what most readers want to know, in numbers of this run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks import race
from benchmarks.commands import SCORE
from benchmarks.commands import SMATCH as SMATCH_COMMAND
from benchmarks.growth import fit_documents, fit_sizes
from scripts.generate.performance.measurements import Results
from tertium.metrics import REGISTRY


def summary(results: Results) -> str:
    """Return the summary as a Markdown list."""
    parts = (_smatch, _others, _metrics, _commands, _calls, _threads, _proof, _documents, _sizes)
    return "\n".join(f"- {line}" for part in parts for line in part(results))


def microseconds(row: race.Row) -> float:
    """Return the time of a pair."""
    return 1e6 * row.seconds / row.pairs


def _smatch(results: Results) -> Iterator[str]:
    pairs = [
        (next(ours for ours in rows if ours.event == "smatch"), row)
        for rows in results.races.values()
        for row in rows
        if row.entrant == "smatch"
    ]
    if not pairs:
        return
    ours = _range([microseconds(each) for each, _ in pairs], " µs")
    ratios = _range([row.ratio for _, row in pairs])
    missed, total = sum(row.missed or 0 for _, row in pairs), sum(row.pairs for _, row in pairs)
    yield (
        f"**smatch.** From the text of two files to the counts of every pair, Tertium takes {ours} "
        f"per pair. smatch {pairs[0][1].version} takes {ratios} times as long, and misses the "
        f"optimum in {missed:,} of {total:,} pairs."
    )


def _others(results: Results) -> Iterator[str]:
    found: dict[str, list[float]] = {}
    for rows in results.main.values():
        for row in rows:
            if not row.entrant.startswith("tertium") and row.event != "smatch":
                found.setdefault(row.event, []).append(row.ratio)
    told = [f"`{event}` {_range(ratios)}" for event, ratios in found.items() if event in REGISTRY]
    if told:
        yield (
            f"**Other programs** take this many times as long as Tertium, by metric: "
            f"{', '.join(told)}."
        )


def _metrics(results: Results) -> Iterator[str]:
    rows = results.main.get("para/main", ())
    ours = {row.event: row for row in reversed(rows) if row.entrant == f"tertium {row.event}"}
    times = sorted((microseconds(row), name) for name, row in ours.items() if name in REGISTRY)
    if len(times) > 1:
        (low, first), (high, last) = times[0], times[-1]
        yield (
            f"**Metrics.** On para/main, the largest graphs, a pair takes from {low:.0f} µs "
            f"(`{first}`) to {high:.0f} µs (`{last}`)."
        )


def _commands(results: Results) -> Iterator[str]:
    times = {row.command: row.min_seconds for row in results.commands}
    peer = f"; `{SMATCH_COMMAND}` takes {times[SMATCH_COMMAND]:.1f} s" * (SMATCH_COMMAND in times)
    yield (
        f"**A command.** `{SCORE}` takes {times[SCORE]:.2f} s for the {results.para:,} pairs of "
        f"para/main, from start to end{peer}."
    )


def _calls(results: Results) -> Iterator[str]:
    first = results.calls[0]
    every = _range([1e6 * call.from_graphs for call in results.calls], " µs")
    yield (
        f"**A call.** `tertium.score` of two small graphs takes {1e6 * first.from_graphs:.0f} µs "
        f"with `{first.metric}` ({1e6 * first.from_text:.0f} µs if they are text), and {every} "
        "over all metrics."
    )


def _threads(results: Results) -> Iterator[str]:
    gains = [row.speed_up for row in results.threads if row.threads == 2]
    yield f"**Two threads** finish {min(gains):.1f} to {max(gains):.1f} times as fast as one."


def _proof(results: Results) -> Iterator[str]:
    proven, pairs = (sum(getattr(r, name) for r in results.slowest) for name in ("proven", "pairs"))
    slowest = max(row.seconds for row in results.slowest)
    yield (
        f"**Proof.** The alignments of {proven:,} of {pairs:,} pairs are proven to be optimal; "
        f"the slowest pair takes {1000 * slowest:.1f} ms."
    )


def _documents(results: Results) -> Iterator[str]:
    names = {"same": "paraphrases of each other", "unrelated": "unrelated"}
    told = [
        f"{_milliseconds(rows[-1].median_seconds)} if they are {names[rows[-1].kind]} "
        f"({rows[-1].proven} of {rows[-1].pairs} pairs proven, growth with the power "
        f"{fit_documents(rows).exponent:.1f} of the variables)"
        for rows in results.documents
    ]
    variables = results.documents[0][-1].variables
    yield f"**Documents** of about {variables:.0f} variables take {', and '.join(told)}."


def _sizes(results: Results) -> Iterator[str]:
    last = results.sizes[-1]
    power = fit_sizes(results.sizes).exponent
    yield (
        f"**Many pairs.** {last.pairs:,} pairs take {_milliseconds(last.seconds)} and "
        f"{last.peak_bytes / 1e6:.0f} MB; time grows with the power {power:.2f} of their number."
    )


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.1f} s"


def _range(numbers: Sequence[float], unit: str = "") -> str:
    low, high = (f"{n:.2g}" if n < 10 else f"{n:.0f}" for n in (min(numbers), max(numbers)))
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"
