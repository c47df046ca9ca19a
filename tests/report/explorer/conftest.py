"""A page of two systems, and a browser to look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tertium import evaluate
from tertium.report.explorer.page import corpus_page
from tests.support.chromium import Tab, chromium
from tests.support.pages import STORY, told
from tests.support.parsers import BROKEN, GOLD, WEAK

METRICS = ["smatch", "sembleu", "wwlk"]


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="package")
def tab(folder: Path) -> Iterator[Tab]:
    with chromium(folder) as tab:
        yield tab


@pytest.fixture(scope="package")
def page(folder: Path) -> str:
    gold = [told(k, text) for k, text in enumerate([*GOLD, *STORY["gold"]])]
    systems = {"weak": [*WEAK, *STORY["weak"]], "strong one": [*BROKEN, *STORY["strong"]]}
    path = folder / "page.html"
    path.write_text(corpus_page(evaluate(gold, systems, METRICS, pair_by="order")))
    return path.as_uri()
