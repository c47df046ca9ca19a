"""Files are written whole or not at all, and what they replace keeps its place and its mode."""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tertium import Corpus, signals
from tertium.errors import FileError
from tertium.files import most_bytes, open_whole, own_descriptor, unpack, write_text


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_honours_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "new"
    before = os.umask(0o027)
    try:
        write_text(path, ["new"])
    finally:
        os.umask(before)
    assert (path.read_text(), mode_of(path)) == ("new", 0o640)


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "old"
    path.write_text("old")
    path.chmod(mode)
    write_text(path, ["new"])
    assert (path.read_text(), mode_of(path)) == ("new", mode)


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link, new = tmp_path / "there" / "file", tmp_path / "link", tmp_path / "new"
    target.write_text("old")
    link.symlink_to("there/file")
    new.symlink_to("there/not-yet")
    for path in (link, new):
        write_text(path, ["new"])
        assert path.is_symlink()
        assert path.read_text() == "new"
    assert target.read_text() == "new"
    assert sorted(os.listdir(tmp_path / "there")) == ["file", "not-yet"]


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(FileError, match="symbolic links"):
        write_text(tmp_path / "a", ["new"])
    assert (tmp_path / "a").is_symlink()


def test_while_it_is_written(tmp_path: Path) -> None:
    """Its name says what it is, the old file is there, and no fixed name is taken."""
    path = tmp_path / "rows.jsonl"
    path.write_text("old")
    (tmp_path / "rows.jsonl.part").write_text("mine")
    with open_whole(path) as out, open_whole(path) as other:
        out.write(b"new")
        other.write(b"other")
        names = sorted(os.listdir(tmp_path))
        assert len(names) == 4
        for name in names[:2]:
            assert name.startswith(".rows.jsonl.")
            assert name.endswith(".unfinished")
        assert path.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["rows.jsonl", "rows.jsonl.part"]
    assert path.read_text() == "new"
    assert (tmp_path / "rows.jsonl.part").read_text() == "mine"
    assert not signals.unfinished


def test_a_long_name(tmp_path: Path) -> None:
    path = tmp_path / ("語" * 85)
    write_text(path, ["new"])
    assert path.read_text() == "new"


@pytest.mark.parametrize("step", ["fsync", "replace", "fchmod"])
def test_a_step_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(FileError, match=r"weights.json: No space left on device"):
        write_text(path, ["new"])
    assert os.listdir(tmp_path) == ["weights.json"]
    assert path.read_text() == "old"


def test_descriptors() -> None:
    assert own_descriptor("/dev/stdout") == 1
    assert own_descriptor("/dev/fd/7") == own_descriptor("/proc/self/fd/7") == 7
    assert own_descriptor("/dev/null") is None
    assert own_descriptor("/proc/1/fd/1") is None
    assert own_descriptor(__file__) is None


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_goes_on_where_it_is(tmp_path: Path, name: str) -> None:
    """Even if it is a file: the lines come one after another, none is overwritten."""
    code = (
        "from tertium.files import write_text\n"
        f"print('before')\nwrite_text({name!r}, ['written\\n'])\nprint('after')"
    )
    path = tmp_path / "printed"
    path.write_text("first\n")
    with path.open("a") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True)
    assert path.read_text() == "first\nbefore\nwritten\nafter\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "before\nwritten\nafter\n"


GRAPH = b"(b / boy)\n\n"


def test_a_limit_of_bytes(tmp_path: Path) -> None:
    text = 1000 * GRAPH
    for name, data in (("plain.amr", text), ("packed.amr.gz", gzip.compress(text))):
        path = tmp_path / name
        path.write_bytes(data)
        assert len(Corpus.read(path, max_bytes=len(text))) == 1000
        with pytest.raises(FileError, match=rf"{name}: .* 10,999 bytes.*--max-bytes"):
            Corpus.read(path, max_bytes=len(text) - 1)
    assert 0 < most_bytes() <= 8 << 30


def test_gzip_of_several_members_from_a_slow_pipe() -> None:
    class Slow(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size, 3) if size and size > 0 else 3)

    data = gzip.compress(GRAPH) + gzip.compress(GRAPH)
    assert unpack(Slow(data), "pipe") == 2 * GRAPH
