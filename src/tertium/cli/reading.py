"""How commands read graphs: one policy for bad and missing ones, and one for pairs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tertium.cli.output import tell_corpus, tell_notes
from tertium.cli.parser import group_of
from tertium.errors import counted
from tertium.evaluation import ON_BAD, ON_ERROR
from tertium.evaluation.parallel import Parallel, parallel
from tertium.evaluation.policy import readable
from tertium.graph import MISSING, PAIR_BY, Corpus, Graph

_ON_BAD_HELP = "graphs that cannot be read: fail, or skip them (default: fail)"
_ON_ERROR_HELP = (
    "unreadable predictions: zero (score 0), skip or fail; unreadable gold: skip or fail (default: "
    "zero)"
)
_MISSING_HELP = "graphs without a partner: {zero}skip or fail (default: fail)"
_PAIR_BY_HELP = (
    "pair graphs by id, sentence or order; auto takes the first on which both files agree "
    "(default: auto)"
)


def add_on_error(parser: argparse.ArgumentParser) -> None:
    """Add ``--on-error`` for a command without pairs."""
    _add_choice(parser, "--on-error", ON_BAD, "fail", _ON_BAD_HELP)


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """Add what is done with bad and missing predictions, and how pairs are made."""
    _add_choice(parser, "--on-error", ON_ERROR, "zero", _ON_ERROR_HELP)
    text = _MISSING_HELP.format(zero="zero, ")
    _add_choice(parser, "--missing", MISSING, "fail", text)
    _add_choice(parser, "--pair-by", PAIR_BY, "auto", _PAIR_BY_HELP)


def add_judged(parser: argparse.ArgumentParser) -> None:
    """Add what is done with bad and missing graphs that people have judged."""
    _add_choice(parser, "--on-error", ON_ERROR, "zero", _ON_ERROR_HELP)
    _add_choice(parser, "--missing", MISSING, "fail", _MISSING_HELP.format(zero="zero, "))


def add_parallel(parser: argparse.ArgumentParser) -> None:
    """Add the same for files none of which is scored against another."""
    _add_parallel(parser, ON_BAD, "")


def add_annotators(parser: argparse.ArgumentParser) -> None:
    """Add the same for files of annotators, among whom a missing graph may agree with nobody."""
    _add_parallel(parser, MISSING, "zero (no agreement), ")


def _add_parallel(parser: argparse.ArgumentParser, missing: Sequence[str], zero: str) -> None:
    add_on_error(parser)
    _add_choice(parser, "--missing", missing, "fail", _MISSING_HELP.format(zero=zero))
    _add_choice(parser, "--pair-by", PAIR_BY, "auto", _PAIR_BY_HELP)


def _add_choice(
    parser: argparse.ArgumentParser, name: str, choices: Sequence[str], default: str, help: str
) -> None:
    group_of(parser, "input").add_argument(
        name, metavar="HOW", choices=choices, default=default, help=help
    )


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


def tell_parallel(corpora: Sequence[Corpus], notes: Sequence[str], skipped: int) -> None:
    """Say what must be known about pairs, and what is left out."""
    tell_notes(notes)
    for corpus in corpora:
        tell_corpus(corpus.label, corpus, "left out", summary=False)
    if skipped:
        tell_notes([f"{counted(skipped, 'sentence')} left out"])
