"""Metadata of comment lines, in plain Python."""

from __future__ import annotations

import re

_KEY = re.compile(r"(?<![^\s#])::(?=\S)")


def read_metadata(comments: str) -> dict[str, str]:
    """Return the ``::key value`` pairs; a later key replaces an earlier one."""
    found = {}
    for line in comments.split("\n"):
        for field in _KEY.split(line)[1:]:
            key, *value = field.split(maxsplit=1)
            found[key] = value[0].strip() if value else ""
    return found
