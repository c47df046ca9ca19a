"""Word vectors: the bundled table, and user files."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scripts.generate.vectors import pieces
from tertium.alignment.vectors import EMBEDDED, Vectors, load_vectors
from tertium.errors import FileError, InputError
from tests.support.paths import ROOT

TEXT = "cat 1 2 3\ndog 4 5 6.5\n"


def cosine(vectors: Vectors, a: str, b: str) -> float:
    x, y = vectors.get(a), vectors.get(b)
    assert x is not None
    assert y is not None
    return float(x @ y / np.linalg.norm(x) / np.linalg.norm(y))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [("cat", "kitten", 0.5581), ("cat", "giraffe", 0.4130), ("sprint", "run", 0.4178)],
)
def test_embedded_table_has_the_cosines_of_glove(a: str, b: str, expected: float) -> None:
    assert cosine(load_vectors(), a, b) == pytest.approx(expected, abs=0.005)


def test_embedded_table_is_mapped_not_read_and_made_once() -> None:
    assert isinstance(load_vectors()._rows.base, np.memmap)
    assert load_vectors() is load_vectors()


def test_embedded_table_is_small_and_has_its_licence() -> None:
    assert len(load_vectors()) == 50_000
    assert EMBEDDED.stat().st_size + EMBEDDED.with_suffix(".txt").stat().st_size < 6_000_000
    assert "Public Domain" in (EMBEDDED.parent / "LICENSE.PDDL-1.0").read_text(encoding="utf-8")


def test_first_person_has_the_vector_of_me() -> None:
    assert cosine(load_vectors(), "i", "me") == pytest.approx(1)
    assert load_vectors().get("7") is None


def test_text_plain_compressed_and_with_header_are_the_same(tmp_path: Path) -> None:
    plain, header, packed = (tmp_path / name for name in ("v.txt", "h.txt", "v.txt.gz"))
    plain.write_text(TEXT)
    header.write_text(f"2 3\n{TEXT}")
    packed.write_bytes(gzip.compress(TEXT.encode()))
    tables = [load_vectors(path) for path in (plain, header, packed)]
    for table in tables:
        assert list(table) == ["cat", "dog"]
        assert table.get("dog") == pytest.approx([4, 5, 6.5])
        assert table.dimension == 3
    assert tables[0].signature == tables[2].signature


def test_word_may_hold_a_blank_or_be_a_number(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text("cat 1 2\n. . . 3 4\n7 5 6\n")
    assert list(load_vectors(path)) == ["cat", ". . .", "7"]


def test_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "v.txt"
    path.write_text(TEXT)
    before = load_vectors(path).signature
    path.write_text(TEXT + "cow 0 0 1\n")
    assert "cow" in load_vectors(path)
    assert load_vectors(path).signature != before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are no word vectors in it"),
        ("\n\n", "there are no word vectors in it"),
        ("cat\n", "line 1: expected a word and its numbers"),
        ("cat 1 2\ndog 1\n", "line 2: expected a word and 2 numbers, found 1"),
        ("cat 1 2\n\ndog 1 2 3\n", "line 3: expected a word and 2 numbers, found 3"),
        ("cat 1 2\ncat 1 2\n", "line 2: 'cat' was there before, on line 1"),
        ("cat 1 2\ndog 1 nan\n", "line 2: the vector has a number that is not finite"),
        ("cat 1 2\ndog 1 1e20\n", "line 2: the vector has 1e+20 as its largest number"),
        ("cat 1 2\ndog 1e-7 0\n", "line 2: the vector has 1e-07 as its largest number"),
        (f"cat 1 2\ndog 1 {'9' * 400}\n", "line 2: the vector has a number that is not finite"),
        ("cat 1 2\ndog x 2\n", "line 2: 'x' is not a number"),
        ("cat 1 2\ndog 1 1e99\n", "line 2: the vector has"),
        (b"cat 1 2\n\xff 1 2\n", "line 2: the word is not valid UTF-8"),
        (b"\x1f\x8b broken", "v.txt: "),
    ],
)
def test_faults_in_text_name_the_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    path = tmp_path / "v.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(FileError, match=re.escape(message)) as caught:
        load_vectors(path)
    assert str(path) in str(caught.value)


def test_a_device_is_refused() -> None:
    with pytest.raises(FileError, match="/dev/zero: this is not a regular file"):
        load_vectors("/dev/zero")


def test_missing_file() -> None:
    with pytest.raises(FileError, match=r"nowhere\.txt: there is no such file"):
        load_vectors("nowhere.txt")


def test_array_with_vocabulary(tmp_path: Path) -> None:
    path = tmp_path / "v.npy"
    np.save(path, np.array([[1.0, 2.0], [3.0, 4.0]]))
    with pytest.raises(FileError, match=r"expected in .*v\.txt"):
        load_vectors(path)
    (tmp_path / "v.txt").write_text("cat\ndog\n")
    row = load_vectors(path).get("dog")
    assert row is not None
    assert row.dtype == np.float32
    assert row == pytest.approx([3, 4])


PACKED = [("scale", "<f4"), ("row", "i1", (1,))]


@pytest.mark.parametrize(
    ("rows", "words", "message"),
    [
        ([[1.0], [2.0]], "cat\n", "2 rows, but 1 words"),
        ([[1.0], [2.0]], "cat\ncat\n", r"v\.txt: line 2: 'cat' was there before, on line 1"),
        ([[1.0], [np.nan]], "cat\ndog\n", r"row 2 \('dog'\) has a number that is not finite"),
        ([[1.0], [1e20]], "cat\ndog\n", r"row 2 \('dog'\) has 1e\+20 as its largest number"),
        ([[1.0], [-2e-9]], "cat\ndog\n", r"row 2 \('dog'\) has 2e-09 as its largest number"),
        ([[2**62], [1]], "cat\ndog\n", r"row 1 \('cat'\) has 4.6.*e\+18"),
        (np.array([(1e9, [1])], PACKED), "cat\n", r"row 1 \('cat'\) has"),
        (np.array([(np.nan, [1])], PACKED), "cat\n", r"row 1 \('cat'\) has"),
        ([1.0, 2.0], "cat\ndog\n", "one row per word"),
        (np.zeros((0, 2)), "", "one row per word"),
        ([["x"]], "cat\n", "expected a table of numbers"),
    ],
)
def test_faults_in_arrays(tmp_path: Path, rows: object, words: str, message: str) -> None:
    np.save(tmp_path / "v.npy", np.array(rows))
    (tmp_path / "v.txt").write_text(words)
    with pytest.raises(FileError, match=message):
        load_vectors(tmp_path / "v.npy")


def test_file_that_is_no_array(tmp_path: Path) -> None:
    (tmp_path / "v.npy").write_bytes(b"hello")
    (tmp_path / "v.txt").write_text("cat\n")
    with pytest.raises(FileError, match=r"v\.npy"):
        load_vectors(tmp_path / "v.npy")


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ({}, "there are no word vectors"),
        ({"cat": [1.0], "dog": [1.0, 2.0]}, "the vector of 'dog'"),
        ({"cat": [1.0], "dog": [float("inf")]}, "'dog' has a number that is not finite"),
        ({"cat": [1.0], "dog": [1e20]}, "'dog' has 1e.20 as its largest number"),
        ({"cat": [10**400]}, "'cat' is not a list of numbers"),
        ({"cat": 1.0}, "the same one dimension"),
    ],
)
def test_faults_in_mappings(mapping: dict[str, list[float]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Vectors.from_mapping(mapping)


def test_signature_of_a_mapping_does_not_depend_on_its_order() -> None:
    one = Vectors.from_mapping({"cat": [1.0], "dog": [2.0]})
    other = Vectors.from_mapping({"dog": [2.0], "cat": [1.0]})
    assert one.signature == other.signature
    assert one.signature != Vectors.from_mapping({"cat": [2.0], "dog": [1.0]}).signature


def test_script_makes_the_same_table_twice(tmp_path: Path) -> None:
    package = {
        "dimensions": 2,
        "words": ["the", ",", "me", "cats", "org"],
        "vectors": {
            "the": [1, -2, 9],
            ",": [0, 1, 9],
            "me": [0.5, 1, 9],
            "cats": [3, 4, 9],
            "org": [1, 1, 9],
        },
    }
    (tmp_path / "package.json").write_text(json.dumps(package))
    (tmp_path / "some.amr").write_text("(c / cat :ARG0-of (h / have-org-role-91))\n")
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        arguments = [tmp_path / "package.json", tmp_path, tmp_path / name]
        command = [sys.executable, "-m", "scripts.generate.vectors", *map(str, arguments)]
        subprocess.run(command, check=True, cwd=ROOT)
        made.append([path.read_bytes() for path in sorted((tmp_path / name).iterdir())])
    assert made[0] == made[1]
    vectors = load_vectors(tmp_path / "one" / "glove.6B.100d.npy")
    assert list(vectors) == ["cats", "i", "me", "org", "the"]
    assert vectors.get("cats") == pytest.approx([3, 4], abs=4 / 127)


def test_pieces_of_a_concept() -> None:
    assert pieces("run-02") == {"run", "runs"}
