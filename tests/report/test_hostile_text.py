"""Names, ids and sentences that try to be more than text, in every format that a program reads."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tertium import Evaluation, evaluate
from tertium.report import render
from tertium.report.formats import write
from tertium.report.formats.markdown import escape
from tertium.report.kinds import NUMBER, TEXT
from tertium.report.model import Column, Heading, Notes, Report, Table, Text
from tests.support.latex import compile_latex

ACTIVE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; &copy;",
    "[click](javascript:alert(1))",
    "![x](http://example.org/x.png)",
    "\\[click](http://example.org)",
    "\\\\[click](http://example.org)",
    "[1.0, 2.0](http://example.org)",
    "[a][b]",
    "[a]: http://example.org",
    "<http://example.org>",
    "http://example.org/a_b",
    "www.example.org",
    "a | b \\| c",
    "`code` ``more`` *bold* **b** _i_ __b__ ~~s~~",
    "# heading",
    "- item",
    "1. item",
    "> quote",
    "```",
    "$x$",
    "quotes \" and ' here",
    "snake_case and [12.50, 13.00] stay",
]


class Seen(HTMLParser):
    """What a reader of a page sees, and the elements that it is made of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text, self.tags = "", set[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(markdown: str) -> Seen:
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return Seen(reader.render(markdown))


@pytest.mark.parametrize("text", ACTIVE)
def test_markdown_shows_text_as_it_is(text: str) -> None:
    for page, tags in (
        (escape(text), {"p"}),
        (f"- {escape(text)}", {"ul", "li"}),
        (f"| a |\n| :-- |\n| {escape(text)} |", {"table", "thead", "tbody", "tr", "th", "td"}),
    ):
        seen = rendered(page)
        assert seen.tags == tags
        assert text in seen.text.strip()


def test_markdown_does_not_turn_addresses_into_links() -> None:
    assert "://" not in escape("http://example.org https://example.org")
    assert "www." not in escape("www.example.org")


def test_markdown_stays_readable() -> None:
    for text in ("jamr-2.0", "snake_case", "[12.50, 13.00]", "3/0/1", "+18.07", "The boy's (dog)."):
        assert escape(text) == text


@pytest.mark.parametrize("text", ACTIVE)
def test_every_part_of_a_report_in_markdown(text: str) -> None:
    table = Table((Column("name", text),), ((text,),), text, notes=Notes(text, (text,), (text,)))
    body = (Heading(text), Text((text,)), Text((text,), "items"), table, Text((text,), "listing"))
    seen = rendered(write(Report("", body), "markdown"))
    assert not seen.tags & {"script", "img", "a", "b", "em", "h1", "ol", "blockquote", "del"}
    assert seen.text.count(text) >= 8


def test_line_breaks_make_no_rows() -> None:
    found = evaluate(["(b / boy)"], {"a\n| b | c |\n\n# d": ["(b / boy)"]})
    lines = render(found, "markdown").splitlines()
    assert [line for line in lines if line.startswith("#")] == []
    assert len([line for line in lines if line.startswith("|")]) == 3


FORMULAS = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "-", "=cmd|' /C calc'!A0"]


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_are_text_in_csv(text: str) -> None:
    (row,) = csv.DictReader(io.StringIO(render(named(text), "csv"), newline=""))
    assert row["system"] == f"'{text}"
    assert json.loads(render(named(text), "json"))["systems"][0]["name"] == text


def test_numbers_and_other_text_stay_in_csv() -> None:
    columns = (Column("a", "a", TEXT), Column("b", "b", NUMBER))
    table = Table(columns, (("x=1", -0.5), ("-0.5", -1e-9), ("'", 2), ("a,b", 0.25)))
    expected = 'a,b\nx=1,-0.5\n-0.5,-1e-09\n\',2\n"a,b",0.25'
    assert write(Report("", (table,)), "csv") == expected


def test_no_line_end_begins_a_row_of_csv() -> None:
    for text in ("a\r=1+1", "a\n=1+1"):
        found = render(named(text), "csv")
        assert f'"{text}"' in found
    heads = Table((Column("=1+1", "x"),), (("y",),))
    assert write(Report("", (heads,)), "csv") == "'=1+1\ny"


LATEX = [
    r"\input{/etc/passwd}",
    r"\write18{touch owned}",
    "^^5cinput ~ # $x$ & %",
    "a\n\\input{/etc/passwd}",
    "a\r\\input{/etc/passwd}",
    "[5pt] first",
    "* star",
    "\x80\x9b\x7f\x00\u202e\u2028",
    "}} \\end{tabular}",
]


@pytest.mark.parametrize("text", LATEX)
def test_latex_prints_names_as_they_are(text: str, tmp_path: Path) -> None:
    table = Table(
        (Column("name", text), Column("other", "other")),
        ((text, text), (text, "x")),
        text,
        notes=Notes(text, (text,), (text,)),
    )
    report = Report("", (Heading(text), Text((text,)), table, Text((text,), "listing")))
    source = write(report, "latex")
    for line in source.splitlines():
        code = line.split("% ", 1)[0] if line.startswith("% ") else line
        assert "\\input" not in code
        assert "\\write" not in code
    compile_latex(source, tmp_path)


def named(system: str) -> Evaluation:
    return evaluate(["(b / boy)"], {system: ["(b / boy)"]})
