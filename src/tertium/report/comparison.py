"""A comparison of systems with a baseline as a report.

    system  smatch      Δ        p
    jamr     58.52      –        –
    camr     62.10  +3.59  <0.001†

What else is known about the differences is shown on request, and so are the pairs on which metrics
disagree and the structure of the graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tertium.report.arranging import arranged
from tertium.report.kinds import (
    GAIN,
    GAIN_INTERVAL,
    NUMBER,
    P_VALUE,
    PERCENT,
    SHARE,
    SIGNED,
    TALLY,
    TEXT,
    Kind,
    plus_minus,
)
from tertium.report.legend import pair_count, pairing, remarks, too_few_resamples
from tertium.report.look import PLAIN, Look
from tertium.report.model import Cell, Column, Notes, Report, Table, record
from tertium.report.provenance import of_system
from tertium.report.scores import ScoreLine, score_lines, score_tables, signing
from tertium.report.scores import data_of as scores_data

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation
    from tertium.evaluation.comparison import Comparison, Contrast, Difference, Disagreement

_TEST_NAMES = {
    "randomization": "paired approximate randomisation",
    "bootstrap": "paired bootstrap",
}
_MACRO = "macro_"  # begins the columns that are an object of their own in JSON


@dataclass(frozen=True, slots=True)
class ContrastLine:
    """A system against the baseline: what a row is about; of the baseline, only its score."""

    label: str
    score: ScoreLine
    contrast: Contrast | None
    look: Look = PLAIN
    spans: bool = False  #: whether intervals stand behind differences

    @property
    def found(self) -> Contrast:
        """The contrast."""
        assert self.contrast is not None
        return self.contrast


@dataclass(frozen=True, slots=True)
class TwoMetrics:
    """A system under two metrics: what a row is about."""

    first: str
    second: str
    found: Disagreement


def _of_contrast(of: Callable[[ContrastLine], Any]) -> Callable[[ContrastLine], Any]:
    """Return a function that knows nothing about the baseline."""
    return lambda line: None if line.contrast is None else of(line)


def _differences(prefix: str, heading: str, average: str, after: str) -> tuple[Column, ...]:
    """Return the columns of a difference of averages."""

    def of(line: ContrastLine) -> Difference:
        found: Difference = getattr(line.found, average)
        return found

    def gain(line: ContrastLine) -> Cell:
        mark = plus_minus(of(line).interval, line.look.decimals) if line.spans else ""
        return Cell(of(line).value, mark)

    def column(
        key: str, name: str | None, value: Callable[[ContrastLine], Any], **more: Any
    ) -> Column:
        return Column(f"{prefix}{key}", name, of=_of_contrast(value), **more)

    asked = bool(prefix)
    return (
        column("difference", f"{heading}Δ", gain, kind=GAIN, after=after, on_request=asked),
        column(
            "interval", heading + "{level}", lambda x: of(x).interval, kind=GAIN_INTERVAL,
            after=after and f"{prefix}difference", on_request=True,
        ),
        column("p_randomization", None, lambda x: of(x).p_randomization),
        column("p_bootstrap", None, lambda x: of(x).p_bootstrap),
        column(
            "p", f"{heading}p", lambda x: Cell(of(x).p, "†" if of(x).significant else ""),
            kind=P_VALUE, after=after and f"{prefix}interval", on_request=asked,
        ),
    )  # fmt: skip


def _effect(key: str, heading: str | None = None, kind: Kind = TEXT, meaning: str = "") -> Column:
    """Return a column of how large a difference is, pair by pair."""
    of = _of_contrast(lambda x: getattr(x.found.effect, key))
    return Column(key, heading, kind, of, on_request=True, meaning=meaning)


COLUMNS = (
    Column("system", of=lambda x: x.score.system.name),
    Column("metric", of=lambda x: x.score.result.metric.name),
    Column("signature", of=lambda x: x.score.result.metric.signature),
    Column("short_signature", of=lambda x: x.score.result.metric.short_signature),
    Column("value", "value", PERCENT, lambda x: x.score.value, main=True),
    *_differences("", "", "micro", ""),
    _effect("wins"),
    _effect("ties"),
    _effect("losses"),
    Column(
        "tally", "W/T/L", TALLY,
        _of_contrast(lambda x: (x.found.effect.wins, x.found.effect.ties, x.found.effect.losses)),
        data=False, on_request=True, meaning="pairs won, tied, lost",
    ),
    _effect("sign_p", "sign p", P_VALUE, meaning="exact sign test on these"),
    _effect("d", "d", SIGNED, meaning="mean difference over its standard deviation"),
    _effect("superiority"),
    *_differences(_MACRO, "macro ", "macro", "p"),
)  # fmt: skip
"""The columns of a system against the baseline."""
RECORDS = (*COLUMNS, *of_system(lambda line: line.score.system))

DISAGREEMENTS = (
    Column("system", "system", of=lambda x: x.found.system),
    Column("first", "metric", data=False),
    Column("second", "other metric", data=False),
    Column("metrics", of=lambda x: (x.found.first.signature, x.found.second.signature)),
    Column("share", "disagree", SHARE, lambda x: x.found.share),
    Column("p", "p of same Δ", P_VALUE, lambda x: x.found.p),
)
"""The columns of two metrics that prefer different systems."""


STRUCTURE = (
    Column("system", "system", of=lambda x: x[0]),
    Column("degree", "degree error", NUMBER, lambda x: x[1] and x[1].degree, decimals=3),
    Column("density", "density error", NUMBER, lambda x: x[1] and x[1].density, decimals=4),
    Column("edges", "edges", NUMBER, lambda x: x[1] and x[1].pred.edges, decimals=1),
    Column("mean_density", "density", NUMBER, lambda x: x[1] and x[1].pred.density, decimals=3),
)
"""The columns of the structure of a system's graphs."""


