"""Comma-separated values: one row for each record, numbers in full precision, values in [0, 1]."""

from __future__ import annotations

import csv
import io
from typing import Any

from tertium.report.model import Report


def write(report: Report) -> str:
    """Return the records; what is not known is an empty field."""
    table = report.records or report.tables[0]
    records = table.records()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(records[0] if records else [c.key for c in table.columns if c.data])
    writer.writerows([_field(value) for value in record.values()] for record in records)
    return out.getvalue().rstrip("\n")


def _field(value: Any) -> str:
    return "" if value is None else str(value)
