"""Alignment: which variables of two graphs correspond, and which triples then match.

    (g / go-02 :ARG0 (b / boy))     (x / go-02 :ARG0 (y / girl))

    g = x, b = y      matched   (g :instance go-02), (g :ARG0 b), (g :TOP top)
                      only a    (b :instance boy)
                      only b    (y :instance girl)

By default only equal triples match, and each earns 1. With a `Similarity`, concepts match by
degrees and earn their similarity. With weights by distance from the top, triples earn those.

What matches are triples of standard forms; `Alignment.sources` gives what somebody wrote: the
variable, role and value as they are spelled, with line and column.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias, cast

from tertium import _native
from tertium.graph import Graph, Triple, WrittenTriple
from tertium.standard import Top
from tertium.written import rendered

_Written: TypeAlias = tuple[tuple[WrittenTriple, ...], tuple[tuple[int, ...], ...]]


class Match(NamedTuple):
    """A triple of a, a triple of b, or one of each that match; what it earned and counts."""

    a: Triple | None
    b: Triple | None
    earned: float = 0.0  #: 1, or the similarity, or the weight by distance
    worth_a: float = 0.0  #: what the triple counts in the total of a
    worth_b: float = 0.0
    index_a: int | None = None  #: its place in ``Alignment.a.triples``; a top has none
    index_b: int | None = None


@dataclass(frozen=True)
class Alignment:
    """The alignment of two graphs: which variables correspond, and which triples match.

    >>> from tertium import align
    >>> found = align("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))")
    >>> found.mapping, found.matched, found.only_b
    ({'g': 'x', 'b': 'y'}, 3.0, (('y', ':instance', 'girl'),))

    Triples are shown in the standard form of the convention, and the top as ``(g, :TOP, top)``.
    """

    mapping: dict[str, str]
    """Variables of a, and their partners in b."""
    matches: tuple[Match, ...] = field(repr=False)
    """Every triple that counts, with its partner if it has one."""
    matched: float
    """The number of matched triples: the sum of what they earned."""
    upper: float
    """No alignment matches more."""
    proven: bool
    """Whether the alignment is proven to be the best."""
    a: Graph = field(repr=False)
    """In the standard form that was compared."""
    b: Graph = field(repr=False)
    canonical: bool = field(default=False, repr=False)
    """Whether, of all best alignments, this is proven to be the canonical one: with the most equal
    concepts, then the most similar concepts, then the most edges whose roles may differ."""
    variables: tuple[int, int] = field(default=(0, 0), repr=False)
    """How many variables the triples of a and b are about."""

    def sources(self, match: Match) -> tuple[tuple[WrittenTriple, ...], tuple[WrittenTriple, ...]]:
        """Return the written triples that a match comes from, for both graphs.

        A triple has several sources if the convention drops duplicates, turns nodes into roles or
        folds names. A top comes from the node of its variable.

        >>> from tertium import align
        >>> found = align("(g / Go-02 :ARG0-of (b / boy))", "(x / go-02)")
        >>> (ours,), (theirs,) = found.sources(found.matches[0])
        >>> ours.value, str(ours.place), theirs.value
        ('Go-02', 'line 1, column 6', 'go-02')
        """
        return (
            self._sources(self.a, match.a, match.index_a, self._written_a),
            self._sources(self.b, match.b, match.index_b, self._written_b),
        )

    @cached_property
    def _written_a(self) -> _Written:
        return self.a.written.as_written, self.a.sources

    @cached_property
    def _written_b(self) -> _Written:
        return self.b.written.as_written, self.b.sources

    @staticmethod
    def _sources(
        graph: Graph, triple: Triple | None, index: int | None, written: _Written
    ) -> tuple[WrittenTriple, ...]:
        if triple is None:
            return ()
        triples, sources = written
        places = graph.top_sources(triple[0]) if index is None else sources[index]
        return tuple(triples[place] for place in places)

    @cached_property
    def matched_triples(self) -> tuple[tuple[Triple, Triple], ...]:
        """The triples that match, a's first."""
        return tuple((m.a, m.b) for m in self.matches if m.a is not None and m.b is not None)

    @cached_property
    def earned(self) -> tuple[float, ...]:
        """What each of the matched triples earned."""
        return tuple(m.earned for m in self.matches if m.a is not None and m.b is not None)

    @cached_property
    def only_a(self) -> tuple[Triple, ...]:
        """The triples of a without a partner."""
        return tuple(m.a for m in self.matches if m.a is not None and m.b is None)

    @cached_property
    def only_b(self) -> tuple[Triple, ...]:
        """The triples of b without a partner."""
        return tuple(m.b for m in self.matches if m.b is not None and m.a is None)

    def __str__(self) -> str:
        """Return the aligned variables with their concepts, and the triples without a partner.

        >>> from tertium import align
        >>> print(align("(g / go-02 :ARG0 (b / boy))", "(x / go-02 :ARG0 (y / girl))"))
        3 triples match, proven
        g = x   go-02
        b = y   boy, girl
        only a  (b :instance boy)
        only b  (y :instance girl)
        """
        concepts = [_concepts(graph) for graph in (self.a, self.b)]
        proof = "proven" if self.proven else f"not proven: at most {self.upper:g}"
        words = "triple matches" if self.matched == 1 else "triples match"
        rows = [
            (f"{v} = {w}", ", ".join(dict.fromkeys((concepts[0][v], concepts[1][w]))))
            for v, w in self.mapping.items()
        ]
        rows += [("only a", _shown(triple)) for triple in self.only_a]
        rows += [("only b", _shown(triple)) for triple in self.only_b]
        width = max((len(name) for name, _ in rows), default=0) + 2
        lines = [f"{self.matched:g} {words}, {proof}"]
        return "\n".join([*lines, *(f"{name:{width}}{text}".rstrip() for name, text in rows)])

    def _repr_html_(self) -> str:
        """Show both graphs as one drawing in a notebook."""
        return rendered(self, "html")

    @property
    def graded(self) -> tuple[tuple[Triple, Triple, float], ...]:
        """The matches of different concepts, each with what it earned.

        >>> from tertium.metrics import S2match
        >>> found = S2match().align("(c / cat)", "(k / kitten)")
        >>> [(a[2], b[2], round(earned, 2)) for a, b, earned in found.graded]
        [('cat', 'kitten', 0.56), ('cat', 'kitten', 0.56)]
        """
        both = zip(self.matched_triples, self.earned, strict=True)
        return tuple((a, b, e) for (a, b), e in both if _names_concept(a) and a[2] != b[2])


