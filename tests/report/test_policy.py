"""The page under its policy: only its own script runs, whatever names and sentences say."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest
from tertium.report.page import render

from tertium import evaluate
from tertium.evaluation.comparison import compare
from tertium.metrics.custom import of_function
from tertium.report.policy import policy, source
from tertium.statistics import Confidence, Resampling
from tests.support.browser import browse, with_script
from tests.support.parsers import GOLD, STRONG, WEAK

ALERT = "document.title = 'owned'"
HOSTILE = [
    f"<script>{ALERT}</script>",
    f'"><img src=x onerror="{ALERT}">',
    f"' onmouseover='{ALERT}' x='",
    f"</title></style></script></svg></pre><script>{ALERT}</script>",
    f'<a href="javascript:{ALERT}">click</a>',
    f"<svg onload={ALERT}>",
    "$title ${body} $$ {0} %s",
    "]]> <!-- &lt;b&gt;",
]
CONFIDENCE = Confidence(resampling=Resampling(50))


def entry(text: str) -> str:
    """Return a graph with a text in its id, its sentence, a concept, a role and a constant."""
    quoted = text.replace("\\", "").replace('"', "'")
    word = re.sub(r"[\s()/:\"~]", "", text)
    graph = f'(b / {word} :{word} (c / cat) :mod "{quoted}")'
    return f"# ::id {text}\n# ::snt {text} A sentence.\n{graph}"


@pytest.fixture(scope="module")
def hostile() -> str:
    gold = [entry(text) for text in HOSTILE]
    systems = {text: [*gold[1:], "(c / cat)"] for text in HOSTILE[:6]}
    own = of_function(lambda gold, pred: 0.5, HOSTILE[0])
    evaluation = evaluate(gold, systems, ["smatch", own], confidence=CONFIDENCE, pair_by="order")
    return render(evaluation, compare(evaluation, confidence=CONFIDENCE), worst=8)


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_nothing_from_data_is_an_element_or_an_attribute(hostile: str) -> None:
    found = Elements(hostile)
    names = [tag for tag, _ in found.tags]
    assert names.count("script") == names.count("style") == 1
    assert not {"img", "a", "iframe", "object", "embed", "form", "base"} & set(names)
    for tag, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        assert "owned" not in "".join(map(str, attributes.values())), tag
    for text in HOSTILE:
        assert text in found.text


def test_ids_are_ours(hostile: str) -> None:
    ids = [attributes["id"] for _, attributes in Elements(hostile).tags if "id" in attributes]
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", str(name)) for name in ids)


def test_the_policy_names_the_script_and_the_style() -> None:
    page = render(evaluate(GOLD, {"weak": WEAK}))
    (content,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page)
    assert page.index("Content-Security-Policy") < page.index("<link") < page.index("<style>")
    for kind in ("script", "style"):
        (inside,) = re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        assert f"{kind}-src {source(inside)};" in content
    assert content.startswith("default-src 'none'; ")
    assert "unsafe" not in content


def test_the_policy_knows_the_template_only(hostile: str) -> None:
    template = files("tertium.report").joinpath("page.html").read_text(encoding="utf-8")
    assert f'content="{policy(template)}"' in hostile
    assert policy("<p>") == (
        "default-src 'none'; script-src 'none'; style-src 'none'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def test_a_hostile_page_in_a_real_browser(hostile: str, tmp_path: Path) -> None:
    document, said = browse(hostile, tmp_path)
    assert said == ""
    title = document[document.index("<title>") : document.index("</title>")]
    assert "owned" not in title.replace("= 'owned'", "")
    assert "data-sort" in document  # our script ran


def test_a_script_that_slipped_in_would_not_run(tmp_path: Path) -> None:
    page = render(evaluate(GOLD, {"strong": STRONG}))
    for element in (f"<script>{ALERT}</script>", f'<img src="data:x" onerror="{ALERT}">'):
        document, said = browse(page.replace("</body>", f"{element}</body>"), tmp_path)
        assert "Content Security Policy" in said
        assert "<title>owned" not in document
    document, said = browse(with_script(page, ALERT), tmp_path)  # or the test would prove nothing
    assert said == ""
    assert "<title>owned" in document
