"""Metrics by name: specifications, options, signatures, and a custom metric."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import ClassVar, Literal

import pytest

from tertium import Graph, Metric, Score, Statistics, metric, register, score
from tertium._version import __version__
from tertium.errors import FileError, OptionError
from tertium.metrics import REGISTRY, Smatch
from tertium.metrics.arithmetic import Number

SPECS = {
    "smatch": Smatch(),
    "smatch:": Smatch(),
    "smatch:top=concept": Smatch(top="concept"),
    "smatch:top=none,solver=climb,seed=7,restarts=2": Smatch(
        top="none", solver="climb", seed=7, restarts=2
    ),
    "smatch:budget=1_000": Smatch(budget=1000),
    "smatch:wiki=drop,": Smatch(wiki="drop"),
}


@pytest.mark.parametrize(("spec", "expected"), SPECS.items())
def test_specifications(spec: str, expected: Metric) -> None:
    assert metric(spec) == expected


def test_a_metric_or_its_class_is_a_specification() -> None:
    chosen = Smatch(top="none")
    assert metric(chosen) is chosen
    assert metric(Smatch) == Smatch()


WRONG = {
    "smach": "there is no metric 'smach'; did you mean 'smatch'?",
    "SMATCH": "there is no metric 'SMATCH'; ",
    "rouge": f"there is no metric 'rouge'; there are: {', '.join(REGISTRY)}",
    "": "there is no metric ''; there are: ",
    "smatch:zzz=red": "smatch has no option 'zzz'; it has: solver, budget, restarts, seed, ",
    "smatch:tpo=flag": "smatch has no option 'tpo'; did you mean 'top'?",
    "smatch:top": "smatch: write top=VALUE",
    "smatch:top=flags": "smatch: top=flags: choose from flag, concept, ",
    "smatch:top=": "smatch: top=: choose from flag, concept, ",
    "smatch:budget=many": "smatch: budget=many: not a whole number",
    "smatch:budget=1.5": "smatch: budget=1.5: not a whole number",
    "smatch:budget=-1": "budget must be at least 0 and below 2^63",
    "smatch:budget=9223372036854775808": "budget must be at least 0 and below 2^63",
    "smatch:seed=-1": "seed must be at least 0",
    "smatch:restarts=2147483648": "restarts must be at least 0",
    "smatch:top=flag,top=none": "smatch: top is there twice",
}


@pytest.mark.parametrize(("spec", "message"), WRONG.items())
def test_wrong_specifications(spec: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        metric(spec).compare("(b / boy)", "(b / boy)")
    assert str(caught.value).startswith(message)


def test_the_signature_is_complete() -> None:
    chosen = Smatch(top="concept", budget=5)
    parts = chosen.signature.split("|")
    assert parts[0] == "smatch"
    assert parts[-1] == f"version:{__version__}"
    spelled = dict(part.split(":", 1) for part in parts[1:])
    answers = dict(part.split(":", 1) for part in chosen.convention.signature.split("|"))
    assert spelled == {"solver": "exact", "budget": "5", **answers, "version": __version__}
    assert set(answers) == {field.name for field in fields(chosen.convention)}
    assert answers["top"] == "concept"
    climbing = Smatch(solver="climb", seed=3).signature
    assert "|solver:climb|restarts:4|seed:3|" in climbing
    assert "budget" not in climbing


def test_what_changes_a_number_changes_the_signature() -> None:
    changed = [
        Smatch(top="none"), Smatch(wiki="drop"), Smatch(budget=1), Smatch(solver="ilp"),
        Smatch(solver="climb"), Smatch(solver="climb", seed=1), Smatch(solver="climb", restarts=0),
    ]  # fmt: skip
    signatures = [chosen.signature for chosen in (Smatch(), *changed)]
    assert len(set(signatures)) == len(signatures)


@dataclass(frozen=True, kw_only=True)
class SizeRatio(Metric):
    """The smaller number of triples over the larger, as an example."""

    name: ClassVar[str] = "size"
    summary: ClassVar[str] = "how similar in size"
    power: float = 1.0
    """An exponent."""
    words: tuple[str, ...] = ("a", "b")
    """Words."""
    strict: bool = False
    """A switch."""
    limit: int | None = None
    """A limit."""
    mode: Literal["x", "y"] = "x"
    """A mode."""

    @property
    def symmetric(self) -> bool:
        return True

    @property
    def statistics_names(self) -> tuple[str, ...]:
        return ("sum", "pairs")

    def _pair(self, gold: Graph | None, pred: Graph | None) -> tuple[float, ...]:
        sizes = len(gold or ()), len(pred or ())
        return min(sizes) / max(sizes), 1.0

    def _value(self, sums: Mapping[str, Number]) -> Number:
        return sums["sum"] / sums["pairs"]


def test_a_metric_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tertium.metrics.REGISTRY", dict(REGISTRY))
    assert register(SizeRatio) is SizeRatio
    assert score("(b / boy :quant 5)", "(b / boy)", "size").value == 0.5
    chosen = metric("size:power=0.5,words=c+d+e,strict=yes,limit=3,mode=y")
    assert chosen == SizeRatio(power=0.5, words=("c", "d", "e"), strict=True, limit=3, mode="y")
    assert metric("size:limit=none,strict=no") == SizeRatio()
    assert re.fullmatch(
        r"size\|power:0.5\|words:c\+d\+e\|strict:yes\|limit:3\|mode:y\|source:[0-9a-f]{12}\|"
        rf"version:{re.escape(__version__)}",
        chosen.signature,
    )
    with pytest.raises(OptionError, match="strict=maybe: choose yes or no"):
        metric("size:strict=maybe")
    with pytest.raises(OptionError, match="power=x: not a number"):
        metric("size:power=x")


def test_statistics_add_up_only_with_their_own() -> None:
    with pytest.raises(TypeError, match="different metrics"):
        Statistics(("a",), (1.0,)) + Statistics(("b",), (1.0,))


def test_a_score_says_what_it_is() -> None:
    proven = score("(b / boy :mod (t / tall))", "(b / boy)")
    assert str(proven) == "smatch 66.67 (P 100.00, R 50.00)"
    assert float(proven) == proven.value
    assert proven.proven
    open_ended = Score("smatch", 0.5, upper=0.625)
    assert not open_ended.proven
    assert str(open_ended) == "smatch 50.00, not proven: at most 62.50"
    assert Score("sembleu", 0.5).proven


def test_options_have_a_word_of_explanation() -> None:
    import inspect

    for cls in REGISTRY.values():
        sources = "".join(inspect.getsource(c) for c in cls.__mro__ if issubclass(c, Metric))
        for option in fields(cls):
            line = next(n for n in sources.split(f"    {option.name}: ")[1].split("\n")[1:] if n)
            assert line.strip().startswith('"""'), f"{cls.name}: {option.name}"


CHANGING = {
    "smatch++:weights=f": ("instance\t*\t1\n", "instance\t*\t500\n"),
    "rematch:frames=f": ("x-01\ty\n", "boy\tchild\ngirl\tchild\n"),
}


@pytest.mark.parametrize(("spec", "contents"), CHANGING.items(), ids=CHANGING)
def test_a_file_that_changes_is_read_again(
    spec: str, contents: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same words mean the same metric only as long as the files they name are the same."""
    monkeypatch.chdir(tmp_path)
    pair = "(w / want-01 :mod (b / boy))", "(w / want-01 :mod (g / girl))"
    values = []
    for text in contents:
        Path("f").write_text(text)
        values.append((metric(spec).signature, score(*pair, spec).value))
    assert len(set(dict(values).values())) == len(dict(values)) == 2
    Path("f").write_text("")
    with pytest.raises(FileError, match="f: there is no"):
        score(*pair, spec)
