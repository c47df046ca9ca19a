"""The report model: a column that is declared once appears in every format."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys

import pytest

from tertium import Evaluation, compare, evaluate
from tertium.report import render, scores
from tertium.report.formats import FORMATS, PRINTED, write
from tertium.report.kinds import INTERVAL, NUMBER, PERCENT, TEXT
from tertium.report.look import Look
from tertium.report.model import (
    Cell,
    Column,
    Heading,
    Notes,
    Report,
    Table,
    Text,
    plain,
)
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK

EXTRA = Column("density", "matched/gold", NUMBER, lambda line: 7 / 5 * len(line.system.name))


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return evaluate(GOLD, {"weak": WEAK, "strong": STRONG})


@pytest.mark.parametrize("metrics", [["smatch"], ["smatch", "sembleu"], ["sembleu", "wlk", "sema"]])
def test_a_new_column_is_in_every_format(
    metrics: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = evaluate(GOLD, {"weak": WEAK, "strong": STRONG}, metrics)
    look = Look(details=True)
    before = {format: render(found, format, look) for format in FORMATS}
    monkeypatch.setattr(scores, "COLUMNS", (*scores.COLUMNS, EXTRA))
    for format in FORMATS:
        text = render(found, format, look)
        data = format in ("csv", "json")
        for word in ("density", "5.6") if data else ("matched/gold", "5.600", "8.400"):
            assert word in text, format
            assert word not in before[format], format


def test_a_new_column_is_in_json_and_csv_in_full_precision(
    evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    third = Column("third", "third", PERCENT, lambda line: 1 / 3)
    monkeypatch.setattr(scores, "COLUMNS", (*scores.COLUMNS, third))
    score = json.loads(render(evaluation, "json"))["systems"][0]["scores"][0]
    assert score["third"] == 1 / 3
    (row, _) = csv.DictReader(io.StringIO(render(evaluation, "csv")))
    assert float(row["third"]) == 1 / 3
    assert "33.33" in render(evaluation, "text")


REPORT = Report(
    "example",
    (
        Heading("A heading"),
        Text(("Some <prose>.",)),
        Text(("one", "two"), "items"),
        Table(
            (
                Column("name", "name"),
                Column("f1", "F1", PERCENT),
                Column("span", "95 %", INTERVAL),
                Column("hidden"),
                Column("shown", "only | here", TEXT, data=False),
            ),
            (
                ("a_b", Cell(0.5, "†", best=True), (0.25, 0.75), 1, "x"),
                ("b", None, None, 2, "y"),
            ),
            "a title",
            notes=Notes("values times 100", ("a note",), ("smatch|version:1",)),
        ),
        Text(("  as", "it is"), "listing"),
    ),
    data={"any": "thing"},
)


def test_text() -> None:
    assert write(REPORT, "text") == (
        "A heading\n\nSome <prose>.\n\n- one\n- two\n\n"
        "a title\n"
        "name     F1             95 %  only | here\n"
        "a_b   50.00†  [25.00, 75.00]  x\n"
        "b         –                –  y\n"
        "\n"
        "Values times 100.\nA note.\nsmatch|version:1\n\n  as\nit is"
    )


def test_markdown() -> None:
    assert write(REPORT, "markdown") == (
        "## A heading\n\nSome &lt;prose&gt;.\n\n- one\n- two\n\n"
        "**a title**\n\n"
        "| name | F1 | 95 % | only \\| here |\n"
        "| :-- | --: | --: | :-- |\n"
        "| a_b | **50.00**† | [25.00, 75.00] | x |\n"
        "| b | – | – | y |\n"
        "\nValues times 100.\n\nA note.\n\n`smatch|version:1`\n\n```\n  as\nit is\n```"
    )


def test_latex() -> None:
    text = write(REPORT, "latex")
    assert r"a\_b & \textbf{50.00}$^\dagger$ & [25.00, 75.00] & x \\" in text
    assert r"\caption{A title.}" in text
    assert "\n% Values times 100.\n% A note.\n% smatch|version:1\n% A heading\n% Some" in text
    noted = write(REPORT, "latex", Look(note=True))
    code = r"\texttt{smatch\textbar{}\allowbreak{}version:1}"
    assert rf"{{\footnotesize Values times 100. A note. {code}\par}}" in noted
    assert r"\begin{tabular}{lrrl}" in text


def test_csv_has_data_and_nothing_else() -> None:
    assert write(REPORT, "csv") == (
        "name,f1,span_low,span_high,hidden\na_b,0.5,0.25,0.75,1\nb,,,,2"
    )


def test_html() -> None:
    text = write(REPORT, "html")
    assert "<p>Some &lt;prose&gt;.</p>" in text
    assert '<td class="n"><strong>50.00</strong>†</td>' in text
    assert "<ul><li>one</li><li>two</li></ul>" in text
    assert "<pre>  as\nit is</pre>" in text


def test_what_is_not_known_is_not_a_column_of_csv() -> None:
    columns = (Column("name", "name"), Column("f1", "F1", PERCENT))
    report = Report("none", (Table(columns, (("a", None),)),))
    assert write(report, "csv") == "name\na"
    assert write(Report("none", (Table(columns, ()),)), "csv") == "name,f1"


def test_columns_are_as_wide_as_a_terminal_shows_them() -> None:
    wide = write(Report("", (plain(("a", "b"), [("男孩", "1"), ("boys", "22")]),)), "text")
    assert wide == "a      b\n男孩   1\nboys  22"


def test_unproven_scores_say_so_in_every_format() -> None:
    chain = "".join(f"(v{i} / x :{'rs'[i % 3 == 0]} " for i in range(12)) + "1" + ")" * 12
    other = "".join(f"(v{i} / x :{'rs'[i % 4 == 0]} " for i in range(12)) + "2" + ")" * 12
    found = evaluate([chain], {"b": [other]}, ["smatch:solver=climb,restarts=0"])
    for format in ("text", "markdown", "latex", "html"):
        assert "1 of 1 pairs are not proven" in render(found, format), format
    assert json.loads(render(found, "json"))["systems"][0]["scores"][0]["proven"] == 0


def test_what_was_not_compared_has_no_numbers() -> None:
    found = evaluate(GOLD, [WEAK], ["smatch:aspect=wikification"])
    score = json.loads(found.to_json())["systems"][0]["scores"][0]
    assert (score["pairs"], score["value"], score["macro"]) == (0, None, None)
    assert "f1" not in score
    assert "None" not in found.to_csv()


def test_every_format_of_every_result(evaluation: Evaluation) -> None:
    systems = {"weak": WEAK, "broken": BROKEN}
    for result in (evaluation, compare(evaluate(GOLD, systems))):
        for format in FORMATS:
            assert render(result, format)
    assert PRINTED == ("text", "json", "csv", "markdown", "latex")


def test_tables_need_no_numpy_to_be_written() -> None:
    modules = ["scores", "pairs", *(f"formats.{name}" for name in FORMATS), "charts"]
    code = "import sys\n" + "\n".join(f"import tertium.report.{name}" for name in modules)
    code += "\nprint([m for m in ('numpy', 'matplotlib') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
