"""Ki, Kim & Gweon (2024): Table 2 and Figure 1."""

from __future__ import annotations

from scripts.generate.reproduction.parts import LittlePrince, Page, in_kind, table
from tertium import metric, score
from tertium.audit import soundness

INTRODUCTION = """Ki, Kim & Gweon (2024), on the soundness of AMR metrics (SMATCH♯). Its 20,000
graphs of AMR 3.0 are not public; ours are the gold graphs of The Little Prince, changed in the
same 13 ways. *Swap* exchanges the targets of two edges. With n pairs a star needs 0.999ⁿ below
0.05, so 2,995 pairs even for a metric without a fault; the 1,274 sentences here are too few, and
[audits](../audits.md), with 20,000 graphs, has the stars."""

COLUMNS = {
    "SMATCH♯": "smatch#", "SMATCH": "smatch", "S²MATCH": "s2match", "SEMBLEU": "sembleu",
    "WWLKθ": "wwlk-theta:weights=similarity", "WWLKe2n": "wwlk-e2n", "SEMA": "sema",
    "SMATCH++": "smatch++",
}  # fmt: skip
TABLE_2 = {
    "lift-up": (1.000, 0.964, 0.964, 0.999, 1.000, 1.000, 0.990, 0.949),
    "reorder": (1.000, 0.999, 0.998, 1.000, 1.000, 1.000, 1.000, 1.000),
    "relabel": (1.000, 0.999, 0.999, 1.000, 1.000, 1.000, 1.000, 1.000),
    "reify": (1.000, 0.748, 0.748, 0.613, 0.866, 0.864, 0.660, 0.990),
    "dereify": (1.000, 0.988, 0.988, 0.975, 0.994, 0.994, 0.990, 0.990),
    "duplicate": (1.000, 1.212, 0.986, 0.470, 0.910, 0.937, 0.780, 1.000),
    "insert-node": (0.955, 0.975, 0.973, 0.935, 0.952, 0.944, 0.970, 0.966),
    "insert-edge": (0.964, 0.983, 0.980, 0.931, 0.996, 0.970, 0.980, 0.977),
    "change-node": (0.944, 0.966, 0.961, 0.871, 0.940, 0.951, 0.890, 0.946),
    "change-edge": (0.949, 0.966, 0.965, 0.935, 0.982, 0.968, 0.950, 0.952),
    "delete-node": (0.906, 0.945, 0.946, 0.908, 0.936, 0.933, 0.940, 0.918),
    "delete-edge": (0.907, 0.948, 0.949, 0.930, 0.959, 0.946, 0.930, 0.927),
    "swap": (0.873, 0.918, 0.918, 0.853, 0.949, 0.954, 0.880, 0.884),
}
OVERALL = {
    "equivalent, least": (1.000, 0.371, 0.371, 0.025, 0.610, 0.628, 0.083, 0.500),
    "equivalent, ones": (100, 48.11, 55.77, 64.74, 64.75, 64.75, 61.47, 78.25),
    "inequivalent, most": (0.998, 1.000, 1.000, 1.000, 1.000, 0.999, 1.103, 0.998),
    "inequivalent, ones": (0.00, 0.01, 0.05, 0.65, 5.09, 0.00, 0.63, 0.00),
}
"""The last lines of both halves of Table 2; ones are in per cent."""
LOVES = (
    '(a / and :op1 (l / love-01 :ARG0 (p / person :name (n / name :op1 "Alice")) :ARG1 (q / person'
    ' :name (o / name :op1 "{}"))) :op2 (m / love-01 :ARG0 (r / person :name (s / name :op1 "{}"))'
    ' :ARG1 (t / person :name (u / name :op1 "Daniel"))))'
)
FIGURE_1 = {"smatch": "0.9231", "s2match": "0.9231", "sembleu": "1.0", "wwlk-e2n": "1.0",
            "smatch#": "0.8889"}  # fmt: skip


def page(prince: LittlePrince) -> Page:
    """Compute the page."""
    made = Page("Reproduction of the soundness tests", INTRODUCTION)
    _cases(made, prince)
    _figure(made)
    return made


def _cases(made: Page, prince: LittlePrince) -> None:
    changed = soundness.make_perturbations(prince.gold)
    found = [soundness.audit(prince.gold, metric(spec), changed) for spec in COLUMNS.values()]
    rows = []
    for name, published in TABLE_2.items():
        ours = [next(c.mean for c in audit.cases if c.operation.name == name) for audit in found]
        cells = (f"{a:.3f} / {b:.3f}" for a, b in zip(published, ours, strict=True))
        rows.append((name, *cells))
    made.add(
        "Table 2: mean scores",
        table(("paper / ours", *COLUMNS), rows),
        "SMATCH's mean above 1 for duplicates, and SEMA's scores above 1, are faults of their "
        "scripts, see [differences](../differences.md). The graphs are smaller than those of AMR "
        "3.0, so each change costs more. The paper trained WWLKθ on the reified graphs of STS; "
        "ours is `wwlk-theta:weights=similarity`, trained on the graphs of STS, SICK and PARA as "
        "parsed.",
        "Over all equivalent and all inequivalent pairs, the lowest and highest score and the "
        "share of ones in per cent:",
        table(("paper / ours", *COLUMNS), _overall(found)),
    )
    sound = [name for name, audit in zip(COLUMNS, found, strict=True) if audit.overlap is None]
    made.sum_up("Table 2", "SMATCH♯ alone has no overlap of equivalent and inequivalent pairs",
                f"no overlap: {', '.join(sound)}", in_kind(sound == ["SMATCH♯"]))  # fmt: skip


def _overall(found: list[soundness.Soundness]) -> list[tuple[str, ...]]:
    ours = {
        "equivalent, least": [audit.lowest() for audit in found],
        "equivalent, ones": [100 * audit.share_of_ones(True) for audit in found],
        "inequivalent, most": [audit.highest() for audit in found],
        "inequivalent, ones": [100 * audit.share_of_ones(False) for audit in found],
    }
    rows = []
    for name, published in OVERALL.items():
        digits = 2 if name.endswith("ones") else 3
        pairs = zip(published, ours[name], strict=True)
        rows.append((name, *(f"{a:.{digits}f} / {b:.{digits}f}" for a, b in pairs)))
    return rows


def _figure(made: Page) -> None:
    pair = LOVES.format("Carol", "Bob"), LOVES.format("Bob", "Carol")
    rows, same = [], 0
    for spec, published in FIGURE_1.items():
        digits = len(published) - 2
        ours = f"{score(*pair, spec).value:.{digits}f}"
        same += ours == published
        rows.append((f"`{spec}`", published, ours))
    made.add("Figure 1: who loves whom", table(("", "paper", "ours"), rows))
    made.sum_up("Figure 1", f"{len(rows)} values", f"{same} equal",
                "reproduced" if same == len(rows) else "**differs**")  # fmt: skip
