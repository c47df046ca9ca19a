"""The pages of performance, made on tiny graphs; no time is asserted."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.pairs import find_sets
from scripts.generate import performance
from tests.support.paths import EXAMPLES

GOLD, PRED = str(EXAMPLES / "gold.amr"), str(EXAMPLES / "parser.amr")


def make_corpora(folder: Path) -> Path:
    """Write the examples as every set that is raced."""
    for each in find_sets(folder):
        for path, source in ((each.gold, GOLD), (each.pred, PRED)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(Path(source).read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def test_the_sets_of_a_folder(tmp_path: Path) -> None:
    sets = find_sets(make_corpora(tmp_path))
    assert [each.name for each in sets][:3] == ["sts/main", "sick/main", "para/main"]
    assert [each.name for each in sets][-2:] == ["prince/jamr", "prince/camr"]
    assert len(sets) == 14
    assert set(performance.MAIN) < {each.name for each in sets}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of performance, measured on the examples."""
    pytest.importorskip("matplotlib")
    few = replace(performance.QUICK, events=("smatch", "smatch#", "rematch", "accord", "transport"))
    corpora = make_corpora(tmp_path_factory.mktemp("corpora"))
    return performance.pages(performance.Results.measure(corpora, few))


def test_the_pages_of_performance(pages: dict[str, str]) -> None:
    page, race, details = (
        pages[f"docs/performance{name}.md"] for name in ("", "/race", "/details")
    )
    for text in (page, race, details):
        assert not re.search(r"\{\w+\}", text)  # every gap of the template is filled
    assert "| para/main | 4 | 4 |" in details
    assert "neither on PyPI nor with recorded times: `smatch#`, `rematch`, `accord`." in page
    assert all(f"\n| `{name}` | " in page for name in ("smatch", "rematch", "accord"))
    assert f"({performance.PICTURE})" in page
    assert pages[f"docs/{performance.PICTURE}"].startswith("<svg")


def test_performance_begins_with_a_short_summary(pages: dict[str, str]) -> None:
    page = pages["docs/performance.md"]
    summary = page.partition("\n- ")[2].partition("\n\n")[0].splitlines()
    assert summary[0].startswith("**smatch.** From the text of two files")
    assert summary[-1].startswith("- **Many pairs.**")
    assert 6 <= len(summary) <= 10
    assert page.index("| metric |") > page.index(summary[-1])
