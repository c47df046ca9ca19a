"""Files and streams that no user means to give: an answer or a clear error, in bounded memory.

Memory is bounded by the limit of a process of its own; see docs/limits.md.
"""

from __future__ import annotations

import gzip
import os
import resource
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tertium import Corpus
from tertium.cli import main
from tertium.errors import FileError
from tertium.files import open_whole
from tests.support.commands import TERTIUM
from tests.support.paths import EXAMPLES

GIGABYTE = 1 << 30


def limited(*words: str, memory: int = 2 * GIGABYTE, **options: Any) -> subprocess.Popen[bytes]:
    """Start the command with a limit of its address space."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    command = [*TERTIUM, *words]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each reserves memory
    return subprocess.Popen(
        command, stderr=subprocess.PIPE, env=environment, preexec_fn=limit, **options
    )


def free_memory() -> int:
    """Return the bytes that the system says are available; 0 if it does not say."""
    with suppress(OSError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if "MemAvailable" in line)
    return 0


@pytest.mark.parametrize("last", [b"", b"(a / b)\n"])
def test_a_gigabyte_of_blanks_from_a_pipe(last: bytes) -> None:
    """It fits into the memory that the text takes, and half as much again."""
    if free_memory() < 4 * GIGABYTE:
        pytest.skip("needs 4 GB of free memory")
    block = b" " * (1 << 20)
    words = ("score", "-", str(EXAMPLES / "gold.amr"))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    with limited(*words, memory=GIGABYTE * 3 // 2, **pipes) as process:
        assert process.stdin is not None
        for _ in range(GIGABYTE // len(block)):
            process.stdin.write(block)
        _, err = process.communicate(last)
    assert process.returncode == 2
    message = b"the first without a partner" if last else b"there is no graph in this file"
    assert message in err
    assert b"Traceback" not in err


def test_not_enough_memory(tmp_path: Path) -> None:
    (tmp_path / "large.amr").write_bytes(b" " * (300 << 20) + b"(a / b)")
    words = ("score", str(tmp_path / "large.amr"), str(EXAMPLES / "gold.amr"))
    with limited(*words, memory=280 << 20) as process:
        _, err = process.communicate()
    assert (process.returncode, err.count(b"\n")) == (2, 1)
    assert b"not enough memory" in err


def test_a_gzip_bomb(tmp_path: Path) -> None:
    """A megabyte that unpacks to a gigabyte ends at the limit, not at the end of the memory."""
    block = gzip.compress(bytes(1 << 26))
    (tmp_path / "bomb.amr.gz").write_bytes(16 * block)
    words = ("score", str(tmp_path / "bomb.amr.gz"), str(EXAMPLES / "gold.amr"))
    with limited(*words, "--max-bytes", "50M", memory=300 << 20) as process:
        _, err = process.communicate()
    assert (process.returncode, err.count(b"\n")) == (2, 1)
    assert b"bomb.amr.gz: the text has more than 52,428,800 bytes" in err
    assert b"--max-bytes" in err


BYTES = st.one_of(
    st.binary(max_size=200),
    st.lists(
        st.sampled_from([b"(", b")", b"a ", b"/ ", b":r ", b'"', b"~", b"\n", b"\0", b"\xff", b"#"])
    ).map(b"".join),
)


@given(BYTES)
@example("(b / naïve)".encode()[:-3])
@example(b"\x1f\x8b\x08\x00")
@example(b"\xff\xfe(\0")
@settings(max_examples=150)
def test_random_bytes(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "random.amr")
        path.write_bytes(data)
        with suppress(FileError):
            assert len(Corpus.read(path)) > 0
        for words in (["score", str(path), str(path)], ["standardise", str(path), "--reify"]):
            assert main(words) in (0, 1, 2)


def test_half_a_character(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = '(a / b)\n\n(c / "né'.encode()
    (tmp_path / "half.amr").write_bytes(whole[:-1])
    corpus = Corpus.read(tmp_path / "half.amr")
    assert (len(corpus), len(corpus.errors)) == (2, 1)
    assert main(["score", str(tmp_path / "half.amr"), str(tmp_path / "half.amr")]) == 2
    assert "graph 2" in capsys.readouterr().err


class Shrinking:
    """An open file that loses its second half after the first read."""

    def __init__(self, path: Path) -> None:
        self._file, self._path = path.open("rb", buffering=0), path

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(min(size, 10))
        os.truncate(self._path, 20)
        return data

    def __enter__(self) -> Shrinking:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def test_a_file_that_shrinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "shrinking.amr"
    path.write_text("(a / b :ARG0 (c / d))\n\n" * 100)
    monkeypatch.setattr("builtins.open", lambda *_: Shrinking(path))
    corpus = Corpus.read(path)
    assert len(corpus) == len(corpus.errors) == 1


def test_a_closed_pipe_for_rows(tmp_path: Path) -> None:
    """The reader of a named pipe goes away."""
    pipe = tmp_path / "rows"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    def write() -> None:
        with open_whole(str(pipe)) as out:
            os.close(reading)
            out.write(b"x" * 10**6)

    with pytest.raises(BrokenPipeError):
        write()
    assert pipe.is_fifo()


def test_a_full_disk_for_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    link = tmp_path / "rows.jsonl"
    link.symlink_to("/dev/full")
    gold, pred = str(EXAMPLES / "gold.amr"), str(EXAMPLES / "parser.amr")
    assert main(["score", gold, pred, "--pairs", str(link)]) == 2
    assert capsys.readouterr() == ("", f"tertium: {link}: No space left on device\n")
    assert Path("/dev/full").is_char_device()
    assert os.listdir(tmp_path) == ["rows.jsonl"]


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_half_written_is_left(tmp_path: Path, failure: BaseException) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("old")
    error = FileError if isinstance(failure, OSError) else KeyboardInterrupt

    def write() -> None:
        with open_whole(str(path)) as out:
            out.write(b"new")
            raise failure

    with pytest.raises(error):
        write()
    assert os.listdir(tmp_path) == ["rows.jsonl"]
    assert path.read_text() == "old"


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    link = tmp_path / "rows.jsonl"
    link.symlink_to("/dev/null")
    gold, pred = str(EXAMPLES / "gold.amr"), str(EXAMPLES / "parser.amr")
    assert main(["score", gold, pred, "--pairs", str(link)]) == 0
    assert link.is_symlink()
    assert Path("/dev/null").is_char_device()
