"""Where the points are lost: a page shows what ``tertium errors`` prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tertium import agree, error_table, evaluate
from tertium.cli import main
from tertium.evaluation.policy import OnError
from tertium.report.explorer.page import agreement_page, corpus_page
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write


def losses_of(page: str) -> dict[str, tuple[str, str | None]]:
    """Return what the page shows for each pair of sides and class: points lost, and the gain."""
    cells = re.findall(
        r'<td><button data-term="([^"]*)"[^>]* title="[^"]* loses ([.0-9]*) points by this'
        r'(?:; [^"]* bring ([-+.0-9]*))?">.*?<b>(.*?)</b>',
        page,
    )
    assert all(said == shown for _, said, _, shown in cells)
    return {term: (shown, gain or None) for term, _, gain, shown in cells}


def sums_of(page: str) -> list[str]:
    (foot,) = re.findall(r"100 − F1</th>(.*?)</tr></tfoot>", page)
    return re.findall("<b>(.*?)</b>", foot)


@pytest.mark.parametrize("on_error", ["zero", "skip"])
@pytest.mark.parametrize("spec", ["smatch", "smatch#", "smatch++:weights={weights}", "s2match"])
def test_losses_are_those_that_errors_prints(
    spec: str, on_error: OnError, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = tmp_path / "weights.tsv"
    weights.write_text("instance\t*\t1.3\nattribute\tpolarity\t5\n")
    metric = spec.format(weights=weights)
    names = {"gold": GOLD, "weak": WEAK, "strong": STRONG, "broken": BROKEN}
    gold, *preds = [write(tmp_path, name, texts) for name, texts in names.items()]
    arguments = ["errors", gold, *preds, "-m", metric, "--on-error", on_error, "-f", "json"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)["systems"]
    page = corpus_page(evaluate(gold, preds, [metric], on_error=on_error))
    arithmetic = spec.startswith("smatch") and "weights" not in spec
    assert losses_of(page) == {
        f"{system['name']}:{row['class']}": (
            f"{100 * row['cost']:.2f}",
            f"{100 * row['gain']:+.2f}" if arithmetic else None,
        )
        for system in found
        for row in system["rows"]
    }
    assert sums_of(page) == [f"{100 * (1 - system['value']):.2f}" for system in found]


def test_losses_of_annotators_are_those_of_the_error_table() -> None:
    page = agreement_page(agree({"ann": GOLD, "bob": WEAK, "cem": STRONG}))
    expected = {}
    for first, second, (gold, pred) in [
        ("ann", "bob", (GOLD, WEAK)),
        ("ann", "cem", (GOLD, STRONG)),
        ("bob", "cem", (WEAK, STRONG)),
    ]:
        for row in error_table(gold, [pred]).rows():
            assert row.cost is not None
            numbers = f"{100 * row.cost:.2f}", f"{100 * row.gain:+.2f}"
            expected[f"{first}–{second}:{row.name}"] = numbers
    assert losses_of(page) == expected
