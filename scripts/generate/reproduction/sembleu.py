"""Song & Gildea (2019): Tables 1 and 4."""

from __future__ import annotations

from scripts.generate.reproduction.parts import LittlePrince, Page, in_kind, micro, table
from tertium.metrics import Sembleu

INTRODUCTION = """Song & Gildea (2019), SemBleu: A Robust Metric for AMR Parsing Evaluation.
Tables 2 and 3 need human judgements of parses that were not published."""

GRAPHS = {
    "a": "(a / ask-01 :ARG0 (g / girl) :ARG1 (l / leave-11 :ARG0 (b / boy)))",
    "b": "(m / make-01 :ARG0 (w / woman) :ARG1 (p / pie :quant 2))",
}
TABLE_1 = {
    "a": (
        {"ask-01", "girl", "leave-11", "boy"},
        {"ask-01 :ARG0 girl", "ask-01 :ARG1 leave-11", "leave-11 :ARG0 boy"},
        {"ask-01 :ARG1 leave-11 :ARG0 boy"},
    ),
    "b": (
        {"woman", "make-01", "pie", "2"},
        {"make-01 :ARG0 woman", "make-01 :ARG1 pie", "pie :quant 2"},
        {"make-01 :ARG1 pie :quant 2"},
    ),
}
TABLE_4 = {
    ("LDC2015E86", "JAMR"): (46.8, 67.0),
    ("LDC2015E86", "CAMR"): (37.2, 62.0),
    ("LDC2017T10", "JAMR"): (47.0, 66.0),
    ("LDC2017T10", "CAMR"): (36.6, 61.0),
}


def page(prince: LittlePrince) -> Page:
    """Compute the page."""
    made = Page("Reproduction of SEMBLEU", INTRODUCTION)
    _grams(made)
    _parsers(made, prince)
    return made


def _grams(made: Page) -> None:
    rows, same = [], True
    for name, graph in GRAPHS.items():
        for n, published in enumerate(TABLE_1[name]):
            ours = Sembleu(n=3).ngrams(graph)[n]
            same &= {gram.lower() for gram in published} == {gram.lower() for gram in ours}
            rows.append((f"{name}, n = {n + 1}", "; ".join(sorted(published)), "; ".join(ours)))
    made.add("Table 1: k-grams", table(("graph", "paper", "ours"), rows, 3))
    verdict = "reproduced" if same else "**differs**"
    made.sum_up("Table 1", "the k-grams of two graphs", "the same" if same else "others", verdict)


def _parsers(made: Page, prince: LittlePrince) -> None:
    rows: list[tuple[object, ...]] = [
        (data, parser, *scores, "", "") for (data, parser), scores in TABLE_4.items()
    ]
    ours = {}
    for name in ("jamr", "camr"):
        pair = prince.gold, prince.banks[name]
        ours[name] = [micro(spec, *pair) for spec in ("sembleu", "smatch")]
        rows.append(("The Little Prince", name.upper(), "", "", *(f"{v:.1f}" for v in ours[name])))
    header = ("data", "parser", "SEMBLEU", "SMATCH", "`sembleu`", "`smatch`")
    made.add("Table 4: parsers", table(header, rows, 2),
             "The other parsers' output is not public.")  # fmt: skip
    gap = [ours["jamr"][k] - ours["camr"][k] for k in (0, 1)]
    made.sum_up(
        "Table 4",
        "SEMBLEU prefers JAMR to CAMR by 10 points, SMATCH by 5",
        f"on The Little Prince by {gap[0]:+.1f} and {gap[1]:+.1f}",
        in_kind(gap[0] > gap[1]),
    )
