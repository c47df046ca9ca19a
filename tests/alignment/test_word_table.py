"""The word table, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.alignment import word_table
from tertium.alignment.word_table import as_verb, load_words
from tertium.errors import FileError

GOOD: dict[str, Any] = {
    "words": np.frombuffer(b"cat\ndog", np.uint8),
    "vectors": np.array([[1, 0], [0, 2]], np.int8),
    "zipf": np.array([4.0, 5.0], np.float16),
    "antonyms": np.array([[0, 1], [1, 0]], np.int32),
}


def test_a_table_of_your_own(tmp_path: Path) -> None:
    np.savez(tmp_path / "mine.npz", **GOOD)
    table = load_words(tmp_path / "mine.npz")
    assert table.antonyms == {"cat": ["dog"], "dog": ["cat"]}
    assert table.units([1]).tolist() == [[0, 1]]
    assert table.signature.startswith("mine-")


def test_the_bundled_table() -> None:
    table = load_words()
    assert "cold" in table.antonyms["hot"]
    cat, kitten, car = table.units([table.places[word] for word in ("cat", "kitten", "car")])
    assert cat @ kitten > 0.5 > cat @ car
    the, xenon = (table.zipf[table.places[word]] for word in ("the", "kitten"))
    assert the > xenon


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"zipf": None}, "it lacks zipf"),
        ({"words": np.array([255, 254], np.uint8)}, "not valid UTF-8"),
        ({"words": np.frombuffer(b"cat\ncat", np.uint8)}, "a word occurs twice"),
        ({"vectors": np.zeros((3, 2), np.int8)}, "2 words, but the vectors have shape"),
        ({"zipf": np.zeros(3, np.float16)}, "2 words, but zipf has shape"),
        ({"zipf": np.array([1.0, np.nan])}, "a number is not finite; make the table again"),
        ({"antonyms": np.array([[0, 2]], np.int32)}, "pairs of rows of the table"),
    ],
)
def test_a_damaged_table(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    arrays = {name: array for name, array in (GOOD | change).items() if array is not None}
    np.savez(tmp_path / "bad.npz", **arrays)
    with pytest.raises(FileError, match=message):
        load_words(tmp_path / "bad.npz")


def test_a_file_that_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("cat 1 2\n", encoding="utf-8")
    with pytest.raises(FileError, match="this is not a word table"):
        load_words(tmp_path / "text.npz")


def test_a_table_that_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match=r"nowhere\.npz: there is no such file; leave words out"):
        load_words(tmp_path / "nowhere.npz")
    monkeypatch.setattr(word_table, "BUNDLED_WORDS", tmp_path / "words.npz")
    with pytest.raises(FileError, match="no such file; install tertium again"):
        load_words()


def test_verbs_have_rows_of_their_own() -> None:
    table = load_words()
    places = [table.places[word] for word in ("head", as_verb("head"), "brain", "lead")]
    noun, verb, brain, lead = table.units(places)
    assert noun @ brain > verb @ brain
    assert verb @ lead > noun @ lead
    assert table.zipf[places[0]] == table.zipf[places[1]]
