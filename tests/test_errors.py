"""How errors look."""

from __future__ import annotations

import pickle

import pytest

from tertium import Corpus, Graph, errors
from tertium.errors import InputError, NotationError, Place
from tertium.terminal import spelled_out


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (Place(), ""),
        (Place(path="a.amr"), "a.amr"),
        (Place(path="a.amr", index=3), "a.amr: graph 3"),
        (Place(path="a.amr", index=3, id="x.1"), "a.amr: graph 3 (x.1)"),
        (Place(id="x.1", line=2), "graph (x.1), line 2"),
        (
            Place(path="a.amr", index=3, id="x.1", line=12, column=5),
            "a.amr: graph 3 (x.1), line 12, column 5",
        ),
    ],
)
def test_places(place: Place, expected: str) -> None:
    assert str(place) == expected


def test_the_whole_message() -> None:
    corpus = Corpus.of(["(b / boy)", "# ::id x.2\n(g / go-02\n\t:ARG0 dog cat)"], "system")
    (error,) = corpus.errors
    assert str(error) == (
        "graph 2 (x.2), line 3, column 12: expected a role or ')'\n"
        "     :ARG0 dog cat)\n"
        "               ^"
    )


@pytest.mark.parametrize("before", [0, 1, 10, 38, 39, 40, 77, 78, 79, 500, 100_000])
@pytest.mark.parametrize("after", [0, 30, 39, 100, 100_000])
def test_long_lines_are_shown_around_the_caret(before: int, after: int) -> None:
    text = "(b / " + "é" * before + "boy !" + "x" * after
    with pytest.raises(NotationError) as caught:
        Graph.from_penman(text)
    _, shown, caret = str(caught.value).split("\n")
    assert len(shown) <= 4 + 3 + 78 + 3
    assert shown[caret.index("^")] == "!"
    part = shown[4:].removeprefix("...").removesuffix("...")
    assert part in text
    assert shown[4:].startswith("...") == (not text.startswith(part))
    assert shown.endswith("...") == (not text.endswith(part))


def test_what_cannot_be_seen_is_spelled_out() -> None:
    with pytest.raises(NotationError) as caught:
        Graph.from_penman("(b / \x1b[31mboy x)")
    assert "\x1b" not in str(caught.value)
    assert str(caught.value).endswith("    (b / <U+001B>[31mboy x)\n" + " " * 25 + "^")


@pytest.mark.parametrize("character", "\x01\x1d\x7f\x85\xa0\u200b\u202e\u2028\ufeff\U000e0001")
def test_invisible_characters_in_messages(character: str) -> None:
    name = f"<U+{ord(character):04X}>"
    with pytest.raises(NotationError) as caught:
        Graph.from_penman(f"# ::id a{character}b\n(b / boy ){character}x y)")
    _, shown, caret = str(caught.value).split("\n")
    assert character not in shown
    assert f"boy ){name}x" in shown
    assert shown[caret.index("^")] == ("x" if character == "\x1d" else "<")  # a blank is skipped
    with pytest.raises(InputError) as role:
        Graph.from_triples([("b", f":a {character}", "c")]).to_penman()
    assert f"the role 'a {name}' cannot be written" in str(role.value)
    with pytest.raises(InputError) as top:
        Graph.from_triples([("b", ":a", "c")], top=character)
    assert f"the top '{name}'" in str(top.value)


def test_what_can_be_seen_is_left_alone() -> None:
    assert spelled_out("(b / boy :op1 東京 😀 é)") == "(b / boy :op1 東京 😀 é)"


def test_a_caret_at_the_end_of_the_line() -> None:
    with pytest.raises(NotationError) as caught:
        Graph.from_penman("(b / boy   \n")
    assert str(caught.value).split("\n")[1:] == ["    (b / boy", "            ^"]


def test_kinds_of_errors() -> None:
    assert issubclass(errors.InputError, ValueError)
    assert issubclass(errors.OptionError, ValueError)
    assert issubclass(errors.MissingExtraError, ImportError)
    for name in ("InputError", "OptionError", "MissingExtraError"):
        assert issubclass(getattr(errors, name), errors.TertiumError)
    for name in ("FileError", "NotationError", "PairingError"):
        assert issubclass(getattr(errors, name), errors.InputError)
    assert errors.__doc__ is not None
    public = [name for name in vars(errors) if name.endswith("Error")]
    assert all(name in errors.__doc__ for name in public)


def test_errors_are_pickled() -> None:
    error = NotationError("bad", Place("a.amr", 1, "x", 2, 3), "(b")
    again = pickle.loads(pickle.dumps(error))
    assert (again.message, again.place, again.source) == ("bad", error.place, "(b")
    assert str(again) == str(error)
