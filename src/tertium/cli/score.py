"""``tertium score``: predictions against a gold file."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from tertium import metrics
from tertium.cli.progress import progress_bar
from tertium.corpus import PAIR_BY, Corpus
from tertium.errors import FileError
from tertium.evaluation import ON_ERROR, Evaluation, evaluate
from tertium.report.scores import FORMATS, render

if TYPE_CHECKING:
    from tertium.errors import NotationError

_SHOWN_ERRORS = 5


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "score",
        help="score predictions against a gold file",
        description="Score one or more files of predicted graphs against a gold file. Files may "
        "be gzipped; - is standard input.",
    )
    parser.add_argument("gold", metavar="GOLD", help="the file of gold graphs")
    parser.add_argument("pred", metavar="PRED", nargs="+", help="files of predicted graphs")
    parser.add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        action="append",
        help="a metric, with options: smatch, smatch:top=concept,budget=1000; may be repeated "
        f"(default smatch; there are: {', '.join(metrics.REGISTRY)})",
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="of the output (text)")
    parser.add_argument("--pairs", metavar="FILE.jsonl", help="write a row for each pair")
    parser.add_argument("--on-error", choices=ON_ERROR, default="zero", help=_ON_ERROR_HELP)
    parser.add_argument("--pair-by", choices=PAIR_BY, default="auto", help=_PAIR_BY_HELP)
    parser.add_argument("--threads", type=_threads, default=0, metavar="N", help="0: all (default)")
    parser.add_argument("--fail-under", type=float, metavar="X", help=_FAIL_UNDER_HELP)
    parser.set_defaults(run=run)


_ON_ERROR_HELP = (
    "what to do with a graph that cannot be read: zero (default) lets a bad prediction score zero "
    "and refuses a bad gold; skip leaves the pair out; fail stops"
)
_PAIR_BY_HELP = "pair graphs by their ids if both files have the same ones (auto), by id, by order"
_FAIL_UNDER_HELP = "exit with 1 if a score, times 100, is below X"


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    chosen = [metrics.metric(spec) for spec in args.metric or ["smatch"]]
    gold, preds = Corpus.read(args.gold), [Corpus.read(path) for path in args.pred]
    total = len(gold) * len(preds) * len(chosen)
    with progress_bar("comparing", total) as progress:
        evaluation = evaluate(
            gold,
            preds,
            chosen,
            on_error=args.on_error,
            pair_by=args.pair_by,
            threads=args.threads,
            progress=progress,
        )
    _talk(evaluation, args.on_error)
    if args.pairs:
        write_rows(args.pairs, evaluation)
    print(render(evaluation, args.format))
    values = [result.score.value for system in evaluation.systems for result in system.results]
    return 1 if args.fail_under is not None and 100 * min(values) < args.fail_under else 0


def write_rows(path: str, evaluation: Evaluation) -> None:
    """Write the rows of pairs; the file appears only when it is complete."""
    import json
    from pathlib import Path

    partial = Path(f"{path}.part")
    try:
        with partial.open("w", encoding="utf-8") as out:
            for row in evaluation.rows():
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
        os.replace(partial, path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise FileError(f"{path}: {error.strerror or error}") from None


def _talk(evaluation: Evaluation, on_error: str) -> None:
    """Tell about graphs that cannot be read, and how files were paired."""
    _list_errors("gold", evaluation.gold.errors, "left out")
    for system in evaluation.systems:
        if system.note:
            _say(system.note)
        fate = "left out" if on_error == "skip" else "scored zero"
        _list_errors(system.name, system.corpus.errors, fate)


def _list_errors(name: str, errors: list[NotationError], fate: str) -> None:
    if not errors:
        return
    count = "1 graph" if len(errors) == 1 else f"{len(errors)} graphs"
    _say(f"{name}: {count} cannot be read, {fate}")
    for error in errors[:_SHOWN_ERRORS]:
        _say(str(error))
    if len(errors) > _SHOWN_ERRORS:
        _say(f"... and {len(errors) - _SHOWN_ERRORS} more")


def _say(text: Any) -> None:
    print(f"tertium: {text}", file=sys.stderr)


def _threads(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError("a number of threads, or 0 for all")
    return int(text)
