"""WordNet: words, their senses, and what is near them, from the files of its database.

    index.noun    snake n 4 ... 01726692 ...          a word and its senses, most frequent first
    data.noun     01726692 05 n 03 snake 0 serpent 0 ophidian 0 ... | limbless scaly reptile

The folder is a user's own (``dict`` of WordNet 3.x, ``/usr/share/wordnet`` of Debian's package
wordnet-base): ``index.*`` and ``data.*`` must be there; ``*.exc``, irregular forms, and
``cntlist.rev``, how often senses were seen, are read if they are. A synset is parsed when it is
asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal, get_args

from tertium.errors import FileError
from tertium.files import read_text

PartOfSpeech = Literal["noun", "adj", "adv", "verb"]
PARTS_OF_SPEECH: tuple[PartOfSpeech, ...] = get_args(PartOfSpeech)

_BY_LETTER: dict[str, PartOfSpeech] = {
    "n": "noun",
    "a": "adj",
    "s": "adj",
    "r": "adv",
    "v": "verb",
}
_BY_NUMBER: dict[str, PartOfSpeech] = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
_POSITION = re.compile(r"\((a|p|ip)\)$")  # where an adjective may stand, in the files
_ENDINGS: dict[PartOfSpeech, tuple[tuple[str, str], ...]] = {
    "noun": (("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"), ("ches", "ch"),
             ("shes", "sh"), ("men", "man"), ("ies", "y")),
    "verb": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""),
             ("ing", "e"), ("ing", "")),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}  # fmt: skip
"""The regular endings of English (Morphy, in WordNet's own programs)."""


@dataclass(frozen=True, slots=True)
class Synset:
    """A sense: the words that share it, what it means, and what it is near to."""

    part: PartOfSpeech
    offset: str
    lemmas: tuple[str, ...]
    gloss: str
    pointers: tuple[tuple[str, PartOfSpeech, str], ...]  #: symbol, part of speech, offset

    @property
    def is_name(self) -> bool:
        """Whether it is somebody or something with a name of its own: ``@i``, an instance."""
        return any(symbol == "@i" for symbol, _, _ in self.pointers)


@dataclass(frozen=True, eq=False)
class WordNet:
    """The database."""

    lines: dict[PartOfSpeech, dict[str, str]] = field(repr=False)
    """The lines of the data files by their offsets."""
    index: dict[PartOfSpeech, dict[str, tuple[str, ...]]] = field(repr=False)
    """The offsets of each word's senses."""
    irregular: dict[PartOfSpeech, dict[str, str]] = field(repr=False)
    seen: dict[tuple[str, PartOfSpeech], int] = field(repr=False)
    """How often a word was seen as a part of speech, in the texts that WordNet counts."""

    @classmethod
    def read(cls, folder: Path | str) -> WordNet:
        """Read the database files of a folder."""
        path = Path(folder)
        lines, index = {}, {}
        for part in PARTS_OF_SPEECH:
            lines[part] = {line[:8]: line for line in _lines(path / f"data.{part}")}
            index[part] = dict(_entries(path / f"index.{part}"))
        irregular = {part: dict(_exceptions(path / f"{part}.exc")) for part in PARTS_OF_SPEECH}
        return cls(lines, index, irregular, _seen(path / "cntlist.rev"))

    def senses(self, lemma: str, part: PartOfSpeech) -> list[Synset]:
        """Return the senses of a word, most frequent first."""
        return [self.synset(part, offset) for offset in self.index[part].get(lemma, ())]

    def parts(self, lemma: str) -> list[PartOfSpeech]:
        """Return the parts of speech of a word, the one that was seen most often first."""
        known = [part for part in PARTS_OF_SPEECH if lemma in self.index[part]]
        return sorted(known, key=lambda part: -self.seen.get((lemma, part), 0))

    def synset(self, part: PartOfSpeech, offset: str) -> Synset:
        """Return a sense by its place."""
        return self._synset(part, offset)

    @cached_property
    def _synset(self) -> Callable[[PartOfSpeech, str], Synset]:
        return lru_cache(maxsize=None)(self._parsed)

    def _parsed(self, part: PartOfSpeech, offset: str) -> Synset:
        try:
            return _synset(self.lines[part][offset], part)
        except (KeyError, IndexError, ValueError):
            raise FileError(
                f"data.{part}: there is no sense at {offset}; are these files of one version?"
            ) from None

    def near(self, synset: Synset, symbols: str) -> list[Synset]:
        """Return the senses that pointers lead to; *symbols* are the beginnings of their marks."""
        found = [(p, offset) for mark, p, offset in synset.pointers if mark[0] in symbols]
        return [self.synset(part, offset) for part, offset in dict.fromkeys(found)]

    def base_forms(self, word: str) -> list[tuple[str, PartOfSpeech]]:
        """Return the words that *word* may be a form of: ``men`` is ``man``.

        >>> WordNet({}, {p: {} for p in PARTS_OF_SPEECH}, {}, {}).base_forms("men")
        []
        """
        return self._base_forms(word)

    @cached_property
    def _base_forms(self) -> Callable[[str], list[tuple[str, PartOfSpeech]]]:
        return lru_cache(maxsize=100_000)(self._found_forms)

    def _found_forms(self, word: str) -> list[tuple[str, PartOfSpeech]]:
        found: list[tuple[str, PartOfSpeech]] = []
        for part in PARTS_OF_SPEECH:
            known = self.index[part]
            if word in self.irregular.get(part, {}):
                found.append((self.irregular[part][word], part))
            elif word in known:
                found.append((word, part))
            else:
                tried = (
                    word.removesuffix(end) + new
                    for end, new in _ENDINGS[part]
                    if word.endswith(end)
                )
                found += [(form, part) for form in tried if form in known][:1]
        return found


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file; those of WordNet's licence begin with a blank."""
    for line in read_text(path).split("\n"):
        if line and line[0] != " ":
            yield line


def _synset(line: str, part: PartOfSpeech) -> Synset:
    head, _, gloss = line.partition(" | ")
    offset, _, _, count, *rest = head.split(" ")
    words = 2 * int(count, 16)
    lemmas = tuple(_POSITION.sub("", word) for word in rest[0:words:2])
    pointers = rest[words + 1 : words + 1 + 4 * int(rest[words])]
    fours = zip(pointers[0::4], pointers[2::4], pointers[1::4], strict=True)
    near = tuple((mark, _BY_LETTER[letter], place) for mark, letter, place in fours)
    return Synset(part, offset, lemmas, gloss.strip(), near)


def _entries(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the words of an index with the places of their senses."""
    for number, line in enumerate(_lines(path), start=1):
        try:
            lemma, _, count, *rest = line.split()
            yield lemma, tuple(rest[-int(count) :])
        except ValueError:
            raise FileError(f"{path}: line {number} is not one of WordNet's index") from None


def _exceptions(path: Path) -> Iterator[tuple[str, str]]:
    if path.is_file():
        for line in _lines(path):
            form, lemma, *_ = line.split()
            yield form, lemma


def _seen(path: Path) -> dict[tuple[str, PartOfSpeech], int]:
    """Return how often words were seen; nothing if the file is not there."""
    found: dict[tuple[str, PartOfSpeech], int] = {}
    for line in _lines(path) if path.is_file() else ():
        key, _, count = line.split()
        lemma, _, rest = key.partition("%")
        place = lemma, _BY_NUMBER[rest[0]]
        found[place] = found.get(place, 0) + int(count)
    return found
