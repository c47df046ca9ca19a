"""The help of every command: 80 columns, a phrase for every option, and its default."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator

import pytest

from tertium.cli import build_parser
from tertium.cli.help import LAST, ORDER, RARE, HelpAll, HelpFormatter, help_text, is_help, written
from tests.cli.files import Run

PARSER = build_parser()


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and those of its commands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in dict.fromkeys(action.choices.values()):
                yield from commands(inner)


ALL = {parser.prog: parser for parser in commands(PARSER)}
OPTIONS = {
    f"{prog} {(action.option_strings or [action.dest])[-1]}": (parser, action)
    for prog, parser in ALL.items()
    for action in parser._actions
    if not isinstance(action, argparse._SubParsersAction) and not is_help(action)
}


def shown(action: argparse.Action) -> str:
    return help_text(action) % {**vars(action), "prog": "tertium"}


@pytest.mark.parametrize("prog", ALL)
def test_every_line_is_at_most_80_columns_wide(prog: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HelpFormatter, "_known", 80)
    wide = [line for line in ALL[prog].format_help().splitlines() if len(line) > 80]
    assert not wide, "shorten a metavar, or break a long word in the help:\n" + "\n".join(wide)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_has_a_phrase_and_its_default(name: str) -> None:
    _, action = OPTIONS[name]
    text = shown(action)
    first = text.partition(" ")[0].strip(",:;")
    phrase = len(text.split("(default")[0].split()) > 1
    phrase = phrase and not text.startswith(("(", "of ", "as "))
    phrase = phrase and (first.islower() or not first.isalpha() or first.isupper())
    assert phrase, (
        f"{name}: '{text}' cannot stand alone; write help='a phrase that begins with a verb or a "
        "noun', such as 'seed of the resampling'"
    )
    assert not text.endswith("."), f"{name}: a phrase has no full stop at its end"
    if action.option_strings and action.nargs != 0 and not action.required:
        assert "default" in text, (
            f"{name}: '{text}' does not say what happens without the option; end it with "
            "'(default: ...)', for example '(default: none)' or '(default: all graphs)'. A default "
            "of argparse is added by itself, but here it is None or empty"
        )


@pytest.mark.parametrize("name", OPTIONS)
def test_every_choice_is_named(name: str) -> None:
    _, action = OPTIONS[name]
    if action.choices is None or len(list(action.choices)) > 8:
        return
    metavar = action.metavar if isinstance(action.metavar, str) else None
    words = shown(action) if metavar else ",".join(map(str, action.choices))
    for choice in action.choices:
        assert re.search(rf"(?<![\w-]){re.escape(str(choice))}(?![\w-])", words), (
            f"{name}: the help does not name the choice '{choice}'"
        )


@pytest.mark.parametrize("prog", ALL)
def test_every_command_describes_itself(prog: str) -> None:
    parser = ALL[prog]
    assert parser.description
    assert parser.description.endswith("."), "a description is made of whole sentences"
    usage = parser.format_usage()
    assert usage.startswith(f"usage: {prog}")
    assert len(usage.splitlines()) <= 3


def test_the_help_of_score_is_one_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HelpFormatter, "_known", 80)
    assert len(ALL["tertium score"].format_help().splitlines()) <= 42


@pytest.mark.parametrize("prog", ALL)
def test_every_option_is_named_and_help_all_explains_it(
    prog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HelpFormatter, "_known", 80)
    parser = ALL[prog]
    short, whole = parser.format_help(), written(parser, complete=True)
    assert len(short.splitlines()) <= 56
    for action in parser._actions:
        for name in action.option_strings[-1:]:
            assert name in short or isinstance(action, HelpAll)
            if not is_help(action):
                assert re.search(rf"^  (-\w, )?{re.escape(name)}( |$)", whole, re.MULTILINE)
    assert ("--help-all" in short) == (short != whole)


def test_rare_options_exist() -> None:
    known = {name for parser in ALL.values() for name in parser._option_string_actions}
    assert known >= RARE


def test_groups_have_one_order() -> None:
    for parser in ALL.values():
        titles = re.findall(r"^([a-z ,]+):$", written(parser, complete=True), re.MULTILINE)
        known = [title for title in titles if title in ORDER + LAST]
        assert known == sorted(known, key=(ORDER + LAST).index)


def test_help_as_a_command(run: Callable[..., Run]) -> None:
    assert run("help", "score").out == run("score", "--help").out
    assert run("help", "bamboo", "make").out == run("bamboo", "make", "--help").out
    assert run("help").out == run("--help").out
    assert "--max-triples N" in run("score", "--help-all").out


MISTAKES = {
    "an unknown option": (["score", "gold.amr", "pred.amr", "--formt", "csv"], "mean --format?"),
    "a missing file": (["compare"], "the following arguments are required: GOLD"),
    "a choice": (["agree", "gold.amr", "pred.amr", "--pair-by", "idd"], "did you mean 'id'?"),
    "a nested command": (["audit", "soundness"], "the following arguments are required: FILE"),
    "a metric": (["score", "gold.amr", "pred.amr", "-m", "smach"], "did you mean 'smatch'?"),
    "an option of a metric": (["score", "gold.amr", "pred.amr", "-m", "wlk:n=3"], "no option 'n'"),
    "a metric as a file": (
        ["score", "gold.amr", "pred.amr", "-m", "smatch", "wlk"],
        "wlk: there is no such file; for several metrics write -m smatch,wlk",
    ),
    "a page": (["score", "gold.amr", "pred.amr", "-f", "html"], "; --html FILE writes a page"),
    "a share": (["dedupe", "gold.amr", "--at-least", "90"], "did you mean 0.9?"),
    "a level": (["score", "gold.amr", "pred.amr", "--level", "95"], "did you mean 0.95?"),
    "a level of judgements": (["prefer", "j.csv", "pred.amr", "--level", "0"], "between 0 and 1"),
}


@pytest.mark.parametrize(("words", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_shows_the_usage_of_its_command(
    run: Callable[..., Run], words: list[str], message: str
) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    command = " ".join(words[:2] if words[0] == "audit" else words[:1])
    assert done.err.startswith(f"usage: tertium {command} [options] ")
    assert message in done.err
    assert len(done.err.splitlines()) <= 4


def test_a_command_that_does_not_exist(run: Callable[..., Run]) -> None:
    assert "did you mean 'score'?" in run("scor", "gold.amr").err


def test_options_and_files_may_be_mixed(run: Callable[..., Run]) -> None:
    first = run("score", "gold.amr", "pred.amr", "same.amr", "-m", "smatch,wlk")
    mixed = run(
        "score", "-m", "smatch", "gold.amr", "-m", "wlk", "pred.amr", "-f", "text", "same.amr"
    )
    assert first.code == 0
    assert first == mixed


def test_several_metrics_after_one_option(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "-m", "smatch:top=none,budget=9,sembleu:n=2,wlk")
    assert done.out.splitlines()[0].split() == ["system", "smatch", "sembleu", "wlk"]
    assert "smatch|budget:9|top:none|version" in done.out
    assert "sembleu|n:2|version" in done.out
