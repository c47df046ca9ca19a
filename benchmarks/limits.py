"""``python -m benchmarks.limits``: what small hostile inputs cost.

Pairs of graphs that are small as text and expensive to compare, each metric on each pair in a
process of its own: CPU seconds, and the peak memory of the process. Then the worst that was found
under the profile for servers and training loops, which bounds the size of a graph and the budget of
the search: each metric on every family of `benchmarks.hardest`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.hardest import families
from benchmarks.pairs import say
from tertium import metrics
from tertium.metrics import REGISTRY

Pair = tuple[str, str]
PROFILE_BUDGET = 2_000
PROFILE_TRIPLES = 400
"""The profile: so many steps for each pair, and graphs of at most so many triples."""

_MEASURE = """
import sys
from benchmarks.clock import peak_bytes, total_cpu
from benchmarks.limits import INPUTS
from tertium import TertiumError, metrics
metric, (gold, pred) = metrics.metric(sys.argv[1]), INPUTS[sys.argv[2]]()
metric.compare("(b / boy)", "(c / cat)")
begin = total_cpu()
try:
    metric.compare(gold, pred)
    print(total_cpu() - begin, peak_bytes())
except TertiumError:
    print("refused")
"""

_MEASURE_WORST = """
import sys
from benchmarks.clock import peak_bytes, total_cpu
from benchmarks.limits import within_profile
from tertium import metrics
metric = metrics.metric(sys.argv[1])
metric.compare("(b / boy)", "(c / cat)")
found = []
for name, make in within_profile().items():
    gold, pred = make()
    begin = total_cpu()
    metric.compare(gold, pred)
    found.append((total_cpu() - begin, name))
seconds, name = max(found)
print(seconds, peak_bytes(), name)
"""


def one_concept(variables: int = 40) -> Pair:
    """Return graphs of many variables with one concept and random edges."""
    return _random_graph(variables, 1), _random_graph(variables, 2)


def _random_graph(variables: int, seed: int) -> str:
    random = Random(seed)
    text = f"(x{variables - 1} / c)"
    for v in reversed(range(variables - 1)):
        extra = "".join(f" :r x{random.randrange(variables)}" for _ in range(2))
        text = f"(x{v} / c{extra} :r {text})"
    return text


def grids(first: tuple[int, int] = (20, 20), second: tuple[int, int] = (10, 40)) -> Pair:
    """Return two grids of nodes of one concept, with as many nodes in other proportions."""
    return _grid(*first), _grid(*second)


def _grid(rows: int, columns: int) -> str:
    def name(row: int, column: int) -> str:
        return f"x{row}_{column}"

    lines = []
    for row in range(rows):
        for column in range(columns):
            down = f" :d {name(row + 1, column)}" if row + 1 < rows else ""
            lines.append(f"({name(row, column)} / c{down}")
    # A snake through all nodes; the edges of the grid are re-entrancies.
    return " :r ".join(lines) + ")" * len(lines)


def many_concepts(number: int = 4_000) -> Pair:
    """Return graphs without a common concept."""

    def graph(letter: str) -> str:
        nodes = "".join(f" :op{i} (x{i} / {letter}{i})" for i in range(1, number))
        return f"(x0 / {letter}0{nodes})"

    return graph("a"), graph("b")


INPUTS: dict[str, Callable[[], Pair]] = {
    "40 variables, one concept": one_concept,
    "grids of 400 nodes": grids,
    "4,000 concepts": many_concepts,
}


def within_profile() -> dict[str, Callable[[], Pair]]:
    """Return pairs that are as large as the profile admits, or nearly so."""
    return {
        "grids of 132 nodes": lambda: grids((11, 12), (4, 33)),
        "200 different concepts": lambda: many_concepts(200),
        **families(PROFILE_TRIPLES),
    }


@dataclass(frozen=True)
class Cost:
    """What a metric spent on a pair; None if it refused the pair."""

    seconds: float | None
    peak_bytes: int | None

    def __str__(self) -> str:
        if self.seconds is None or self.peak_bytes is None:
            return "refused"
        return f"{self.seconds:.2f} s, {self.peak_bytes / 1e6:,.0f} MB"


def measure(metric: str, name: str) -> Cost:
    """Measure one metric on one pair in a new process."""
    say(f"{metric}, {name}")
    command = [sys.executable, "-c", _MEASURE, metric, name]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    if done.stdout.strip() == "refused":
        return Cost(None, None)
    seconds, peak = done.stdout.split()
    return Cost(float(seconds), int(peak))


def measure_worst(metric: str) -> tuple[str, Cost]:
    """Measure one metric on all pairs of the profile in a new process; return the slowest."""
    say(f"{metric}, profile")
    command = [sys.executable, "-c", _MEASURE_WORST, metric]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    seconds, peak, name = done.stdout.strip().split(" ", 2)
    return name, Cost(float(seconds), int(peak))


def profile_table(spelled: Sequence[str]) -> str:
    """Measure metrics under the profile and return a table in Markdown."""
    lines = ["| metric | slowest pair | cost |", "|---|---|--:|"]
    for metric in spelled:
        name, cost = measure_worst(metric)
        lines.append(f"| `{metric}` | {name} | {cost} |")
    return "\n".join(lines)


def bounded(metric: str) -> str:
    """Return a metric under the profile: those that search have a budget."""
    has_budget = hasattr(metrics.metric(metric), "budget")
    return f"{metric}:budget={PROFILE_BUDGET}" if has_budget else metric


def table(spelled: Sequence[str], inputs: dict[str, Callable[[], Pair]]) -> str:
    """Measure metrics on pairs and return a table in Markdown."""
    sizes = [len("".join(make()).encode()) for make in inputs.values()]
    heads = [f"{name} ({size:,} bytes)" for name, size in zip(inputs, sizes, strict=True)]
    lines = ["| metric | " + " | ".join(heads) + " |", "|---|" + "--:|" * len(heads)]
    for metric in spelled:
        cells = [str(measure(metric, name)) for name in inputs]
        lines.append(f"| `{metric}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def page(old: str) -> str:
    """Return the text of ``docs/limits.md`` with new tables between its markers."""
    new = filled(old, "costs", table(list(REGISTRY), INPUTS))
    return filled(new, "profile", profile_table([bounded(name) for name in REGISTRY]))


def filled(page: str, marker: str, text: str) -> str:
    """Return a page with *text* between a marker and the next end."""
    before, begin, rest = page.partition(f"<!-- {marker} -->\n")
    _, end, after = rest.partition("<!-- end -->\n")
    if not begin or not end:
        raise ValueError(f"there is no '<!-- {marker} -->' with '<!-- end -->' below")
    return f"{before}{begin}{text}\n{end}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the tables into the page."""
    parser = argparse.ArgumentParser(prog="benchmarks.limits", description=__doc__)
    parser.add_argument("page", nargs="?", default="docs/limits.md", help="the page to change")
    path = Path(parser.parse_args(arguments).page)
    path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
