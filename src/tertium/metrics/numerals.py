"""Numerals: the English words of a number.

    2 -> two      25 -> twenty five      1999 -> nineteen ninety nine      4.9 -> four point nine

The bundled word vectors have no numbers, but they have these words; see `embedding`.
"""

from __future__ import annotations

import re

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_LARGE = (
    (10**12, "trillion"),
    (10**9, "billion"),
    (10**6, "million"),
    (1000, "thousand"),
    (100, "hundred"),
)
_NUMBER = re.compile(r"(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d{1,9}))?", re.ASCII)


def numeral(text: str) -> list[str]:
    """Return the words of a number; none if *text* is not one.

    >>> numeral("1,250"), numeral("2003"), numeral("1984"), numeral("boy")
    (['one', 'thousand', 'two', 'hundred', 'fifty'], ['two', 'thousand', 'three'], \
['nineteen', 'eighty', 'four'], [])
    """
    found = _NUMBER.fullmatch(text)
    if not found:
        return []
    whole = int(found[1].replace(",", ""))
    if found[2]:
        return [*_whole(whole), "point", *(_SMALL[int(digit)] for digit in found[2])]
    if 1100 < whole < 2000 and whole % 100 and "," not in text:  # as years are read
        return [*_whole(whole // 100), *_whole(whole % 100)]
    return _whole(whole)


def _whole(number: int) -> list[str]:
    if number < 20:
        return [_SMALL[number]]
    if number < 100:
        tens, rest = divmod(number, 10)
        return [_TENS[tens - 2], *(_whole(rest) if rest else [])]
    size, name = next(large for large in _LARGE if number >= large[0])
    many, rest = divmod(number, size)
    return [*_whole(many), name, *(_whole(rest) if rest else [])]
