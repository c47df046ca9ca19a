"""Synonyms for concepts: WordNet for words, a table for PropBank frames.

    (p / person :mod (a / attractive))  ->  (p / person :mod (a / pretty))
    (m / man)                           ->  (m / male :mod (m2 / adult))      "adult male"
    (f / fall-01 :ARG1 (p / price))     ->  (d / decrease-01 :ARG1 (p / price))

WordNet is read from the folder of its database files (``index.noun``, ``data.noun``, ... of
WordNet 3.x), which a user brings along. The paper takes a sense if four programs for word sense
disambiguation agree on it; here ``single`` takes words that have one sense only, which is never
wrong, and ``first`` the most frequent sense, which covers more. A lemma of several words becomes
its last word with the others as ``:mod``.

The table of frames has one group of near-synonyms per line, separated by tabs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from tertium.errors import FileError
from tertium.files import read_text
from tertium.graph import Graph, Triple

Senses = Literal["single", "first"]
SENSES: tuple[Senses, ...] = get_args(Senses)

PARTS_OF_SPEECH = ("noun", "adj", "adv", "verb")

_FRAME = re.compile(r"-\d+$")
_NOT_WORDS = frozenset(
    {
        *("name", "and", "or", "i", "he", "she", "it", "we", "you", "they", "who", "what", "this"),
        *("that", "these", "those", "there", "here", "us", "them", "him", "her", "a", "an", "no"),
        *("at", "in", "as", "by", "on", "so", "to"),
    }
)
"""Concepts that WordNet has as other words: ``he`` is helium there, ``or`` Oregon."""
_POSITION = re.compile(r"\((a|p|ip)\)$")  # where an adjective may stand, in the files


@dataclass(frozen=True)
class WordNet:
    """Lemmas and their synsets, each a tuple of lemmas, most frequent sense first."""

    senses: dict[str, tuple[tuple[str, ...], ...]]

    @classmethod
    def read(cls, folder: Path | str) -> WordNet:
        """Read the database files of a folder."""
        senses: dict[str, list[tuple[str, ...]]] = {}
        for part in PARTS_OF_SPEECH:
            synsets = dict(_synset(line) for line in _lines(Path(folder) / f"data.{part}"))
            for line in _lines(Path(folder) / f"index.{part}"):
                lemma, offsets = _index_entry(line)
                senses.setdefault(lemma, []).extend(synsets[offset] for offset in offsets)
        return cls({lemma: tuple(found) for lemma, found in senses.items()})

    def alternatives(self, word: str, senses: Senses) -> list[str]:
        """Return the other lemmas of the word's sense."""
        lemma = word.lower().replace("-", "_").replace(" ", "_")
        found = self.senses.get(lemma, ())
        if not found or (senses == "single" and len(found) > 1):
            return []
        return [other for other in dict.fromkeys(found[0]) if other.lower() != lemma]


@dataclass(frozen=True)
class Synonyms:
    """Where replacements come from."""

    wordnet: WordNet | None = None
    frames: dict[str, tuple[str, ...]] = field(default_factory=dict)
    senses: Senses = "single"

    @classmethod
    def read(
        cls, wordnet: Path | str | None, frames: Path | str | None, senses: Senses = "single"
    ) -> Synonyms:
        """Read WordNet's folder and the table of frames; either may be left out."""
        return cls(
            WordNet.read(wordnet) if wordnet else None,
            read_frames(Path(frames)) if frames else {},
            senses,
        )

    def alternatives(self, concept: str) -> list[str]:
        """Return what may stand for a concept."""
        if _FRAME.search(concept):
            return list(self.frames.get(concept, ()))
        if self.wordnet is None or concept in _NOT_WORDS:
            return []
        return self.wordnet.alternatives(concept, self.senses)

    def replace(self, graph: Graph, source: random.Random) -> tuple[Graph, int]:
        """Replace every concept that has an alternative; return how many had one."""
        triples: list[Triple] = []
        count, names = 0, _fresh_names(graph)
        for variable, role, target in graph.triples:
            found = self.alternatives(target) if role == ":instance" and target else []
            if not found:
                triples.append((variable, role, target))
                continue
            count += 1
            triples += _as_triples(variable, source.choice(found), names)
        return Graph.from_triples(triples, top=graph.top, metadata=graph.metadata), count


def read_frames(path: Path) -> dict[str, tuple[str, ...]]:
    """Read a table of near-synonymous frames."""
    groups = [line.split("\t") for line in _lines(path) if not line.startswith("#")]
    found: dict[str, list[str]] = {}
    for number, group in enumerate(groups, start=1):
        if len(group) < 2 or not all(map(_FRAME.search, group)):
            raise FileError(
                f"{path}: group {number} needs two frames or more, such as fall-01, "
                "separated by tabs"
            )
        for frame in group:
            found.setdefault(frame, []).extend(other for other in group if other != frame)
    return {frame: tuple(dict.fromkeys(others)) for frame, others in found.items()}


def _as_triples(variable: str, lemma: str, names: Iterable[str]) -> list[Triple]:
    """Return the triples of a lemma; words before the last are modifiers."""
    *modifiers, head = lemma.lower().split("_")
    triples: list[Triple] = [(variable, ":instance", head)]
    for word, name in zip(modifiers, names, strict=False):
        triples += [(variable, ":mod", name), (name, ":instance", word)]
    return triples


def _fresh_names(graph: Graph) -> Iterable[str]:
    """Yield names that no variable and no value of the graph has."""
    taken = {word for source, _, target in graph.triples for word in (source, target)}
    number = 0
    while True:
        number += 1
        if f"y{number}" not in taken:
            yield f"y{number}"


def _lines(path: Path) -> list[str]:
    """Return the lines of a file; those of WordNet's licence begin with a blank."""
    return [
        line for line in read_text(path).splitlines() if line.strip() and not line.startswith(" ")
    ]


def _synset(line: str) -> tuple[str, tuple[str, ...]]:
    offset, _, _, count, *rest = line.split(" ")
    words = rest[0 : 2 * int(count, 16) : 2]  # a word, then its number in the lexicographer's file
    return offset, tuple(_POSITION.sub("", word) for word in words)


def _index_entry(line: str) -> tuple[str, list[str]]:
    lemma, _, count, *rest = line.split()
    return lemma, rest[-int(count) :]
