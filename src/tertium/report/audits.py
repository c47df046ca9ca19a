"""The findings of audits as reports: soundness, and the seven principles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from tertium._version import __version__
from tertium.audit.soundness import pairs_for_a_star
from tertium.errors import counted
from tertium.report.fitting import hanging
from tertium.report.kinds import COUNT, NUMBER, OUT_OF, RANGE, SHARE, TEXT
from tertium.report.model import Block, Cell, Column, Notes, Report, Table, Text, record

if TYPE_CHECKING:
    from tertium.audit.principles import Finding, Principles
    from tertium.audit.soundness import Case, Perturbations, Soundness
    from tertium.metrics import Metric

_TITLES = {True: "equivalent, should be 1", False: "inequivalent, should be below 1"}
_MEAN = Column("mean", kind=NUMBER)
_COUNTED = Column("of", kind=OUT_OF)
_RANGE = Column("range", kind=RANGE)
_SHARE = Column("share", kind=SHARE, decimals=2)
_WORD = Column("word", kind=TEXT)
_EMPTY = Cell("", column=_WORD)
_WIDTH = 80  # columns of details
_EXAMPLES = 2  # graphs of an operation that people see; JSON has all

VERDICTS = "✓ kept, ✓ε kept up to the error in brackets, ✗ broken"
_LEGEND = (
    "svr: share of pairs whose value changes when the graphs are exchanged; msv: mean change in "
    "points",
    "corpus level, graph level: standard deviation of values over the runs",
    "growth: exponent k if an error at a node with d children costs as much as d^k wrong leaves",
    "in the order of Jaccard: comparisons that follow the share of common triples",
    "near above far: near-synonyms that score above unrelated words",
)


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A metric and an operation, or a principle: what a row is about."""

    metric: Metric
    found: Any


CASES = (
    Column("operation", of=lambda x: x.found.operation.name),
    Column("pairs", of=lambda x: x.found.pairs),
    Column("mean", of=lambda x: x.found.mean),
    Column("lowest", of=lambda x: x.found.lowest),
    Column("highest", of=lambda x: x.found.highest),
    Column("ones", of=lambda x: x.found.ones),
    Column("p_value", of=lambda x: x.found.p_value),
    Column("sound", of=lambda x: x.found.sound),
)
"""What data have about a metric and an operation; people read a table of means."""

FINDINGS = (
    Column("number", of=lambda x: x.found.number),
    Column("name", of=lambda x: x.found.name),
    Column("verdict", of=lambda x: x.found.verdict),
    Column("error", of=lambda x: x.found.error),
)
"""What data have about a metric and a principle; people read a table of verdicts."""

_METRIC = (
    Column("metric", of=lambda x: x.metric.name),
    Column("signature", of=lambda x: x.metric.signature),
)


def soundness_report(reports: Sequence[Soundness], pairs: Sequence[Perturbations]) -> Report:
    """Return the table of Ki, Kim & Gweon (Table 2), a column for each metric."""
    examples = [Text(tuple(lines), "listing") for r in reports if (lines := _examples(r))]
    metrics = tuple(report.metric for report in reports)
    return Report(
        "soundness",
        (
            soundness_table(reports),
            Notes("values from 0 to 1", _notes(pairs)),
            _definitions(pairs),
            *examples,
            Notes(metrics=metrics),
        ),
        data=_soundness_data(reports, pairs),
        records=Table.of(
            (*_METRIC, *CASES), [AuditLine(r.metric, case) for r in reports for case in r.cases]
        ),
    )


def principles_report(reports: Sequence[Principles]) -> Report:
    """Return the verdicts of Opitz et al. (Table 10), a column for each metric."""
    details: list[Block] = [
        Text((r.metric.spec, *(line for f in r.findings for line in _details(f))), "listing")
        for r in reports
    ]
    metrics = tuple(report.metric for report in reports)
    return Report(
        "principles",
        (verdict_table(reports), *details, Notes(lines=_LEGEND, metrics=metrics)),
        data=_principles_data(reports),
        records=Table.of(
            (*_METRIC, *FINDINGS),
            [AuditLine(r.metric, found) for r in reports for found in r.findings],
        ),
    )


def soundness_table(reports: Sequence[Soundness]) -> Table:
    """Return a column for each metric, with the mean score of each operation."""
    rows: list[tuple[Any, ...]] = []
    kinds = [kind for kind in (True, False) if reports[0].operations(kind)]
    for equivalent in kinds:
        rows += _kind_rows(reports, equivalent)
    if len(kinds) == 2:
        rows.append(("overlap", None, *(_overlap(r) for r in reports)))
    rows.append(("identity", None, *(_own(_COUNTED, (r.identity, r.graphs)) for r in reports)))
    rows.append(("sound", None, *(_own(_WORD, "yes" if r.sound else "no") for r in reports)))
    rows = [(name, _EMPTY if pairs is None else pairs, *cells) for name, pairs, *cells in rows]
    columns = (Column("operation", "operation"), Column("pairs", "pairs", COUNT),
               *(Column(r.metric.spec, r.metric.spec, COUNT) for r in reports))  # fmt: skip
    caption = "soundness: mean score, from 0 to 1, and binomial test"
    return Table(columns, tuple(rows), caption=caption, keys=2, label="soundness")


