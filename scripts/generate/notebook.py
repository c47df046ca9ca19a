"""``python -m scripts.generate.notebook``: run the example notebook again and save what it shows.

It needs nbclient and ipykernel. Only outputs change; execution times are not recorded, so that the
same results make the same file.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "examples" / "first-steps.ipynb"


def executed(path: Path) -> Any:
    """Return a notebook after it was run from top to bottom, in its folder."""
    nbformat: Any = import_module("nbformat")  # without types
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, record_timing=False, resources=where).execute()
    notebook.metadata.language_info = {"name": "python"}  # without the version that ran it
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                del output["data"]["text/plain"]  # a repr, with addresses in memory
    return notebook


def main() -> None:
    """Run the notebook and write it."""
    nbformat: Any = import_module("nbformat")
    nbformat.write(executed(NOTEBOOK), NOTEBOOK)


if __name__ == "__main__":
    main()
