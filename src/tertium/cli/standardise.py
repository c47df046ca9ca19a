"""``tertium standardise``: graphs in a standard form, as PENMAN.

Each graph says in a comment which form it is in, and which table of reifications was used:

    # ::standard-form reify|table:standard
    (k / knife
        :ARG1-of (_1 / be-located-at-91 ...))
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial

from tertium.cli import options
from tertium.cli.output import write_entries, write_lines
from tertium.cli.reading import add_on_error, read_graphs
from tertium.cli.tables import add_column, read_corpus
from tertium.cli.targets import asked, check_targets
from tertium.graph import as_entry, names_of
from tertium.options import read_options
from tertium.standard import CANONICAL, SMATCH, SMATCHPP, Convention, canonical_graph, spell

_AS_WRITTEN = Convention(case="keep", quotes="keep", mod="keep")

FORMS: dict[str, tuple[Convention, str]] = {
    "reify": (
        replace(_AS_WRITTEN, reification="reify"),
        "roles become concepts, by the standard table",
    ),
    "dereify": (
        replace(_AS_WRITTEN, reification="dereify"),
        "concepts that stand for a role become that role where this is well defined, by the "
        "standard table",
    ),
    "canonical": (CANONICAL, "one form for each meaning, as smatch# compares it; full table"),
    "smatch": (SMATCH, "the triples that smatch compares"),
    "smatch++": (SMATCHPP, "the triples that smatch++ compares; standard table"),
}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "standardise",
        help="write graphs in a standard form",
        description="Write the graphs of a file in a standard form, as PENMAN.",
    )
    parser.add_argument("file", metavar="FILE", help="a file of graphs; - is standard input")
    forms = parser.add_mutually_exclusive_group(required=True)
    for name, (_, text) in FORMS.items():
        forms.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=text)
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="change one answer of the convention, for example case=lower, table=full or "
        "table=FILE; may be repeated (default: none)",
    )
    parser.add_argument(
        "--rename",
        action="store_true",
        help="name variables and sort triples in a canonical order; with --canonical, graphs that "
        "mean the same become the same text",
    )
    parser.add_argument(
        "--one-line",
        action="store_true",
        help="write a line for each graph: the graph, a tab and its id, or FILE#3 if it has none",
    )
    add_column(parser)
    options.add_output(parser)
    add_on_error(parser)
    options.add_limits(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    given = read_options(Convention, args.set, "the convention")
    convention = replace(FORMS[args.form][0], **given)
    targets = asked(args, "output")
    check_targets(targets, [args.file, convention])
    corpus = read_corpus(args.file, args)
    graphs = read_graphs(corpus, args)
    form = partial(canonical_graph, convention=convention) if args.rename else convention.apply
    if args.one_line:
        named = zip(graphs, names_of(corpus), strict=True)
        rows = ((form(graph).to_penman(one_line=True), name) for graph, name in named)
        # A tab or a line break in a name would make another column or row.
        lines = (
            f"{text}\t{' '.join(name.splitlines()).replace(chr(9), ' ')}\n" for text, name in rows
        )
        write_lines(args.output, lines)
        return 0
    said = {"standard-form": _described(args.form, convention, list(given))}
    entries = (as_entry(form(graph), {**graph.metadata, **said}) for graph in graphs)
    write_entries(args.output, entries)
    return 0


def _described(form: str, convention: Convention, changed: list[str]) -> str:
    """Return the form, the table if it reifies or dereifies, and the answers that were changed."""
    table = ["table"] if convention.reification != "keep" else []
    names = dict.fromkeys([*table, *changed])
    return "|".join([form, *(f"{name}:{spell(getattr(convention, name))}" for name in names)])
