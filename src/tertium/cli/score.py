"""``tertium score``: predictions against a gold file."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium import metrics
from tertium.cli.progress import progress_bar
from tertium.corpus import PAIR_BY, Corpus
from tertium.errors import FileError
from tertium.evaluation import ON_ERROR, Evaluation, evaluate
from tertium.metrics.base import MOST_THREADS
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
    parser.add_argument("--fail-under", type=_threshold, metavar="X", help=_FAIL_UNDER_HELP)
    parser.set_defaults(run=run)


_ON_ERROR_HELP = (
    "what to do with a graph that cannot be read: zero (default) lets a bad prediction score zero "
    "and refuses a bad gold; skip leaves the pair out; fail stops"
)
_PAIR_BY_HELP = "pair graphs by their ids if both files have the same ones (auto), by id, by order"
_FAIL_UNDER_HELP = "exit with 1 if a score, times 100, is below X"


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    chosen = list(dict.fromkeys(metrics.metric(spec) for spec in args.metric or ["smatch"]))
    if args.pairs:
        _check_target(args.pairs, [args.gold, *args.pred])
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
    return 0 if args.fail_under is None or _passes(evaluation, args.fail_under) else 1


def _passes(evaluation: Evaluation, threshold: float) -> bool:
    """Tell which scores are below a threshold; return whether none is."""
    low = [
        f"{system.name}, {result.label}: {100 * result.score.value:.2f} is below {threshold:g}"
        for system in evaluation.systems
        for result in system.results
        if 100 * result.score.value < threshold
    ]
    for line in low:
        _say(line)
    return not low


def _check_target(path: str, inputs: list[str]) -> None:
    """Refuse, before anything is computed, a file that cannot be written or is an input."""
    target = Path(path)
    if target.is_dir():
        raise FileError(f"{path}: this is a directory, the rows of pairs need a file")
    if not target.parent.is_dir():
        raise FileError(f"{path}: there is no folder {target.parent}")
    if any(target.exists() and Path(name).exists() and target.samefile(name) for name in inputs):
        raise FileError(f"{path}: --pairs would overwrite an input")


def write_rows(path: str, evaluation: Evaluation) -> None:
    """Write the rows of pairs; the file appears only when it is complete."""
    partial = Path(f"{path}.part")
    try:
        with partial.open("w", encoding="utf-8", errors="backslashreplace") as out:
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


def _threshold(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"'{text}': a number from 0 to 100")
    if 0 < value < 1:
        _say(f"--fail-under {text}: scores are times 100 here, did you mean {100 * value:g}?")
    return value


def _threads(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_THREADS:
        raise argparse.ArgumentTypeError(f"'{text}': a number up to {MOST_THREADS}, or 0 for all")
    return int(text)
