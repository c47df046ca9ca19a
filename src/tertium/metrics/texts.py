"""Texts: what triples are called where parts of graphs are compared without variables.

    (e / eat-01 :ARG0 (c / cat))        eat-01        eat-01 :arg0 cat        cat

SEMBLEU's 1-grams and 2-grams, WLK's first features and SEMA's triples are such texts. So an
explanation that counts texts also says which triples of the graphs both have.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from tertium.graph import Graph, with_edges
from tertium.metrics.base import Metric
from tertium.metrics.explanation import Contribution, Explanation, PartName
from tertium.standard import Convention


def explained(
    metric: Metric,
    convention: Convention,
    pair: tuple[Graph, Graph],
    contributions: Iterable[Contribution],
    whole: Mapping[str, float],
    named: Callable[[Graph], Graph] = lambda form: form,
) -> Explanation:
    """Return an explanation whose parts are texts; *pair* is as it was written, gold first.

    *named* may give concepts and constants of a standard form other names, and add triples.
    """
    parts = tuple(contributions)
    gold, pred = map(convention.apply, pair)
    return Explanation(
        metric=metric,
        gold=gold,
        pred=pred,
        contributions=parts,
        whole=whole,
        names={
            "gold": tuple(texts(named(gold), {part.gold for part in parts}))[: len(gold.triples)],
            "pred": tuple(texts(named(pred), {part.pred for part in parts}))[: len(pred.triples)],
        },
    )


def texts(form: Graph, parts: Container[PartName | None] = ()) -> Iterator[str]:
    """Yield the text of each triple of a standard form, as it is called among *parts*.

    >>> graph = Graph.from_penman("(e / eat-01 :ARG0 (c / cat))")
    >>> list(texts(graph))
    ['eat-01', 'eat-01 :ARG0 cat', 'cat']
    """
    labels: dict[str, str] = {}
    for source, role, target in form.triples:
        if role == ":instance":
            labels.setdefault(source, target or "")
    named: set[str] = set()
    for (source, role, target), is_edge in with_edges(form):
        label = labels.get(source, "")
        if role == ":instance" and source not in named:
            named.add(source)
            yield label
        else:
            end = labels.get(target or "", "") if is_edge else target or ""
            yield _text(label, role, end, parts)


def _text(source: str, role: str, target: str, parts: Container[PartName | None]) -> str:
    text = f"{source} {role} {target}"
    if text not in parts and role.endswith("-of"):
        turned = f"{target} {role[:-3]} {source}"  # a constant is turned only here: :ARG0-of 5
        return turned if turned in parts else text
    return text