def report_of(
    comparison: Comparison,
    look: Look = PLAIN,
    *,
    disagreement: bool = False,
    structure: bool = False,
) -> Report:
    """Return the contrasts, and on request disagreements of metrics and structure of graphs."""
    evaluation = comparison.evaluation
    notes = Notes(
        notes_of(comparison, look),
        (*_warnings(comparison), *_counts(evaluation), *remarks(evaluation)),
        metrics=signing(evaluation, look),
    )
    tables = contrast_tables(comparison, look)
    more = [disagreement_table(comparison)] if disagreement and comparison.disagreements else []
    more += [structure_table(comparison)] if structure else []
    return Report(
        f"systems against {comparison.baseline}",
        (*tables[:-1], tables[-1]._replace(notes=notes), *more),
        data=data_of(comparison),
        records=Table.of(RECORDS, [line for row in _cells(comparison, PLAIN) for line in row]),
        papers=tuple(t._replace(notes=notes) for t in _paper_tables(comparison, look, tables)),
    )


def contrast_tables(comparison: Comparison, look: Look = PLAIN) -> list[Table]:
    """Return systems by metrics, each with its difference from the baseline."""
    level = f"{100 * comparison.confidence.level:g} %"
    cells = _cells(comparison, look)
    tables = arranged(comparison.evaluation, cells, partial(_choose, level))
    caption = _caption(comparison, "Δ: difference from {}; † p < 0.05")
    return [table._replace(caption=caption, label="comparison") for table in tables]


def _choose(level: str, lines: Sequence[ContrastLine], alone: bool) -> list[Column]:
    """Return the columns of a group; that of the baseline alone is its value."""
    baseline = all(line.contrast is None for line in lines)
    shown = [c for c in COLUMNS if c.heading is not None and (c.key == "value" or not baseline)]
    return [c._replace(heading=(c.heading or "").format(level=level)) for c in shown]


def _paper_tables(comparison: Comparison, look: Look, tables: list[Table]) -> list[Table]:
    """Return what a paper has: values with daggers, or the columns that were asked for."""
    if look.columns or look.details:
        return tables
    found = score_tables(comparison.evaluation, look, _significant(comparison))
    caption = _caption(comparison, "† differs from {} at p < 0.05")
    return [t._replace(caption=caption, label="comparison") for t in found]


def _caption(comparison: Comparison, marks: str) -> str:
    """Return what the columns and the daggers of a table in a paper mean."""
    about = pair_count(comparison.evaluation).removesuffix(", ")
    test = _TEST_NAMES[comparison.test]
    said = marks.format(comparison.baseline)
    return f"Scores on {about}, times 100; {said} ({test}, corrected by Holm)"


def structure_table(comparison: Comparison) -> Table:
    """Return how far the structure of each system's graphs is from that of the gold."""
    names = [system.name for system in comparison.evaluation.systems]
    rows = list(zip(names, comparison.structure, strict=True))
    known = [error for error in comparison.structure if error is not None]
    gold = known[0].gold if known else None
    said = "edges and density: means over graphs"
    if gold is not None:
        said += f", {gold.edges:.1f} and {gold.density:.3f} in the gold"
    return Table.of(STRUCTURE, rows, title="structure of the graphs", notes=Notes(lines=(said,)))


