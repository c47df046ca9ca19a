"""Columns that say how the pairs of a system came about, for formats without notes.

    system,...,invalid,missing,skipped,redefined,paired_by,notes
    jamr,...,0,0,0,0,order,WARNING: jamr.amr is paired with gold.amr by order, but ...

A table for people has notes below it; in CSV, which has none, every row carries them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tertium.report.model import Column

if TYPE_CHECKING:
    from tertium.evaluation import System


def of_system(system: Callable[[Any], System], suffix: str = "") -> tuple[Column, ...]:
    """Return the columns; *system* finds that of a row, *suffix* tells counts from others."""
    return (
        Column(f"invalid{suffix}", of=lambda x: len(system(x).corpus.errors)),
        Column(f"missing{suffix}", of=lambda x: system(x).missing),
        Column(f"skipped{suffix}", of=lambda x: system(x).skipped),
        Column(f"redefined{suffix}", of=lambda x: len(system(x).corpus.warnings)),
        Column("paired_by", of=lambda x: system(x).paired_by),
        Column("notes", of=lambda x: joined(system(x).notes)),
    )


def joined(notes: Iterable[str]) -> str | None:
    """Return notes as one text, None if there are none.

    >>> joined(["WARNING: one", "two"]), joined([])
    ('WARNING: one; two', None)
    """
    return "; ".join(notes) or None
