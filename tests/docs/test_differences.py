"""docs/differences.md: our answers are computed, and those of the tools that are installed."""

from __future__ import annotations

import io
import re

import pytest

import tertium
from tertium.errors import InputError
from tests.support.paths import DOCS

PAGE = (DOCS / "differences.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"(?ms)^## (.*?)\n(.*?)(?=^## |\Z)", PAGE))


def rows(section: str) -> list[list[str]]:
    """Return the cells of a section's table; graphs and metrics lose their backquotes."""
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def pairs(section: str) -> list[tuple[str, str, str, str, str]]:
    """Return gold, prediction, their answer, ours, and our metric."""
    return [
        (gold, gold if pred == "the same" else pred, theirs, ours, metric)
        for gold, pred, theirs, ours, metric, _ in rows(section)
    ]


SCORERS = [section for section in SECTIONS if "penman" not in section]


def test_every_tool_has_its_table() -> None:
    assert len(SCORERS) == 7
    assert all(len(rows(section)) >= 5 for section in SECTIONS)


@pytest.mark.parametrize("row", [row for section in SCORERS for row in pairs(section)])
def test_ours(row: tuple[str, str, str, str, str]) -> None:
    gold, pred, theirs, ours, metric = row
    assert theirs != ours
    if ours == "refused":
        with pytest.raises(InputError):
            tertium.score(gold, pred, metric)
    else:
        assert f"{tertium.score(gold, pred, metric).value:.4f}" == ours


@pytest.mark.parametrize("row", pairs("smatch 1.0.4"))
def test_smatch(row: tuple[str, str, str, str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    smatch = pytest.importorskip("smatch")
    for module in (smatch, smatch.amr):  # they keep the stderr of the test that imported them first
        for log in ("ERROR_LOG", "DEBUG_LOG"):
            monkeypatch.setattr(module, log, io.StringIO(), raising=False)
    gold, pred, theirs, *_ = row
    smatch.match_triple_dict.clear()
    if theirs == "crash":
        with pytest.raises(AttributeError):
            smatch.get_amr_match(pred, gold)
    else:
        assert f"{smatch.compute_f(*smatch.get_amr_match(pred, gold))[2]:.4f}" == theirs


@pytest.mark.parametrize("row", pairs("SMATCH++ 1.8.0"))
def test_smatchpp(row: tuple[str, str, str, str, str]) -> None:
    smatchpp = pytest.importorskip("smatchpp")
    from smatchpp import solvers
    from smatchpp.formalism.amr import tools as amr

    gold, pred, theirs, *_ = row
    measure = smatchpp.Smatchpp(
        graph_standardizer=amr.AMRStandardizer(), alignmentsolver=solvers.ILP()
    )
    if theirs == "crash":
        with pytest.raises(KeyError):
            measure.score_pair(pred, gold)
    else:  # a percentage with two digits
        f1 = measure.score_pair(pred, gold)["main"]["F1"]
        assert f1 == pytest.approx(100 * float(theirs), abs=0.01)


@pytest.mark.parametrize("row", pairs("SemBLEU")[:3])
def test_sembleu_read_as_its_script_does(row: tuple[str, str, str, str, str]) -> None:
    gold, pred, theirs, *_ = row
    verbatim = "sembleu:reading=verbatim,weights=0.34+0.33+0.34"
    assert f"{tertium.score(gold, pred, verbatim).value:.4f}" == theirs


@pytest.mark.parametrize(("text", "theirs", "ours", "why"), rows("penman 1.3, as a reader"))
def test_penman(text: str, theirs: str, ours: str, why: str) -> None:
    penman = pytest.importorskip("penman")
    from penman.models.amr import model

    assert theirs != ours
    if ours == "refused":
        with pytest.raises(InputError):
            tertium.Graph.from_penman(text)
    else:
        assert len(tertium.Graph.from_penman(text).triples) == int(ours)
    if theirs == "refused":
        with pytest.raises(penman.DecodeError):
            penman.decode(text, model=model)
    else:
        assert len(penman.decode(text, model=model).triples) == int(theirs)
