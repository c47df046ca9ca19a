"""What a report must say about how graphs were read and paired."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tertium.report.model import Notes, Report

if TYPE_CHECKING:
    from tertium.evaluation.parallel import Parallel


def paired(by: str) -> str:
    """Return how pairs were made, as people read it.

    >>> paired("id")
    'paired by id'
    """
    return "paired in different ways" if by == "mixed" else f"paired by {by}"


def with_reading(report: Report, lines: Sequence[str], **data: Any) -> Report:
    """Return a report with lines about how graphs were read, and the same as data."""
    body = (*report.body, Notes(lines=tuple(lines))) if lines else report.body
    return report._replace(body=body, data={**report.data, **data, "notes": list(lines)})


def with_parallel(report: Report, found: Parallel) -> Report:
    """Return a report with how the graphs of several files were brought together."""
    return with_reading(
        report,
        [f"graphs {paired(found.paired_by)}", *found.notes],
        paired_by=found.paired_by,
        invalid=found.invalid,
        missing=found.missing,
        skipped=found.skipped,
    )
