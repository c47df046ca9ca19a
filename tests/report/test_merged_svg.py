"""Drawings of merged pairs for papers and notebooks: SVG and TikZ."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tertium import Alignment, Graph, align, diff, evaluate
from tertium.explain import CLASSES
from tertium.report.merged_svg import draw_svg
from tertium.report.tikz import draw_tikz
from tests.support.latex import compile_latex

HOSTILE = '(b / "</svg><script>" :mod "&\\\\end{x}%$#_{}~^" :op1 (x / <b>))'
GOLD = "(w / want-01 :polarity - :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"
PRED = "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :polarity - :ARG0 (h / he)))"


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_can_be_drawn(name: str) -> None:
    script = diff(CLASSES[name].gold, CLASSES[name].pred)
    picture = ElementTree.fromstring(draw_svg(script))
    numbers = {e.text for e in picture.iterfind(".//*[@class='b']/{*}text")}
    drawn = {str(k) for k, edit in enumerate(script, start=1) if edit.cls != "top"}
    assert drawn <= numbers
    assert draw_tikz(script).count(r"\node[badge]") >= len(drawn)


def test_hostile_words_are_escaped() -> None:
    script = diff(HOSTILE, "(b / boy)")
    picture = draw_svg(script)
    ElementTree.fromstring(picture)
    assert "<script>" not in picture
    assert "<b>" not in picture
    assert not re.search(r"(?<!\\)[&#%](?!.*\\usepackage)", draw_tikz(script).split("\n", 10)[-1])


def test_graphs_without_concepts_and_with_loops() -> None:
    for gold, pred in (("(b)", "(c :ARG0 c)"), ("(a :ARG0 (b :ARG0 a))", "(x / x :mod 1)")):
        ElementTree.fromstring(draw_svg(diff(gold, pred)))
        assert draw_tikz(diff(gold, pred)).endswith(r"\end{tikzpicture}")


def test_a_large_pair_is_not_drawn() -> None:
    children = " ".join(f":op{k} (v{k} / c{k})" for k in range(600))
    others = children.replace("/ c", "/ d")
    script = diff(f"(a / and {children})", f"(a / and {others})")
    assert "too large" in draw_svg(script)
    assert "too large" in draw_tikz(script)


def test_tikz_compiles(tmp_path: Path) -> None:
    picture = draw_tikz(diff(GOLD, PRED)) + "\n\n" + draw_tikz(diff(HOSTILE, "(b / boy)"))
    compile_latex(picture, tmp_path)


def test_notebooks() -> None:
    graph, other = Graph.from_penman(GOLD), Graph.from_penman(PRED)
    found: Alignment = align(graph, other)
    for thing in (graph, found, diff(graph, other)):
        assert "data:image/svg+xml;base64," in thing._repr_html_()
    assert "<table>" in diff(graph, other)._repr_html_()
    assert "<table>" in evaluate([graph], {"x": [other]})._repr_html_()
    assert "cannot be read" in diff(graph, None)._repr_html_()
    assert str(found).startswith("5 triples match, proven\nw = w   want-01\n")
