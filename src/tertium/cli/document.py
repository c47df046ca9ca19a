"""``tertium document``: sentence graphs joined into documents.

    $ tertium document story.amr --coref story.json --merge all

``story.json`` has a list of clusters, each a list of mentions: the number of a sentence in the
file, from 1, or its id, and a variable.

    [[[1, "b"], [2, "h"]], [["story.3", "d"], [4, "d2"]]]

For several files, it is an object with such a list for each, by the name of the file without its
ending: ``{"story": [...]}``.
"""

from __future__ import annotations

import argparse

from tertium.cli import options
from tertium.cli.output import tell_corpus, write_entries
from tertium.cli.reading import add_on_error
from tertium.cli.targets import asked, check_targets
from tertium.document import Node, read_document
from tertium.errors import InputError, OptionError
from tertium.evaluation.policy import apply_on_error
from tertium.graph import MERGES, Corpus, Graph, Mention, as_entry, join_sentences, join_umr


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "document",
        help="join sentence graphs into documents",
        description="Join the graphs of each file into one document, with an edge :snt1, :snt2, "
        "... to each sentence. A UMR file keeps its temporal, modal and coreference relations.",
    )
    parser.add_argument("file", metavar="FILE", nargs="+", help="a file with the sentences")
    parser.add_argument(
        "--coref",
        metavar="FILE.json",
        help="clusters of mentions, as lists of [sentence, variable]; for several files an object "
        "with such a list for each, by name (default: none)",
    )
    parser.add_argument(
        "--merge",
        choices=MERGES,
        default="none",
        help="what to do with the mentions of a cluster: none (default) links them to a "
        "coref-entity, names makes one node of those with a name, all makes one node of all",
    )
    options.add_output(parser)
    add_on_error(parser)
    options.add_max_bytes(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    targets = asked(args, "output")
    check_targets(targets, [*args.file, *([args.coref] if args.coref else [])])
    corpora = [Corpus.read(path, max_bytes=args.max_bytes) for path in args.file]
    apply_on_error(corpora, args.on_error)
    clusters = _clusters(args.coref, corpora) if args.coref else {}
    documents = [_join(corpus, clusters, args) for corpus in corpora]
    for corpus in corpora:
        tell_corpus(corpus.label, corpus, "left out")
    write_entries(args.output, map(as_entry, documents))
    return 0


def _join(corpus: Corpus, clusters: dict[str, Node], args: argparse.Namespace) -> Graph:
    texts = [text for text in corpus.sentences if text]
    metadata = {"id": corpus.name}
    if len(texts) == len(corpus):
        metadata["snt"] = " ".join(texts)
    if corpus.umr is not None:
        if args.coref or args.merge != "none":
            raise OptionError(
                f"{corpus.label}: --coref and --merge are for AMR; a UMR document has its own "
                "coreference relations"
            )
        return join_umr(corpus.umr, metadata)
    graphs = {n: g for n, g in enumerate(corpus.entries, start=1) if isinstance(g, Graph)}
    node = clusters.get(corpus.name)
    if node is None:
        return join_sentences(graphs, merge=args.merge, metadata=metadata)
    mentions = [[_mention(m, corpus) for m in cluster.items()] for cluster in node.items()]
    kept = [[m for m in cluster if m[0] in graphs] for cluster in mentions]
    try:
        return join_sentences(graphs, kept, args.merge, metadata)
    except InputError as error:
        raise node.error(str(error)) from None


def _clusters(path: str, corpora: list[Corpus]) -> dict[str, Node]:
    """Return the clusters of each file."""
    node = read_document(path, "a file of coreference clusters")
    if isinstance(node.value, list):
        if len(corpora) > 1:
            raise node.error("expected an object with the clusters of each file, by its name")
        return {corpora[0].name: node}
    names = [corpus.name for corpus in corpora]
    for name in node.object():
        if name not in names:
            raise node.error(f"there is no file '{name}'; there are: {', '.join(names)}")
    return {name: node.field(name) for name in node.object()}


def _mention(node: Node, corpus: Corpus) -> Mention:
    sentence, variable = node.items(2)
    if isinstance(sentence.value, str):
        places = [place for place, id in enumerate(corpus.ids, start=1) if id == sentence.value]
        if len(places) != 1:
            found = "no graph" if not places else f"{len(places)} graphs"
            raise sentence.error(f"{corpus.label} has {found} with the id {sentence.value}")
        return places[0], variable.text()
    return sentence.whole(1, len(corpus)), variable.text()
