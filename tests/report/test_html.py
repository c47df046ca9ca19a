"""The report as a page: what is on it, and what a real browser does with it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tertium.report.page import render

from tertium import evaluate
from tertium.cli import main
from tertium.evaluation.comparison import compare
from tertium.metrics import REGISTRY
from tertium.metrics.aligning import Aligning
from tertium.metrics.custom import of_command, of_function
from tertium.metrics.wwlk import Wasserstein
from tertium.statistics import Confidence, Resampling
from tests.support.browser import browse, with_script
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write
from tests.support.toys import Concepts

CONFIDENCE = Confidence(resampling=Resampling(200))
VOID = {"meta", "link", "br", "hr", "img", "path", "use", "image", "rect", "circle", "line"}


@pytest.fixture(scope="module")
def page() -> str:
    systems = {"weak": WEAK, "<strong> & co": STRONG, "broken": BROKEN}
    evaluation = evaluate(GOLD, systems, ["smatch", Concepts()], confidence=CONFIDENCE)
    return render(evaluation, compare(evaluation, confidence=CONFIDENCE), worst=2)


class Balance(HTMLParser):
    """Checks that every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def test_elements_are_balanced(page: str) -> None:
    balance = Balance()
    balance.feed(page)
    assert balance.open == []


def test_nothing_is_fetched(page: str) -> None:
    links = re.findall(r'(?:src|href)\s*=\s*"([^"]*)"', page)
    assert links
    assert all(link.startswith(("#", "data:")) for link in links)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)


def test_names_are_escaped(page: str) -> None:
    assert "&lt;strong&gt; &amp; co" in page
    assert "<strong> & co" not in page


def test_everything_is_there(page: str) -> None:
    for heading in ("Scores", "Comparison", "Plots", "Worst pairs", "Signatures"):
        assert f"<h2>{heading}</h2>" in page
    assert page.count("<details>") == 3 * 2 * 2
    assert page.count("<figure>") == 4
    assert '<span class="other">' in page
    assert "(cannot be read)" in page
    assert "broken: 1 graph cannot be read" in page
    assert Concepts().signature in page


def test_pairs_are_drawn_if_both_graphs_can_be_read(page: str) -> None:
    pairs = page.split("<details>")[1:]
    readable = [pair for pair in pairs if "(cannot be read)" not in pair]
    assert 0 < len(readable) < len(pairs)
    assert page.count('<svg class="graph" role="img"') == 2 * len(readable)
    for pair in readable:
        places = [pair.index(f'<div class="{kind}">') for kind in ("drawn", "gold", "pred", "both")]
        assert places == sorted(places)


def test_a_large_graph_is_not_drawn_and_that_is_said() -> None:
    large = "(a / and " + " ".join(f":op{k} (b{k} / boy)" for k in range(60)) + ")"
    page = render(evaluate([large], {"small": ["(a / and)"]}, ["smatch"]), worst=1)
    assert "Not drawn: 121 triples, more than 120." in page
    assert page.count('<svg class="graph" role="img"') == 1
    assert ":op59" in page


@pytest.mark.parametrize("name", REGISTRY)
def test_every_metric_has_a_page(name: str) -> None:
    page = render(evaluate(GOLD, {"weak": WEAK, "broken": BROKEN}, [name]), worst=3)
    marked = '<span class="other">' in page.split("<details>", 1)[1]
    assert marked == REGISTRY[name]().explains_parts
    assert ("best alignment" in page) == issubclass(REGISTRY[name], Aligning)
    assert (' data-n="' in page) == issubclass(REGISTRY[name], Aligning | Wasserstein)


def test_a_function_has_a_page_without_marks() -> None:
    own = of_function(lambda gold, pred: float(gold.top == pred.top), "same-top")
    page = render(evaluate(GOLD, {"weak": WEAK}, [own]), worst=2)
    assert "same-top does not say which parts of the graphs it counts" in page
    pairs = page.split("<details>", 1)[1]
    assert '<svg class="graph" role="img"' in pairs
    assert 'class="other"' not in pairs
    assert 'class="same"' not in pairs


def test_a_program_is_not_run_again_for_the_page(tmp_path: Path) -> None:
    program = tmp_path / "program"
    runs = tmp_path / "runs"
    program.write_text(f"#!/bin/sh\necho run >> {runs}\nyes 0.5 | head -2\n")
    program.chmod(0o755)
    page = render(evaluate(GOLD[:2], {"weak": WEAK[:2]}, [of_command(str(program))]), worst=2)
    assert page.count("<details>") == 2
    assert runs.read_text().count("run") == 1


def test_the_same_page_for_the_same_input(page: str) -> None:
    systems = {"weak": WEAK, "<strong> & co": STRONG, "broken": BROKEN}
    evaluation = evaluate(GOLD, systems, ["smatch", Concepts()], confidence=CONFIDENCE)
    again = render(evaluation, compare(evaluation, confidence=CONFIDENCE), worst=2)
    assert again == page


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write(tmp_path, *item) for item in (("gold", GOLD), ("weak", WEAK))]
    target = tmp_path / "report.html"
    assert main(["score", *files, "--html", str(target), "--worst", "1"]) == 0
    page = target.read_text()
    assert page.count("<details>") == 1
    assert "Sentence" in page
    assert "<h2>Comparison</h2>" not in page
    assert main(["score", *files, "--html", str(tmp_path / "no" / "x.html")]) == 2
    assert "no/x.html" in capsys.readouterr().err


