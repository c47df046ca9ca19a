"""``tertium prefer``: do metrics prefer the graphs that people prefer?"""

from __future__ import annotations

import argparse
import json
from os.path import exists

from tertium.audit.judgements import Judgements
from tertium.cli import options, reading
from tertium.cli.output import print_result, tell_corpus
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.cli.resampling import add_bootstrap
from tertium.cli.targets import asked, check_targets
from tertium.errors import OptionError
from tertium.files import write_text
from tertium.graph import Corpus
from tertium.graph.corpus import name_of


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "prefer",
        help="compare metrics with human preference",
        description="Measure how often metrics prefer the graphs that people prefer, of sentences "
        "and of systems (Song & Gildea 2019).",
    )
    parser.add_argument(
        "judgements",
        metavar="JUDGEMENTS",
        help="a table (CSV, TSV, JSON lines, Parquet) with the columns id, system_a, system_b, and "
        "choice or votes; optional: reference, annotator",
    )
    parser.add_argument(
        "systems",
        metavar="SYSTEM",
        nargs="+",
        help="files of graphs with ids; NAME=FILE gives a system its name in JUDGEMENTS (default: "
        "the name of the file)",
    )
    parser.add_argument(
        "--gold",
        metavar="FILE",
        help="graphs to compare with, by id (default: JUDGEMENTS has a column reference with ids "
        "of graphs of SYSTEM files)",
    )
    options.add_metrics(parser)
    _add_measuring(parser)
    group_of(parser, "files to write").add_argument(
        "--pairs",
        metavar="FILE",
        help="write a row of JSON for each metric and judgement (default: none)",
    )
    reading.add_judged(parser)
    options.add_limits(parser)
    options.add_threads(parser)
    options.add_format(parser)
    parser.set_defaults(run=run)


def _add_measuring(parser: argparse.ArgumentParser) -> None:
    """Add what ties are worth, and how sentences are resampled."""
    group_of(parser, "statistics").add_argument(
        "--ties",
        metavar="HOW",
        choices=("wrong", "half", "skip"),
        default="wrong",
        help="how to count a judgement whose graphs have equal values: wrong, half (a point) or "
        "skip (default: wrong)",
    )
    add_bootstrap(parser, 1000)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.audit.preference import prefer
    from tertium.report.preference import judgement_rows
    from tertium.statistics import Confidence

    confidence = Confidence(args.level, "percentile", options.randomisation(args))
    chosen, files = options.chosen_metrics(args), _named(args.systems)
    read = [args.judgements, *files.values(), *([args.gold] if args.gold else []), *chosen]
    check_targets(asked(args, "pairs"), read)
    judgements = Judgements.read(args.judgements, max_bytes=args.max_bytes)
    systems = {name: _corpus(path, args) for name, path in files.items()}
    gold = _corpus(args.gold, args) if args.gold else None
    with progress_bar("comparing", 2 * len(judgements) * len(chosen)) as progress:
        found = prefer(
            judgements,
            systems,
            gold,
            chosen,
            ties=args.ties,
            on_error=args.on_error,
            missing=args.missing,
            confidence=confidence,
            threads=args.threads,
            progress=progress,
        )
    if args.pairs:
        rows = judgement_rows(found)
        write_text(args.pairs, (json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    print_result(found, args)
    return 0


def _named(words: list[str]) -> dict[str, str]:
    """Return the files of the systems by name."""
    files: dict[str, str] = {}
    for word in words:
        name, mark, path = word.partition("=")
        if not mark or exists(word):
            name, path = "", word
        label = name or name_of(path)
        if label in files:
            raise OptionError(f"two systems are called {label}; write NAME=FILE")
        files[label] = path
    return files


def _corpus(path: str, args: argparse.Namespace) -> Corpus:
    corpus = Corpus.read(path, **options.limits(args))
    tell_corpus(corpus.label, corpus, "see --on-error")
    return corpus
