"""The explorer as a file: what is in it, how large it may be, and what it may do."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tertium import agree, evaluate
from tertium.cli import main
from tertium.evaluation.comparison import compare
from tertium.explain import diff
from tertium.metrics import REGISTRY
from tertium.metrics.custom import of_command, of_function
from tertium.report.explorer.data import PARTS
from tertium.report.explorer.page import agreement_page, corpus_page, pair_page
from tertium.report.policy import source
from tertium.statistics import Confidence, Resampling
from tests.support.pages import HOSTILE, hostile_page
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write
from tests.support.toys import Concepts

CONFIDENCE = Confidence(resampling=Resampling(200))
VOID = {"meta", "link", "br", "hr", "img", "path", "rect", "circle", "line", "input"}


def make() -> str:
    systems = {"weak": WEAK, "<strong> & co": STRONG, "broken": BROKEN}
    evaluation = evaluate(GOLD, systems, ["smatch", Concepts()], confidence=CONFIDENCE)
    return corpus_page(evaluation, compare(evaluation, confidence=CONFIDENCE))


@pytest.fixture(scope="module")
def page() -> str:
    return make()


@pytest.fixture(scope="module")
def hostile() -> str:
    return hostile_page()


class Elements(HTMLParser):
    """The elements of a page with their attributes, its text, and what is still open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def index_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="index" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    index: dict[str, Any] = json.loads(found[1])
    return index


def pairs_of(page: str) -> list[list[dict[str, Any]]]:
    """Return the pairs of each sentence, as the script unpacks them."""
    found = re.search(r'<script id="pairs" type="text/plain">(.*?)</script>', page)
    assert found
    lines = [json.loads(line) for line in gzip.decompress(b64decode(found[1])).decode().split("\n")]
    count = len(lines) // len(PARTS)
    parts = [lines[k * count : (k + 1) * count] for k in range(len(PARTS))]
    return [
        [dict(zip(PARTS, known, strict=True)) for known in zip(*row, strict=True)]
        for row in zip(*parts, strict=True)
    ]


def test_elements_are_balanced(page: str) -> None:
    assert Elements(page).open == []


def test_nothing_is_fetched(page: str) -> None:
    links = re.findall(r'(?:src|href)\s*=\s*"([^"]*)"', page)
    assert links
    assert all(link.startswith(("#", "data:")) for link in links)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)


def test_everything_is_there(page: str) -> None:
    for heading in ("Systems", "Sentences", "Scores", "Comparison", "Plots", "Signatures"):
        assert f"<h2>{heading}</h2>" in page
    assert "Where the points are lost, by smatch" in page
    assert "broken: 1 graph cannot be read" in page
    assert Concepts().signature in page
    assert page.count('<svg class="hist"') == 3 * 2
    assert "&lt;strong&gt; &amp; co" in page
    assert "<strong> & co" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


def test_differences_from_the_first_system_are_beside_the_values(page: str) -> None:
    systems = page[page.index('class="systems"') : page.index("</table>")]
    first, *others = re.findall("<tr><th scope=.row.*?</tr>", systems)
    assert "Δ" not in first
    assert all(row.count("<small>Δ ") == 2 for row in others)
    assert ">smatch P</th>" in systems


def test_the_index(page: str) -> None:
    index = index_of(page)
    assert index["names"] == ["weak", "<strong> & co", "broken"]
    assert index["keys"] == ["weak", "<strong>_&_co", "broken"]
    assert index["metrics"] == ["smatch", "concepts"]
    assert (index["base"], index["edits"]) == (0, "smatch")
    assert len(index["rows"]) == len(GOLD)
    name, text, size, values, costs, lost = index["rows"][2]
    assert (name, text, size) == ("3", "", 4)
    assert values[2] == [0, 0]
    assert costs[2] == {str(index["classes"].index("unreadable")): 100}
    assert lost[2] == 0
    for *_, values, costs, _lost in index["rows"]:  # classes of edits cost what is lost
        for (value, _), cost in zip(values, costs, strict=True):
            assert sum(cost.values()) == pytest.approx(100 - value, abs=0.05)


def test_the_pairs(page: str) -> None:
    pairs = pairs_of(page)
    assert len(pairs) == len(GOLD)
    matched, gold, pred, upper, top, width, height = pairs[0][0]["h"]
    assert (matched, gold, pred, upper, top) == (4, 7, 4, 4, 0)
    assert width > 100
    assert height > 50
    assert [edit[1] for edit in pairs[0][0]["x"]] == ["M"]
    assert pairs[2][2]["h"] == "This prediction cannot be read; it scores 0."
    kind, parts, more = pairs[0][0]["q"][0] or ("", [], 0)
    assert (kind, parts, more) == ("", [], 0)  # a metric that names no parts


def test_a_page_is_the_same_for_the_same_input(page: str) -> None:
    assert make() == page


def test_the_script_is_small(page: str) -> None:
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(script.encode()) <= 20_000


@pytest.mark.parametrize("name", REGISTRY)
def test_every_metric_has_a_page(name: str) -> None:
    page = corpus_page(evaluate(GOLD, {"weak": WEAK, "broken": BROKEN}, ["smatch", name]))
    (found,) = pairs_of(page)[0][0]["q"]
    assert bool(found) == REGISTRY[name]().explains_parts
    alone = index_of(corpus_page(evaluate(GOLD, {"weak": WEAK}, [name])))
    assert alone["base"] in (0, -1)
    assert alone["edits"] == (name if alone["base"] == 0 else "smatch")


def test_aspects_are_only_in_the_tables() -> None:
    evaluation = evaluate(GOLD, {"weak": WEAK}, ["smatch", "smatch:aspect=concepts"])
    page = corpus_page(evaluation)
    assert index_of(page)["metrics"] == ["smatch"]
    assert "smatch concepts" in page


