"""The explorer in a real browser: drawings, filters, keys, links, narrow windows, no scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tertium import Graph, agree, evaluate, read
from tertium.explain import diff
from tertium.report.explorer.page import agreement_page, corpus_page, pair_page
from tests.report.explorer.conftest import METRICS
from tests.support.chromium import Tab, texts
from tests.support.corpora import corpora
from tests.support.pages import HOSTILE, STORY, hostile_page
from tests.support.parsers import GOLD, STRONG, WEAK


def open_all(tab: Tab) -> None:
    """Open every sentence that is listed."""
    tab.run("Promise.all([...document.querySelectorAll('#list article')].map(x => open(x, 1)))")


def test_every_sentence_is_listed(tab: Tab, page: str) -> None:
    tab.load(page)
    assert texts(tab, "#count") == ["9 of 9"]
    assert texts(tab, ".entry .id") == [f"s.{k}" for k in range(9)]
    assert texts(tab, ".entry .s")[0] == "Sentence 0."
    assert tab.complaints == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_listed_sentence_is_not_cut(tab: Tab, folder: Path, width: int) -> None:
    words = " ".join(["garden"] * 90)
    text = f"# ::snt {words}\n(b / boy)"
    path = folder / "long.html"
    path.write_text(corpus_page(evaluate([text], {"one": [text]}, pair_by="order")))
    tab.load(path.as_uri(), width=width)
    assert texts(tab, ".entry .s") == [words]
    cut = "s => s.scrollHeight > s.clientHeight + 1 || s.scrollWidth > s.clientWidth + 1"
    assert not tab.run(f"[...document.querySelectorAll('.entry .s')].some({cut})")


# Label and box are shrunk by half a pixel, because they may touch.
FAULTS = """(() => {
  const faults = [], box = x => x.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  let count = 0;
  for (const graph of document.querySelectorAll(".map .graph")) {
    const rects = [...graph.querySelectorAll(".n > rect")];
    const labels = [...graph.querySelectorAll(".e > text, .e > .b")];
    for (const rect of rects) {
      const word = box(rect.parentNode.querySelector("text")), own = box(rect);
      const out = word.left < own.left || word.right > own.right;
      if (out) faults.push("outside: " + rect.parentNode.textContent);
    }
    labels.forEach((label, i) => {
      count++;
      const others = [...labels.slice(i + 1), ...rects].filter(x => meet(box(label), box(x)));
      for (const x of others) faults.push(`${label.textContent} meets ${x.parentNode.textContent}`);
    });
  }
  return [count, faults];
})()"""


@pytest.mark.parametrize("metric", METRICS)
def test_nothing_overlaps_in_drawings(tab: Tab, page: str, metric: str) -> None:
    tab.load(f"{page}#metric={metric}")
    open_all(tab)
    count, faults = tab.run(FAULTS)
    assert count > 20
    assert faults == []
    assert tab.complaints == []


def test_nothing_overlaps_in_drawings_of_a_corpus(tab: Tab, folder: Path) -> None:
    texts = corpora() / "data" / "little-prince"
    gold, *systems = (list(read(texts / f"{name}.amr"))[::32] for name in ("gold", "jamr", "camr"))
    found = evaluate(gold, dict(zip(("jamr", "camr"), systems, strict=True)), pair_by="order")
    (folder / "corpus.html").write_text(corpus_page(found))
    tab.load((folder / "corpus.html").as_uri())
    open_all(tab)
    count, faults = tab.run(FAULTS)
    assert count > 400
    assert faults == []


@pytest.mark.parametrize("width", [390, 1280])
def test_no_window_scrolls_sideways(tab: Tab, page: str, width: int) -> None:
    tab.load(f"{page}#metric=sembleu", width=width)
    open_all(tab)
    tab.run("for (const d of document.querySelectorAll('details')) d.open = true")
    assert tab.run("document.documentElement.scrollWidth") <= width
    wide = tab.run(
        "[...document.querySelectorAll('main *')].filter(x => !x.closest('.map, .wide, svg, pre')"
        f" && x.getBoundingClientRect().right > {width}).map(x => x.className)"
    )
    assert wide == []


def test_the_other_metrics_say_what_they_count(tab: Tab, page: str) -> None:
    tab.load(f"{page}#id=s.0&pair=weak&by=sembleu")
    tab.wait("document.querySelector('.bags')")
    assert texts(tab, ".bags h4") == ["only in gold 4", "in both 3", "only in weak 0"]
    assert "want-01 :arg0 boy" in texts(tab, ".bags .both code")
    tab.load(f"{page}#id=s.5&pair=weak&by=wwlk")
    tab.wait("document.querySelector('.flows')")
    lost = float(texts(tab, ".costs tfoot td")[0])
    value = float(texts(tab, ".f1 b")[0])
    assert lost == pytest.approx(100 - value, abs=0.1)
    widths = tab.run(
        "[...document.querySelectorAll('.flows path')].map(x => getComputedStyle(x).strokeWidth)"
    )
    assert all(float(width.removesuffix("px")) > 1.2 for width in widths)


def test_the_edits_of_a_pair_add_up(tab: Tab, page: str) -> None:
    tab.load(f"{page}#id=s.6&pair=weak")
    tab.wait("document.querySelector('.edits')")
    costs = [float(x) for x in texts(tab, ".edits .cost")]
    assert sum(costs) == pytest.approx(float(texts(tab, ".total b")[0]), abs=0.03)
    assert float(texts(tab, ".total b")[0]) == pytest.approx(100 - float(texts(tab, ".f1 b")[0]))
    numbers = texts(tab, ".edits .b")
    for number in numbers:  # each edit is in the drawing or in the text
        assert tab.run(f"document.querySelectorAll('[data-e=\"{number}\"]').length") > 1


def test_filters(tab: Tab, page: str) -> None:
    tab.load(page)

    def ids() -> list[str]:
        return texts(tab, ".entry .id")

    for term, expected in (
        ("sentence 3.", ["s.3"]),
        ("jump-03", ["s.5"]),  # a word of a graph
        (":unreadable", ["s.2"]),
        ("weak:unreadable", []),
        ("strong_one:unreadable", ["s.2"]),
        ("size>20", ["s.6", "s.8"]),
        ("strong_one:unreadable>99", ["s.2"]),
        (":unreadable>=101", []),
        ("weak>=100", ["s.7"]),
        ("weak.sembleu<1", []),
    ):
        tab.run(f"(box.value = {term!r}, unpacked.then(update))")
        assert ids() == expected, term
    assert tab.run("document.querySelector('#none').hidden") is False
    tab.load(page)
    tab.run("document.querySelector('[data-term=\":sense\"]').click()")
    assert tab.run("box.value") == ":sense"
    assert tab.run("document.querySelector('[data-term=\":sense\"]').ariaPressed") == "true"
    few = len(ids())
    assert 0 < few < 9
    tab.run("document.querySelector('[data-term=\":sense\"]').click()")
    assert len(ids()) == 9


def test_keys(tab: Tab, page: str) -> None:
    tab.load(page)
    here = "document.activeElement.closest('article')?.dataset.i"
    tab.press("j", "j")
    assert tab.run(here) == "1"
    tab.press("k", "Enter")
    tab.wait("document.querySelector('.pair .map')")
    assert tab.run(here) == "0"
    pressed = "[...document.querySelectorAll('.tab[aria-pressed=true]')]"
    chosen = f"{pressed}.map(x => x.textContent.split(' ')[0])"
    assert tab.run(chosen) == ["weak", "smatch"]
    tab.press("s")
    tab.wait(f"{chosen}[0] === 'strong'")
    tab.press("m")
    tab.wait(f"{chosen}[1] === 'sembleu'")
    tab.press("1")
    tab.wait(f"{chosen}[0] === 'weak'")
    tab.press("Escape")
    assert tab.run("document.querySelector('.pair')") is None
    tab.press("/")
    assert tab.run("document.activeElement.id") == "filter"
    tab.press("w", "Escape")
    assert tab.run("box.value") == "w"  # Escape leaves the filter as it is
    assert tab.run(here) is not None
    assert tab.complaints == []


def test_a_link_restores_the_view(tab: Tab, page: str) -> None:
    tab.load(page)
    tab.run("(box.value = ':node', order.value = 'worst', chosen.value = 1, unpacked.then(update))")
    tab.run("open(document.querySelectorAll('#list article')[1], 1, 2)")
    place = "document.querySelector('.pair').parentNode.dataset.i"
    state = f"[location.hash, box.value, order.value, chosen.value, {place}]"
    before = tab.run(state)
    pane = texts(tab, ".pair")
    tab.load(page + before[0])
    tab.wait("document.querySelector('.pair .map')")
    assert tab.run(state) == before
    assert texts(tab, ".pair") == pane
    tab.run("location.hash = '#id=s.3'")  # a link that is followed inside of the page
    tab.wait("document.querySelector('.pair')?.parentNode.dataset.i === '3'")


def test_the_filter_stays_in_view(tab: Tab, page: str) -> None:
    tab.load(f"{page}#id=s.8&pair=weak", height=500)
    tab.wait("document.querySelector('.pair .map') && scrollY > 0")
    assert tab.run("document.querySelector('.tools').getBoundingClientRect().top") == 0
    entry = tab.run("document.querySelector('.pair').parentNode.getBoundingClientRect().top")
    assert entry >= tab.run("document.querySelector('.tools').getBoundingClientRect().bottom") - 8


def test_a_link_to_what_is_not_there(tab: Tab, page: str) -> None:
    tab.load(f"{page}#id=nobody&sort=constructor&metric=no&pair=x&q=%22%3E%3Cb%3E")
    assert tab.complaints == []
    assert tab.run("order.value") == "text"


def test_graphs_that_cannot_be_read(tab: Tab, page: str) -> None:
    tab.load(f"{page}#id=s.2&pair=strong_one")
    tab.wait("document.querySelector('.pair .none')")
    assert texts(tab, ".pair .none") == ["This prediction cannot be read; it scores 0."]
    assert tab.run("document.querySelector('.pair .map')") is None


def test_linked_parts_light_up(tab: Tab, page: str) -> None:
    tab.load(f"{page}#id=s.0&pair=weak")
    tab.wait("document.querySelector('.edits li')")
    tab.run("document.querySelector('.edits li').focus()")
    assert tab.run("document.querySelectorAll('.graph .lit').length") > 0
    assert tab.run("document.querySelectorAll('.texts .lit').length") > 0
    tab.run("document.activeElement.blur()")
    assert tab.run("document.querySelectorAll('.lit').length") == 0


@pytest.mark.parametrize("dark", [False, True])
def test_without_scripts(tab: Tab, page: str, dark: bool) -> None:
    tab.load(page, scripts=False, dark=dark)
    tab.call("Emulation.setScriptExecutionDisabled", value=False)  # to look
    assert tab.run("document.querySelector('.tools').checkVisibility()") is False
    assert tab.run("document.querySelectorAll('.static details').length") == 9
    tab.run("document.querySelector('.static details').open = true")
    assert "boy" in tab.run("document.querySelector('.static pre').innerText")
    assert tab.run("document.querySelector('.losses').checkVisibility()")
    assert tab.run("document.documentElement.scrollWidth") <= 1280


def test_in_print(tab: Tab, page: str) -> None:
    tab.load(f"{page}#id=s.0&pair=weak", media="print", width=794)
    tab.wait("document.querySelector('.pair .map')")
    assert tab.run("document.querySelector('.tools').checkVisibility()") is False
    assert tab.run("document.documentElement.scrollWidth") <= 794


def test_hostile_names_and_sentences(tab: Tab, folder: Path) -> None:
    (folder / "hostile.html").write_text(hostile_page())
    tab.load((folder / "hostile.html").as_uri())
    open_all(tab)
    assert tab.complaints == []
    assert "owned" not in tab.run("document.title").replace("'owned'", "")
    assert tab.run("document.querySelectorAll('main img, main a, main script').length") == 0
    assert set(HOSTILE) <= set(texts(tab, ".entry .id"))


def test_a_script_that_slipped_in_would_not_run(tab: Tab, folder: Path, page: str) -> None:
    text = (folder / "page.html").read_text()
    path = folder / "slipped.html"
    for element in ("<script>document.title = 'owned'</script>",
                    '<img src="data:x" onerror="document.title = \'owned\'">'):  # fmt: skip
        path.write_text(text.replace("</body>", f"{element}</body>"))
        tab.load(path.as_uri())
        assert tab.run("document.title") != "owned"
        assert any("Content Security Policy" in said for said in tab.complaints)


def test_annotators(tab: Tab, folder: Path) -> None:
    found = agree({"ann": GOLD, "bob": WEAK, "cem": STRONG}, ["smatch", "wlk"])
    (folder / "agree.html").write_text(agreement_page(found))
    tab.load((folder / "agree.html").as_uri() + "#id=1&pair=bob%E2%80%93cem")
    tab.wait("document.querySelector('.pair .map')")
    names = [name.rpartition(" ")[0] for name in texts(tab, ".pair .tabs:first-of-type .tab")]
    assert names == ["ann–bob", "ann–cem", "bob–cem"]
    assert texts(tab, ".edits")
    assert texts(tab, "h3")[-1].endswith("cem into bob")
    assert tab.complaints == []


def test_one_pair(tab: Tab, folder: Path) -> None:
    gold = Graph.from_penman(STORY["gold"][0])
    (folder / "one.html").write_text(pair_page(diff(gold, STORY["weak"][0])))
    for width in (390, 1280):
        tab.load((folder / "one.html").as_uri(), width=width)
        count, faults = tab.run(FAULTS)
        assert count > 5
        assert faults == []
        assert tab.run("document.documentElement.scrollWidth") <= width
        assert tab.complaints == []
