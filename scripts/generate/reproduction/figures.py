"""Pairs of graphs that Opitz, Parcalabescu & Frank (2020) print, with the values they print."""

from __future__ import annotations

from collections.abc import Iterator

ROLES = (
    "(p / predicate-01 :ARG0 (x1 / man) :ARG1 (x2 / man) :ARG2 x2)",
    "(p / predicate-01 :ARG0 (x1 / man) :ARG1 x1 :ARG2 (x2 / man))",
)
HEATED = (
    "(a / and :op1 (h / heat-01 :ARG1 (t / thing) :loc (b / between :op1 (w / we)) :degree (s / "
    "so))"
    " :op2 (k / know-01 :polarity - :ARG0 (i / i) :ARG1 (t2 / thing :ARG1-of (d / do-02))))",
    "(k7 / know-01 :ARG0 (i / i :ARG0-of (d9 / do-02 :ARG1 t8 :ARG1 (t0 / thing :ARG1-of"
    " (h2 / heat-01 :degree (s1 / so) :loc (b3 / between :op1 (w4 / we)))))) :ARG1 (t8 / thing)"
    " :polarity -)",
)
READINGS = tuple(
    f"sembleu:n={n},reading={reading}"
    for n in (2, 3, 4)
    for reading in ("paper", "verbatim", "early")
)


def closings() -> Iterator[tuple[str, str]]:
    """Yield the graphs of Figure 3 with its first one closed in every way.

    The brackets after *we* and *so* are lost in print.
    """
    head = "(a / and :op1 (h / heat-01 :ARG1 (t / thing) :loc (b / between :op1 (w / we"
    tail = " :op2 (k / know-01 :polarity - :ARG0 (i / i) :ARG1 (t2 / thing :ARG1-of (d / do-02"
    for first in range(1, 4):
        for second in range(1, 5 - first):
            closed, rest = ")" * first + " :degree (s / so" + ")" * second, 8 - first - second
            yield head + closed + tail + ")" * rest, HEATED[1]


CAT, KITTEN, GIRAFFE = (
    f"(v / {verb} :ARG0 (a / {animal}))"
    for verb, animal in (("sprint-01", "cat"), ("run-02", "kitten"), ("sleep-01", "giraffe"))
)
LAW = "(t / thing :quant 2 :ARG2-of (r / remedy-01) :mod (l / law))"
LAW_CAMR = "(x6 / remedy-01 :quant 2)"
LAW_JAMR = "(l / legally :manner-of (r / remedy-01 :quant 2))"
NAVY = (
    '(n3 / navy :mod (c / country :wiki "Russia" :name (n2 / name :op1 "Russian" :op2'
    ' "Federation")) :mod (s / shape :mod (p / poverty)))'
)
NAVY_CAMR = (
    '(x2 / military :name (n / name :op1 "Navy") :poss (x5 / country :name (n1 / name :op1'
    ' "Russia" :op2 "Federation")) :prep-in (x10 / shape-01 :mod (x9 / poor)))'
)
NAVY_JAMR = (
    '(s / shape-01 :ARG1 (c / country :wiki "Russia" :name (n / name :op1 "Russian" :op2'
    ' "Federation") :poss (o / organization :name (n2 / name :op1 "Navy" :op2 "of" :op3 "the")))'
    " :manner (p / poor))"
)
_SMATCH = "smatch:top=concept"

FIGURES: tuple[tuple[str, str, str, str, str], ...] = (
    ("2", *ROLES, _SMATCH, "0.667"),
    ("2", *ROLES, "sembleu", "1.0"),
    ("3", HEATED[1], HEATED[0], "sembleu", "0.422"),
    ("3", *HEATED, "sembleu", "0.803"),
    ("3", *HEATED, _SMATCH, "0.829"),
    *(
        ("7", a, b, spec, value)
        for a, b, s2match in (
            (CAT, KITTEN, "0.39"),
            (KITTEN, GIRAFFE, "0.25"),
            (CAT, GIRAFFE, "0.25"),
        )
        for spec, value in (("sembleu", "0.00"), (_SMATCH, "0.25"), ("s2match", s2match))
    ),
    ("11a, CAMR", LAW, LAW_CAMR, _SMATCH, "0.200"),
    ("11a, JAMR", LAW, LAW_JAMR, _SMATCH, "0.167"),
    ("11a, CAMR", LAW, LAW_CAMR, "s2match", "0.200"),
    ("11a, JAMR", LAW, LAW_JAMR, "s2match", "0.252"),
    ("11b, CAMR", NAVY, NAVY_CAMR, _SMATCH, "0.357"),
    ("11b, JAMR", NAVY, NAVY_JAMR, _SMATCH, "0.387"),
    ("11b, CAMR", NAVY, NAVY_CAMR, "s2match:top=hard", "0.488"),
    ("11b, JAMR", NAVY, NAVY_JAMR, "s2match:top=hard", "0.460"),
)
"""Figure, gold, prediction, metric, value."""
