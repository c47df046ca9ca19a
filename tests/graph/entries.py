"""What several tests of the reader expect."""

from __future__ import annotations

from tertium.errors import NotationError
from tertium.graph.notation import read_entries


def texts(text: str | bytes) -> list[str]:
    """Return every graph of a file in one line, and the message of every fault."""
    data = text.encode() if isinstance(text, str) else text
    return [
        entry.message if isinstance(entry, NotationError) else entry._penman(True, False)
        for entry in read_entries(data, "penman")
    ]


BOY = (("b", ":instance", "boy"),)
GO = (("g", ":instance", "go-02"), ("g", ":ARG0", "b"), ("b", ":instance", "boy"))
