"""The list of generated files, what each is made by, and which of them are stale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from scripts.generate import api, aspects, classes, commands, examples, metrics, stub

ROOT = Path(__file__).parents[2]

FILES: dict[str, Callable[[str], str]] = {
    "src/tertium/metrics/_registered.py": metrics.registered,
    "src/tertium/_native.pyi": stub.text,
    "README.md": examples.after(metrics.readme),
    "mkdocs.yml": metrics.navigation,
    "docs/api.md": api.page,
    "docs/commands.md": commands.page,
    "docs/aspects.md": aspects.page,
    "docs/how-to/error-analysis.md": classes.page,
    "docs/images/diff.svg": examples.picture,
    "docs/index.md": examples.after(metrics.home),
    "docs/tutorial.md": examples.page,
    "docs/evaluation.md": examples.page,
    "docs/how-to/agreement.md": examples.page,
    "docs/how-to/same-number.md": examples.page,
}
"""Files that need no corpus; a function returns the new text of a file, given the old one."""

PAGES = ("docs/audits.md", "docs/reproduction.md", "docs/performance.md", "docs/limits.md")
"""Pages that are computed from a folder of corpora, or take long to measure."""


def fresh(names: Iterable[str], root: Path = ROOT) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the old and the new text of each file in *names*."""
    metrics.register_all()
    for name in names:
        path = root / name
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        try:
            new = FILES[name](old)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from error
        yield name, old, new


def stale(root: Path = ROOT) -> list[str]:
    """Return the names of the files that would change if they were made now."""
    return [name for name, old, new in fresh(FILES, root) if old != new]


def computed(name: str, corpora: Path) -> dict[str, str]:
    """Return the texts of a page in `PAGES` and of its pictures, by name."""
    # The race has an event for every metric, so it is imported when all are registered.
    metrics.register_all()
    from benchmarks import limits
    from scripts.generate import audits, performance, reproduction

    if name == "docs/limits.md":
        return {name: limits.page((ROOT / name).read_text(encoding="utf-8"))}
    if name == "docs/audits.md":
        return {name: audits.page(corpora)}
    if name == "docs/reproduction.md":
        return reproduction.pages(corpora)
    return performance.pages(performance.Results.measure(corpora))
