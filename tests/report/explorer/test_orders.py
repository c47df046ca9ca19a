"""What can be sorted on a page: the sentences, and the rows of tables."""

from __future__ import annotations

from itertools import pairwise

from tests.support.chromium import Tab, texts


def test_orders(tab: Tab, page: str) -> None:
    tab.load(page)
    for order, selector, sign in (
        ("0", ".entry .bars span:first-child", 1),
        ("large", ".size", -1),
    ):
        tab.run(f"(order.value = {order!r}, update())")
        found = [sign * float(x) for x in texts(tab, f"#list {selector}")]
        assert found == sorted(found)
    for order in tab.run("Object.keys(ORDERS)"):
        tab.run(f"(order.value = {order!r}, update())")
        assert len(texts(tab, ".entry")) == 9
    assert tab.run("[...order.options].every(x => x.value in ORDERS)")


# What the edits of a class cost in all pairs of each sentence, as the opened sentences say it.
SPENT = """(name => Promise.all([...list.children].map(async item => {
  let sum = 0;
  for (const k of keys.keys()) {
    await open(item, k);
    for (const edit of $$(".edits li", item))
      if ($(".kind", edit).textContent.endsWith(name)) sum += +$(".cost", edit).textContent;
  }
  return sum;
})))"""


def test_a_class_of_edits_is_sorted_by_what_it_costs(tab: Tab, page: str) -> None:
    tab.load(page)
    for number, name in enumerate(tab.run("classes")):
        tab.run(f"(order.value = 'c{number}', update())")
        assert tab.run("order.selectedOptions[0].text") == f"most lost by {name} first"
        shown = tab.run(f"{SPENT}(' {name}')")
        if name != "unreadable":  # shown as a sentence, not as a list
            assert any(shown)
            assert all(a >= b - 0.021 for a, b in pairwise(shown))


def test_tables_are_sorted_by_a_click(tab: Tab, page: str) -> None:
    tab.load(page)

    def column(k: int) -> list[str]:
        return texts(tab, f".losses tbody tr > :nth-child({k + 1})")

    head = ".losses thead th:nth-child({})"
    before = column(0)
    tab.run(f"document.querySelector('{head.format(3)}').click()")
    costs = [float(x or 0) for x in column(2)]
    assert costs == sorted(costs, reverse=True)
    tab.run(f"document.querySelector('{head.format(3)}').focus()")
    tab.press("Enter")  # the other way round
    assert [float(x or 0) for x in column(2)] == costs[::-1]
    assert tab.run(f"document.querySelector('{head.format(3)}').ariaSort") == "ascending"
    tab.run(f"document.querySelector('{head.format(1)}').click()")
    assert column(0) == sorted(before) != before
    assert len(texts(tab, ".losses [aria-sort]")) == 1
    tab.run("document.querySelector('.systems th.n').click()")
    values = [float(x) for x in texts(tab, ".systems tbody tr > :nth-child(2)")]
    assert values == sorted(values, reverse=True)
    assert tab.complaints == []
