"""The scores of an evaluation, in every format of ``tertium score``."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Literal, get_args

from tertium._version import __version__
from tertium.report.latex import latex_table
from tertium.report.legend import leading, level, scale, signatures
from tertium.report.table import Table, percent, percent_interval
from tertium.report.worst import worst_rows, worst_table

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Result, System

Format = Literal["text", "json", "csv", "markdown", "latex"]
FORMATS: tuple[Format, ...] = get_args(Format)

_COUNTS = ("matched", "pred_total", "gold_total")


def render(evaluation: Evaluation, format: Format | Literal["html"], worst: int = 0) -> str:
    """Return the scores of *evaluation* in a format, with so many of the *worst* pairs."""
    if format == "json":
        import json

        return json.dumps(as_json(evaluation, worst), ensure_ascii=False, indent=1)
    if format == "csv":
        return _exact_table(evaluation).to_csv()
    if format == "latex":
        return latex_table(evaluation)
    table, notes = score_table(evaluation), notes_of(evaluation)
    if format == "html":
        return table.to_html() + "".join(f"<p><small>{escape(note)}</small></p>" for note in notes)
    listing = worst_table(evaluation, worst) if worst else None
    if format == "markdown":
        below = [notes[0].capitalize() + ".", *(f"`{note}`" for note in signatures(evaluation))]
        return "\n\n".join(
            [table.to_markdown(), *below, *([listing.to_markdown()] if listing else [])]
        )
    tail = ["", "worst pairs", listing.to_text()] if listing else []
    return "\n".join([table.to_text(), "", *notes, *tail])


def notes_of(evaluation: Evaluation) -> list[str]:
    """Return what must be known about the numbers: scale, intervals, proofs, signatures."""
    labels = evaluation.labels
    unproven = [line for system in evaluation.systems for line in _unproven(system, labels)]
    return [scale(evaluation), *unproven, *signatures(evaluation)]


def as_json(evaluation: Evaluation, worst: int = 0) -> dict[str, Any]:
    """Return everything, values in [0, 1]."""
    gold, confidence = evaluation.gold, evaluation.confidence
    whole: dict[str, Any] = {
        "tertium": __version__,
        "gold": {"path": gold.path, "graphs": len(gold), "invalid": len(gold.errors)},
    }
    if confidence is not None:
        whole["confidence"] = {
            "level": confidence.level,
            "method": confidence.method,
            "resamples": confidence.resampling.resamples,
            "seed": confidence.resampling.seed,
        }
    labels = evaluation.labels
    whole["systems"] = [_system_json(system, labels, worst) for system in evaluation.systems]
    return whole


def _system_json(system: System, labels: tuple[str, ...], worst: int) -> dict[str, Any]:
    return {
        "name": system.name,
        "path": system.corpus.path,
        "graphs": len(system.corpus),
        "invalid": len(system.corpus.errors),
        "skipped": system.skipped,
        "scores": [
            result_json(label, result)
            | ({"worst": worst_rows(system, result, worst)} if worst else {})
            for label, result in zip(labels, system.results, strict=True)
        ],
    }


def result_json(label: str, result: Result) -> dict[str, Any]:
    """Return what one metric says about one system."""
    score = result.score
    entry: dict[str, Any] = {
        "metric": label,
        "signature": score.signature,
        "pairs": result.pairs,
        "value": score.value if result.pairs else None,
    }
    optional = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    entry |= {name: value for name, value in optional.items() if value is not None}
    entry["macro"] = result.macro
    names = result.table.names
    entry |= {name: _number(score.statistics[name]) for name in _COUNTS if name in names}
    if result.proven is not None:
        entry["proven"] = result.proven
        entry["upper"] = _number(score.statistics["upper"])  # of matched, as in the rows of pairs
        entry["value_upper"] = score.upper
    spans = {"interval": result.interval, "macro_interval": result.macro_interval}
    return entry | {name: list(span) for name, span in spans.items() if span is not None}


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value


def score_table(evaluation: Evaluation) -> Table:
    """Return a row for each system and metric, the best system of each metric marked."""
    span = level(evaluation)
    header = ["system", "metric", "pairs", "invalid", "P", "R", "F1", "value", span, "macro"]
    header += [f"macro {span}", "proven"]
    rows = [
        [system.name, label, *_cells(system, result)]
        for system in evaluation.systems
        for label, result in zip(evaluation.labels, system.results, strict=True)
    ]
    keep = _informative(header, rows, with_intervals=evaluation.confidence is not None)
    best = [i * len(evaluation.metrics) + k for i, k in leading(evaluation)]
    return Table(
        tuple(header[k] for k in keep),
        tuple(tuple(row[k] for k in keep) for row in rows),
        text_columns=2,
        best={(i, keep.index(k)) for i in best for k in _value_columns(header, rows[i], keep)},
    )


def _cells(system: System, result: Result) -> list[str]:
    score = result.score
    values = [percent(v) for v in (score.precision, score.recall, score.f1, score.value)]
    values += [percent_interval(result.interval), percent(result.macro)]
    values += [percent_interval(result.macro_interval)]
    return [
        str(result.pairs),
        str(len(system.corpus.errors)),
        *(values if result.pairs else ["–"] * len(values)),
        "–" if result.proven is None else str(result.proven),
    ]


def _value_columns(header: list[str], row: list[str], keep: list[int]) -> list[int]:
    """Return where the value of a row stands: the column of values, of F1, or both."""
    columns = [header.index(name) for name in ("F1", "value")]
    return [k for k in columns if k in keep and row[k] != "–"]


def _informative(header: list[str], rows: list[list[str]], with_intervals: bool) -> list[int]:
    """Leave out the column of values where it only repeats F1, and what nothing has."""
    f1 = [row[header.index("F1")] for row in rows]
    value = [row[header.index("value")] for row in rows]
    drop = {"value"} if f1 == value else set()
    if all(cell == "–" for cell in f1):
        drop = {"P", "R", "F1"}
    if not with_intervals:
        drop |= {name for name in header if "%" in name}
    return [k for k, name in enumerate(header) if name not in drop]


def _exact_table(evaluation: Evaluation) -> Table:
    rows = [
        {"system": system["name"], "invalid": system["invalid"]} | _flat(score)
        for system in as_json(evaluation)["systems"]
        for score in system["scores"]
    ]
    header = list(dict.fromkeys(name for row in rows for name in row))
    return Table(
        tuple(header), tuple(tuple(str(row.get(name, "")) for name in header) for row in rows)
    )


def _flat(score: dict[str, Any]) -> dict[str, Any]:
    flat = {}
    for name, value in score.items():
        if isinstance(value, list):
            flat[f"{name}_low"], flat[f"{name}_high"] = value
        else:
            flat[name] = value
    return flat


def _unproven(system: System, labels: tuple[str, ...]) -> list[str]:
    lines = []
    for label, result in zip(labels, system.results, strict=True):
        if result.proven is not None and result.proven < len(result.table):
            open_pairs = len(result.table) - result.proven
            lines.append(
                f"{system.name}, {label}: {open_pairs} of {len(result.table)} pairs are not "
                "proven; "
                f"the score is at most {percent(result.score.upper)}"
            )
    return lines
