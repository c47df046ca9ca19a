"""JSON: one object with everything, numbers in full precision, values in [0, 1].

Characters that a terminal obeys or hides are escaped, so the object can be looked at and still has
the true values.
"""

from __future__ import annotations

import json
import re

from tertium.report.look import PLAIN, Look
from tertium.report.model import Report
from tertium.terminal import HIDDEN


def write(report: Report, look: Look = PLAIN) -> str:
    """Return the data of a report."""
    return re.sub(HIDDEN, _escaped, json.dumps(report.data, ensure_ascii=False, indent=1))


def _escaped(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]
