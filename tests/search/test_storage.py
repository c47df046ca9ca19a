"""An index on a disk: what others damage is refused, what is interrupted leaves it as it was."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium import metrics
from tertium.errors import FileError, InputError, OptionError
from tertium.search import Index
from tests.search.toys import contents, full_disk, segments, toys


def manifest(path: Path) -> dict[str, object]:
    whole: dict[str, object] = json.loads((path / "manifest.json").read_text())
    return whole


def rewrite(path: Path, **changes: object) -> None:
    (path / "manifest.json").write_text(json.dumps(manifest(path) | changes))


def test_what_was_written_is_found_again(path: Path) -> None:
    query = toys(1, seed=7)[0]
    with Index.open(path) as index:
        assert index.ids == [f"g{i}" for i in range(12)] + [f"h{i}" for i in range(6)]
        assert [len(graph) for graph in index.graphs()] == [len(g) for g in (*toys(12), *toys(6, seed=1))]  # noqa: E501  # fmt: skip
        assert index["h2"].triples == toys(6, seed=1)[2].triples or len(index["h2"])
        found = index.search(query, k=5)
        again = pickle.loads(pickle.dumps(index)).search(query, k=5)
        assert again == found
        index.verify()
        index.compact()
        assert (index.segments, index.search(query, k=5)) == (1, found)
    assert len(segments(path)) == 1


def test_a_segment_that_is_cut_short_while_it_is_open(path: Path) -> None:
    """What is mapped beyond the end of a file cannot be read: the process would end."""
    with Index.open(path) as index:
        index.search(toys(1)[0], k=3)
        file = segments(path)[1]
        os.truncate(file, 100)
        said = f"{file.name}: the file was cut short while the index was open; build the index"
        for use in (
            lambda: index.search(toys(1)[0], k=3),
            lambda: index.join(0.5),
            lambda: index.neighbours(2),
            lambda: list(index.graphs()),
            lambda: index.graph(0),
            index.verify,
        ):
            with pytest.raises(FileError, match=said):
                use()


def test_a_reader_keeps_what_another_process_compacts(path: Path) -> None:
    query = toys(1, seed=7)[0]
    with Index.open(path) as reader, Index.open(path) as writer:
        found = reader.search(query, k=5)
        writer.compact()
        assert len(segments(path)) == 1
        assert reader.search(query, k=5) == found
        assert len(list(reader.graphs())) == 18


def test_an_index_in_memory_is_pickled_whole() -> None:
    index = Index.build(list(toys(9)))
    index.remove([index.ids[4]])
    again = pickle.loads(pickle.dumps(index))
    assert again.ids == index.ids
    assert again.search(toys(2)[1], k=3) == index.search(toys(2)[1], k=3)


def test_what_is_removed_is_never_found(path: Path) -> None:
    with Index.open(path) as index:
        gone = index.search(toys(12)[3], k=1)[0].id
        assert index.remove([gone]) == 1
        assert gone not in {row.id for row in index.search(toys(12)[3], k=18)}
        assert all(gone not in pair[:2] for pair in index.join(0.1))
        assert index.neighbours(3).shape == (17, 17)
        with pytest.raises(InputError, match="there is no graph x in the index"):
            index.remove(["h1", "x"])
        assert "h1" in index.ids
        index.compact()
        assert len(index) == 17
    with Index.open(path) as index:
        assert len(index) == 17


def test_ids_that_occur_twice_are_removed_together() -> None:
    index = Index.build(["(a / b)", "(c / d)", "(e / f)"], ids=["x", "y", "x"])
    assert index.remove("x") == 2
    assert index.ids == ["y"]


@pytest.mark.parametrize("cut", [0, 10, 400, -1])
def test_a_segment_that_is_cut_short_is_refused(path: Path, cut: int) -> None:
    victim = segments(path)[0]
    victim.write_bytes(victim.read_bytes()[:cut])
    with pytest.raises(FileError, match=rf"{victim.name}.*build the index again"):
        Index.open(path)


def test_a_changed_header_is_refused(path: Path) -> None:
    victim = segments(path)[0]
    data = bytearray(victim.read_bytes())
    for place in (0, 16, 20, 24, 32, 40, 56):
        changed = bytearray(data)
        changed[place] ^= 1
        victim.write_bytes(changed)
        with pytest.raises(FileError, match="build the index again"):
            Index.open(path)


def test_verify_finds_what_opening_does_not(path: Path) -> None:
    victim = segments(path)[0]
    data = bytearray(victim.read_bytes())
    data[-100] ^= 1
    victim.write_bytes(data)
    with Index.open(path) as index, pytest.raises(FileError, match="the file is damaged"):
        index.verify()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2, "tertium": "9.9"}, "was made by tertium 9.9; build it again"),
        ({"signature": "smatch|version:9"}, "build it again"),
        ({"metric": "wlk"}, "build it again"),
        ({"metric": "nothing"}, "nothing"),
        ({"metric": "wwlk"}, "build it again|no exact search"),
        ({"approximate": 1}, "expected true or false"),
        ({"segments": [{"name": "../x"}]}, "the name of a segment"),
        ({"surplus": 1}, "unknown key"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(
    path: Path, changes: dict[str, object], message: str
) -> None:
    rewrite(path, **changes)
    with pytest.raises((FileError, OptionError), match=message):
        Index.open(path)


def test_an_index_of_another_metric_is_refused(path: Path) -> None:
    with pytest.raises(OptionError, match=r"made for smatch, not for smatch\+\+"):
        Index.open(path, metric="smatch++")


def test_foreign_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no such index"):
        Index.open(tmp_path / "none")
    with pytest.raises(FileError, match="this is not an index"):
        Index.open(tmp_path)
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(FileError, match=r"holds other files, such as mine\.txt"):
        Index.build(["(b / boy)"], tmp_path)
    with pytest.raises(FileError, match="this is a file; an index is a folder"):
        Index.build(["(b / boy)"], tmp_path / "mine.txt")
    (tmp_path / "manifest.json").write_text("[" * 100_000)
    with pytest.raises(FileError, match="not the manifest of an index"):
        Index.open(tmp_path)


def test_a_writer_sees_what_another_one_wrote(path: Path) -> None:
    with Index.open(path) as one, Index.open(path) as two:
        one.add(["(n / new)"], ids=["one"])
        two.add(["(n / newer)"], ids=["two"])
        assert two.ids[-2:] == ["one", "two"]
        assert len(one) == 19, "a reader keeps what it has opened"


@pytest.mark.parametrize("action", ["add", "compact", "remove"])
def test_a_full_disk_leaves_the_index_as_it_was(
    path: Path, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(path)
    monkeypatch.setattr(os, "fsync", full_disk)
    with Index.open(path) as index:
        calls: dict[str, Callable[[], object]] = {
            "add": lambda: index.add(["(b / boy)"]),
            "compact": index.compact,
            "remove": lambda: index.remove(["g1"]),
        }
        with pytest.raises(FileError, match="No space left on device"):
            calls[action]()
        assert len(index) == 18
    assert contents(path) == before


@pytest.mark.parametrize("action", ["add", "compact"])
@pytest.mark.parametrize("moment", ["segment", "manifest"])
def test_a_kill_leaves_the_index_as_it_was(path: Path, action: str, moment: str) -> None:
    """The process is killed when it is about to rename a segment, or the manifest."""
    before = contents(path)
    code = (
        "import os, signal, sys\n"
        "from tertium.search import Index\n"
        "replace = os.replace\n"
        "def kill(source, target):\n"
        "    if str(target).endswith(sys.argv[3]): os.kill(os.getpid(), signal.SIGKILL)\n"
        "    replace(source, target)\n"
        "os.replace = kill\n"
        "index = Index.open(sys.argv[1])\n"
        "index.add(['(b / boy)']) if sys.argv[2] == 'add' else index.compact()\n"
    )
    end = ".segment" if moment == "segment" else "manifest.json"
    done = subprocess.run([sys.executable, "-c", code, str(path), action, end], check=False)
    assert done.returncode == -signal.SIGKILL
    after = contents(path)
    assert {name: after[name] for name in before} == before
    with Index.open(path) as index:
        assert len(index) == 18
        index.verify()
        index.add(["(c / cat)"])
        assert len(index) == 19
    assert len(segments(path)) == 3, "the next writer removes what was left behind"
    assert not list(path.glob("*.unfinished"))


def test_a_signal_while_old_segments_are_removed_leaves_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = set(map(str, segments(path)))
    unlink = os.unlink
    stopped: list[str] = []

    def interrupted(name: str) -> None:
        if name in old and not stopped:
            stopped.append(name)
            raise KeyboardInterrupt
        unlink(name)

    monkeypatch.setattr(os, "unlink", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Index.build(toys(3), path, replace=True)
    with Index.open(path) as index:
        assert len(index) == 3
    assert len(segments(path)) == 1


def test_a_closed_index_says_so(path: Path) -> None:
    index = Index.open(path)
    index.close()
    with pytest.raises(InputError, match="the index is closed"):
        index.search("(b / boy)")


def test_graphs_that_cannot_be_read_follow_the_policy(tmp_path: Path) -> None:
    good_and_bad = ["(b / boy)", "(b / boy", "(c / cat)"]
    with pytest.raises(InputError, match="graph 2"):
        Index.build(good_and_bad, tmp_path / "x")
    assert not (tmp_path / "x").exists()
    index = Index.build(good_and_bad, on_error="skip")
    assert len(index) == 2
    with pytest.raises(InputError, match="graph 2"):
        index.add(good_and_bad)
    assert len(index) == 2


def test_what_search_refuses(path: Path) -> None:
    with Index.open(path) as index:
        for k, at_least in ((0, None), (-1, None), (1.5, None), (None, None), (1, 2), (1, -0.1)):
            with pytest.raises(OptionError):
                index.search("(b / boy)", k, at_least)  # type: ignore[arg-type]
        with pytest.raises(OptionError, match="threads"):
            index.search("(b / boy)", threads=-1)
    with pytest.raises(OptionError, match="there is no exact search for wwlk"):
        Index.build(["(b / boy)"], metric="wwlk")


def test_an_approximate_index_says_how_it_searches(tmp_path: Path) -> None:
    corpus = toys(20)
    with Index.build(list(corpus), tmp_path / "x", metric="s2match", approximate=True) as index:
        assert index.how.startswith("approximate: candidates are the 100")
        found = index.search(corpus[3], k=4)
        values = metrics.metric("s2match").values([corpus[3]] * 20, corpus)
        assert [row.value for row in found] == sorted(values, reverse=True)[:4]
        assert all(pair.value >= 0.8 for pair in index.join(0.8))
