"""Options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from tertium import metrics
from tertium.cli.numbers import count, level, positive, size, threads, threshold, whole
from tertium.cli.parser import group_of
from tertium.cli.resampling import add_samples
from tertium.errors import OptionError
from tertium.graph import SizeLimits
from tertium.metrics.aligning import Aligning
from tertium.report.formats import PRINTED
from tertium.report.look import SIGNATURE_FORMS, Look
from tertium.statistics import METHODS, Confidence, Resampling

UNITS = ("sentence", "document")
"""What may be compared."""


def add_metrics(parser: argparse.ArgumentParser, default: str = "smatch") -> None:
    """Add ``-m``; *default* is what is taken without it, for the help."""
    group_of(parser, "metrics").add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        action="extend",
        type=metric_specs,
        help="a metric, such as smatch:top=none, or several: smatch,wlk; your own: "
        f"module:function, command:PROGRAM (default: {default}; there are: {_known()})",
    )


def _known() -> str:
    return ", ".join(metrics.REGISTRY)


def metric_specs(text: str) -> list[str]:
    """Read one metric or several, separated by commas; commas also separate options.

    >>> metric_specs("smatch:top=concept,budget=9, wlk")
    ['smatch:top=concept,budget=9', 'wlk']
    """
    if text.startswith("command:"):
        return [text]
    specs: list[str] = []
    for part in map(str.strip, text.split(",")):
        name, colon, _ = part.partition(":")
        # An option has a sign of equality before any colon; a path with a comma has neither.
        if not specs or name in metrics.REGISTRY or (colon and "=" not in name):
            specs.append(part)
        else:
            specs[-1] += f",{part}"
    return specs


def add_metric(parser: argparse.ArgumentParser) -> None:
    """Add ``-m`` to a command that explains one metric."""
    group_of(parser, "metrics").add_argument(
        "-m",
        "--metric",
        metavar="METRIC",
        default="smatch",
        help="the metric that is explained, such as smatch:top=concept (default: smatch)",
    )


def chosen_metric(args: argparse.Namespace) -> metrics.Metric:
    """Return the one metric of ``-m``."""
    return metrics.metric(args.metric)


def add_aspects(parser: argparse.ArgumentParser) -> None:
    """Add ``--aspects``."""
    group_of(parser, "metrics").add_argument(
        "--aspects", action="store_true", help="also score each aspect of meaning, such as negation"
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
    group_of(parser, "input").add_argument(
        "--max-bytes",
        type=size,
        metavar="SIZE",
        help="refuse larger files, such as 500M (default: 8G, or half of the memory)",
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add ``--max-bytes`` and ``--max-triples``."""
    add_max_bytes(parser)
    group_of(parser, "input").add_argument(
        "--max-triples",
        type=positive,
        metavar="N",
        help="treat larger graphs as unreadable, see --on-error (default: no limit)",
    )


def limits(args: argparse.Namespace) -> SizeLimits:
    """Return how large files and graphs may be, as functions that read them take it."""
    return {"max_bytes": args.max_bytes, "max_triples": args.max_triples}


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add ``-o`` to a command that prints graphs."""
    group_of(parser, "files to write").add_argument(
        "-o", "--output", metavar="FILE", help="write the graphs to a file (default: print them)"
    )


def add_pairs(parser: argparse.ArgumentParser) -> None:
    """Add ``--pairs``."""
    group_of(parser, "files to write").add_argument(
        "--pairs", metavar="FILE", help="write a row of JSON for each pair (default: none)"
    )


def add_html(parser: argparse.ArgumentParser) -> None:
    """Add ``--html``."""
    group_of(parser, "files to write").add_argument(
        "--html", metavar="FILE", help="write a page that explains all pairs (default: none)"
    )


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add ``--threads``."""
    group_of(parser, "execution").add_argument(
        "--threads",
        type=threads,
        default=0,
        metavar="N",
        help="number of threads (default: 0, one per processor)",
    )


def add_format(
    parser: argparse.ArgumentParser, *, details: bool = False, more: tuple[str, ...] = ()
) -> None:
    """Add ``-f`` and how tables look, for `tertium.cli.output.print_report`.

    *details* is for a command whose tables have columns on request, *more* are formats that other
    commands do not have.
    """
    group = group_of(parser, "results")
    known = (*PRINTED, *more)
    group.add_argument(
        "-f",
        "--format",
        metavar="FORMAT",
        choices=known,
        default="text",
        help=f"{', '.join(known[:-1])} or {known[-1]} (default: text)",
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
        help="columns to show, such as P,R,F1 (default: main ones)",
    )
    group.add_argument(
        "--decimals",
        type=_decimals,
        metavar="N",
        help="decimals of scores (default: 2)",
    )
    group.add_argument(
        "--signature",
        choices=SIGNATURE_FORMS,
        default="short",
        metavar="FORM",
        help="short, or full with every option (default: short)",
    )
    group.add_argument(
        "--latex-note",
        action="store_true",
        help="put signatures below LaTeX tables, not in comments",
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
    return whole(text, 0, 12, " is not a number of decimals; choose 0 to 12")


def add_resampling(parser: argparse.ArgumentParser) -> None:
    """Add how intervals and tests resample."""
    group = group_of(parser, "statistics")
    group.add_argument(
        "--interval",
        choices=METHODS,
        default="percentile",
        metavar="METHOD",
        help="interval method, percentile or bca (default: percentile)",
    )
    group.add_argument(
        "--level",
        action=_Level,
        default=0.95,
        metavar="X",
        help="confidence level, such as 0.99; or what is compared: sentence or document, the "
        "joined sentences of a UMR file (default: 0.95, sentence)",
    )
    parser.set_defaults(unit="sentence")
    add_samples(parser, 10_000)


def add_unit(parser: argparse.ArgumentParser) -> None:
    """Add ``--level`` to a command without intervals."""
    group_of(parser, "input").add_argument(
        "--level",
        dest="unit",
        metavar="UNIT",
        choices=UNITS,
        default="sentence",
        help="compare by sentence or document, the joined sentences of a UMR file (default: "
        "sentence)",
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
            namespace.level = level(str(values))
        except argparse.ArgumentTypeError as error:
            problem, semicolon, hint = str(error).partition(";")
            other = f"{problem}, nor {' or '.join(UNITS)}{semicolon}{hint}"
            raise argparse.ArgumentError(self, other) from None


def add_randomisation(parser: argparse.ArgumentParser) -> None:
    """Add how tests of two systems resample."""
    group = group_of(parser, "statistics")
    group.add_argument(
        "--resamples",
        type=count,
        default=10_000,
        metavar="N",
        help="random exchanges of a test (default: 10000)",
    )
    group.add_argument(
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
    shown = group_of(parser, "results")
    shown.add_argument(
        "--worst", type=count, default=0, metavar="N", help="list the N worst pairs (default: 0)"
    )
    shown.add_argument(
        "--fail-under",
        type=threshold,
        metavar="X",
        help="exit with 1 if a score is below X (default: never)",
    )
    group_of(parser, "statistics").add_argument(
        "--confidence", action="store_true", help="show bootstrap intervals of scores"
    )
    add_resampling(parser)
    add_pairs(parser)
