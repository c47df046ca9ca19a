"""The sections of a UMR file, line by line.

    # :: snt1 ...                     a sentence begins; its words follow in the line, or below
    Words: Lindsay left ...
    # sentence level graph:
    # alignment:
    # document level annotation:

Lines are sorted into the sections of their sentence. The graphs stay where they are: `cut` also
returns the file with everything else blanked, which is a PENMAN file with the same lines, so one
call reads all graphs and every error has its line. The line above a graph becomes ``# ::id N``
with the number of its section.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

Part = Literal["words", "graph", "alignment", "relations"]

_SENTENCE = re.compile(rb"#\s*::\s*snt\s*(\d{1,9})\b[.:]?\s*(.*)", re.IGNORECASE)
_HEADING = re.compile(
    rb"#\s*(sentence|alignment|document)(?:[ -]level)?(?:\s+(?:graph|annotation))?\s*:?\s*$",
    re.IGNORECASE,
)
_METADATA = re.compile(rb"#\s*meta-info\s*::\s*([\w-]+)\s*=\s*(.*)", re.IGNORECASE)
_PARTS: dict[bytes, Part] = {
    b"sentence": "graph",
    b"alignment": "alignment",
    b"document": "relations",
}


@dataclass
class Section:
    """The lines of a sentence."""

    number: int
    line: int
    source: str
    words: tuple[str, ...] = ()
    metadata: dict[str, str] = field(default_factory=dict)
    alignment: list[tuple[int, str]] = field(default_factory=list)
    """Lines with their numbers."""
    relations: list[tuple[int, str]] = field(default_factory=list)
    graph: list[tuple[int, bytes]] = field(default_factory=list)

    def graph_until(self, line: int, column: int) -> bytes:
        """Return the text of the graph up to a place, on the lines of the file."""
        lines = {number: text for number, text in self.graph if number <= line}
        lines[line] = lines[line].decode("utf-8", "replace")[: column - 1].encode()
        return b"\n".join(lines.get(number, b"") for number in range(1, line + 1))


def looks_like_umr(data: bytes) -> bool:
    """Whether a text begins as UMR files do.

    >>> looks_like_umr(b"# :: snt1 Hello"), looks_like_umr(b"# ::id 1 ::snt Hello")
    (True, False)
    """
    return re.search(rb"(?m)^#\s*(?:::\s+snt\d|sentence level graph:)", data[:65536]) is not None


def cut(data: bytes) -> tuple[list[Section], bytes, int]:
    """Return the sections of a file, the file with its graphs alone, and the first line with text
    before the first sentence, or 0.
    """
    cutter = _Cutter(data.split(b"\n"))
    cutter.run()
    return cutter.sections, b"\n".join(cutter.masked), cutter.early


class _Cutter:
    def __init__(self, lines: list[bytes]) -> None:
        self.lines = lines
        self.masked = [b""] * len(lines)
        self.sections: list[Section] = []
        self.part: Part = "words"
        self.opened = False  # whether the graph of this part has begun
        self.pending: dict[str, str] = {}  # metadata that stand above their sentence
        self.early = 0  # the first line with text before the first sentence

    def run(self) -> None:
        for index, raw in enumerate(self.lines):
            line = raw.strip()
            if line.startswith(b"#"):
                self.read_comment(index, line)
            elif line and self.sections:
                self.read_line(index, line)
            elif line and not self.early:
                self.early = index + 1

    def read_comment(self, index: int, line: bytes) -> None:
        if found := _SENTENCE.match(line):
            number, text = int(found[1]), _text(found[2])
            section = Section(number, index + 1, _text(line), tuple(text.split()), self.pending)
            self.sections.append(section)
            self.part, self.pending = "words", {}
        elif (found := _HEADING.match(line)) and self.sections:
            self.part, self.opened = _PARTS[found[1].lower()], False
        elif found := _METADATA.match(line):
            self.pending[_text(found[1])] = _text(found[2])

    def read_line(self, index: int, line: bytes) -> None:
        section = self.sections[-1]
        if self.part == "words" and line.startswith(b"("):
            self.part, self.opened = "graph", False  # without a heading
        if self.part == "graph":
            if not self.opened:
                self.masked[index - 1] = b"# ::id %d" % (len(self.sections) - 1)
                self.opened = True
            self.masked[index] = self.lines[index]
            section.graph.append((index + 1, self.lines[index]))
        elif self.part == "words":
            key, colon, rest = line.partition(b":")
            if colon and key.strip().lower() == b"words":
                section.words = tuple(_text(rest).split())
        else:
            getattr(section, self.part).append((index + 1, _text(self.lines[index].rstrip())))


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")
