"""Comma-separated values: one row for each record, numbers in full precision, values in [0, 1].

A spreadsheet takes a field that begins with ``=`` for a formula, even in quotes. Text that could be
one, such as a system that somebody called ``=HYPERLINK(...)``, has an apostrophe before it, which
spreadsheets read as "this is text". Numbers never have one.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Any

from tertium.report.look import PLAIN, Look
from tertium.report.model import Report

_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")  # full-width signs count, too
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")


def write(report: Report, look: Look = PLAIN) -> str:
    """Return the records; what is not known is an empty field."""
    table = report.records or report.tables[0]
    records = table.records()
    names = list(records[0]) if records else [c.key for c in table.columns if c.data]
    return csv_lines([names, *(record.values() for record in records)])


def csv_lines(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as lines, without a line break after the last."""
    return "\n".join(map(_row, rows))


def _row(values: Iterable[Any]) -> str:
    out = io.StringIO()
    # With these line ends the writer quotes both kinds, not only the one that we use.
    csv.writer(out, lineterminator="\r\n").writerow(map(_field, values))
    return out.getvalue().removesuffix("\r\n")


def _field(value: Any) -> str:
    """Return a value as a field.

    >>> _field(-0.5), _field("-0.5"), _field("=1+1"), _field(None)
    ('-0.5', '-0.5', "'=1+1", '')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return "" if value is None else str(value)
    return f"'{value}" if _FORMULA.match(value) and not _NUMBER.fullmatch(value) else value
