"""docs/performance.md, the two pages behind it and its picture: `benchmarks`, in one run.

It takes about twelve minutes on one processor; nothing else should run meanwhile.

    measurements.py     what is measured, and how often
    summary.py          the lines that open the page
    tables.py           tables that sum up the races
    page.md race.md details.md    the words, with a name in braces for each table
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

import tertium
from benchmarks import race
from benchmarks.calls import calls_table
from benchmarks.commands import commands_table
from benchmarks.growth import Documents, documents_table, fit_documents, fit_sizes, sizes_table
from benchmarks.plot import growth_svg
from benchmarks.slowest import slowest_table
from benchmarks.threads import threads_table
from scripts.generate.performance.measurements import MAIN, QUICK, Plan, Results
from scripts.generate.performance.summary import summary
from scripts.generate.performance.tables import (
    metrics_table,
    ratios_table,
    smatch_table,
    uncontested,
)
from tertium.report.formats import markdown

__all__ = ["MAIN", "PICTURE", "QUICK", "Plan", "Results", "pages"]

PICTURE = "performance.svg"


def pages(results: Results) -> dict[str, str]:
    """Return the pages and the picture by their names."""
    return {
        "docs/performance.md": _page(results),
        "docs/performance/race.md": _race(results),
        "docs/performance/details.md": _details(results),
        f"docs/{PICTURE}": growth_svg(results.documents),
    }


def _page(results: Results) -> str:
    return _template("page").format(
        summary=summary(results),
        machine=_machine(),
        version=tertium.__version__,
        metrics=markdown.table(metrics_table(results.main), markup=True),
        ratios=markdown.table(ratios_table(results.main)),
        alone=", ".join(f"`{event}`" for event in uncontested(results.main)),
        picture=PICTURE,
        count=results.plan.count,
        exponents=_exponents(results.documents),
    )


def _race(results: Results) -> str:
    from tertium.standard.aspects import ASPECTS

    return _template("race").format(
        smatch=markdown.table(smatch_table(results.races)),
        repeat=results.plan.repeat,
        limit=results.plan.limit,
        aspects=len(ASPECTS),
        races="\n\n".join(
            f"## {name}\n\n{race.render(rows, 'markdown')}" for name, rows in results.main.items()
        ),
    )


def _details(results: Results) -> str:
    documents = [row for rows in results.documents for row in rows]
    return _template("details").format(
        para=results.para,
        commands=markdown.table(commands_table(results.commands), markup=True),
        calls=markdown.table(calls_table(results.calls), markup=True),
        processors=os.cpu_count(),
        threads=markdown.table(threads_table(results.threads)),
        count=results.plan.count,
        documents=markdown.table(documents_table(documents)),
        sizes=markdown.table(sizes_table(results.sizes)),
        sizes_exponent=f"The exponent is {fit_sizes(results.sizes).exponent:.2f}.",
        slowest=markdown.table(slowest_table(results.slowest)),
        breakdown="\n\n".join(results.breakdown),
        forms=results.forms,
    )


def _template(name: str) -> str:
    return Path(__file__).with_name(f"{name}.md").read_text(encoding="utf-8")


def _machine() -> str:
    """Return what is known of the machine, without its name."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    model = next((x.partition(": ")[2] for x in lines if x.startswith("model name")), "")
    parts = [f"{os.cpu_count()} processors", model or platform.machine(), platform.system()]
    return ", ".join([*parts, f"Python {platform.python_version()}"])


def _exponents(kinds: list[list[Documents]]) -> str:
    laws = [f"{fit_documents(rows).exponent:.2f} for {rows[0].kind} documents" for rows in kinds]
    return f"Fitted exponents of the median time: {', '.join(laws)}."
