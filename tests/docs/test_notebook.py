"""The example notebook shows what running it shows."""

from __future__ import annotations

from typing import Any

import pytest

from scripts.generate.notebook import NOTEBOOK, executed

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")


def shown(notebook: Any) -> list[Any]:
    return [
        (
            cell.source,
            [dict(output.get("data", {"text": output.get("text")})) for output in outputs],
        )
        for cell in notebook.cells
        if (outputs := cell.get("outputs"))
    ]


def test_the_notebook_is_fresh() -> None:
    saved = shown(nbformat.read(NOTEBOOK, as_version=4))
    found = shown(executed(NOTEBOOK))
    assert len(saved) == 8
    for old, new in zip(saved, found, strict=True):
        assert old == new, "run python -m scripts.generate.notebook"
    assert all("text/html" in data for _, (data,) in saved[2:])
