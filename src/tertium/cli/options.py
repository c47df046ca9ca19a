"""Options that several commands share."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace

from tertium import metrics
from tertium.errors import OptionError, shortened
from tertium.graph import SizeLimits
from tertium.metrics.aligning import Aligning
from tertium.metrics.threads import MOST_THREADS
from tertium.report.formats import PRINTED
from tertium.report.look import SIGNATURE_FORMS, Look
from tertium.statistics import METHODS, Confidence, Resampling
from tertium.terminal import say

UNITS = ("sentence", "document")
"""What may be compared."""


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """Add ``-m``."""
    parser.add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        action="append",
        help="a metric, with options: smatch, smatch:top=concept,budget=1000; or one of your own, "
        "module:function or command:PROGRAM; may be repeated "
        f"(default smatch; there are: {', '.join(metrics.REGISTRY)})",
    )


def add_metric(parser: argparse.ArgumentParser) -> None:
    """Add ``-m`` to a command that explains one metric."""
    parser.add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        default="smatch",
        help="the metric that is explained, with options: smatch, s2match:preset=bamboo "
        "(default: smatch)",
    )


def chosen_metric(args: argparse.Namespace) -> metrics.Metric:
    """Return the one metric of ``-m``."""
    return metrics.metric(args.metric)


def add_aspects(parser: argparse.ArgumentParser) -> None:
    """Add ``--aspects``."""
    parser.add_argument(
        "--aspects", action="store_true", help="score each aspect of meaning too, see docs/aspects"
    )


def chosen_metrics(args: argparse.Namespace) -> list[metrics.Metric]:
    """Return the metrics of ``-m``, smatch without it; with ``--aspects`` followed by theirs."""
    chosen = list(dict.fromkeys(metrics.metric(spec) for spec in args.metric or ["smatch"]))
    _require_names(chosen)
    if not getattr(args, "aspects", False):
        return chosen
    able = [metric for metric in chosen if isinstance(metric, Aligning)]
    if not able:
        raise OptionError("none of the metrics knows aspects; those that align do, such as smatch")
    return [part for metric in chosen for part in (metric, *_aspects(metric))]


def _require_names(chosen: Sequence[metrics.Metric]) -> None:
    """Refuse two custom metrics that were given the same name."""
    given = [metric.name for metric in chosen if metric.recipe != metric.spec]
    for name in (name for name in given if given.count(name) > 1):
        raise OptionError(f"two metrics are called {name}")


def _aspects(metric: metrics.Metric) -> list[metrics.Metric]:
    if not isinstance(metric, Aligning) or metric.aspect is not None:
        return []
    from tertium.standard.aspects import ASPECTS

    return [replace(metric, aspect=name) for name in ASPECTS]


def add_max_bytes(parser: argparse.ArgumentParser) -> None:
    """Add ``--max-bytes``."""
    parser.add_argument(
        "--max-bytes",
        type=size,
        metavar="SIZE",
        help="refuse a file whose text, unpacked, is larger, for example 500M or 2G (default: 8G, "
        "or half of the memory if that is less)",
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add ``--max-bytes`` and ``--max-triples``."""
    add_max_bytes(parser)
    parser.add_argument(
        "--max-triples",
        type=positive,
        metavar="N",
        help="treat a graph of more than N triples as one that cannot be read, so that --on-error "
        "decides about it (default: no limit)",
    )


def limits(args: argparse.Namespace) -> SizeLimits:
    """Return how large files and graphs may be, as functions that read them take it."""
    return {"max_bytes": args.max_bytes, "max_triples": args.max_triples}


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add ``-o`` to a command that prints graphs."""
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write the graphs to a file (default: print them)"
    )


def add_pairs(parser: argparse.ArgumentParser) -> None:
    """Add ``--pairs``."""
    parser.add_argument(
        "--pairs", metavar="FILE", help="write a row of JSON for each pair (default: none)"
    )


def add_html(parser: argparse.ArgumentParser) -> None:
    """Add ``--html``."""
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="also write one page to browse the results, with every pair drawn and explained",
    )


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add ``--threads``."""
    parser.add_argument("--threads", type=threads, default=0, metavar="N", help="0: all (default)")


def add_format(parser: argparse.ArgumentParser, *, details: bool = False) -> None:
    """Add ``-f`` and how tables look, for `tertium.cli.output.print_report`.

    *details* is for a command whose tables have columns on request.
    """
    group = parser.add_argument_group("tables")
    group.add_argument(
        "-f",
        "--format",
        metavar="FORMAT",
        choices=PRINTED,
        default="text",
        help=f"{', '.join(PRINTED[:-1])} or {PRINTED[-1]} (default: text)",
    )
    if details:
        group.add_argument(
            "--details", action="store_true", help="show all columns, such as macro averages"
        )
    group.add_argument(
        "--columns",
        type=_names,
        default=(),
        metavar="NAMES",
        help="columns to show, such as P,R,F1 (default: those that matter most)",
    )
    group.add_argument(
        "--decimals",
        type=_decimals,
        metavar="N",
        help="decimals of values that are times 100 (default: 2)",
    )
    group.add_argument(
        "--signature",
        choices=SIGNATURE_FORMS,
        default="short",
        metavar="FORM",
        help="signatures with changed options only, or full (default: short)",
    )
    group.add_argument(
        "--latex-note",
        action="store_true",
        help="print notes and signatures below a LaTeX table, not in comments",
    )


