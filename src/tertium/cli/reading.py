"""How commands read graphs: one policy for bad and missing ones, and one for pairs."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tertium.cli.options import limits
from tertium.cli.output import tell_corpus, tell_notes
from tertium.errors import counted
from tertium.evaluation import ON_BAD, ON_ERROR
from tertium.evaluation.parallel import Parallel, parallel
from tertium.evaluation.policy import readable
from tertium.graph import MISSING, PAIR_BY, Corpus, Graph

if TYPE_CHECKING:
    from tertium.bamboo.ratings import Rated

_ON_BAD_HELP = (
    "what to do with a graph that cannot be read: fail (default) stops, skip leaves it out and "
    "reports how many were left out"
)
_ON_ERROR_HELP = (
    "what to do with a graph that cannot be read: zero (default) lets a bad prediction score zero "
    "and refuses a bad gold; skip leaves the pair out; fail stops"
)
_MISSING_HELP = (
    "what to do with a graph that one side does not have: fail (default) stops; {zero}skip leaves "
    "the pair out"
)
_PAIR_BY_HELP = (
    "pair graphs by their ids (# ::id), by their sentences (# ::snt) or by their order in the "
    "files; auto (default) takes the first of these for which both files agree"
)


def add_on_error(parser: argparse.ArgumentParser) -> None:
    """Add ``--on-error`` for a command without pairs."""
    parser.add_argument("--on-error", choices=ON_BAD, default="fail", help=_ON_BAD_HELP)


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """Add what is done with bad and missing predictions, and how pairs are made."""
    parser.add_argument("--on-error", choices=ON_ERROR, default="zero", help=_ON_ERROR_HELP)
    text = _MISSING_HELP.format(zero="zero lets a missing prediction score zero; ")
    parser.add_argument("--missing", choices=MISSING, default="fail", help=text)
    parser.add_argument("--pair-by", choices=PAIR_BY, default="auto", help=_PAIR_BY_HELP)


def add_judged(parser: argparse.ArgumentParser) -> None:
    """Add what is done with bad and missing graphs that people have judged."""
    parser.add_argument("--on-error", choices=ON_ERROR, default="zero", help=_ON_ERROR_HELP)
    text = _MISSING_HELP.format(zero="zero lets a missing graph score zero; ")
    parser.add_argument("--missing", choices=MISSING, default="fail", help=text)


def add_parallel(parser: argparse.ArgumentParser) -> None:
    """Add the same for files none of which is scored against another."""
    add_on_error(parser)
    text = _MISSING_HELP.format(zero="")
    parser.add_argument("--missing", choices=ON_BAD, default="fail", help=text)
    parser.add_argument("--pair-by", choices=PAIR_BY, default="auto", help=_PAIR_BY_HELP)


def read_graphs(corpus: Corpus, args: argparse.Namespace) -> list[Graph]:
    """Return the graphs of a corpus by ``--on-error``; say which are left out."""
    graphs = readable(corpus, args.on_error)
    tell_corpus(corpus.label, corpus, "left out")
    return graphs


def read_parallel(
    corpora: Sequence[Corpus], args: argparse.Namespace, *, same_sentences: bool = True
) -> Parallel:
    """Return the graphs of corpora by ``--on-error`` and ``--pair-by``; say what is left out."""
    found = parallel(
        corpora,
        on_error=args.on_error,
        missing=args.missing or "fail",
        pair_by=args.pair_by or "auto",
        same_sentences=same_sentences,
    )
    tell_parallel(corpora, found.notes, found.skipped)
    return found


def read_rated(files: Iterable[str], args: argparse.Namespace) -> Rated:
    """Return rated pairs from files of golds, predictions and ratings; say what is left out."""
    from tertium.bamboo.ratings import Rated

    gold, pred, target = files
    rated = Rated.read(
        gold,
        pred,
        target,
        **limits(args),
        on_error=args.on_error,
        missing=args.missing,
        pair_by=args.pair_by,
    )
    tell_notes(rated.notes)
    return rated


def tell_parallel(corpora: Sequence[Corpus], notes: Sequence[str], skipped: int) -> None:
    """Say what must be known about pairs, and what is left out."""
    tell_notes(notes)
    for corpus in corpora:
        tell_corpus(corpus.label, corpus, "left out", summary=False)
    if skipped:
        tell_notes([f"{counted(skipped, 'sentence')} left out"])
