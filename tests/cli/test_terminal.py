"""The terminal: no character of a file, a name or an argument makes a terminal do anything."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium import evaluate
from tertium.cli import progress
from tertium.report.formats import FORMATS
from tertium.terminal import HIDDEN, say, show, visible, visible_line, width
from tests.cli.files import GOLD, Run
from tests.support.commands import TERTIUM

ESCAPE = "\x1b]0;owned\x07\x9b2J"
"""Sets the title and clears the screen, once with a C0 and once with a C1 control."""
REVERSED = "\u202egpj.exe\u2066\u200f\u061c"
HOSTILE = f"x{ESCAPE}{REVERSED}\u200b\x7f"
GRAPHS = f"# ::id {HOSTILE}\n# ::snt A {HOSTILE} sentence.\n(b / boy :mod (t / tall))\n"


HIDDEN_ONES = (
    *map(chr, (*range(0x20), *range(0x7F, 0xA0))),
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    *"\u200b\u2028\u2029\u00ad\ufeff\u2060\u3164\U000e0041",
)


@pytest.mark.parametrize("character", HIDDEN_ONES, ids=lambda found: f"{ord(found):04X}")
def test_hidden_characters_are_shown_by_number(character: str) -> None:
    number = f"<U+{ord(character):04X}>"
    shown = visible(f"a{character}b")
    assert shown == (f"a{character}b" if character in "\n\t" else f"a{number}b")
    assert visible_line(f"a{character}b") == ("a b" if character in "\n\t" else f"a{number}b")


@pytest.mark.parametrize(
    "text", ["naïve café", "男孩", "می‌خواهم", "क्‍ष", "👩‍🔬", "שלום", "e\u0301", "東京♯"]
)
def test_what_languages_need_is_left_alone(text: str) -> None:
    assert visible(text) == text


def test_a_message_has_one_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    say("a file\ntertium: all is well\n  drawn")
    assert capsys.readouterr().err == "tertium: a file\n    tertium: all is well\n  drawn\n"


def test_results_keep_their_characters_if_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    show(HOSTILE)
    assert capsys.readouterr().out == f"{HOSTILE}\n"


def test_tables_for_people_are_safe_in_python() -> None:
    found = evaluate([GRAPHS], {f"{HOSTILE}\nother": ["(c / cat)"]})
    for format in FORMATS:
        text = found._render(format)
        if format not in ("csv", "html"):
            assert not re.search(HIDDEN, text), format
    assert "x<U+001B>]0;owned<U+0007><U+009B>2J<U+202E>gpj.exe" in str(found)
    rows = str(found).split("\n\n")[0].splitlines()[2:]
    assert [line for line in rows if "33.33" in line] == rows[:1]  # a line break makes no row
    assert json.loads(found.to_json())["systems"][0]["name"] == f"{HOSTILE}\nother"
    assert HOSTILE in found.to_csv()


def test_sentences_and_ids_in_listings(
    run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    Path("bad.amr").write_text(GRAPHS)
    Path(f"{REVERSED}.amr").write_text(GRAPHS.replace("tall", "small"))
    done = run("score", "bad.amr", f"{REVERSED}.amr", "--worst", "1")
    assert done.code == 0
    assert "A x<U+001B>" in done.out
    assert not re.search(HIDDEN, done.out)


SPEAKS = f"command:{sys.executable} says.py"
MESSAGES: dict[str, list[str]] = {
    "a missing file": ["score", "gold.amr", f"no{HOSTILE}"],
    "a line break in a name": ["score", "gold.amr", f"no\ntertium: done{HOSTILE}"],
    "an unreadable graph": ["score", "bad.amr", "bad.amr"],
    "an unreadable prediction": ["score", "gold.amr", "bad.amr"],
    "standardise": ["standardise", "bad.amr", "--canonical"],
    "a metric": ["score", "gold.amr", "pred.amr", "-m", f"sm{HOSTILE}"],
    "an option": ["score", "gold.amr", "pred.amr", "-m", f"smatch:{HOSTILE}=1"],
    "a program": ["score", "gold.amr", "pred.amr", "-m", f"command:false {HOSTILE}"],
    "what a program says": ["score", "gold.amr", "pred.amr", "-m", SPEAKS],
    "a module": ["score", "gold.amr", "pred.amr", "-m", "x.py:anything"],
    "words of vectors": ["score", "gold.amr", "pred.amr", "-m", "s2match:vectors=words.txt"],
    "an argument": ["score", "gold.amr", "pred.amr", f"--{HOSTILE}"],
    "a number": ["score", "gold.amr", "pred.amr", "--seed", HOSTILE],
    "a choice": ["score", "gold.amr", "pred.amr", "--format", HOSTILE],
    "a command": [HOSTILE],
    "rows": ["score", "gold.amr", "pred.amr", "--pairs", f"{HOSTILE}/x"],
}  # fmt: skip


@pytest.mark.parametrize("words", MESSAGES.values(), ids=MESSAGES)
def test_messages(run: Callable[..., Run], words: list[str]) -> None:
    bad = GOLD.replace("(c / cat)", f"(c / cat {HOSTILE} ({HOSTILE}").replace(
        "id 2", f"id {HOSTILE}"
    )
    Path("bad.amr").write_text(bad)
    Path("words.txt").write_text(f"{HOSTILE.split()[0]} 1 2\n" * 2)
    Path("x.py").write_text(f"raise SystemError({HOSTILE!r})\n")
    Path("says.py").write_text(f"raise SystemExit({HOSTILE!r})\n")
    done = run(*words)
    assert "U+" in done.err or "\\x1b" in done.err or "\N{REPLACEMENT CHARACTER}" in done.err
    assert not re.search(HIDDEN, done.err)
    assert not re.search(HIDDEN, done.out)
    assert "\ntertium: done" not in done.err


def in_a_terminal(*words: str, cwd: Path) -> str:
    """Return what a command shows on a terminal."""
    pty = pytest.importorskip("pty")
    main, other = pty.openpty()
    with subprocess.Popen([*TERTIUM, *words], cwd=cwd, stdout=other, stderr=other) as process:
        os.close(other)
        shown = b""
        try:
            while part := os.read(main, 4096):
                shown += part
        except OSError:  # how Linux says that nobody writes any more
            pass
        os.close(main)
        assert process.wait() == 0, shown
    return shown.decode().replace("\r\n", "\n")


NAMED = f"{REVERSED}.amr"
COMMANDS = [["standardise", "bad.amr", "--canonical"], ["perturb", "bad.amr", "--op", "lift-up"],
            *(["score", "bad.amr", NAMED, "--format", format, "--worst", "1"]
              for format in ("text", "json", "csv", "markdown", "latex")),
            ["score", "bad.amr", NAMED, "--shard", "1/1"]]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: f"{words[0]}-{words[-3]}")
def test_on_a_real_terminal(words: list[str], tmp_path: Path) -> None:
    for name in ("bad.amr", NAMED):
        (tmp_path / name).write_text(GRAPHS)
    shown = in_a_terminal(*words, cwd=tmp_path)
    assert shown
    assert not re.search(HIDDEN, shown)


def test_a_pipe_gets_the_graphs_as_they_are(run: Callable[..., Run]) -> None:
    Path("bad.amr").write_text(GRAPHS)
    assert f"# ::id {HOSTILE}" in run("standardise", "bad.amr", "--canonical").out


class Screen(io.StringIO):
    """A stream that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


def test_labels_of_progress_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress_bar(f"[b]{REVERSED}", 2) as advance:
        assert advance is not None
        advance(1)
    assert "[b]<U+202E>gpj.exe" in screen.getvalue()
    assert REVERSED not in screen.getvalue()


def test_a_word_that_would_bury_a_message_is_cut(run: Callable[..., Run]) -> None:
    for words in (
        ["score", "gold.amr", "x" * 9999],
        ["score", "gold.amr", "pred.amr", "-f", "9" * 9999],
    ):
        done = run(*words)
        assert done.code == 2
        assert len(done.err) < 1500
        assert "[...]" in done.err
    path = "long/" * 190 + "file.amr"
    assert path in run("score", "gold.amr", path).err, "a path may be long"


def test_columns_that_are_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ("9" * 9999, "-1", "0", "x"):
        monkeypatch.setenv("COLUMNS", given)
        assert 0 < width() < 10**9