def disagreement_table(comparison: Comparison) -> Table:
    """Return a row for each system and two metrics."""
    title = "pairs on which two metrics prefer different systems"
    return Table.of(DISAGREEMENTS, _disagreements(comparison), title=title)


def data_of(comparison: Comparison) -> dict[str, Any]:
    """Return everything, values in [0, 1]."""
    how = comparison.confidence
    whole = scores_data(comparison.evaluation)
    for i, (system, error) in enumerate(zip(whole["systems"], comparison.structure, strict=True)):
        for k, score in enumerate(system["scores"]):
            score["rank"] = comparison.ranks(k)[i]
        if error is not None:
            system["structure_error"] = asdict(error)
    return whole | {
        "baseline": comparison.baseline,
        "test": comparison.test,
        "level": how.level,
        "interval": how.method,
        "resamples": how.resampling.resamples,
        "seed": how.resampling.seed,
        "warnings": _warnings(comparison),
        "contrasts": [_contrast(line) for line in _lines(comparison)],
        "disagreements": [record(DISAGREEMENTS, item) for item in _disagreements(comparison)],
    }


def _contrast(line: ContrastLine) -> dict[str, Any]:
    flat = record(COLUMNS, line)
    macro = {k.removeprefix(_MACRO): v for k, v in flat.items() if k.startswith(_MACRO)}
    return {k: v for k, v in flat.items() if not k.startswith(_MACRO)} | {"macro": macro}


def _lines(comparison: Comparison) -> list[ContrastLine]:
    """Return the contrasts, system by system."""
    return [line for row in _cells(comparison, PLAIN)[1:] for line in row]


def _cells(comparison: Comparison, look: Look) -> list[list[ContrastLine]]:
    """Return what is known about each system and metric; the baseline comes first."""
    evaluation = comparison.evaluation
    count, found = len(evaluation.metrics), iter(comparison.contrasts)
    spans = evaluation.confidence is not None and not _has_intervals(look)
    rows = []
    for i in range(len(evaluation.systems)):
        contrasts = [next(found) if i else None for _ in range(count)]
        both = zip(score_lines(evaluation, i, look), contrasts, strict=True)
        rows.append([ContrastLine(s.label, s, contrast, look, spans) for s, contrast in both])
    return rows


def _has_intervals(look: Look) -> bool:
    return look.details or any(look.names(c) for c in COLUMNS if c.key.endswith("interval"))


def _disagreements(comparison: Comparison) -> list[TwoMetrics]:
    evaluation = comparison.evaluation
    labels = dict(zip(evaluation.metrics, evaluation.labels, strict=True))
    return [TwoMetrics(labels[d.first], labels[d.second], d) for d in comparison.disagreements]


def _significant(comparison: Comparison) -> set[tuple[int, int]]:
    """Return which (system, metric) differ significantly from the baseline."""
    count = len(comparison.evaluation.metrics)
    return {
        (1 + place // count, place % count)
        for place, contrast in enumerate(comparison.contrasts)
        if contrast.micro.significant
    }


def _counts(evaluation: Evaluation) -> Iterator[str]:
    """Yield how many graphs of each system are broken or missing, and what became of them."""
    for system in evaluation.systems:
        counts = {
            "invalid": len(system.corpus.errors),
            "missing": system.missing,
            "pairs left out": system.skipped,
        }
        if any(counts.values()):
            shown = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
            yield f"{system.name}: {shown}"


def _warnings(comparison: Comparison) -> list[str]:
    """Return a line if no difference could be significant."""
    pairs = len(comparison.evaluation.systems[0].pairs)
    return too_few_resamples(
        comparison.confidence.resampling.resamples,
        len(comparison.evaluation.systems) - 1,
        pairs if comparison.test == "randomization" else None,
    )


def notes_of(comparison: Comparison, look: Look = PLAIN) -> str:
    """Return how the numbers were made."""
    evaluation, how = comparison.evaluation, comparison.confidence
    shares = f"{100 * how.level:g} %"
    if _has_intervals(look):
        spans = f"{shares} intervals by bootstrap {how.method}, "
    elif evaluation.confidence is not None:
        spans = f"± half the {shares} interval by bootstrap {how.method}, "
    else:
        spans = ""
    return (
        f"values times 100; {pair_count(evaluation)}{pairing(evaluation)}; "
        f"Δ: difference from {comparison.baseline}; p: {_TEST_NAMES[comparison.test]}, two-sided, "
        f"corrected by Holm over systems, † p < 0.05; "
        f"{spans}{how.resampling.resamples} resamples, seed {how.resampling.seed}"
    )
