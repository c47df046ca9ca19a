"""Which sense a word has in a sentence: four simple solvers that must agree.

    The snake lay in the grass.         snake: "limbless scaly elongate reptile; some are venomous"
                                               "a deceptive or treacherous person"  ...

Opitz et al. (2021, section 5.1) ask four programs for the sense of a word and take it only if all
say the same. These are their ideas, over the glosses and the hierarchy of a user's WordNet:

    simple      words that the sentence shares with a sense's gloss, examples and lemmas (Lesk 1986)
    extended    the same, with those of the senses around it (Banerjee & Pedersen 2002)
    cosine      the cosine between the sentence and the gloss, as bags of words
    similarity  how near the senses of the sentence's other words are in the hierarchy (Pedersen
                2007), summed up; adjectives and adverbs have no hierarchy, so it does not vote

Of equal senses the most frequent wins, so that a word which nothing in the sentence speaks about
keeps its most frequent sense.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tertium.bamboo.wordnet import PartOfSpeech, Synset, WordNet
from tertium.data import words_of

_WORD = re.compile(r"[a-z]+")
_FAR = 5  # steps between senses that say nothing: shallow senses would be near to everything
_AROUND = "@~#%&"  # kinds and parts, above and below; similar adjectives
_LITTLE = (
    "a an the my your his her its our their us them him be is are was were been being am have has "
    "had having do does did can could will would shall should may might must under into onto upon "
    "across along around against behind below beside between beyond by during except near next "
    "since through toward towards until via within without while when where because like s t d ll "
    "re ve e g whom whose somebody anybody people member refer word kind way use make get used "
    "usually often especially two three"
)
"""Besides ``data/function-words.txt``."""


@lru_cache
def function_words() -> frozenset[str]:
    """Return words that say little about the sense of others, and have no synonyms themselves."""
    return words_of("function-words.txt").union(_LITTLE.split())


@dataclass(frozen=True, eq=False)
class Solvers:
    """Four solvers over one WordNet, which remember what they have looked up."""

    wordnet: WordNet

    def agreed(self, lemma: str, part: PartOfSpeech, context: Sequence[str]) -> Synset | None:
        """Return the sense that all solvers choose for a word among others, None if they differ.

        *context* are the other words of the sentence.
        """
        senses = self.wordnet.senses(lemma, part)
        if len(senses) < 2:
            return senses[0] if senses else None
        words = self._content(tuple(context))
        scores = [self._simple(words), self._extended(words), self._cosine(words)]
        if part in ("noun", "verb"):
            scores.append(self._similarity(tuple(sorted(self._of_part(words, part)))))
        chosen = {max(range(len(senses)), key=lambda k: (score(senses[k]), -k)) for score in scores}
        return senses[chosen.pop()] if len(chosen) == 1 else None

    def _content(self, words: tuple[str, ...]) -> Counter[str]:
        """Return the base forms of words that mean something."""
        return Counter(form for word in words for form in self._forms(word))

    def _of_part(self, words: Iterable[str], part: PartOfSpeech) -> set[str]:
        """Return the words that are mostly of one part of speech."""
        return {word for word in words if self.wordnet.parts(word)[:1] == [part]}

    def _forms(self, word: str) -> list[str]:
        if word in function_words():
            return []
        return list(dict.fromkeys(form for form, _ in self.wordnet.base_forms(word))) or [word]

    def _simple(self, words: Counter[str]) -> Callable[[Synset], float]:
        return lambda synset: float(len(words.keys() & self.signature(synset).keys()))

    def _extended(self, words: Counter[str]) -> Callable[[Synset], float]:
        def score(synset: Synset) -> float:
            around = self.wordnet.near(synset, _AROUND)
            signatures = [self.signature(one).keys() for one in (synset, *around)]
            return float(len(words.keys() & set().union(*signatures)))

        return score

    def _cosine(self, words: Counter[str]) -> Callable[[Synset], float]:
        def score(synset: Synset) -> float:
            own = self.signature(synset)
            product = sum(count * own[word] for word, count in words.items())
            return product / (_length(words) * _length(own)) if product else 0.0

        return score

    def _similarity(self, words: tuple[str, ...]) -> Callable[[Synset], float]:
        return lambda synset: math.fsum(self._nearest(synset, word) for word in words)

    @cached_property
    def _nearest(self) -> Callable[[Synset, str], float]:
        """How near the nearest sense of a word is: 1 over the nodes on the way to it."""

        def nearest(synset: Synset, word: str) -> float:
            above = self._above(synset)
            others = map(self._above, self.wordnet.senses(word, synset.part))
            return max((_path_similarity(above, other) for other in others), default=0.0)

        return lru_cache(maxsize=1 << 20)(nearest)

    @cached_property
    def _above(self) -> Callable[[Synset], dict[str, int]]:
        """The senses above one in the hierarchy, with how many steps they are away."""

        def above(synset: Synset) -> dict[str, int]:
            steps, reached = {synset.offset: 0}, [synset]
            for one in reached:
                for parent in self.wordnet.near(one, "@"):
                    if parent.offset not in steps:
                        steps[parent.offset] = steps[one.offset] + 1
                        reached.append(parent)
            return steps

        return lru_cache(maxsize=1 << 17)(above)

    @cached_property
    def signature(self) -> Callable[[Synset], Counter[str]]:
        """The words of a sense: of its gloss with its examples, and its lemmas."""

        def words_of(synset: Synset) -> Counter[str]:
            lemmas = " ".join(synset.lemmas).replace("_", " ")
            return self._content(tuple(words_in(f"{lemmas} {synset.gloss}")))

        return lru_cache(maxsize=1 << 17)(words_of)


def words_in(text: str) -> list[str]:
    """Return the words of a text, in lower case.

    >>> words_in("The snake's in the grass.")
    ['the', 'snake', 's', 'in', 'the', 'grass']
    """
    return _WORD.findall(text.lower())


def _length(words: Counter[str]) -> float:
    return math.sqrt(sum(count * count for count in words.values()))


def _path_similarity(a: dict[str, int], b: dict[str, int]) -> float:
    steps = min((distance + b[place] for place, distance in a.items() if place in b), default=_FAR)
    return 1 / (1 + steps) if steps < _FAR else 0.0
