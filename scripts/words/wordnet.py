"""What WordNet says of words: which are close to each other, antonyms, and definitions.

    synonyms (big, large), derivations (run, runner), pertainyms (atomic, atom)    1
    similar adjectives (big, immense)                                              0.6
    hypernyms (cat, feline)                                                        0.3

The files ``data.noun``, ``data.verb``, ``data.adj`` and ``data.adv`` have a synset per line, with
its definition; ``index.noun`` and the like have a word per line, with its synsets, the most
frequent sense first (see ``man 5 wndb``). Debian has them in the package ``wordnet-base``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tertium.alignment.word_table import VERB, as_verb

_FILES = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_EXAMPLE = re.compile(r'; "')
_MARKER = re.compile(r"\(.*\)")  # how an adjective may be used: big(a)

Synset: TypeAlias = tuple[str, str]
"""The part of speech and the place in its file."""


class _Pointer(NamedTuple):
    source: Synset
    symbol: str
    target: Synset
    ends: str  # the numbers of the two words in their synsets, 00 for all of them


@dataclass
class WordNet:
    """Links between words with their strength, and antonyms; both in both directions."""

    links: dict[tuple[str, str], float] = field(default_factory=dict)
    antonyms: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def read(cls, folder: Path, verbs: Collection[str] = ()) -> WordNet:
        """Read the database in *folder*; as verbs, the words *verbs* are called ``to run``."""
        found, words, pointers = cls(), dict[Synset, list[str]](), list[_Pointer]()
        for name, letter in _FILES.items():
            apart = verbs if letter == "v" else ()
            for line in (folder / f"data.{name}").read_text(encoding="latin-1").split("\n"):
                if line and not line.startswith(" "):  # the licence is indented
                    synset, members, rest = _read_line(letter, line)
                    words[synset] = [as_verb(m) if m in apart else m for m in members]
                    pointers += rest
        for members in words.values():
            for place, word in enumerate(members):
                for other in members[:place]:
                    found._link(word, other, 1.0)
        for pointer in pointers:
            if pointer.target in words:
                found._follow(pointer, words[pointer.source], words[pointer.target])
        return found

    def _follow(self, pointer: _Pointer, sources: list[str], targets: list[str]) -> None:
        first, second = int(pointer.ends[:2], 16), int(pointer.ends[2:], 16)
        lexical = first > 0 and second > 0
        if pointer.symbol in ("+", "\\") and lexical:
            self._link(sources[first - 1], targets[second - 1], 1.0)
        elif pointer.symbol in ("@", "@i"):
            self._link(sources[0], targets[0], 0.3)
        elif pointer.symbol == "&":
            self._link(sources[0], targets[0], 0.6)
        elif pointer.symbol == "!" and lexical:
            both = (sources[first - 1], targets[second - 1])
            one, other = (word.removeprefix(VERB) for word in both)
            self.antonyms |= {(one, other), (other, one)}

    def _link(self, one: str, other: str, strength: float) -> None:
        if one != other:
            for ends in ((one, other), (other, one)):
                self.links[ends] = max(self.links.get(ends, 0.0), strength)


def _read_line(letter: str, line: str) -> tuple[Synset, list[str], list[_Pointer]]:
    fields = line.split("|")[0].split()
    synset, count = (letter, fields[0]), int(fields[3], 16)
    words = [_MARKER.sub("", w).lower().replace("_", "-") for w in fields[4 : 4 + 2 * count : 2]]
    return synset, words, list(_pointers(synset, fields[4 + 2 * count :]))


def _pointers(synset: Synset, fields: list[str]) -> Iterator[_Pointer]:
    for number in range(int(fields[0])):
        symbol, place, letter, ends = fields[1 + 4 * number : 5 + 4 * number]
        yield _Pointer(synset, symbol, ("a" if letter == "s" else letter, place), ends)


def definitions(folder: Path) -> dict[str, str]:
    """Return the definition of each word: of its first sense, as the part of speech that leads.

    That is the one of which the most senses occur in the texts that WordNet's authors tagged.
    """
    found: dict[str, tuple[int, str]] = {}
    for name in _FILES:
        for word, tagged, gloss in _first_senses(folder, name):
            if tagged > found.get(word, (-1, ""))[0]:
                found[word] = tagged, gloss
    return {word: gloss for word, (_, gloss) in found.items()}


def verb_definitions(folder: Path) -> dict[str, str]:
    """Return the definition of each verb: of its first sense."""
    return {word: gloss for word, _, gloss in _first_senses(folder, "verb")}


def _first_senses(folder: Path, name: str) -> Iterator[tuple[str, int, str]]:
    """Yield each word of a part of speech: how many of its senses are tagged, its definition."""
    glosses = dict(_glosses(folder / f"data.{name}"))
    for line in (folder / f"index.{name}").read_text(encoding="latin-1").split("\n"):
        if not line or line.startswith(" "):
            continue
        fields = line.split()
        senses = int(fields[2])
        first, tagged = fields[-senses], int(fields[-senses - 1])
        yield fields[0].replace("_", "-"), tagged, glosses[first]


def _glosses(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the place of each synset with its definition, without examples."""
    for line in file.read_text(encoding="latin-1").split("\n"):
        if line and not line.startswith(" "):
            yield line[:8], _EXAMPLE.split(line.split("|", 1)[1])[0].strip(" ;")
