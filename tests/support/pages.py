"""Graphs for pages: a small story with every kind of difference, and texts that try to be code."""

from __future__ import annotations

import re

from tertium import evaluate
from tertium.evaluation.comparison import compare
from tertium.metrics.custom import of_function
from tertium.report.explorer.page import corpus_page
from tertium.statistics import Confidence, Resampling

STORY = {
    "gold": [
        "(c / contrast-01 :ARG2 (t / thing :quant 1 :mod (e / extraordinary) :time (d / draw-01 "
        ":ARG0 (i / i :ARG0-of (f / forget-01 :ARG1 (a / add-on-05 :ARG0 i :ARG1 (s / strap "
        ":consist-of (l2 / leather)) :ARG2 m))) :ARG1 (m / muzzle) :ARG2 (p / prince :mod "
        "(l / little)))))",
        '(s / say-01 :ARG0 (p / person :wiki - :name (n / name :op1 "Ada" :op2 "Lovelace")))',
        "(w / wait-01 :polarity - :ARG0 (w2 / we) :time (a / after :op1 (s / sun :mod (t / this "
        ":ARG1-of (k / know-01 :ARG0 w2 :manner (v / very)))) :quant 3) :purpose (g / go-02 :ARG0 "
        "w2 :ARG4 (h / home :poss w2 :mod (o / old))))",
    ],
    "weak": [
        "(x1 / contrast-01 :ARG2 (x19 / forget-01 :ARG0 (x18 / i) :ARG1 (x21 / add-02 :ARG1 "
        "(x24 / strap :mod (x23 / leather))) :time (x10 / draw-02 :ARG0 (x9 / i) :ARG1 (x12 / "
        "muzzle) :ARG2 (x16 / prince :mod (x15 / little)) :ARG1 x18)) :ARG2 (x6 / thing :quant 1 "
        ":mod (x5 / extraordinary)))",
        '(s / say-01 :ARG0 (p / person :wiki - :name (n / name :op1 "Ada" :op2 "Lovelace")))',
        "(h / home :polarity - :ARG4-of (g / go-01 :ARG0 (w2 / we) :purpose-of (w / wait-02 :ARG1 "
        "w2 :time (b / before :op1 (s / sun) :quant 4))))",
    ],
    "strong": [
        "(c / contrast-01 :ARG2 (t / thing :quant 1 :time (d / draw-02)))",
        '(s / say-01 :ARG0 (p / person :wiki "Ada" :name (n / name :op1 "Ada")))',
        "(w / wait-01 :ARG0 (w2 / we) :purpose (g / go-02 :ARG0 w2))",
    ],
}

_ALERT = "document.title = 'owned'"
HOSTILE = [
    f"<script>{_ALERT}</script>",
    f'"><img src=x onerror="{_ALERT}">',
    f"' onmouseover='{_ALERT}' x='",
    f"</title></style></script></noscript></svg></pre><script>{_ALERT}</script>",
    f'<a href="javascript:{_ALERT}">click</a>',
    f"<svg onload={_ALERT}>",
    "$title ${body} $$ {0} %s `${1}`",
    "]]> <!-- &lt;b&gt;",
]


def told(number: int, graph: str) -> str:
    """Return a graph with an id and a sentence."""
    return f"# ::id s.{number}\n# ::snt Sentence {number}.\n{graph}"


def hostile_entry(text: str) -> str:
    """Return a graph with a text in its id, its sentence, a concept, a role and a constant."""
    quoted = text.replace("\\", "").replace('"', "'")
    word = re.sub(r"[\s()/:\"~]", "", text)
    return (
        f'# ::id {text}\n# ::snt {text} A sentence.\n(b / {word} :{word} (c / cat) :mod "{quoted}")'
    )


def hostile_page() -> str:
    """Return a page whose every name is hostile."""
    confidence = Confidence(resampling=Resampling(50))
    gold = [hostile_entry(text) for text in HOSTILE]
    systems = {text: [*gold[1:], "(c / cat)"] for text in HOSTILE[:6]}
    own = of_function(lambda gold, pred: 0.5, HOSTILE[0])
    evaluation = evaluate(
        gold, systems, ["smatch", own, "sembleu"], confidence=confidence, pair_by="order"
    )
    return corpus_page(evaluation, compare(evaluation, confidence=confidence))