def described(pair: _native.PairAlignment, top: Top, optimum: float | None = None) -> Alignment:
    """Return a native alignment in the names of variables.

    *optimum* is what another solver matched.
    """
    a, b = cast("Graph", pair.gold), cast("Graph", pair.pred)
    names_a, names_b = a.variables, b.variables
    triples_a, triples_b = a.triples, b.triples

    def triple(graph: Graph, place: int, is_top: bool) -> Triple | None:
        if place < 0:
            return None
        if is_top:
            return _top_triple(graph, place, top)
        return triples_a[place] if graph is a else triples_b[place]

    matches = tuple(
        Match(
            triple(a, i, is_top),
            triple(b, j, is_top),
            earned,
            worth_a,
            worth_b,
            None if is_top or i < 0 else i,
            None if is_top or j < 0 else j,
        )
        for i, j, is_top, earned, worth_a, worth_b in pair.matches
    )
    return Alignment(
        {names_a[i]: names_b[j] for i, j in enumerate(pair.mapping) if j >= 0},
        matches,
        pair.matched if optimum is None else optimum,
        pair.upper if optimum is None else optimum,
        pair.proven if optimum is None else True,
        a,
        b,
        pair.canonical,
        (pair.gold_variables, pair.pred_variables),
    )


def _concepts(graph: Graph) -> dict[str, str]:
    found = dict.fromkeys(graph.variables, "")
    return found | {s: t or "" for s, role, t in reversed(graph.triples) if role == ":instance"}


def _shown(triple: Triple) -> str:
    return f"({' '.join(part or '' for part in triple)})"


def _names_concept(triple: Triple) -> bool:
    return triple[1] in (":instance", ":TOP")


def _top_triple(graph: Graph, variable: int, top: Top) -> Triple:
    """Return the triple that a top is shown as."""
    name = graph.variables[variable]
    if top != "concept":
        return name, ":TOP", "top"
    concepts = (t[2] for t in graph.triples if t[0] == name and t[1] == ":instance")
    return name, ":TOP", next(concepts, None)