def test_a_program_is_not_run_again_for_the_page(tmp_path: Path) -> None:
    program = tmp_path / "program"
    runs = tmp_path / "runs"
    program.write_text(f"#!/bin/sh\necho run >> {runs}\nyes 0.5 | head -2\n")
    program.chmod(0o755)
    page = corpus_page(evaluate(GOLD[:2], {"weak": WEAK[:2]}, [of_command(str(program))]))
    assert len(pairs_of(page)) == 2
    assert runs.read_text().count("run") == 1


def test_a_function_is_shown_with_the_edits_of_smatch() -> None:
    own = of_function(lambda gold, pred: float(gold.top == pred.top), "same-top")
    page = corpus_page(evaluate(GOLD, {"weak": WEAK}, [own]))
    assert (index_of(page)["base"], index_of(page)["edits"]) == (-1, "smatch")
    assert pairs_of(page)[0][0]["q"] == [0]


def test_only_the_worst_sentences_are_drawn() -> None:
    page = corpus_page(evaluate(GOLD, {"strong": STRONG}), limit=2)
    drawn = [not isinstance(pair["h"], str) for (pair,) in pairs_of(page)]
    assert drawn == [True, False, False, False, False, True]
    assert len(index_of(page)["rows"]) == len(GOLD)
    assert "Not drawn: this page has the graphs of the 2 sentences" in page


def test_a_pair_that_was_left_out() -> None:
    evaluation = evaluate(GOLD, {"weak": WEAK, "broken": BROKEN}, on_error="skip")
    page = corpus_page(evaluation)
    rows = index_of(page)["rows"]
    assert rows[2][3][1] == 0
    assert pairs_of(page)[2][1]["h"] == "This pair was left out."


def test_annotators_are_all_compared() -> None:
    page = agreement_page(agree({"ann": GOLD, "bob": WEAK, "cem": STRONG}))
    index = index_of(page)
    assert index["sides"] == [["ann", "bob"], ["ann", "cem"], ["bob", "cem"]]
    found = evaluate(WEAK, {"cem": STRONG}).systems[0].results[0]
    shown = [row[3][2][0] for row in index["rows"]]
    assert shown == pytest.approx([100 * x for x in found.metric.row_values(found.table)], abs=1e-3)


def test_one_pair_without_scripts() -> None:
    page = pair_page(diff(GOLD[0], WEAK[0]), "one")
    assert Elements(page).open == []
    (inside,) = re.findall(r"<noscript>(.*?)</noscript>", page, re.DOTALL)
    assert "M:node" in inside
    assert "want-01" in inside
    assert "cannot be read" in pair_page(diff(GOLD[0], None))


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graphs = (("gold", GOLD), ("weak", WEAK), ("strong", STRONG))
    paths = [write(tmp_path, *item) for item in graphs]
    target = tmp_path / "page.html"
    commands: list[list[str]] = [
        ["explore", *paths, "-o", str(target), "-m", "smatch", "-m", "wlk"],
        ["score", *paths, "--html", str(target)],
        ["compare", *paths, "--html", str(target), "--resamples", "99"],
        ["agree", *paths, "--html", str(target)],
    ]
    for command in commands:
        target.unlink(missing_ok=True)
        assert main(command) == 0
        page = target.read_text()
        assert index_of(page)["rows"][0][:2] == ["s.1", "Sentence 1."]
        assert ("<h2>Comparison</h2>" in page) == (command[0] in ("score", "compare"))
        capsys.readouterr()
    assert main(["explore", *paths, "-o", str(tmp_path / "no" / "x.html")]) == 2
    assert main(["explore", *paths, "-o", paths[0]]) == 2
    assert "would overwrite an input" in capsys.readouterr().err


def test_nothing_from_data_is_an_element_or_an_attribute(hostile: str) -> None:
    found = Elements(hostile)
    names = [tag for tag, _ in found.tags]
    assert (names.count("script"), names.count("style")) == (3, 1)
    assert not {"img", "a", "iframe", "object", "embed", "form", "base"} & set(names)
    for tag, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
    for text in HOSTILE:
        assert text in found.text


def test_ids_are_ours(hostile: str) -> None:
    ids = [attributes["id"] for _, attributes in Elements(hostile).tags if "id" in attributes]
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", str(name)) for name in ids)
    assert len(ids) == len(set(ids))


def test_the_policy_names_the_script_and_the_style(page: str) -> None:
    (content,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    assert page.index("Content-Security-Policy") < page.index("<link") < page.index("<style>")
    for kind in ("script", "style"):
        (inside,) = re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        assert f"{kind}-src {source(inside)};" in content
    assert content.startswith("default-src 'none'; ")
    assert "unsafe" not in content


def colours(dark: bool) -> dict[str, str]:
    style = files("tertium.report.explorer").joinpath("style.css").read_text(encoding="utf-8")
    parts = style.split("prefers-color-scheme: dark", 1)
    return dict(re.findall(r"--([\w-]+): (#\w{3,6});", parts[dark].partition("* {")[0]))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_colours_can_be_told_from_the_paper(dark: bool) -> None:
    found = colours(dark)
    for paper in ("paper", "page"):
        for text in ("ink", "soft", "gold", "pred"):
            assert contrast(found[text], found[paper]) >= 4.5, (text, paper)
    for line in ("gold-line", "pred-line", "box"):
        assert contrast(found[line], found["paper"]) >= 3, line
    for side in ("gold", "pred"):
        assert contrast(found[side], found[f"{side}-fill"]) >= 4.5
    for number in range(7):
        assert contrast(found[f"s{number}"], found["paper"]) >= 2.5
