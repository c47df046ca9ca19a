"""A signature, explained field by field, as a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.report.model import Column, Notes, Report, Table, Text, record

if TYPE_CHECKING:
    from tertium.metrics.signed import Signed, SignedField

COLUMNS = (
    Column("name", "field"),
    Column("value", "value"),
    Column("default", "default", shown=lambda values: values["default"] != values["value"]),
    Column("meaning", "meaning"),
    Column("here"),
)
"""The columns of a field."""


def report_of(signed: Signed) -> Report:
    """Return the fields, and the options that reproduce the number."""
    title = f"{signed.name}: {signed.metric.summary}"
    if signed.version:
        title += f" (Tertium {signed.version})"
    table = Table.of(COLUMNS, signed.fields, title=title, keys=3, label="signature")
    unchanged = Text((f"{title}; every option has its default",))
    return Report(
        "signature",
        (
            table if signed.fields else unchanged,
            Notes(lines=tuple(_lines(signed))),
            Text((f"    -m {signed.metric.spec}",), "listing"),
        ),
        data=data_of(signed),
        records=table,
    )


def data_of(signed: Signed) -> dict[str, Any]:
    """Return everything."""
    return {
        "tertium": __version__,
        "metric": signed.name,
        "version": signed.version or None,
        "fields": [record(COLUMNS, field) for field in signed.fields],
        "options": ["-m", signed.metric.spec],
        "signature": signed.metric.signature,
        "short_signature": signed.metric.short_signature,
        "reproduced": signed.reproduced,
        "notes": _lines(signed)[:-1],
    }


def _difference(field: SignedField) -> str:
    """Return in what way a field is another one here."""
    if field.here is None:
        return f"{field.name}: there is no such option in this version"
    return f"{field.name} is {field.here} here, not {field.value}"


def _lines(signed: Signed) -> list[str]:
    lines = list(map(_difference, signed.differing))
    if signed.version not in ("", __version__):
        lines.append(
            f"This is Tertium {__version__}; defaults may have been others in {signed.version}, "
            "see the changelog."
        )
    nearest = "These options reproduce it" if signed.reproduced else "The nearest options"
    return [*lines, f"{nearest}:"]
