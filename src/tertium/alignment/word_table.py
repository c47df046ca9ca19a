"""The word table: what `accord` knows of words.

    kitten    a vector of 120 bytes, near that of cat     zipf 3.9: 8 in a million words
    hot       ...                                         zipf 4.9; antonym: cold
    to head   head as a verb, near lead                   as head

A table is one ``.npz`` file with four arrays: ``words`` (text, one word per line, as bytes),
``vectors`` (a row per word), ``zipf`` (the logarithm of occurrences in a billion words) and
``antonyms`` (pairs of rows). ``scripts/make_words.py`` made the bundled one; ``data/README.md``
names its sources.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.alignment.vectors import Vectors
from tertium.data import data_path
from tertium.errors import FileError
from tertium.files import file_state, naming, read_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

BUNDLED_WORDS = Path(data_path("words.npz"))
"""The table inside the package."""

UNKNOWN_ZIPF = 1.5
"""How frequent a part of a label is that is not in the table: 30 in a billion words."""

VERB = "to "
"""What the name of a row begins with that is a word as a verb."""

_MOST_ZIPF = 100
_ARRAYS = ("words", "vectors", "zipf", "antonyms")


@dataclass(frozen=True, eq=False)
class WordTable:
    """Words with vectors, frequencies and antonyms; immutable.

    >>> table = load_words()
    >>> len(table), table.dimension, "kitten" in table.places
    (52287, 120, True)
    """

    name: str
    words: Sequence[str] = field(repr=False)
    vectors: NDArray[Any] = field(repr=False)
    zipf: NDArray[Any] = field(repr=False)
    pairs: NDArray[Any] = field(repr=False)
    digest: str

    def __len__(self) -> int:
        return len(self.words)

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return int(self.vectors.shape[1])

    @property
    def signature(self) -> str:
        """The name and the first digits of a hash of the file."""
        return f"{self.name}-{self.digest[:8]}"

    @cached_property
    def places(self) -> dict[str, int]:
        """The row of each word."""
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def antonyms(self) -> dict[str, list[str]]:
        """The antonyms of each word that has some."""
        found: dict[str, list[str]] = {}
        for one, other in self.pairs.tolist():
            found.setdefault(self.words[one], []).append(self.words[other])
        return found

    def units(self, rows: Sequence[int]) -> NDArray[np.float32]:
        """Return the vectors in these rows, of length 1."""
        found = self.vectors[rows].astype(np.float32)
        length = np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
        units: NDArray[np.float32] = found / length
        return units

    def as_vectors(self) -> Vectors:
        """Return the vectors alone, as other metrics take them."""
        return _as_vectors(self)


@lru_cache(maxsize=4)
def _as_vectors(table: WordTable) -> Vectors:
    return Vectors(table.name, table.words, table.vectors)


def as_verb(word: str) -> str:
    """Return the name of the row of a word as a verb."""
    return VERB + word


def load_words(path: str | Path | None = None) -> WordTable:
    """Return the word table of a file, or the bundled one."""
    file = BUNDLED_WORDS if path is None else Path(path)
    try:
        state = file_state(file)
    except FileError as error:
        hint = "install tertium again" if path is None else "leave words out for the bundled table"
        raise FileError(f"{error}; {hint}, or make one with scripts/make_words.py") from None
    return _load(file, *state)


@lru_cache(maxsize=4)
def _load(path: Path, _time: int, _size: int) -> WordTable:
    # Time and size are part of the key, so that a changed file is read again.
    with naming(path):
        digest = hashlib.sha256(read_bytes(path)).hexdigest()
        try:
            with open(path, "rb") as file, np.load(file, allow_pickle=False) as found:
                arrays = {name: found[name] for name in _ARRAYS if name in found}
        except (ValueError, TypeError, AttributeError, EOFError, zipfile.BadZipFile):
            raise FileError(
                f"{path}: this is not a word table; expected an .npz file of scripts/make_words.py"
            ) from None
    lacking = [name for name in _ARRAYS if name not in arrays]
    if lacking:
        raise FileError(
            f"{path}: this is not a word table: it lacks {', '.join(lacking)}; "
            "scripts/make_words.py makes tables"
        )
    return _checked(path, arrays, digest)


def _checked(path: Path, arrays: dict[str, NDArray[Any]], digest: str) -> WordTable:
    text, vectors, zipf, pairs = (arrays[name] for name in _ARRAYS)
    try:
        words = text.astype(np.uint8).tobytes().decode().split("\n")
    except (UnicodeDecodeError, ValueError, TypeError):
        raise FileError(f"{path}: the words are not valid UTF-8") from None
    if vectors.ndim != 2 or vectors.dtype.kind not in "if" or len(vectors) != len(words):
        raise FileError(f"{path}: {len(words)} words, but the vectors have shape {vectors.shape}")
    if zipf.shape != (len(words),) or zipf.dtype.kind != "f":
        raise FileError(f"{path}: {len(words)} words, but zipf has shape {zipf.shape}")
    if len(set(words)) < len(words):
        raise FileError(f"{path}: a word occurs twice")
    if not (np.isfinite(vectors).all() and np.isfinite(zipf).all()):
        raise FileError(
            f"{path}: a number is not finite; make the table again with scripts/make_words.py"
        )
    largest = abs(vectors.astype(np.float64)).max(axis=1, initial=0)
    if vectors.shape[1] == 0 or ((largest != 0) & ~((largest >= 1e-6) & (largest <= 1e6))).any():
        raise FileError(f"{path}: the largest number of a vector must be 0, or from 1e-6 to 1e6")
    if abs(zipf).max() > _MOST_ZIPF:
        raise FileError(f"{path}: a value of zipf is above {_MOST_ZIPF}, which no word has")
    in_table = pairs.ndim == 2 and pairs.shape[1:] == (2,) and pairs.dtype.kind == "i"
    if not in_table or (pairs.size and not 0 <= pairs.min() <= pairs.max() < len(words)):
        raise FileError(f"{path}: antonyms must be pairs of rows of the table")
    return WordTable(path.stem, words, vectors, zipf, pairs, digest)
