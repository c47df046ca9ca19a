"""Synonyms for concepts: WordNet for words, a table for PropBank frames.

    (p / person :mod (y / young))       ->  (p / person :mod (y / immature))
    (m / man)                           ->  (m / male :mod (m2 / adult))      "adult male"
    (s / say-01 :ARG0 (p / police))     ->  (s / state-01 :ARG0 (c / constabulary))

A word is replaced by another lemma of its sense. The sense is that on which several solvers agree
(``agreed``, see `tertium.bamboo.senses`), as in the paper; ``single`` takes words that have one
sense only, ``first`` the most frequent one. Where a graph has a sentence, ``agreed`` leaves
concepts alone that are not words of it: annotators put them there. Types of named entities and
function words are never replaced, nor are names put in. A lemma of several words becomes its last
word with the others as ``:mod``.

A frame is replaced by one that is drawn from its group of near-synonyms, itself included: that is
how the public data were made. The bundled table of groups was induced from
these data (``python -m scripts.generate.frames``); another one has a group per line, separated by
tabs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

from tertium.bamboo.senses import Solvers, function_words, words_in
from tertium.bamboo.wordnet import PartOfSpeech, Synset, WordNet
from tertium.data import data_path
from tertium.errors import FileError
from tertium.files import read_text
from tertium.graph import Graph, Triple

Senses = Literal["agreed", "single", "first"]
SENSES: tuple[Senses, ...] = get_args(Senses)

FRAMES = Path(data_path("frames.tsv"))
"""Near-synonymous frames of the public data."""

_FRAME = re.compile(r"-\d+$")
_LEMMA = re.compile(r"[a-z]+([-_][a-z]+)*")  # no names, numbers or marks


@dataclass(frozen=True)
class Synonyms:
    """Where replacements come from."""

    wordnet: WordNet | None = None
    frames: dict[str, tuple[str, ...]] = field(default_factory=dict)
    senses: Senses = "agreed"

    @classmethod
    def read(
        cls,
        wordnet: Path | str | None,
        frames: Path | str | None = FRAMES,
        senses: Senses = "agreed",
    ) -> Synonyms:
        """Read WordNet's folder and the table of frames; either may be None."""
        return cls(
            WordNet.read(wordnet) if wordnet else None,
            read_frames(Path(frames)) if frames else {},
            senses,
        )

    def alternatives(self, concept: str, sentence: Sequence[str] = ()) -> list[str]:
        """Return what may stand for a concept, given the words of the sentence.

        Those for a frame include itself.
        """
        if _FRAME.search(concept):
            return [concept, *self.frames[concept]] if concept in self.frames else []
        lemma = concept.lower().replace("-", "_").replace(" ", "_")
        if self.wordnet is None or lemma in function_words():
            return []
        synset = self._sense(self.wordnet, lemma, sentence)
        return [] if synset is None or synset.is_name else _other_lemmas(synset, lemma)

    def _sense(self, wordnet: WordNet, lemma: str, sentence: Sequence[str]) -> Synset | None:
        parts = wordnet.parts(lemma)
        if self.senses == "single":
            found = [sense for part in parts for sense in wordnet.senses(lemma, part)]
            return found[0] if len(found) == 1 else None
        parts = [part for part in parts if part != "verb"]  # verbs are frames
        if not parts:
            return None
        if self.senses == "first":
            return wordnet.senses(lemma, parts[0])[0]
        return self._agreed(lemma, parts[0], sentence)

    def _agreed(self, lemma: str, part: PartOfSpeech, sentence: Sequence[str]) -> Synset | None:
        assert self.wordnet is not None
        others = [
            word
            for word in sentence
            if lemma not in (form for form, _ in self.wordnet.base_forms(word))
        ]
        if sentence and len(others) == len(sentence):
            return None  # not a word of the sentence
        return self._solvers.agreed(lemma, part, others)

    @cached_property
    def _solvers(self) -> Solvers:
        assert self.wordnet is not None
        return Solvers(self.wordnet)

    def replace(self, graph: Graph, source: random.Random) -> tuple[Graph, int]:
        """Replace concepts that have an alternative; return how many are different now."""
        triples: list[Triple] = []
        count, names = 0, _fresh_names(graph)
        sentence = words_in(graph.sentence or "")
        named = {variable for variable, role, _ in graph.triples if role == ":name"}
        for variable, role, target in graph.triples:
            found = (
                self.alternatives(target, sentence)
                if role == ":instance" and target and variable not in named
                else []
            )
            chosen = source.choice(found) if found else target
            if chosen is None or chosen == target:
                triples.append((variable, role, target))
                continue
            count += 1
            triples += _as_triples(variable, chosen, names)
        return Graph.from_triples(triples, top=graph.top, metadata=graph.metadata), count


def read_frames(path: Path) -> dict[str, tuple[str, ...]]:
    """Read a table of near-synonymous frames."""
    lines = [line for line in read_text(path).splitlines() if line.strip()]
    groups = [line.split("\t") for line in lines if not line.startswith("#")]
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


def _other_lemmas(synset: Synset, lemma: str) -> list[str]:
    """Return the other lemmas of a sense that are words, or a noun after its modifiers."""
    return [
        other
        for other in dict.fromkeys(synset.lemmas)
        if other != lemma
        and _LEMMA.fullmatch(other)
        and not function_words() & set(other.split("_"))
    ]


def _as_triples(variable: str, lemma: str, names: Iterable[str]) -> list[Triple]:
    """Return the triples of a lemma; words before the last are modifiers."""
    *modifiers, head = lemma.split("_")
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
