"""Processes that are killed, or that write one file together, damage nothing; see fuzz/kills.py."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from fuzz import kills_index
from fuzz.kills import (
    SIGNALS,
    DamageError,
    check,
    kill_at,
    prepare,
    start_writer,
    write_together,
)
from tests.support.commands import TERTIUM
from tests.support.paths import EXAMPLES


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_killed_at_random_moments(tmp_path: Path, number: signal.Signals) -> None:
    """Each time in the middle of the work: a round is done, and the next one takes a while."""
    contents = prepare(tmp_path, 1000)
    draw = random.Random(number)
    for _ in range(8):
        with start_writer(tmp_path, 1_000_000, "a") as process:
            assert process.stdout is not None
            for _ in range(1 + draw.randrange(4)):
                assert process.stdout.readline()
            for _ in range(draw.randrange(20_000)):
                pass  # some part of a round
            process.send_signal(number)
            _, err = process.communicate(timeout=300)
        killed = number == signal.SIGKILL
        assert process.returncode == (-number if killed else 128 + number)
        assert check(tmp_path, contents, killed) == "a"
        assert err.count(b"\n") == (not killed)


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_an_index_is_old_or_new(tmp_path: Path, number: signal.Signals) -> None:
    """A few of the moments of ``python -m fuzz.kills``, at which anything may be done already."""
    prepare(tmp_path, 1000)
    draw = random.Random(number)
    for command in kills_index.commands(1000):
        assert kill_at(tmp_path, command, number, draw.random() * 0.5) in ("old", "new")


def test_what_is_wrong_with_an_index_is_found(tmp_path: Path) -> None:
    prepare(tmp_path, 10)
    build, _, add, _ = kills_index.commands(10)
    assert build.check(tmp_path) == "old"
    (tmp_path / "new.tix").mkdir()
    with pytest.raises(DamageError, match="there is no index"):
        build.check(tmp_path)
    assert build.check(tmp_path, killed=True) == "old"
    add.reset(tmp_path)
    assert add.check(tmp_path) == "old"
    (tmp_path / "old.tix" / f"{'0' * 16}.segment").write_bytes(b"")
    with pytest.raises(DamageError, match="1 segments"):
        add.check(tmp_path)
    assert add.check(tmp_path, killed=True) == "old"
    (tmp_path / "old.tix" / "manifest.json").unlink()
    with pytest.raises(DamageError, match="there is no index"):
        add.check(tmp_path, killed=True)


def test_two_writers(tmp_path: Path) -> None:
    contents = prepare(tmp_path, 300)
    seen = write_together(tmp_path, contents, 100)
    assert {"a", "b"} & set(seen)


TRAIN = ["train", "wwlk-theta", "--gold", "gold.amr", "--pred", "parser.amr", "--target", "y"]


def test_weights_on_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the end of the disk."""
    for name in ("gold.amr", "parser.amr"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())
    (tmp_path / "y").write_text("1\n2\n3\n4\n")
    (tmp_path / "weights.json").write_text("old")
    words = [*TRAIN, "--dev", "gold.amr", "parser.amr", "y", "--steps", "1", "-o", "weights.json"]

    def fill_disk() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))

    command = [*TERTIUM, *words]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, preexec_fn=fill_disk, check=False
    )
    assert done.returncode == 2
    assert done.stderr.endswith("tertium: weights.json: File too large\n")
    assert (tmp_path / "weights.json").read_text() == "old"
    assert len(os.listdir(tmp_path)) == 4
