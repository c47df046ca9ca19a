"""``tertium diff``: where two graphs differ, and what each difference costs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from tertium.cli import numbers, options, reading
from tertium.cli.corpora import add_sides, of_unit, read_gold, read_preds, read_table
from tertium.cli.output import tell_notes
from tertium.cli.tables import is_graph
from tertium.cli.targets import asked, check_targets
from tertium.errors import InputError, NotationError, OptionError, counted
from tertium.files import write_text
from tertium.graph import Corpus, Graph, PairBy, pair
from tertium.terminal import say, show, show_styled

if TYPE_CHECKING:
    from tertium.explain.script import Script
    from tertium.graph import Pairing

FORMATS = ("text", "json", "html", "svg", "latex")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "diff",
        help="show where two graphs differ, and what each difference costs",
        description="Show two graphs with their differences, and the edits that turn B into A with "
        "what each costs. A and B are files or graphs, such as '(b / boy)'; of files with several "
        "graphs one pair is chosen. Exit code 1 if the graphs differ.",
    )
    parser.add_argument("a", metavar="A", help="the gold: a file, or a graph; or a table of both")
    parser.add_argument("b", metavar="B", nargs="?", help="the prediction: a file, or a graph")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--id", metavar="ID", help="id of the pair, # ::id (default: the only pair)"
    )
    choice.add_argument(
        "--pair",
        type=numbers.positive,
        metavar="N",
        help="number of the pair, from 1 (default: the only pair)",
    )
    options.add_metric(parser)
    options.add_unit(parser)
    parser.add_argument(
        "-f",
        "--format",
        choices=FORMATS,
        default="text",
        help="text, data (json), a page (html), or a drawing of both graphs for papers: svg, or "
        "latex, which is TikZ (default: text)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file (default: stdout)")
    parser.add_argument(
        "--names",
        metavar="A,B",
        type=_names,
        help="names of the two graphs (default: gold,prediction)",
    )
    add_sides(parser)
    reading.add_scoring(parser)
    options.add_limits(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from tertium.explain.diff import diff

    metric = of_unit(options.chosen_metric(args), args.unit)
    files = [text for text in (args.a, args.b) if text and not is_graph(text)]
    check_targets(asked(args, "output"), [*files, metric])
    gold, pred = _corpora(args)
    pairing = _paired(gold, pred, args)
    tell_notes(pairing.notes)
    script = diff(*_pair(gold, pred, pairing, args), metric)
    if files:
        several = len(pairing.gold) > 1
        made = [f"{_have(gold, pred, pairing)}, paired by {pairing.by}"] if several else []
        script = replace(script, notes=(*made, *pairing.notes), paired_by=pairing.by)
    if args.names:
        script = replace(script, names=args.names)
    if args.output is None and args.format == "text":
        from tertium.report.script import text_lines

        show_styled(text_lines(script))
    else:
        _publish(script, args.format, args.output)
    return 1 if script.edits else 0


def _publish(script: Script, format: str, path: str | None) -> None:
    from tertium.report.script import written

    text = written(script, format)
    if path is None:
        show(text)
    else:
        write_text(path, [text, "\n"])


def _paired(gold: Corpus, pred: Corpus, args: argparse.Namespace) -> Pairing:
    single = len(gold) == len(pred) == 1
    by: PairBy = "order" if single and args.pair_by == "auto" else args.pair_by
    return pair(gold, pred, by, missing="zero" if args.missing == "skip" else args.missing)


def _pair(
    gold: Corpus, pred: Corpus, pairing: Pairing, args: argparse.Namespace
) -> tuple[Graph | None, Graph | None]:
    """Return the pair that is asked for."""
    place = _chosen(gold, pred, pairing, args)
    partner = pairing.pred[place]
    if partner is None and args.missing == "skip":
        raise InputError(f"{pred.label}: the graph is missing, and --missing skip leaves it out")
    sides = gold.entries[pairing.gold[place]], None if partner is None else pred.entries[partner]
    return _readable(sides[0], args, is_gold=True), _readable(sides[1], args, is_gold=False)


def _readable(
    entry: Graph | NotationError | None, args: argparse.Namespace, *, is_gold: bool
) -> Graph | None:
    """Return a graph, None for one that counts as unreadable; raise what must not be."""
    if not isinstance(entry, NotationError):
        return entry
    if is_gold or args.on_error != "zero":
        raise entry
    say(entry)
    return None


def _chosen(gold: Corpus, pred: Corpus, pairing: Pairing, args: argparse.Namespace) -> int:
    """Return the number of the pair that is asked for."""
    count = len(pairing.gold)
    if args.pair is not None:
        if args.pair > count:
            raise InputError(f"there is no pair {args.pair}; {_have(gold, pred, pairing)}")
        return int(args.pair) - 1
    if args.id is None:
        if count == 1:
            return 0
        raise OptionError(
            f"{_have(gold, pred, pairing)}; choose one with --id ID or --pair N, from 1 to {count}"
        )
    for k, ids in enumerate(_ids(gold, pred, pairing)):
        if args.id in ids:
            return k
    known = [id for ids in _ids(gold, pred, pairing) for id in ids]
    near = get_close_matches(args.id, dict.fromkeys(known), 3)
    hint = "the graphs have no ids, use --pair N"
    if known:
        hint = f"similar ids: {', '.join(near)}" if near else f"the first id is {known[0]}"
    raise InputError(f"there is no graph with the id {args.id}; {hint}")


def _ids(gold: Corpus, pred: Corpus, pairing: Pairing) -> Iterator[list[str]]:
    """Yield the ids of each pair."""
    for i, j in zip(pairing.gold, pairing.pred, strict=True):
        ids = [gold.ids[i], None if j is None else pred.ids[j]]
        yield [id for id in dict.fromkeys(ids) if id]


def _have(gold: Corpus, pred: Corpus, pairing: Pairing) -> str:
    return f"{gold.label} and {pred.label} have {counted(len(pairing.gold), 'pair')}"


def _corpora(args: argparse.Namespace) -> tuple[Corpus, Corpus]:
    """Read both sides: graphs, files, or columns of one table."""
    if args.b is None and not is_graph(args.a):
        gold, preds = read_table(args.a, args)
        return gold, _only(preds)
    if args.b is None:
        raise OptionError("the second graph is missing; give a graph or a file")
    return read_gold(args.a, args), _only(read_preds(args.b, args))


def _only(preds: list[Corpus]) -> Corpus:
    if len(preds) > 1:
        raise OptionError("diff shows one prediction; give --pred-column once")
    return preds[0]


def _names(text: str) -> tuple[str, str]:
    first, comma, second = (part.strip() for part in text.partition(","))
    if not comma or not first or not second or "," in second:
        raise argparse.ArgumentTypeError(f"'{text}' is not two names, such as gold,ana")
    return first, second
