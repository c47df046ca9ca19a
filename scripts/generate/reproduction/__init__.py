"""docs/reproduction.md and the pages behind it: published figures beside ours.

    000  Opitz, Parcalabescu & Frank (2020)   principles.py
    001  Opitz, Daza & Frank (2021)           bamboo.py
    002  Song & Gildea (2019)                 sembleu.py
    003  Ki, Kim & Gweon (2024)               soundness.py
    004  Opitz (2023)                         smatchpp.py

One command computes all of them, ``scripts/make --corpora DIR docs/reproduction.md``. A page has a
section for each table and figure, and lines of the summary, which opens the whole.
"""

from __future__ import annotations

from pathlib import Path

from scripts.generate.reproduction import bamboo, principles, sembleu, smatchpp, soundness
from scripts.generate.reproduction.bamboo_summary import sum_up
from scripts.generate.reproduction.parts import LittlePrince, Page, table

HEAD = """# Reproduction

For readers who ask whether the metrics here are those of the papers: every published table and
figure for which data exist, beside what Tertium computes. `scripts/make --corpora DIR
docs/reproduction.md` computes all numbers of this page and of the five pages behind it. The
corpora of four of the papers are licensed; where ours are others, patterns are compared, and the
last column says so. Tables that need unpublished judgements or systems are named on their pages.
"""

PAPERS = {
    "principles": "Opitz, Parcalabescu & Frank (2020): principles of AMR metrics",
    "bamboo": "Opitz, Daza & Frank (2021): BAMBOO and the Weisfeiler-Leman metrics",
    "sembleu": "Song & Gildea (2019): SEMBLEU",
    "soundness": "Ki, Kim & Gweon (2024): soundness",
    "smatchpp": "Opitz (2023): SMATCH++",
}
"""The pages, in the order of the summary."""


def pages(corpora: Path) -> dict[str, str]:
    """Compute the summary and the pages, by the names of their files."""
    prince = LittlePrince(corpora / "data" / "little-prince")
    made = {
        "principles": principles.page(prince),
        "bamboo": _bamboo(bamboo.Laboratory.of(corpora)),
        "sembleu": sembleu.page(prince),
        "soundness": soundness.page(prince),
        "smatchpp": smatchpp.page(prince),
    }
    files = {f"docs/reproduction/{name}.md": page.text for name, page in made.items()}
    return {"docs/reproduction.md": summary(made), **files}


def _bamboo(laboratory: bamboo.Laboratory) -> Page:
    page = bamboo.page(laboratory)
    sum_up(page, laboratory)
    return page


def summary(made: dict[str, Page]) -> str:
    """Return the page that opens the whole."""
    parts = [HEAD]
    for name, page in made.items():
        parts.append(f"## [{PAPERS[name]}](reproduction/{name}.md)\n")
        parts.append(table(("", "paper", "ours", "verdict"), page.verdicts, 4) + "\n")
    return "\n".join(parts)
