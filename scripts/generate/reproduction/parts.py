"""What the pages of the reproduction share: banks of graphs, tables, and lines of the summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tertium import Corpus, Graph, metric
from tertium.report.formats import markdown
from tertium.report.model import plain


class Verdict(NamedTuple):
    """A line of the summary: a table or figure, what it says, what we find."""

    item: str
    published: str
    ours: str
    verdict: str


@dataclass
class Page:
    """The sections of a page, and its lines of the summary."""

    title: str
    introduction: str
    sections: list[str] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    def add(self, heading: str, *paragraphs: str) -> None:
        """Add a section."""
        self.sections += [f"## {heading}", *paragraphs]

    def sum_up(self, item: str, published: str, ours: str, verdict: str) -> None:
        """Add a line to the summary."""
        self.verdicts.append(Verdict(item, published, ours, verdict))

    @property
    def text(self) -> str:
        """The page as Markdown."""
        return "\n\n".join([f"# {self.title}", self.introduction, *self.sections]) + "\n"


def in_kind(holds: bool) -> str:
    """Return the verdict on a pattern that is looked for in other data than the paper's."""
    return "the same pattern in other data" if holds else "**differs**"


def table(header: Sequence[str], rows: Iterable[Sequence[object]], texts: int = 1) -> str:
    """Return a table of Markdown; the first *texts* columns are texts."""
    cells = tuple(tuple(map(str, row)) for row in rows)
    return markdown.table(plain(header, cells, text_columns=texts), markup=True)


@dataclass(frozen=True)
class LittlePrince:
    """The Little Prince as its annotators and two parsers have it."""

    folder: Path

    @cached_property
    def banks(self) -> dict[str, list[Graph]]:
        """Gold, JAMR and CAMR, in the order of the sentences."""
        return {
            name: Corpus.read(self.folder / f"{name}.amr").graphs
            for name in ("gold", "jamr", "camr")
        }

    @property
    def gold(self) -> list[Graph]:
        """The gold graphs."""
        return self.banks["gold"]

    def values(self, spec: str, gold: str, pred: str) -> list[float]:
        """Return a metric's value for each pair of two banks."""
        return metric(spec).values(self.banks[gold], self.banks[pred])


def micro(spec: str, golds: list[Graph], preds: list[Graph]) -> float:
    """Return the score of a corpus, times 100."""
    chosen = metric(spec)
    return 100 * chosen.score(chosen.compare_many(golds, preds).sum()).value
