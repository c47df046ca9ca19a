"""The findings of audits, in every format of ``tertium audit``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tertium._version import __version__
from tertium.audit.principles import Finding, Principles
from tertium.audit.soundness import Case, Perturbations, Soundness
from tertium.report.scores import Format
from tertium.report.table import Table

_TITLES = {True: "equivalent, should be 1", False: "inequivalent, should be below 1"}


def render_soundness(
    reports: Sequence[Soundness], pairs: Sequence[Perturbations], format: Format
) -> str:
    """Return the table of Ki, Kim & Gweon (Table 2), a column for each metric."""
    if format == "json":
        return json.dumps(_soundness_json(reports, pairs), ensure_ascii=False, indent=1)
    table = _soundness_table(reports)
    if format != "text":
        return _render(table.stripped(), format, "Soundness: mean score and binomial test.")
    lines = [table.to_text(), "", *_left_out(pairs)]
    for report in reports:
        lines += ["", *_examples(report)]
    return "\n".join([*lines, "", *(report.metric.signature for report in reports)])


def render_principles(reports: Sequence[Principles], format: Format) -> str:
    """Return the verdicts of Opitz et al. (Table 10), a column for each metric."""
    if format == "json":
        return json.dumps(_principles_json(reports), ensure_ascii=False, indent=1)
    table = _verdict_table(reports)
    if format != "text":
        return _render(table, format, "Seven principles: kept, kept up to an error, broken.")
    lines = [table.to_text()]
    for report in reports:
        lines += ["", f"{report.metric.spec}"]
        lines += [f"  {f.number:>3} {f.name}: {_details(f)}" for f in report.findings]
    return "\n".join([*lines, "", *(report.metric.signature for report in reports)])


def _soundness_table(reports: Sequence[Soundness]) -> Table:
    rows: list[tuple[str, ...]] = []
    for equivalent in (True, False):
        rows.append((_TITLES[equivalent], *[""] * len(reports)))
        names = [
            c.operation.name for c in reports[0].cases if c.operation.keeps_meaning == equivalent
        ]
        rows += [(f"  {name}", *(_mean(_find(r, name)) for r in reports)) for name in names]
        extreme = "lowest" if equivalent else "highest"
        rows.append((f"  {extreme}", *(f"{getattr(r, extreme)():.3f}   " for r in reports)))
        shares = [f"{100 * r.share_of_ones(equivalent):.2f} %   " for r in reports]
        rows.append(("  share of 1", *shares))
    rows.append(("overlap", *(f"{_overlap(r)}   " for r in reports)))
    rows.append(("identity", *(f"{r.identity} of {r.graphs}   " for r in reports)))
    rows.append(("sound", *("yes   " if r.sound else "no   " for r in reports)))
    return Table(("", *(f"{r.metric.spec}   " for r in reports)), tuple(rows))


def _mean(case: Case) -> str:
    return f"{case.mean:.3f}{case.stars:<3}" if case.pairs else "–   "


def _find(report: Soundness, name: str) -> Case:
    return next(case for case in report.cases if case.operation.name == name)


def _overlap(report: Soundness) -> str:
    return "none" if report.overlap is None else "[{:.3f}, {:.3f}]".format(*report.overlap)


def _left_out(pairs: Sequence[Perturbations]) -> list[str]:
    lines = ["+ p <= 0.1, * 0.05, ** 0.01, *** 0.001"]
    same = sum(p.same for p in pairs)
    impossible = sum(p.impossible for p in pairs)
    lines.append(
        f"{sum(len(p.originals) for p in pairs)} pairs; {impossible} graphs offered no place"
    )
    lines.append(f"{same} changes of meaning gave an equivalent graph again and were left out")
    return lines


def _examples(report: Soundness) -> list[str]:
    lines = []
    for case in report.cases:
        if case.sound:
            continue
        wrong = case.pairs - case.ones if case.operation.keeps_meaning else case.ones
        lines.append(f"{report.metric.spec}, {case.operation.name}: {wrong} of {case.pairs} wrong")
        for a, b, value in case.counter_examples:
            lines += [f"  {value:.4f}  {a.to_penman(one_line=True)}"]
            lines += [f"          {b.to_penman(one_line=True)}"]
    return lines


def _soundness_json(reports: Sequence[Soundness], pairs: Sequence[Perturbations]) -> dict[str, Any]:
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
        "metrics": [
            {
                "metric": r.metric.name,
                "signature": r.metric.signature,
                "sound": r.sound,
                "identity": r.identity,
                "graphs": r.graphs,
                "overlap": r.overlap,
                "cases": [_case_json(case) for case in r.cases],
            }
            for r in reports
        ],
    }


def _case_json(case: Case) -> dict[str, Any]:
    return {
        "operation": case.operation.name,
        "pairs": case.pairs,
        "mean": case.mean,
        "lowest": case.lowest,
        "highest": case.highest,
        "ones": case.ones,
        "p_value": case.p_value,
        "sound": case.sound,
        "counter_examples": [
            {"a": a.to_penman(one_line=True), "b": b.to_penman(one_line=True), "value": value}
            for a, b, value in case.counter_examples
        ],
    }


def _verdict_table(reports: Sequence[Principles]) -> Table:
    rows = [
        (f"{finding.number}. {finding.name}", *(_verdict(r.findings[k]) for r in reports))
        for k, finding in enumerate(reports[0].findings)
    ]
    return Table(("principle", *(r.metric.spec for r in reports)), tuple(rows))


def _verdict(finding: Finding) -> str:
    return f"✓ε ({finding.error:.2g})" if finding.verdict == "✓ε" else finding.verdict


def _details(finding: Finding) -> str:
    return ", ".join(
        f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}"
        for name, value in finding.details.items()
    )


def _principles_json(reports: Sequence[Principles]) -> dict[str, Any]:
    return {
        "tertium": __version__,
        "metrics": [
            {
                "metric": r.metric.name,
                "signature": r.metric.signature,
                "kept": r.kept,
                "principles": [
                    {
                        "number": f.number,
                        "name": f.name,
                        "verdict": f.verdict,
                        "error": f.error,
                        "details": dict(f.details),
                    }
                    for f in r.findings
                ],
            }
            for r in reports
        ],
    }


def _render(table: Table, format: Format, caption: str) -> str:
    if format == "csv":
        return table.to_csv()
    return table.to_markdown() if format == "markdown" else table.to_latex(caption)
