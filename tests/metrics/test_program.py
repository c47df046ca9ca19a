"""Programs as metrics: what they may print, how long they may take, and that nothing survives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium.errors import MetricError, OptionError
from tertium.metrics.custom import of_command
from tertium.metrics.program import SECONDS, Limits, run_program

PAIR = ("(b / boy)", "(g / girl)")
SHELL = ("sh", "-c")
PATIENCE = 60  # seconds that a test waits for what should take less than one


def wait_until(sign: Callable[[], bool]) -> None:
    """Wait for a sign of life, or of death."""
    end = time.monotonic() + PATIENCE
    while not sign():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


def is_gone(pid: int) -> bool:
    """Return whether a process has ended; one that nobody has asked for yet has, too."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"


def test_what_a_program_leaves() -> None:
    done = run_program([*SHELL, "echo out; echo err >&2; exit 3"], Limits(100, PATIENCE), "x")
    assert (done.code, done.output, done.last_words) == (3, b"out\n", b"err\n")


def test_a_program_that_prints_much_on_both_streams() -> None:
    talk = "head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero; echo end >&2"
    done = run_program([*SHELL, talk], Limits(3_000_000, PATIENCE), "x")
    assert (done.code, len(done.output)) == (0, 3_000_000)
    assert done.last_words.endswith(b"\0end\n")
    assert len(done.last_words) <= 4096


def test_a_program_that_prints_without_end_is_stopped() -> None:
    with pytest.raises(MetricError, match=r"printed more than 1,001,000 bytes and was stopped"):
        of_command("yes").compare(*PAIR)


def test_a_program_that_hangs_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECONDS, "0.3")
    script = tmp_path / "hang"
    script.write_text(f"sleep 1000 & echo $! > {tmp_path}/child; sleep 1000")
    with pytest.raises(MetricError, match=f"took more than 0.3 s .* set {SECONDS}"):
        of_command(f"sh {script}").compare(*PAIR)
    child = tmp_path / "child"
    if child.exists() and child.read_text():  # a slow machine may have no time to start it
        wait_until(lambda: is_gone(int(child.read_text())))


def test_a_program_that_closes_its_streams_and_hangs_is_stopped() -> None:
    with pytest.raises(MetricError, match="took more than"):
        run_program([*SHELL, "exec >&- 2>&-; sleep 1000"], Limits(100, 0.3), "x")


def test_what_a_program_leaves_in_the_background_is_not_waited_for(tmp_path: Path) -> None:
    text = f"sleep 1000 & echo $! > {tmp_path}/child; echo 1"
    done = run_program([*SHELL, text], Limits(100, 1000), "x")
    assert (done.code, done.output) == (0, b"1\n")
    child = int((tmp_path / "child").read_text())
    wait_until(lambda: is_gone(child))


def test_interrupted_the_program_is_killed(tmp_path: Path) -> None:
    script = f"sh -c 'echo $$ > {tmp_path}/new; mv {tmp_path}/new {tmp_path}/pid; sleep 1000' --"
    listen = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{listen}; from tertium.metrics.custom import of_command as c; c(sys.argv[1])"
    call = [sys.executable, "-c", f"{code}.compare('(b / boy)', '(b / boy)')", script]
    process = subprocess.Popen(call, stderr=subprocess.DEVNULL)
    wait_until((tmp_path / "pid").exists)
    os.kill(process.pid, signal.SIGINT)
    process.wait(PATIENCE)
    wait_until(lambda: is_gone(int((tmp_path / "pid").read_text())))


@pytest.mark.parametrize("text", ["x", "0", "-1", "nan", "inf", "9" * 9999])
def test_a_wrong_limit_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECONDS, text)
    with pytest.raises(OptionError, match=f"{SECONDS}=.*: expected a number of seconds") as caught:
        of_command("true").compare(*PAIR)
    assert len(str(caught.value)) < 200
