"""The parts of a page that need no script: systems by metrics, distributions, where points go.

              smatch   P      R                   jamr    camr
    jamr       58.0   60.1   56.0        sense    2.62    3.10     what each class of edits costs;
    camr       61.2   63.0   59.5        node    16.51   12.02     the sum is what is missing to 100

Bars, columns and classes carry the term that they put into the filter of the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import fsum
from statistics import median
from typing import TYPE_CHECKING

from tertium.explain import ALL_CLASSES
from tertium.report.kinds import GAIN, P_VALUE, percent
from tertium.report.legend import leading, pictured

if TYPE_CHECKING:
    from tertium.evaluation import Evaluation, Result
    from tertium.evaluation.comparison import Comparison, Contrast
    from tertium.explain import Tally
    from tertium.report.explorer.losses import Explained
    from tertium.report.explorer.view import Sides, View

BINS = 20
"""Columns of a distribution."""

_MOST = 8  # distributions, of all systems and metrics; those of the first metric are always there
_WIDTH, _HEIGHT = 300, 66  # of a distribution, in its own units


def systems_table(evaluation: Evaluation, base: int, compared: Comparison | None = None) -> str:
    """Return a row for each system: the value of each metric; of the first also P and R.

    Below the values of a system that is compared with the first one are Δ and p.
    """
    shown = pictured(evaluation)
    heads = [("n", escape(evaluation.labels[m])) for m in shown]
    # Whose P and R they are must be said beside several metrics; phones leave them out then.
    kind = "n" if len(shown) == 1 else "n more"
    if base >= 0:
        whose = f"{heads[base][1]} " if len(shown) > 1 else ""
        heads += [(kind, f"{whose}P"), (kind, f"{whose}R")]
    rows = []
    for i, system in enumerate(evaluation.systems):
        cells = _values(evaluation, i, max(base, 0), compared)
        if base >= 0:
            found = system.results[shown[base]].score
            both_values = (found.precision or 0.0, found.recall or 0.0)
            cells += [f'<td class="{kind}">{100 * x:.2f}</td>' for x in both_values]
        rows.append(f'<tr><th scope="row">{escape(system.name)}</th>{"".join(cells)}</tr>')
    head = "".join(f'<th scope="col" class="{of}">{name}</th>' for of, name in heads)
    return (
        f'<div class="wide"><table class="systems"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _values(
    evaluation: Evaluation, system: int, first: int, compared: Comparison | None
) -> list[str]:
    """Return the cells of a system, one for each metric that is shown."""
    leaders, count = leading(evaluation), len(evaluation.metrics)
    cells = []
    for k, m in enumerate(pictured(evaluation)):
        contrast = None
        if compared is not None and system > 0:
            contrast = compared.contrasts[(system - 1) * count + m]
        result = evaluation.systems[system].results[m]
        cells.append(_value(result, k == first, (system, m) in leaders, contrast))
    return cells


def _value(result: Result, first: bool, best: bool, contrast: Contrast | None) -> str:
    text = f"{100 * result.score.value:.2f}" if result.pairs else "–"
    if best:
        text = f"<strong>{text}</strong>"
    if result.interval is not None:
        low, high = result.interval
        text += f"<small>{100 * low:.2f}–{100 * high:.2f}</small>"
    if contrast is not None:
        found = contrast.micro
        mark = "†" if found.significant else ""
        shown = P_VALUE.write(found.p, P_VALUE.decimals)
        text += f"<small>Δ {100 * found.value:+.2f}, p {escape(shown)}{mark}</small>"
    return f'<td class="n{" f" if first else ""}">{text}</td>'


def distributions(view: View) -> str:
    """Return how the values of sentences are distributed, a row for each metric."""
    rows = [
        "".join(_histogram(pair, label, _column(view, k, m)) for k, pair in enumerate(view.pairs))
        for m, label in enumerate(view.labels[: max(1, _MOST // len(view.pairs))])
    ]
    return "".join(f'<div class="spread">{row}</div>' for row in rows)


def _column(view: View, pair: int, metric: int) -> list[float]:
    rows = (entry.values[pair] for entry in view.entries)
    return [100 * row[metric] for row in rows if row is not None]


def _histogram(pair: Sides, label: str, values: Sequence[float]) -> str:
    """Return a distribution; its columns filter the list."""
    if not values:
        return ""
    name, key = pair.name, f"{pair.key}.{'_'.join(label.split())}"
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, max(0, int(value * BINS / 100 + 1e-9)))] += 1
    middle, wide = median(values), _WIDTH / BINS
    bars = [
        _bar(key, b, count, _HEIGHT * count / max(counts), wide) for b, count in enumerate(counts)
    ]
    x = _WIDTH * middle / 100
    word = min(max(x, 48), _WIDTH - 48)
    zero = f'<text x="0" y="{_HEIGHT + 12}">0</text>' if word > 75 else ""
    end = f'<text x="{_WIDTH}" y="{_HEIGHT + 12}" class="z">100</text>' if word < 200 else ""
    return (
        f"<figure><figcaption>{escape(label)} of sentences, {escape(name)}</figcaption>"
        f'<svg class="hist" viewBox="0 0 {_WIDTH} {_HEIGHT + 16}" role="group" aria-label="'
        f'{escape(name)}: median {middle:.1f}">{"".join(bars)}<path d="M0 {_HEIGHT}.5h{_WIDTH}"/>'
        f'<path class="mid" d="M{x:.1f} 0v{_HEIGHT}"/>{zero}{end}'
        f'<text x="{word:.1f}" y="{_HEIGHT + 12}" class="m">median {middle:.1f}</text>'
        "</svg></figure>"
    )


def _bar(key: str, number: int, count: int, tall: float, wide: float) -> str:
    step = 100 // BINS
    low, high = number * step, (number + 1) * step
    term = f"{key}>={low}" + (f" {key}<{high}" if number < BINS - 1 else "")
    return (
        f'<g data-term="{escape(term)}" tabindex="0" role="button"><title>{count} sentences from '
        f'{low} to {high}</title><rect class="hit" x="{number * wide:g}" width="{wide:g}" '
        f'height="{_HEIGHT}"/><rect class="col" x="{number * wide + 1:g}" y="{_HEIGHT - tall:.1f}" '
        f'width="{wide - 2:g}" height="{tall:.1f}"/></g>'
    )


def losses_table(view: View, explained: Explained) -> str:
    """Return what each class of edits costs each system; the sum is what is missing to 100."""
    losses = [tally.corpus_costs() for tally in explained.tallies]
    most = max((cost for loss in losses for cost in loss.values()), default=0.0)
    if not most:
        return '<p class="none">Nothing is lost: all graphs are the same.</p>'
    order = sorted(explained.classes, key=lambda name: -sum(loss.get(name, 0.0) for loss in losses))
    head = "".join(f'<th scope="col">{escape(pair.name)}</th>' for pair in view.pairs)
    rows = []
    for name in order:
        cells = [
            _loss(pair, name, loss[name], most, tally) if name in loss else "<td></td>"
            for pair, loss, tally in zip(view.pairs, losses, explained.tallies, strict=True)
        ]
        chip = (
            f'<button class="chip" data-term=":{name}" aria-pressed="false" '
            f'title="{escape(ALL_CLASSES[name].summary)}">{name}</button>'
        )
        rows.append(f'<tr><th scope="row">{chip}</th>{"".join(cells)}</tr>')
    sums = "".join(f"<td><b>{percent(fsum(loss.values()))}</b></td>" for loss in losses)
    return (
        f'<div class="wide"><table class="losses"><thead><tr><th></th>{head}</tr></thead><tbody>'
        f'{"".join(rows)}</tbody><tfoot><tr><th scope="row">100 − F1</th>{sums}</tr></tfoot>'
        "</table></div>"
    )


def _loss(pair: Sides, cls: str, cost: float, most: float, tally: Tally) -> str:
    shown = percent(cost)
    said = f"{pair.name} loses {shown} points by this"
    if tally.arithmetic:
        gain = GAIN.write(tally.gain(cls), GAIN.decimals)
        said += f"; fixing all of it would bring {gain}"
    return (
        f'<td><button data-term="{escape(pair.key)}:{cls}" aria-pressed="false" '
        f'title="{escape(said)}"><svg viewBox="0 0 100 10" preserveAspectRatio="none" '
        f'aria-hidden="true"><rect width="{100 * cost / most:.1f}" height="10"/></svg>'
        f"<b>{shown}</b></button></td>"
    )
