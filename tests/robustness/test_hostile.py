"""What no user means to give: an answer or a clear error, in bounded time and memory.

Memory is bounded by the limit of a process of its own where it matters; see docs/limits.md. Nothing
is timed, but what takes the square of these sizes would not end.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tertium
from tertium import Corpus, Graph
from tertium.cli import main
from tertium.errors import FileError, InputError
from tertium.files import open_whole
from tests.support.paths import EXAMPLES

ALIGNING = ("smatch", "smatch++", "smatch#", "wsmatch")
LINEAR = (*ALIGNING, "sembleu", "sema", "wlk")
GIGABYTE = 1 << 30


def nested(depth: int, concept: str) -> str:
    opening = (f"(v{i} / {concept}{i % 7} :ARG{i % 3} " for i in range(depth - 1))
    return "".join(opening) + f"(z / {concept})" + ")" * (depth - 1)


def star(leaves: int, role: str, concept: str) -> str:
    """Return a node with many others; *role* and *concept* may use the number as ``{i}``."""
    parts = (f":{role.format(i=i)} (v{i} / {concept.format(i=i)})" for i in range(leaves))
    return f"(r / and {' '.join(parts)})"


@pytest.fixture(scope="module")
def deep() -> tuple[Graph, Graph]:
    return Graph.from_penman(nested(100_000, "c")), Graph.from_penman(nested(99_990, "d"))


@pytest.fixture(scope="module")
def large() -> tuple[Graph, Graph, Graph]:
    """200,000 triples: all roles different, all the same; and concepts that the others lack."""
    texts = star(100_000, "op{i}", "c{i}"), star(100_000, "ARG0", "c"), star(99_000, "ARG0", "d{i}")
    first, second, third = map(Graph.from_penman, texts)
    return first, second, third


@pytest.mark.parametrize("metric", LINEAR)
def test_a_hundred_thousand_levels_are_scored(deep: tuple[Graph, Graph], metric: str) -> None:
    a, b = deep
    assert tertium.score(a, a, metric).value == 1
    assert 0 <= tertium.score(a, b, metric).value < 0.6
    assert Graph.from_penman(a.to_penman()) == a


def test_large_graphs_without_a_common_concept(deep: tuple[Graph, Graph]) -> None:
    """Too large for the exact search; where no concept matches, edges still do."""
    score = tertium.score(*deep)
    assert 0.49 < score.value <= float(score.upper or 0) <= 0.5


@pytest.mark.parametrize("metric", LINEAR)
def test_two_hundred_thousand_triples(large: tuple[Graph, Graph, Graph], metric: str) -> None:
    for graph in large:
        assert tertium.score(graph, graph, metric).value == 1
    for a, b in (large[:2], large[1:]):
        score = tertium.score(a, b, metric)
        assert 0 <= score.value <= float(score.upper or 0.5) < 0.6


@pytest.mark.parametrize("metric", ["wwlk", "wwlk-e2n", "wwlk-theta", "s2match"])
def test_too_large_for_all_with_all(large: tuple[Graph, Graph, Graph], metric: str) -> None:
    with pytest.raises(InputError, match="too many"):
        tertium.score(large[0], large[2], metric)


def test_too_large_for_a_transport_plan(large: tuple[Graph, Graph, Graph]) -> None:
    with pytest.raises(InputError, match="too many for an exact transport"):
        tertium.metrics.Wwlk().align(large[0], large[0])


def test_too_large_for_the_ilp(large: tuple[Graph, Graph, Graph]) -> None:
    pytest.importorskip("scipy")
    with pytest.raises(InputError, match="choose another solver"):
        tertium.score(large[1], large[2], "smatch:solver=ilp")


def test_as_many_paths_as_a_clique_has() -> None:
    """10^9 paths of three nodes."""
    names = [f"v{i}" for i in range(1000)]
    edges = [(a, ":ARG0", b) for a in names for b in names[:200]]
    graph = Graph.from_triples([*((v, ":instance", "c") for v in names), *edges], top="v0")
    with pytest.raises(InputError, match="more than 4000000 k-grams"):
        tertium.score(graph, graph, "sembleu")


def test_many_large_tables_of_similarities_are_made_in_parts() -> None:
    """Each pair fits, all together do not; the numbers are those of each pair alone."""

    def graph(name: str) -> Graph | None:
        return Graph.from_penman(star(3000, "op{i}", f"{name}x{{i}}"))

    metric = tertium.metric("s2match:budget=1")
    golds, preds = [graph("a"), graph("b")], [graph("c"), graph("d")]
    rows = metric._compare(golds, preds, 1)
    assert (rows[1] == metric._compare(golds[1:], preds[1:], 1)[0]).all()


def test_neighbours_in_a_chain() -> None:
    """v1 may be w1 or w2, w2 may be v1 or v2, and so on: one block of 60,000 × 60,000."""
    single = "".join(f" :r{i} (v{i} / c{i})" for i in range(60_000))
    double = "".join(f" :r{i} (v{i} / c{i}) :r{i + 1} v{i}" for i in range(60_000))
    score = tertium.score(f"(r / and{single})", f"(r / and{double})")
    assert (score.recall, score.proven) == (1, True)


@pytest.mark.parametrize("leaves", [60, 70, 300])
def test_blocks_on_both_sides_of_the_largest(leaves: int) -> None:
    """One role, 64 × 64 neighbours at most in one table: the optimum is found with either."""
    score = tertium.score(star(leaves, "ARG0", "c"), star(leaves + 1, "ARG0", "c"))
    assert score.recall == 1


@pytest.mark.parametrize("metric", [*LINEAR, "s2match", "wwlk"])
def test_a_role_of_a_megabyte(metric: str) -> None:
    graph = Graph.from_penman(f"(a / b :{'r' * 10**6} (c / d))")
    assert Graph.from_penman(str(graph)) == graph
    assert tertium.score(graph, graph, metric).value == pytest.approx(1)
    assert tertium.score(graph, "(a / b :r (c / d))", metric).value < 1


@pytest.mark.parametrize("metric", [*ALIGNING, "sembleu:n=2", "sema", "wlk", "s2match", "wwlk"])
def test_ten_thousand_reentrancies(metric: str) -> None:
    graph = Graph.from_penman("(a / b" + " :ARG0 a" * 5000 + " :ARG1 (c / d :ARG0 a)" + ")")
    more = Graph.from_penman("(a / b :ARG1 (c / d" + " :ARG0 a" * 10_000 + "))")
    assert Graph.from_penman(str(more)) == more
    assert tertium.score(more, more, metric).value == pytest.approx(1)
    assert 0 <= tertium.score(graph, more, metric).value <= 1


def test_duplicate_variables() -> None:
    """One variable that has two concepts, or one a thousand times."""
    for text in ("(a / b :ARG0 (a / c))", "(a / b" + " :ARG0 (b / c)" * 1000 + ")"):
        for metric in (*LINEAR, "s2match", "wwlk"):
            assert tertium.score(text, text, metric).value == pytest.approx(1), metric


# The command line.


def limited(*words: str, memory: int = 2 * GIGABYTE, **options: Any) -> subprocess.Popen[bytes]:
    """Start the command with a limit of its address space."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    command = [sys.executable, "-m", "tertium", *words]
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

    def read(self) -> bytes:
        data = self._file.read(10)
        os.truncate(self._path, 20)
        return data + self._file.read()

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


# Ctrl-C.


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
    command = [sys.executable, "-m", "tertium", *words]
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
