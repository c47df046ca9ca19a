"""``tertium perturb``: graphs changed in one of thirteen ways."""

from __future__ import annotations

import argparse

from tertium.audit.perturb import OPERATIONS, perturb
from tertium.cli.options import count
from tertium.cli.reading import add_on_error, read_graphs
from tertium.graph import Corpus, Graph, as_entry
from tertium.terminal import say, show


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
    add_on_error(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command; a graph that offers no place for the operation is told, not written."""
    operation = OPERATIONS[args.op]
    corpus = Corpus.read(args.file)
    read_graphs(corpus, args)
    for number, graph in enumerate(corpus.entries):
        if not isinstance(graph, Graph):
            continue
        done = perturb(graph, operation, args.seed * 1_000_003 + number)
        if done.graph is None:
            reason = "no place for it" if done.outcome == "impossible" else "the same graph again"
            say(f"graph {number + 1}: {reason}, left out")
            continue
        show(as_entry(done.graph, graph.metadata), end="\n\n")
    return 0
