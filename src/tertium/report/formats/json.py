"""JSON: one object with everything, numbers in full precision, values in [0, 1]."""

from __future__ import annotations

import json

from tertium.report.model import Report


def write(report: Report) -> str:
    """Return the data of a report."""
    return json.dumps(report.data, ensure_ascii=False, indent=1)
