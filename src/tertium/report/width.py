"""The width of words in columns of a terminal, and words cut to a width."""

from __future__ import annotations


def columns(text: str) -> int:
    """Return how many columns wide *text* is; Chinese characters take two.

    >>> columns("boy"), columns("男孩")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(2 if east_asian_width(c) in "WF" else not combining(c) for c in text)


def shorten(text: str, width: int) -> str:
    """Return *text*, cut with an ellipsis if it is more than *width* columns wide.

    >>> shorten("The boy wants to go.", 12)
    'The boy wan…'
    """
    while columns(text) > width:
        text = text[: min(width, len(text) - 1) - 1] + "…"
    return text
