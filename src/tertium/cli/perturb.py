"""``tertium perturb``: graphs changed by an operation that keeps the meaning, or does not."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tertium.audit.meaning import FAMILIES
from tertium.audit.perturb import perturb
from tertium.cli.numbers import count
from tertium.cli.options import add_limits, add_output
from tertium.cli.output import write_entries
from tertium.cli.reading import add_on_error, read_graphs
from tertium.cli.tables import add_column, read_corpus
from tertium.cli.targets import asked, check_targets
from tertium.graph import Graph, as_entry
from tertium.terminal import say

OPERATIONS = {name: op for family in FAMILIES.values() for name, op in family.items()}
"""All operations, by name."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "perturb",
        help="apply an edit that preserves or changes the meaning",
        description="Write the graphs of a file, each changed by an operation.",
        glossary={
            "operations that keep the meaning": _meanings(True),
            "operations that change the meaning": _meanings(False),
        },
    )
    parser.add_argument("file", metavar="FILE", help="a file of graphs; - is standard input")
    parser.add_argument(
        "--op",
        required=True,
        choices=OPERATIONS,
        metavar="OPERATION",
        help="an operation, one of those above",
    )
    parser.add_argument(
        "--seed", type=count, default=0, metavar="N", help="seed of the changes (default: 0)"
    )
    add_column(parser)
    add_output(parser)
    add_on_error(parser)
    add_limits(parser)
    parser.set_defaults(run=run)


def _meanings(keeps_meaning: bool) -> dict[str, str]:
    """Return the definitions of operations by name."""
    chosen = [op for op in OPERATIONS.values() if op.keeps_meaning == keeps_meaning]
    return {op.name: _phrase(op.definition) for op in chosen}


def _phrase(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


def run(args: argparse.Namespace) -> int:
    """Run the command; a graph to which the operation does not apply is reported, not written."""
    check_targets(asked(args, "output"), [args.file])
    write_entries(args.output, _perturbed(args))
    return 0


def _perturbed(args: argparse.Namespace) -> Iterator[str]:
    operation = OPERATIONS[args.op]
    corpus = read_corpus(args.file, args)
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