def look(args: argparse.Namespace) -> Look:
    """Return how tables look."""
    return Look(
        args.columns,
        getattr(args, "details", False),
        args.decimals,
        args.signature,
        args.latex_note,
    )


def _names(text: str) -> tuple[str, ...]:
    """Read names of columns, separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _decimals(text: str) -> int:
    return _whole(text, 0, 12, " is not a number of decimals; choose 0 to 12")


def add_resampling(parser: argparse.ArgumentParser) -> None:
    """Add how intervals and tests resample."""
    parser.add_argument("--interval", choices=METHODS, default="percentile", help="(percentile)")
    parser.add_argument(
        "--level",
        action=_Level,
        default=0.95,
        metavar="X",
        help="confidence level of the intervals (default: 0.95); or what is compared: sentence "
        "(default) or document, which joins the sentences of a UMR file and aligns them together",
    )
    parser.set_defaults(unit="sentence")
    parser.add_argument(
        "--resamples", type=count, default=10_000, metavar="N", help="bootstrap resamples (10000)"
    )
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="of the resampling (0)")


def add_unit(parser: argparse.ArgumentParser) -> None:
    """Add ``--level`` to a command without intervals."""
    parser.add_argument(
        "--level",
        dest="unit",
        choices=UNITS,
        default="sentence",
        help="compare sentences (default) or documents: the sentences of a UMR file, joined",
    )


class _Level(argparse.Action):
    """``--level 0.99`` is of intervals, ``--level document`` what is compared."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        if values in UNITS:
            namespace.unit = values
            return
        try:
            namespace.level = float(str(values))
        except ValueError:
            text = shortened(str(values))
            raise argparse.ArgumentError(
                self, f"'{text}' is neither a number nor one of {', '.join(UNITS)}"
            ) from None


def add_randomisation(parser: argparse.ArgumentParser) -> None:
    """Add how tests of two systems resample."""
    parser.add_argument(
        "--resamples",
        type=count,
        default=10_000,
        metavar="N",
        help="random exchanges of a test (default: 10000)",
    )
    parser.add_argument(
        "--seed", type=count, default=0, metavar="N", help="seed of the exchanges (default: 0)"
    )


def randomisation(args: argparse.Namespace) -> Resampling:
    """Return how tests resample."""
    return Resampling(args.resamples, args.seed)


def confidence(args: argparse.Namespace) -> Confidence:
    """Return how intervals are to be made."""
    return Confidence(args.level, args.interval, Resampling(args.resamples, args.seed))


def add_results(parser: argparse.ArgumentParser) -> None:
    """Add what ``score`` and ``merge`` do with the results."""
    add_format(parser, details=True)
    add_pairs(parser)
    parser.add_argument("--worst", type=count, default=0, metavar="N", help="list the worst pairs")
    parser.add_argument(
        "--fail-under",
        type=threshold,
        metavar="X",
        help="exit with 1 if a score, times 100, is below X",
    )
    parser.add_argument("--confidence", action="store_true", help="bootstrap intervals of scores")
    add_resampling(parser)


def count(text: str) -> int:
    """Read a whole number that is not negative."""
    return _whole(text, 0, 2**64 - 1, " is not a whole number of at least 0, below 2^64")


def positive(text: str) -> int:
    """Read a whole number above 0."""
    return _whole(text, 1, 2**64 - 1, " is not a whole number of at least 1, below 2^64")


def threads(text: str) -> int:
    """Read a number of threads."""
    return _whole(text, 0, MOST_THREADS, f": a number up to {MOST_THREADS}, or 0 for all")


def _whole(text: str, low: int, high: int, problem: str) -> int:
    # The length first, because Python refuses to read very long numbers.
    if not text.isdecimal() or len(text) > 100 or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}'{problem}")
    return int(text)


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}' is not a number from 0 to 1")
    return value


def size(text: str) -> int:
    """Read a number of bytes; K, M, G and T are powers of 1024."""
    match = re.fullmatch(r"(\d{1,15})([KMGT]?)(?:i?B)?", text, re.ASCII | re.IGNORECASE)
    if match is None or int(match[1]) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 500M or 2G")
    return int(match[1]) << 10 * " KMGT".index(match[2].upper() or " ")


def threshold(text: str) -> float:
    """Read a score, times 100."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"'{shortened(text)}': a number from 0 to 100")
    if 0 < value < 1:
        say(f"--fail-under {text}: scores are times 100 here, did you mean {100 * value:g}?")
    return value
