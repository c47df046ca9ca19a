"""Word vectors: the bundled table, or a user's own.

    cat     0.2309  0.2828  0.6318 ...
    kitten  0.0918  0.0497  0.0870 ...        cosine(cat, kitten) = 0.56

`load` without a path gives the table inside the package: 50,000 words of GloVe 6B, 100 dimensions
(Pennington et al. 2014), one byte per number and one scale per row. It is mapped into memory and
shared by all threads. ``scripts/generate/vectors.py`` made it; ``data/README.md`` says from what.
Its source has no vector for single letters, so ``i`` has the vector of ``me``: in an AMR both are
the concept ``i``.

`load` with a path reads

- text, plain or gzip: one word and its numbers per line, as GloVe and word2vec write them;
- ``name.npy``, one row per word, with the words in ``name.txt`` beside it, one per line.

Words are looked up as they stand: AMR is lower case, so the words of a table should be.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tertium.data import data_path
from tertium.errors import FileError, InputError
from tertium.files import file_state, naming, read_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float32]

EMBEDDED = Path(data_path("glove.6B.100d.npy"))
"""The table inside the package."""

SHORTEST, LONGEST = 1e-6, 1e6
"""Between what the largest number of a vector lies; cosines of others would lose their digits."""

_BLOCK = 4096  # rows that are checked at once


class Vectors:
    """Words and their vectors; immutable.

    >>> vectors = Vectors.from_mapping({"cat": [0.0, 1.0], "dog": [0.5, 0.5]})
    >>> vectors.get("dog"), "cow" in vectors, vectors.dimension
    (array([0.5, 0.5], dtype=float32), False, 2)
    """

    __slots__ = ("_digest", "_index", "_name", "_rows", "_scales")
    _index: dict[str, int]
    _rows: NDArray[Any]
    _scales: Floats | None

    def __init__(
        self, name: str, words: Iterable[str], rows: NDArray[Any], scales: Floats | None = None
    ) -> None:
        self._name = name
        self._index = {word: row for row, word in enumerate(words)}
        self._rows = rows
        self._scales = scales
        self._digest = ""

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, ArrayLike], *, name: str = "mapping") -> Vectors:
        """Take the vectors of a mapping from words to arrays."""
        if not mapping:
            raise InputError("there are no word vectors in the mapping")
        words = sorted(mapping)
        rows = [_numbers(word, mapping[word]) for word in words]
        for word, row in zip(words, rows, strict=True):
            if row.ndim != 1 or row.shape != rows[0].shape or not row.size:
                raise InputError(
                    f"the vector of '{word}' has shape {row.shape}, that of '{words[0]}' "
                    f"{rows[0].shape}; all need the same one dimension"
                )
            if (problem := _problem(row)) is not None:
                raise InputError(f"the vector of '{word}' {problem}")
        return cls(name, words, np.stack(rows).astype(np.float32))

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return int(self._rows.shape[1])

    @property
    def signature(self) -> str:
        """The name of the table and the first digits of a hash over its words and numbers."""
        if not self._digest:
            import hashlib

            digest = hashlib.sha256("\n".join(self._index).encode())
            for array in (self._rows, self._scales):
                digest.update(b"" if array is None else array.tobytes())
            self._digest = digest.hexdigest()[:8]
        return f"{self._name}-{self._digest}"

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, word: object) -> bool:
        return word in self._index

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __repr__(self) -> str:
        return f"<Vectors {self._name}: {len(self)} words, {self.dimension} dimensions>"

    def get(self, word: str) -> Floats | None:
        """Return the vector of *word*, None if it has none."""
        place = self._index.get(word)
        return None if place is None else self.take([place])[0]

    def place(self, word: str) -> int | None:
        """Return the row of *word*, None if it has none."""
        return self._index.get(word)

    def take(self, places: Sequence[int]) -> Floats:
        """Return the vectors in these rows."""
        rows: Floats = self._rows[places].astype(np.float32)
        return rows if self._scales is None else rows * self._scales[places][:, None]


def row_sums(
    members: Sequence[Sequence[int]], take: Callable[[list[int]], Floats], dimension: int
) -> Floats:
    """Return a row for each list of places: the sum of the rows that *take* gives for these places.

    They are added one after the other, so that every processor finds the same bytes.
    """
    sums = np.zeros((len(members), dimension), np.float32)
    order = sorted(range(len(members)), key=lambda k: len(members[k]), reverse=True)
    for turn in range(max(map(len, members), default=0)):
        while len(members[order[-1]]) <= turn:
            order.pop()
        sums[order] += take([members[k][turn] for k in order])
    return sums


def _numbers(word: str, numbers: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(numbers, dtype=np.float64)
    except (OverflowError, TypeError, ValueError):
        raise InputError(f"the vector of '{word}' is not a list of numbers") from None


def load_vectors(path: str | Path | None = None) -> Vectors:
    """Return the word vectors of a file, or the bundled ones.

    >>> load_vectors().dimension, "kitten" in load_vectors()
    (100, True)
    """
    file = EMBEDDED if path is None else Path(path)
    return _load(file, *file_state(file))


@lru_cache(maxsize=4)
def _load(path: Path, _time: int, _size: int) -> Vectors:
    # Time and size are part of the key, so that a changed file is read again.
    try:
        with naming(path):
            return _load_array(path) if path.suffix == ".npy" else _load_text(path)
    except (EOFError, zlib.error) as error:
        raise FileError(f"{path}: {error}") from None


def _load_array(path: Path) -> Vectors:
    """Read ``name.npy`` and the words in ``name.txt``."""
    vocabulary = path.with_suffix(".txt")
    if not vocabulary.exists():
        raise FileError(f"{path}: its words are expected in {vocabulary}, one per line")
    words = read_text(vocabulary).split("\n")
    try:
        table = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError:
        raise
    except Exception as error:  # numpy parses the header as Python, so it may raise anything
        raise FileError(f"{path}: this is not a NumPy array: {error}") from None
    if words and not words[-1]:
        words.pop()
    packed = table.dtype.names == ("scale", "row")
    rows, scales = (table["row"], table["scale"]) if packed else (table, None)
    _check_array(path, words, rows, scales)
    return Vectors(path.stem, words, rows, scales)


def _check_array(path: Path, words: list[str], rows: NDArray[Any], scales: Floats | None) -> None:
    fits = scales is None or (scales.ndim == 1 and scales.dtype.kind == "f")
    if rows.ndim != 2 or not rows.size or rows.dtype.kind not in "fi" or not fits:
        expected = "expected a table of numbers, one row per word"
        raise FileError(f"{path}: {expected}; found {rows.shape}")
    if len(words) != len(rows):
        raise FileError(f"{path}: {len(rows)} rows, but {len(words)} words beside it")
    first: dict[str, int] = {}
    for line, word in enumerate(words, start=1):
        if first.setdefault(word, line) != line:
            where = f"{path.with_suffix('.txt')}: line {line}"
            raise FileError(f"{where}: '{word}' was there before, on line {first[word]}")
    for row, problem in _problems(rows, scales):
        raise FileError(f"{path}: row {row + 1} ('{words[row]}') {problem}")


def _problems(rows: NDArray[Any], scales: Floats | None) -> Iterator[tuple[int, str]]:
    """Yield the rows that are not to be used, and why; a packed table is judged by its scales."""
    if scales is not None:
        # Bytes are at most 128, and the root of the dimension is the most that they add up to.
        lengths = np.abs(scales.astype(np.float64)) * 128 * np.sqrt(rows.shape[1])
        bad = ~(lengths <= LONGEST)
        yield from ((int(row), _length(float(lengths[row]))) for row in bad.nonzero()[0])
        return
    for start in range(0, len(rows), _BLOCK):
        with np.errstate(over="ignore"):  # of longer types than float64
            block = rows[start : start + _BLOCK].astype(np.float64)
        largest = np.abs(block).max(axis=1)
        good = (largest == 0) | ((largest >= SHORTEST) & (largest <= LONGEST))
        for row in (~good).nonzero()[0]:  # also where it is not a number
            yield start + int(row), str(_problem(block[row]))


def _problem(row: NDArray[Any]) -> str | None:
    """Return why a vector is not to be used: its numbers, or squares of them, would overflow."""
    if not np.isfinite(row).all():
        return "has a number that is not finite"
    largest = float(np.abs(row.astype(np.float64)).max())
    return None if largest == 0 or SHORTEST <= largest <= LONGEST else _length(largest)


def _length(largest: float) -> str:
    wanted = f"0 or from {SHORTEST:g} to {LONGEST:g}"
    return f"has {largest:g} as its largest number; expected {wanted}"


def _load_text(path: Path) -> Vectors:
    """Read lines of a word and its numbers."""
    index: dict[str, int] = {}
    rows: list[Floats] = []
    dimension = 0
    for line, text in _lines(path):
        dimension = dimension or len(text.split()) - 1
        try:
            word, row = _read_line(text, dimension)
        except ValueError as error:
            raise FileError(f"{path}: line {line}: {error}") from None
        if index.setdefault(word, line) != line:
            raise FileError(
                f"{path}: line {line}: '{word}' was there before, on line {index[word]}"
            )
        rows.append(row)
    if not rows:
        raise FileError(f"{path}: there are no word vectors in it")
    return Vectors(path.name.removesuffix(".gz").removesuffix(".txt"), index, np.stack(rows))


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Number the lines; word2vec's first line, the number of words and dimensions, is no vector."""
    with _open(path) as file:
        for line, text in enumerate(file, start=1):
            header = line == 1 and len(text.split()) == 2 and text.replace(b" ", b"").strip()
            if text.strip() and not (header and header.isdigit()):
                yield line, text


def _open(path: Path) -> gzip.GzipFile | BufferedReader:
    with path.open("rb") as file:
        compressed = file.read(2) == b"\x1f\x8b"
    return gzip.open(path) if compressed else path.open("rb")


def _read_line(text: bytes, dimension: int) -> tuple[str, Floats]:
    """Split at the right, because some words of GloVe 840B hold a blank."""
    if dimension < 1:
        raise ValueError("expected a word and its numbers")
    word, *fields = text.rsplit(None, dimension)
    before = word.split()
    if len(fields) < dimension or (len(before) > 1 and _is_number(before[-1])):
        found = len(text.split()) - 1
        raise ValueError(f"expected a word and {dimension} numbers, found {found} after the word")
    odd = next((field for field in fields if not _is_number(field)), None)
    if odd is not None:
        raise ValueError(f"'{odd.decode(errors='replace')}' is not a number")
    row = np.array([float(field) for field in fields])
    problem = _problem(row)
    if problem is not None:
        raise ValueError(f"the vector {problem}")
    try:
        return word.decode(), row.astype(np.float32)
    except UnicodeDecodeError:
        raise ValueError("the word is not valid UTF-8") from None


def _is_number(text: bytes) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
