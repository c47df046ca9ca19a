"""The folder of an index: what is in it is kept, and nothing in it is waited for or followed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tertium.errors import FileError
from tertium.search import Index, storage
from tests.search.toys import contents, full_disk, segments


def test_an_index_is_kept_unless_it_is_to_be_replaced(path: Path) -> None:
    before = contents(path)
    with pytest.raises(FileError, match=r"there is an index already; 'tertium index add' adds"):
        Index.build(["(b / boy)"], path)
    assert contents(path) == before
    with Index.build(["(b / boy)"], path, replace=True) as index:
        assert (len(index), index.segments) == (1, 1)
    assert len(segments(path)) == 1


def test_a_build_that_fails_leaves_no_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", full_disk)
    before = contents(path)
    for where in (path, path.with_name("new.tix")):
        with pytest.raises(FileError, match="No space left on device"):
            Index.build(["(b / boy)"], where, replace=True)
    assert contents(path) == before
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes with names")
@pytest.mark.parametrize("victim", ["manifest.json", "*.segment"])
def test_a_pipe_is_not_waited_for(path: Path, victim: str) -> None:
    file = next(path.glob(victim))
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(FileError, match="this is not a regular file"):
        Index.open(path)


def test_a_lock_that_is_a_link_is_not_followed(path: Path) -> None:
    (path / "lock").unlink()
    (path / "lock").symlink_to(path.with_name("elsewhere"))
    with Index.open(path) as index, pytest.raises(FileError, match="lock"):
        index.add(["(b / boy)"])
    assert not path.with_name("elsewhere").exists()


def test_a_lock_that_was_removed_locks_nobody_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that fails removes the folder that it made, and the lock in it."""

    def removed(_: int) -> bool:
        (path / "lock").unlink()
        return True

    monkeypatch.setattr(storage, "_lock_file", removed)
    with Index.open(path) as index, pytest.raises(FileError, match="another process is writing"):
        index.add(["(b / boy)"])


def test_one_writer_at_a_time(path: Path) -> None:
    code = (
        "import sys; from tertium.search.storage import IndexFolder\n"
        "with IndexFolder(sys.argv[1]).lock(): print('locked', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with Index.open(path) as index:
            assert len(index.search("(b / boy)", k=1)) == 1, "readers need no lock"
            with pytest.raises(FileError, match="another process is writing"):
                index.add(["(b / boy)"])
        other.kill()
    with Index.open(path) as index:
        index.add(["(b / boy)"])
        assert len(index) == 19
