"""A small gold corpus and the output of three imaginary parsers, for tests of evaluations."""

from __future__ import annotations

from pathlib import Path

GOLD = [
    "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
    "(s / sleep-01 :ARG0 (c / cat :mod (b / black)))",
    '(p / person :name (n / name :op1 "Ada"))',
    "(e / eat-01 :polarity - :ARG0 (d / dog) :ARG1 (m / meat))",
    "(r / rain-01 :time (y / yesterday))",
    "(a / and :op1 (r / run-02) :op2 (j / jump-03))",
]
WEAK = [
    "(w / want-01 :ARG0 (b / boy))",
    "(s / sleep-01 :ARG1 (c / cat))",
    '(p / person :name (n / name :op1 "Eda"))',
    "(e / eat-01 :ARG0 (d / dog))",
    "(r / rain-01)",
    "(r / run-02)",
]
STRONG = [
    "(x / want-01 :ARG0 (y / boy) :ARG1 (z / go-02))",
    "(s / sleep-01 :ARG0 (c / cat :mod (b / black)))",
    '(p / person :name (n / name :op1 "Ada"))',
    "(e / eat-01 :ARG0 (d / dog) :ARG1 (m / meat))",
    "(r / rain-01 :time (y / yesterday))",
    "(a / or :op1 (r / run-02) :op2 (j / jump-03))",
]
BROKEN = [*STRONG[:2], "(p / person :name (n / name", *STRONG[3:]]


def write(folder: Path, name: str, graphs: list[str], ids: bool = True) -> str:
    """Write graphs to a file and return its path."""
    head = [
        f"# ::id s.{i}\n# ::snt Sentence {i}.\n" if ids else "" for i in range(1, 1 + len(graphs))
    ]
    path = folder / f"{name}.amr"
    path.write_text("\n".join(f"{a}{b}\n" for a, b in zip(head, graphs, strict=True)))
    return str(path)
