"""``tertium card``: one page about a metric."""

from __future__ import annotations

import argparse
from os.path import splitext
from typing import TYPE_CHECKING

from tertium import metrics
from tertium.cli.numbers import count, positive
from tertium.cli.options import add_limits, add_threads
from tertium.cli.parser import group_of
from tertium.cli.progress import progress_bar
from tertium.cli.reading import add_parallel, read_graphs, read_parallel
from tertium.cli.tables import add_column, read_corpus
from tertium.cli.targets import asked, check_targets
from tertium.errors import OptionError
from tertium.terminal import say, show

if TYPE_CHECKING:
    from tertium.bamboo.benchmark import Benchmark
    from tertium.bamboo.card import Card, Material
    from tertium.metrics import Metric

FORMATS = ("text", "json", "markdown", "html")
_ENDINGS = {".html": "html", ".htm": "html", ".json": "json", ".txt": "text", ".md": "markdown"}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "card",
        help="summarise a metric on one page",
        description="Write one page about a metric: agreement with human ratings beside published "
        "metrics, laws kept and broken, the seven principles, soundness, search error, structure, "
        "speed, how it explains itself, and its strengths and weaknesses in sentences.",
    )
    parser.add_argument("metric", metavar="METRIC", help="a metric, as for -m in other commands")
    parser.add_argument(
        "--bamboo", metavar="DIR", help="folder of BAMBOO, with sts, sick and para (default: none)"
    )
    parser.add_argument(
        "--corpus",
        metavar="FILE",
        nargs="+",
        help="graphs for the audits: one file, or gold and the output of a system (default: those "
        "of BAMBOO, or else a small sample of the package)",
    )
    _add_output(parser)
    parser.add_argument(
        "--limit",
        type=positive,
        default=200,
        metavar="N",
        help="pairs that the audits see, evenly spaced (default: 200)",
    )
    parser.add_argument(
        "--seed", type=count, default=0, metavar="N", help="seed of what is drawn (default: 0)"
    )
    add_column(parser)
    add_parallel(parser)
    add_limits(parser)
    add_threads(parser)
    parser.set_defaults(run=run)


def _add_output(parser: argparse.ArgumentParser) -> None:
    """Add ``-f`` and ``-o``."""
    group_of(parser, "results").add_argument(
        "-f",
        "--format",
        choices=FORMATS,
        metavar="FORMAT",
        help="text, json, markdown or html (default: by the ending of -o, such as .html; text "
        "without -o)",
    )
    group_of(parser, "files to write").add_argument(
        "-o", "--output", metavar="FILE", help="write the card to a file (default: print it)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; nothing is written unless all audits are done."""
    metric = metrics.metric(args.metric)
    require_one(metric, args.metric)
    files = args.corpus or []
    check_targets(asked(args, "output"), [*files, metric])
    form = args.format or _format_of(args.output)
    text = written(_make(metric, args), form)
    if args.output is None:
        show(text)
    else:
        from tertium.files import write_text

        write_text(args.output, [text, "\n"])
    return 0


def _format_of(path: str | None) -> str:
    """Return the format that the name of a file promises."""
    if path is None:
        return "text"
    ending = splitext(path)[1].lower() or ".md"
    if ending not in _ENDINGS:
        known = ", ".join(_ENDINGS)
        raise OptionError(f"{path}: a card is not written as {ending}; choose {known}")
    return _ENDINGS[ending]


def require_one(metric: Metric, spec: str) -> None:
    """Refuse what is several metrics, by column of the benchmark."""
    if getattr(metric, "by_column", False):
        raise OptionError(f"a card is about one metric, but {spec} has two, by column")


def written(card: Card, form: str) -> str:
    """Return a card in a format."""
    from tertium.report.card import report_of
    from tertium.report.formats import write

    report = report_of(card)
    if form != "html":
        return write(report, form)
    from tertium.report.card_page import page_of

    return page_of(report)


def _make(metric: Metric, args: argparse.Namespace) -> Card:
    from tertium.bamboo.card import STAGES, make_card

    material = _material(args)
    benchmark = _benchmark(metric, args) if args.bamboo else None
    with progress_bar("auditing", len(STAGES)) as progress:
        return make_card(
            metric,
            material or _default_material(benchmark, args.limit),
            benchmark=benchmark,
            seed=args.seed,
            threads=args.threads,
            progress=None if progress is None else lambda _: progress(1),
        )


def _material(args: argparse.Namespace) -> Material | None:
    from tertium.bamboo.card import Material

    if args.corpus is None:
        return None
    if len(args.corpus) > 2:
        raise OptionError(f"--corpus takes one or two files, not {len(args.corpus)}")
    gold, *systems = [read_corpus(path, args) for path in args.corpus]
    if not systems:
        return Material.of_graphs(gold.label, read_graphs(gold, args), args.limit)
    golds, preds = read_parallel([gold, *systems], args).columns
    name = f"{gold.name} against {systems[0].name}"
    return Material.of_pairs(name, golds, preds, args.limit)


def _default_material(benchmark: Benchmark | None, limit: int) -> Material:
    from tertium.bamboo.card import Material

    if benchmark is not None:
        return Material.of_benchmark(benchmark, limit)
    say("the audits see the small sample of the package; --corpus FILE takes your graphs")
    return Material.of_package()


def _benchmark(metric: Metric, args: argparse.Namespace) -> Benchmark:
    from tertium.bamboo.benchmark import run
    from tertium.bamboo.data import Folder, Suite
    from tertium.report.bamboo import column_name

    folder = Folder.open(args.bamboo, on_error=args.on_error, max_bytes=args.max_bytes)
    for key, files in folder.missing().items():
        say(f"{column_name(key)} is left out: {files[0]} is not there")
    suite = Suite.read(folder)
    with progress_bar("comparing", len(suite)) as progress:
        return run(suite, [metric], threads=args.threads, progress=progress)
