"""The study of The Little Prince on the page about errors is what the command prints."""

from __future__ import annotations

import re

from tertium import error_table
from tests.support.corpora import corpora
from tests.support.paths import DOCS


def test_the_study() -> None:
    folder = corpora() / "data" / "little-prince"
    gold, *systems = (folder / f"{name}.amr" for name in ("gold", "jamr", "camr"))
    table = error_table(gold, systems)
    tested = table.compare()["camr"]
    text = (DOCS / "how-to" / "error-analysis.md").read_text(encoding="utf-8")
    _, _, study = text.partition("## A study")
    assert [f"{100 * system.value:.2f}" for system in table.systems] == re.findall(
        r"(?:JAMR|CAMR) (\d\d\.\d\d)", study
    )
    rows = [{row.name: row for row in s.rows()} | {"total": s.whole} for s in table.systems]
    shown = re.findall(r"(?m)^\| ([a-z -]+) \| (.*) \| (.*) \|$", study)
    assert [name for name, _, _ in shown if name != "class"] == [*table.names(), "total"]
    for name, *cells in shown:
        if name != "class":
            found = [f"{r.edits} / {100 * (r.cost or 0):.2f} / {100 * r.gain:+.2f}"
                     for r in (system[name] for system in rows)]  # fmt: skip
            dagger = " †" if tested.get(name, 1.0) < 0.05 else ""
            assert cells == [found[0], found[1] + dagger], name
