"""``tertium perturb``: graphs changed in one of thirteen ways."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tertium.audit.perturb import OPERATIONS, perturb
from tertium.cli.options import add_max_bytes, add_output, count
from tertium.cli.output import write_entries
from tertium.cli.reading import add_on_error, read_graphs
from tertium.cli.targets import Target, check_targets
from tertium.graph import Corpus, Graph, as_entry
from tertium.terminal import say


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    listed = "; ".join(f"{op.name}: {op.definition}" for op in OPERATIONS.values())
    parser = commands.add_parser(
        "perturb",
        help="change graphs so that their meaning stays, or does not",
        description=f"Write the graphs of a file, each changed by an operation. {listed}",
    )
    parser.add_argument("file", metavar="FILE", help="a file of graphs; - is standard input")
    parser.add_argument(
        "--op", required=True, choices=OPERATIONS, metavar="OPERATION", help="one of those above"
    )
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="of the changes (0)")
    add_output(parser)
    add_on_error(parser)
    add_max_bytes(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; a graph to which the operation does not apply is reported, not written."""
    check_targets([Target("--output", args.output)] if args.output else [], [args.file])
    write_entries(args.output, _perturbed(args))
    return 0


def _perturbed(args: argparse.Namespace) -> Iterator[str]:
    operation = OPERATIONS[args.op]
    corpus = Corpus.read(args.file, max_bytes=args.max_bytes)
    read_graphs(corpus, args)
    for number, graph in enumerate(corpus.entries):
        if not isinstance(graph, Graph):
            continue
        done = perturb(graph, operation, args.seed * 1_000_003 + number)
        if done.graph is None:
            impossible = done.outcome == "impossible"
            reason = "the operation does not apply" if impossible else "the same graph again"
            say(f"graph {number + 1}: {reason}, left out")
            continue
        yield as_entry(done.graph, graph.metadata)
