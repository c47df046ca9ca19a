"""``tertium merge``: the shards of one evaluation, merged."""

from __future__ import annotations

import argparse

from tertium.cli import options
from tertium.cli.output import publish, talk
from tertium.cli.targets import asked, check_targets
from tertium.evaluation import shards


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "merge",
        help="merge shards of 'tertium score'",
        description="Merge the parts that 'tertium score --shard I/N' printed; every number is "
        "that of one run over all pairs. The shards must be complete and come from the same "
        "graphs, metrics, policies for bad and missing graphs, and version, in any order.",
    )
    parser.add_argument("shard", metavar="SHARD", nargs="+", help="files of shards")
    options.add_results(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    check_targets(asked(args, "pairs"), args.shard)
    evaluation = shards.merge([shards.load(path) for path in args.shard])
    talk(evaluation, evaluation.policy.on_error)
    if args.confidence:
        evaluation = evaluation.with_confidence(options.confidence(args))
    return publish(evaluation, args)
