"""Ctrl-C ends a command at once, in native code too."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.commands import TERTIUM


def hard_graph(name: str, n: int, size: int = 40) -> str:
    """Return a graph of variables with one concept: aligning two takes the whole budget."""
    edges = " ".join(f":ARG0 x{(i * i * n + 3 * i + n) % size}" for i in range(3 * size // 2))
    nodes = " ".join(f":ARG0 (x{i} / c :ARG0 x{(i * n + i * i) % size})" for i in range(size))
    return f"# ::id {n}\n(r / {name} {nodes} {edges})"


def make_bamboo(folder: Path, count: int) -> None:
    """Make the benchmark of the files that are beside it."""
    for task in ("sts", "sick", "para"):
        for kind in ("main", "reify", "syno"):
            (folder / task / kind).mkdir(parents=True)
            for side, name in (("src", "a"), ("tgt", "b")):
                target = folder / task / kind / f"{side}.test.amr"
                target.symlink_to(folder.parent / f"{name}.amr")
        (folder / task / "test.y").write_text("".join(f"{n % 5}\n" for n in range(count)))


LONG = {
    "score": ["score", "a.amr", "b.amr", "--threads", "1"],
    "threads": ["score", "a.amr", "b.amr", "--threads", "2"],
    "compare": ["compare", "a.amr", "b.amr", "b.amr"],
    "audit": ["audit", "principles", "a.amr", "b.amr", "--threads", "2"],
    "bamboo": ["bamboo", "bamboo", "-m", "smatch"],
}


@pytest.mark.parametrize("words", LONG.values(), ids=LONG)
def test_interrupted(tmp_path: Path, words: list[str]) -> None:
    """Without the signal, any of these takes many minutes."""
    count = 300
    for name in ("a", "b"):
        graphs = (hard_graph(name, n + 7 * (name == "b")) for n in range(1, count))
        (tmp_path / f"{name}.amr").write_text("\n\n".join(graphs))
    if "bamboo" in words:
        make_bamboo(tmp_path / "bamboo", count - 1)
    interrupt(tmp_path, words)


ONE_PAIR = {
    "exact": ["score", "a.amr", "b.amr", "-m", "smatch:budget=1000000000"],
    "climb": ["score", "a.amr", "b.amr", "-m", "smatch:solver=climb,restarts=1000000"],
    "aspects": ["score", "a.amr", "b.amr", "-m", "smatch:budget=1000000000", "--aspects"],
    "transport": ["score", "a.amr", "b.amr", "-m", "wwlk:samples=100"],
}


@pytest.mark.parametrize("words", ONE_PAIR.values(), ids=ONE_PAIR)
def test_interrupted_within_a_pair(tmp_path: Path, words: list[str]) -> None:
    """One pair, and hours of work: native code has to listen."""
    size = 1500 if "wwlk" in words[-1] else 150
    for name, n in (("a", 3), ("b", 10)):
        (tmp_path / f"{name}.amr").write_text(hard_graph(name, n, size))
    interrupt(tmp_path, words)


def interrupt(folder: Path, words: list[str]) -> None:
    """Run a command until it is busy; end it as Ctrl-C does."""
    command = [*TERTIUM, *words]
    with subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background ignore Ctrl-C, and so would their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        time.sleep(1.5)  # to be past its imports
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, "")
    assert err.endswith("tertium: interrupted\n")
    assert "Traceback" not in err
