"""``tertium signature``: every signature leads back to the options that made it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tertium import __version__
from tertium.metrics import REGISTRY, metric
from tertium.metrics.signed import read_signature
from tests.cli.files import Run
from tests.variants import variants

SOME = [spec for k, spec in enumerate(variants()) if k % 3 == 0 or "aspect" not in spec]


@pytest.mark.parametrize("spec", SOME)
def test_a_signature_leads_back_to_its_metric(spec: str) -> None:
    made = metric(spec)
    for text in (made.signature, made.short_signature):
        found = read_signature(text)
        if any("#" in value for value in text.split("|")):
            continue  # a file, of which a signature has the name and a hash
        assert found.metric.signature == made.signature, text
        assert found.reproduced


def test_the_short_signature_is_short() -> None:
    for name in REGISTRY:
        assert metric(name).short_signature == f"{name}|version:{__version__}"
    changed = metric("smatch:aspect=frames,top=none")
    assert changed.short_signature == f"smatch|aspect:frames|top:none|version:{__version__}"


def test_a_signature_without_changes_has_no_empty_table(run: Callable[..., Run]) -> None:
    done = run("signature", f"smatch|version:{__version__}")
    assert "every option has its default" in done.out.replace("\n", " ")
    assert "meaning" not in done.out


def test_fields_are_explained(run: Callable[..., Run]) -> None:
    done = run("signature", f"sembleu|n:2|case:lower|version:{__version__}")
    assert done.code == 0
    lines = done.out.splitlines()
    assert [line.split()[:3] for line in lines if line.startswith(("n ", "case "))] == [
        ["n", "2", "3"],
        ["case", "lower", "lower"],
    ]
    assert "Whether Boy and boy are the same." in done.out
    assert lines[-1] == "    -m sembleu:n=2"


def test_json(run: Callable[..., Run]) -> None:
    found = json.loads(run("signature", "wlk:k=3", "-f", "json").out)
    assert found["options"] == ["-m", "wlk:k=3"]
    assert found["reproduced"] is True
    assert {field["name"]: field["value"] for field in found["fields"]}["k"] == "3"


def test_another_version_and_another_program(run: Callable[..., Run]) -> None:
    done = run("signature", "wlk|k:3|colour:red|version:0.0.1")
    assert done.code == 1
    assert "colour: there is no such option in this version" in done.out
    assert f"This is Tertium {__version__}" in done.out
    assert "The nearest options:" in done.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bleu|x:1", "'bleu' is not a metric"),
        ("smatch|top", "'top' is not a field"),
        ("smach", "did you mean 'smatch'?"),
    ],
)
def test_mistakes(run: Callable[..., Run], text: str, message: str) -> None:
    done = run("signature", text)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
