"""The edit script of a pair as a report: the score, both graphs with marks, the edits.

smatch 75.00 = 2 · 3 / (4 + 4), P 3 / 4 = 75.00, R 3 / 4 = 75.00, proven

gold
  1 ~  (r / run-01
           :ARG0 (b / boy))

1 edit turns the prediction into the gold; it costs 25.00 points
 1  25.00  R:sense  sense of run: run-02 instead of run-01
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tertium._version import __version__
from tertium.errors import counted
from tertium.report.formats import write
from tertium.report.kinds import COUNT, GAIN, PERCENT, percent
from tertium.report.marked_text import Line, marked_lines, plain
from tertium.report.model import Column, Notes, Report, Table, Text, sentence
from tertium.terminal import visible_line

if TYPE_CHECKING:
    from tertium.explain.script import Edit, Script

_WIDTH = 80

COLUMNS = (
    Column("number", "no.", COUNT, lambda both: both[0]),
    Column("cost", "lost", PERCENT, lambda both: both[1].cost),
    Column("gain", "gain", GAIN, lambda both: both[2]),
    Column("code", "code", of=lambda both: both[1].code),
    Column("class", of=lambda both: both[1].cls),
    Column("family", of=lambda both: both[1].family),
    Column("operation", of=lambda both: both[1].operation),
    Column("detail", of=lambda both: both[1].detail),
    Column("message", "edit", of=lambda both: both[1].message),
)
"""The columns of edits, as CSV and Markdown have them."""


def report_of(script: Script) -> Report:
    """Return the score, both graphs and the edits."""
    rows = [(k, edit, script.gain([edit])) for k, edit in enumerate(script, start=1)]
    table = Table.of(COLUMNS, rows)
    lines = [plain(line) for line in text_lines(script)]
    notes = Notes(lines=script.notes, metrics=(script.metric,))
    return Report(
        title(script),
        (Text(tuple(lines), "listing"),),
        data={"tertium": __version__, **script.as_dict()},
        records=table,
        papers=(table._replace(caption=title(script), notes=notes),),
    )


def written(script: Script, format: str) -> str:
    """Return a script as text or json, as a page (html), or as a drawing (svg, latex)."""
    if format == "html":
        from tertium.report.explorer.page import pair_page

        return pair_page(script)
    if format == "svg":
        from tertium.report.merged_svg import draw_svg

        return draw_svg(script)
    if format == "latex":
        from tertium.report.tikz import draw_tikz

        return draw_tikz(script)
    return write(report_of(script), format)


def title(script: Script) -> str:
    """Return what is compared."""
    return f"{script.names[1]} against {script.names[0]}"


def text_lines(script: Script) -> Iterator[Line]:
    """Yield everything as lines of pieces with styles."""
    yield from _head(script)
    for side, graph in enumerate((script.gold, script.pred)):
        yield []
        yield [(script.names[side].removeprefix("the "), "heading")]
        if graph is None:
            yield [("  cannot be read or is missing", "")]
        else:
            yield from marked_lines(script, side)
    yield []
    yield from edit_lines(script)
    if script.notes:
        yield []
    for note in script.notes:
        yield from ([(line, "")] for line in _wrapped(visible_line(sentence(note)), _WIDTH))


def _head(script: Script) -> Iterator[Line]:
    graphs = [graph for graph in (script.gold, script.pred) if graph is not None]
    id = next((graph.id for graph in graphs if graph.id), None)
    said = next((graph.sentence for graph in graphs if graph.sentence), None)
    if id or said:
        words = " ".join(filter(None, [visible_line(id or ""), visible_line(said or "")]))
        for line in _wrapped(words, _WIDTH):
            yield [(line, "")]
        yield []
    for line in textwrap.wrap(arithmetic(script), _WIDTH, subsequent_indent="  "):
        yield [(line, "heading")]


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]


def arithmetic(script: Script) -> str:
    """Return the score and how it comes about."""
    score = script.score
    label = script.metric.label
    if not script.counts_triples or score.f1 is None:
        proof = "" if script.proven else "; the alignment behind the edits is not proven"
        by = "smatch#" if script.has_costs else "smatch"
        return f"{label} {percent(score.value)}; edits are those of {by}{proof}"
    s = score.statistics
    m, g, p = (f"{s[name]:g}" for name in ("matched", "gold_total", "pred_total"))
    proof = "proven" if s["proven"] else f"not proven: at most {percent(score.upper)}"
    return (
        f"{label} {percent(score.f1)} = 2 · {m} / ({g} + {p}), P {m} / {p} = "
        f"{percent(score.precision)}, R {m} / {g} = {percent(score.recall)}, {proof}"
    )


def edit_lines(script: Script) -> Iterator[Line]:
    """Yield the edits with their costs, which add up."""
    count, (gold, pred) = len(script), script.names
    if not count:
        yield [(f"no edits: under {script.metric.label} the graphs are the same", "")]
        return
    verb = "turns" if count == 1 else "turn"
    lost = 1 - script.score.value
    counts = script.has_costs
    cost = f"; {'it costs' if count == 1 else 'they cost'} {percent(lost)} points"
    bound = "" if script.proven else " (gains are lower bounds)"
    text = f"{counted(count, 'edit')} {verb} {pred} into {gold}{cost if counts else ''}{bound}"
    yield [(text, "heading")]
    wide = max(3, len(str(count)))
    yield [(f"{'no.':>{wide}} {'  lost    gain' if counts else '   gain'}  edit", "soft")]
    codes = max(len(edit.code) for edit in script)
    for number, edit in enumerate(script, start=1):
        yield from _edit(script, f"{number:{wide}}", edit, codes)
    if counts:
        yield [(f"{'':{wide}} {percent(lost):>6}  total", "heading")]


def _edit(script: Script, number: str, edit: Edit, codes: int) -> Iterator[Line]:
    gain = f"{100 * script.gain([edit]):+7.2f}"
    numbers = gain if edit.cost is None else f"{percent(edit.cost):>6} {gain}"
    start = f"{number} {numbers}  {edit.code:{codes}}  "
    style = {"missing": "gold", "spurious": "pred", "replaced": "changed"}[edit.operation]
    words = visible_line(edit.message)
    lines = _wrapped(words, max(20, _WIDTH - len(start)))
    yield [(start, style), (lines[0], "")]
    for line in lines[1:]:
        yield [(" " * len(start) + line, "")]