def _kind_rows(reports: Sequence[Soundness], equivalent: bool) -> list[tuple[Any, ...]]:
    """Return the rows of the operations that keep the meaning, or of those that do not."""
    cases = reports[0].operations(equivalent)
    extreme = "lowest" if equivalent else "highest"
    return [
        (_TITLES[equivalent], None, *[_EMPTY] * len(reports)),
        *((f"  {case.operation.name}", case.pairs,
           *(_mean(_find(r, case.operation.name)) for r in reports)) for case in cases),
        (f"  {extreme}", None, *(_own(_MEAN, getattr(r, extreme)()) for r in reports)),
        ("  share of 1", None, *(_own(_SHARE, r.share_of_ones(equivalent)) for r in reports)),
    ]  # fmt: skip


def verdict_table(reports: Sequence[Principles]) -> Table:
    """Return a column for each metric, with the verdict about each principle."""
    columns = (
        Column("principle", "principle"),
        *(Column(r.metric.spec, r.metric.spec, COUNT) for r in reports),
    )
    rows = [
        (f"{finding.number}. {finding.name}", *(_verdict(r.findings[k]) for r in reports))
        for k, finding in enumerate(reports[0].findings)
    ]
    caption = f"seven principles: {VERDICTS}"
    notes = Notes(lines=(VERDICTS,))
    return Table(columns, tuple(rows), caption=caption, notes=notes, label="principles")


def _own(column: Column, value: Any, mark: str = "") -> Cell:
    return Cell(value, mark, column=column)


def _mean(case: Case) -> Cell:
    return _own(_MEAN, case.mean, case.stars) if case.pairs else _own(_MEAN, None)


def _find(report: Soundness, name: str) -> Case:
    return next(case for case in report.cases if case.operation.name == name)


def _overlap(report: Soundness) -> Cell:
    return _own(_WORD, "none") if report.overlap is None else _own(_RANGE, report.overlap)


def _verdict(finding: Finding) -> str:
    return f"✓ε ({finding.error:.2g})" if finding.verdict == "✓ε" else finding.verdict


def _notes(pairs: Sequence[Perturbations]) -> tuple[str, ...]:
    same = sum(p.same for p in pairs)
    needed = pairs_for_a_star()
    few = [p.operation.name for p in pairs if len(p.originals) < needed]
    which = "all operations here" if len(few) == len(pairs) else ", ".join(few)
    both = len({p.operation.keeps_meaning for p in pairs}) == 2
    overlap = "overlap: values that both kinds of pairs have; " if both else ""
    return (
        f"mean value by operation; {overlap}identity: graphs that score 1 with themselves; sound: "
        "whether no value is wrong",
        "+ p ≤ 0.1, * p ≤ 0.05, ** p ≤ 0.01, *** p ≤ 0.001",
        *([f"fewer than {needed:,} pairs cannot earn a star: {which}"] if few else []),
        *([f"skipped: {counted(same, 'edit')} that left the meaning unchanged"] if same else []),
    )


def _definitions(pairs: Sequence[Perturbations]) -> Text:
    return Text(tuple(f"{p.operation.name}: {p.operation.definition}" for p in pairs), "items")


def _examples(report: Soundness) -> list[str]:
    lines = []
    for case in report.cases:
        if case.sound:
            continue
        wrong = case.pairs - case.ones if case.operation.keeps_meaning else case.ones
        lines.append(f"{report.metric.spec}, {case.operation.name}: {wrong} of {case.pairs} wrong")
        for a, b, value in case.counter_examples[:_EXAMPLES]:
            lines += hanging(f"  {value:.4f}  ", a.to_penman(one_line=True), _WIDTH)
            lines += hanging(" " * 10, b.to_penman(one_line=True), _WIDTH)
    return lines


def _details(finding: Finding) -> list[str]:
    values = "; ".join(
        f"{name}: {value:.4g}" if isinstance(value, float) else f"{name}: {value}"
        for name, value in finding.details.items()
    )
    indent = " " * 6
    lines = wrap(values, _WIDTH, initial_indent=indent, subsequent_indent=indent)
    return [f"  {finding.number:>3} {finding.name}", *lines]


def _soundness_data(reports: Sequence[Soundness], pairs: Sequence[Perturbations]) -> dict[str, Any]:
    return {
        "tertium": __version__,
        "operations": [
            {
                "name": p.operation.name,
                "keeps_meaning": p.operation.keeps_meaning,
                "definition": p.operation.definition,
                "pairs": len(p.originals),
                "impossible": p.impossible,
                "same": p.same,
            }
            for p in pairs
        ],
        "metrics": list(map(soundness_data, reports)),
    }


def soundness_data(report: Soundness) -> dict[str, Any]:
    """Return what JSON has about one metric."""
    return {
        "metric": report.metric.name,
        "signature": report.metric.signature,
        "sound": report.sound,
        "identity": report.identity,
        "graphs": report.graphs,
        "overlap": report.overlap,
        "cases": [_case_data(report, case) for case in report.cases],
    }


def _case_data(report: Soundness, case: Case) -> dict[str, Any]:
    examples = [
        {"a": a.to_penman(one_line=True), "b": b.to_penman(one_line=True), "value": value}
        for a, b, value in case.counter_examples
    ]
    return record(CASES, AuditLine(report.metric, case)) | {"counter_examples": examples}


def _principles_data(reports: Sequence[Principles]) -> dict[str, Any]:
    return {"tertium": __version__, "metrics": list(map(principles_data, reports))}


def principles_data(report: Principles) -> dict[str, Any]:
    """Return what JSON has about one metric."""
    return {
        "metric": report.metric.name,
        "signature": report.metric.signature,
        "kept": report.kept,
        "principles": [
            record(FINDINGS, AuditLine(report.metric, f)) | {"details": dict(f.details)}
            for f in report.findings
        ],
    }
