"""Ctrl-C, SIGTERM and SIGHUP end a command at once, in native code and while it starts, too."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from fuzz.starts import SCRIPT, interrupt_often
from tests.support.commands import TERTIUM
from tests.support.paths import EXAMPLES, ROOT


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


BUSY = 1.0  # seconds of CPU time; starting takes a third of it


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """Return the CPU time that a process has used, whatever the load of the machine."""
    stat = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def start(folder: Path, words: list[str], *options: str) -> subprocess.Popen[str]:
    """Start a command."""
    return subprocess.Popen(
        [sys.executable, *options, "-m", "tertium", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background ignore Ctrl-C, and so would their children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def interrupt(
    folder: Path,
    words: list[str],
    number: signal.Signals = signal.SIGINT,
    said: str = "interrupted",
) -> None:
    """Run a command until it is busy; end it as Ctrl-C does."""
    with start(folder, words) as process:
        while process.poll() is None and cpu_seconds(process) < BUSY:
            time.sleep(0.02)
        assert process.poll() is None
        process.send_signal(number)
        out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (128 + number, "")
    assert err.endswith(f"tertium: {said}\n")
    assert "Traceback" not in err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_other_signals_end_it_like_ctrl_c(tmp_path: Path, number: signal.Signals) -> None:
    for name, n in (("a", 3), ("b", 10)):
        (tmp_path / f"{name}.amr").write_text(hard_graph(name, n, 150))
    words = [*ONE_PAIR["exact"], "--pairs", "rows.jsonl"]
    (tmp_path / "rows.jsonl").write_text("old")
    interrupt(tmp_path, words, number, f"ended by {number.name}")
    assert (tmp_path / "rows.jsonl").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["a.amr", "b.amr", "rows.jsonl"]


STAGES = ["argparse", "tertium.errors", "tertium.cli.options", "tertium.evaluation", "numpy.linalg"]


@pytest.mark.parametrize("module", STAGES)
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_interrupted_while_it_starts(tmp_path: Path, name: str, module: str) -> None:
    """Python says on stderr which module it has imported."""
    number = signal.Signals[name]
    shutil.copy(EXAMPLES / "gold.amr", tmp_path)
    words = ["matrix", "gold.amr", "-m", "smatch:solver=climb,restarts=100000000", "-o", "out.npy"]
    with start(tmp_path, words, "-X", "importtime") as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.split("|")[-1].strip() == module:
                break
        process.send_signal(number)
        rest = process.stderr.read()
        assert process.wait(timeout=300) == 128 + number
    said = [line for line in rest.splitlines() if not line.startswith("import time:")]
    assert said == ["tertium: interrupted" if name == "SIGINT" else f"tertium: ended by {name}"]
    assert os.listdir(tmp_path) == ["gold.amr"]


@pytest.mark.parametrize("module", ["tertium_command", "tertium._version", "tertium", "gc"])
def test_ctrl_c_before_signals_are_handled(tmp_path: Path, module: str) -> None:
    """What the installed script does: its first import ends the time of tracebacks."""
    script = "from tertium_command import run; run()"
    command = [sys.executable, "-X", "importtime", "-c", script, "matrix", "gold.amr", "-o", "o"]
    shutil.copy(EXAMPLES / "gold.amr", tmp_path)
    with subprocess.Popen(
        [*command, "-m", "smatch:solver=climb,restarts=100000000"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.split("|")[-1].strip() == module:
                break
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(timeout=300) in (-signal.SIGINT, 130)
    said = [line for line in rest.splitlines() if not line.startswith("import time:")]
    assert said in ([], ["tertium: interrupted"])
    assert os.listdir(tmp_path) == ["gold.amr"]


def test_ctrl_c_at_any_moment_of_the_start() -> None:
    """Python prints tracebacks of its own until `tertium_command` has begun; none comes later."""
    assert not interrupt_often(SCRIPT, 12, seed=1)["traceback of Tertium"]


def test_the_script_imports_nothing_before_it() -> None:
    """Else Ctrl-C prints the traceback of what is imported."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["scripts"] == {"tertium": "tertium_command:run"}
    source = (ROOT / "src" / "tertium_command" / "__init__.py").read_text(encoding="utf-8")
    imports = [
        node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert [ast.unparse(node) for node in imports] == ["import _signal as signal"]


def test_a_library_keeps_its_handler() -> None:
    """Only the command changes what Ctrl-C does; importing the package does not."""
    code = "import signal, tertium; tertium.score('(b / boy)', '(b / boy)'); "
    code += "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert done.stdout == "True\n"


def test_nohup(tmp_path: Path) -> None:
    """A signal that the parent wants ignored is ignored."""
    shutil.copy(EXAMPLES / "gold.amr", tmp_path)
    reading, writing = os.pipe()
    command = [*TERTIUM, "score", "-", "gold.amr"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdin=reading,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    ) as process:
        os.close(reading)
        process.send_signal(signal.SIGHUP)
        with os.fdopen(writing, "wb") as gold:
            gold.write((EXAMPLES / "gold.amr").read_bytes())
        out, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    assert b"100.00" in out
