"""Formats: one writer for each, from a `Report` to text.

    text       aligned columns, for a terminal
    markdown   GitHub-flavoured tables
    latex      floating tables for the booktabs package
    csv        the records, in full precision
    json       the data, in full precision
    html       elements for a notebook or a page

A format is a module of this package with ``write(report, look) -> str``. It is imported when it is
first used. To add one, write the module and enter its name into `Format`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Literal, get_args

from tertium.report.look import PLAIN, Look

if TYPE_CHECKING:
    from tertium.report.model import Report

Format = Literal["text", "json", "csv", "markdown", "latex", "html"]

FORMATS: tuple[Format, ...] = get_args(Format)
"""All formats, by the names of their modules."""

PRINTED: tuple[Format, ...] = tuple(name for name in FORMATS if name != "html")
"""The formats that commands print; HTML is for notebooks and for pages."""


def write(report: Report, format: str, look: Look = PLAIN) -> str:
    """Return a report in a format; *look* is what the reader asked for."""
    text: str = import_module(f"tertium.report.formats.{format}").write(report, look)
    return text
