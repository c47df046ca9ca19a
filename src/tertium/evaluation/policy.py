"""Policy: how graphs are treated that cannot be read, or that one side does not have.

    on_error   zero   a bad prediction scores zero, a bad gold is an error
               skip   what cannot be read is left out, on all sides
               fail   the first bad graph is an error
    missing    the same three, for graphs that have no partner

Where nothing is scored against a gold, zero has no meaning, and ``fail`` is the default; only among
annotators may a missing graph agree with nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from tertium.errors import InputError, NotationError, OptionError, counted
from tertium.evaluation.results import ON_ERROR as ON_ERROR
from tertium.evaluation.results import OnError as OnError
from tertium.evaluation.results import redefinition_note
from tertium.graph import Corpus, Graph

OnBad = Literal["fail", "skip"]
ON_BAD: tuple[OnBad, ...] = get_args(OnBad)

Entry: TypeAlias = "Graph | NotationError | None"
"""What stands in a corpus, None where an entry is missing."""


def require_choice(name: str, value: str, choices: Sequence[str]) -> None:
    """Refuse a value that is not a choice."""
    if value not in choices:
        raise OptionError(f"{name}={value!r}; choose from {', '.join(choices)}")


def readable(corpus: Corpus, on_error: OnBad = "fail") -> list[Graph]:
    """Return the graphs of a corpus that can be read; all of them, unless bad ones are skipped.

    >>> [str(graph) for graph in readable(Corpus.of(["(b / boy)", "(b / boy"]), "skip")]
    ['(b / boy)']
    """
    apply_on_error([corpus], on_error)
    graphs = [entry for entry in corpus.entries if isinstance(entry, Graph)]
    if corpus.errors and not graphs:
        raise InputError(f"{corpus.label}: no graph is left that can be read")
    return graphs


def apply_on_error(corpora: Sequence[Corpus], on_error: OnBad) -> None:
    """Raise the first bad graph of *corpora*, unless bad ones are skipped."""
    require_choice("on_error", on_error, ON_BAD)
    for corpus in corpora:
        if corpus.errors and on_error == "fail":
            raise noted(
                corpus,
                f"{corpus.label}: {len(corpus.errors)} of {counted(len(corpus), 'graph')} cannot "
                "be read; --on-error skip (on_error='skip') leaves them out",
            )


def reading_notes(corpora: Sequence[Corpus]) -> list[str]:
    """Return a line for each corpus with bad graphs, and one for what was merged."""
    bad = [
        f"{corpus.label}: {len(corpus.errors)} of {counted(len(corpus), 'graph')} cannot be read, "
        "left out"
        for corpus in corpora
        if corpus.errors
    ]
    return bad + [redefinition_note(corpus) for corpus in corpora if corpus.warnings]


def complete_rows(columns: Sequence[Sequence[Entry]], *, gaps: bool = False) -> list[int]:
    """Return the numbers of the rows in which every column has a graph, or a gap if it may."""
    rows = enumerate(zip(*columns, strict=True))
    kinds = (Graph, type(None)) if gaps else (Graph,)
    return [number for number, row in rows if all(isinstance(entry, kinds) for entry in row)]


def noted(corpus: Corpus, note: str) -> NotationError:
    """Return a copy of the first error of a corpus, with a note."""
    first = corpus.errors[0]
    error = first.at(first.place.path, first.place.index)
    error.add_note(note)
    return error