def column(document: str, k: int) -> list[str]:
    """Return the cells of a column of the first table."""
    body = document[document.index("<tbody>") : document.index("</tbody>")]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in body.split("<tr>")[1:]]
    return [re.sub("<.*?>", "", row[k]) for row in rows]


def test_sorting_in_a_real_browser(page: str, tmp_path: Path) -> None:
    before, said = browse(page, tmp_path)
    assert said == ""
    header = re.findall(r"<th [^>]*>(.*?)</th>", before)
    value = header.index("value")
    assert 'aria-sort="' not in before
    for clicks, reverse in ((1, False), (2, True)):
        click = f"document.querySelectorAll('th')[{value}].click();" * clicks
        after, said = browse(with_script(page, click), tmp_path)
        assert said == ""
        assert f'aria-sort="{"descending" if reverse else "ascending"}"' in after
        assert column(after, value) == sorted(column(before, value), key=float, reverse=reverse)
        assert column(after, value) != column(before, value)


def test_without_javascript_all_is_there(page: str, tmp_path: Path) -> None:
    policy = '<meta http-equiv="Content-Security-Policy" content="script-src \'none\'">'
    document, said = browse(page.replace("<title>", policy + "<title>"), tmp_path)
    assert "Content Security Policy" in said  # the script was really refused
    assert column(document, 0) == column(page, 0)
    assert document.count("<details>") == page.count("<details>")
    assert "data-sort" not in document[document.index("<body>") : document.index("<script>")]


WIDE = "(w / want-01 " + " ".join(f':ARG{k} (m{k} / "www-MMM {k}" :op1 w)' for k in range(9)) + ")"
OPENED = "for (const d of document.querySelectorAll('details')) d.open = true;"


def asked(page: str, folder: Path, script: str) -> str:
    """Return what a script that sets ``said`` says on a page whose details are open."""
    script = f"let said; {OPENED} {script} document.title = said;"
    document, complaints = browse(with_script(page, script), folder)
    assert complaints == ""
    return document[document.index("<title>") + 7 : document.index("</title>")]


def test_words_are_inside_their_boxes_in_a_real_browser(tmp_path: Path) -> None:
    page = render(evaluate([WIDE, *GOLD], {"weak": ["(a / and)", *WEAK]}, ["smatch"]), worst=9)
    script = """
    const parts = [...document.querySelectorAll(".graph g")].filter(g => g.querySelector("rect"));
    const out = parts.filter(g => {
      const box = g.querySelector("rect").getBBox();
      return [...g.querySelectorAll("text")].some(text => {
        const word = text.getBBox();
        return word.x < box.x + 2 || word.x + word.width > box.x + box.width - 2;
      });
    });
    said = `${parts.length > 30} ${out.length}`;
    """
    assert asked(page, tmp_path, script) == "true 0"


def test_a_wide_drawing_scrolls_in_its_own_box(tmp_path: Path) -> None:
    page = render(evaluate([WIDE], {"weak": ["(a / and)"]}, ["smatch"]), worst=1)
    script = """
    document.body.style.width = "390px";
    const box = document.querySelector(".drawn > .gold");
    box.scrollLeft = 200;
    said = `${box.scrollLeft} ${box.getBoundingClientRect().width <= 390}`;
    """
    assert asked(page, tmp_path, script) == "200 true"


def test_a_box_shows_its_partner(tmp_path: Path) -> None:
    page = render(evaluate(GOLD[:2], {"strong": STRONG[:2]}, ["smatch"]), worst=2)
    script = """
    const lit = () => [...document.querySelectorAll(".lit title")].map(t => t.textContent).join();
    const box = [...document.querySelectorAll(".pred [data-n]")].find(
      g => g.textContent.startsWith("y / boy"));
    box.dispatchEvent(new PointerEvent("pointerenter"));
    said = lit();
    box.dispatchEvent(new PointerEvent("pointerleave"));
    said += "; " + lit();
    """
    assert asked(page, tmp_path, script) == "b / boy,y / boy; "


def test_charts_can_be_read_on_a_telephone(page: str, tmp_path: Path) -> None:
    script = """
    Object.assign(document.body.style, {width: "358px", margin: 0});
    const charts = [...document.querySelectorAll(".chart")];
    const sizes = charts.map(c => 13 * c.getBoundingClientRect().width / c.viewBox.baseVal.width);
    const wide = charts.some(c => c.getBoundingClientRect().right > 390);
    said = `${charts.length} ${Math.min(...sizes) > 9} ${wide}`;
    """
    assert asked(page, tmp_path, script) == "7 true false"


def test_charts_have_colours_in_light_and_dark(page: str) -> None:
    light, dark = page[: page.index("prefers-color-scheme: dark")], page.split("@media")[1]
    for number in range(7):
        assert f"--s{number}: #" in light
        assert f"--s{number}: #" in dark
        assert f".s{number} {{ color: var(--s{number}); }}" in light
