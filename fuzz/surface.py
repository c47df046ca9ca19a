"""Fuzz what users touch: the public names of the package and the command line.

    python -m fuzz.surface [EXAMPLES] [--seed N]

Hypothesis draws bytes, graph-like text, triples, specifications of metrics, changes of shards, rows
of tables, collections to search and command lines. Only errors of `tertium.errors` may come out of
a call, and of a command only the exit codes 0, 1 and 2. Every check runs EXAMPLES times (10,000); a
finding is shrunk and shown with the exit code 1.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

import tertium
from fuzz import hostile_shards
from tertium import Convention, Graph, TertiumError
from tertium.cli import COMMANDS, main
from tertium.evaluation.parts import ShardContent, checksum
from tertium.evaluation.shards import merge, parse
from tertium.graph import join_umr
from tertium.graph.umr import parse_umr
from tertium.metrics import REGISTRY
from tertium.search import Index

PIECES = (
    *("(", ")", "(a / b)", "(x", "y", " / ", " :ARG0 ", ":ARG0-of ", ":mod ", ":domain ", ":op1 "),
    *(":name ", ":wiki ", ":poss ", ":polarity - ", '"', '"New York"', "~e.1", "-", "^", "\\"),
    *("have-mod-91", "own-01", "name", "# ::id 1\n", "# ", "\n", "\n\n", "\t", "\ttop\t", "\r\n"),
    *("\0", "\ufeff", "\u2028", "é", "😀", "1e999", " "),
)
BALANCED = (
    *("(a / b)", "(a / b :ARG0 (c / d))", "(a / b :ARG0 a)", "(a / b :ARG0-of (c / b :mod a))"),
    *("(a / b :ARG0 (c / d) :ARG0 (e / d))", '(a / name :op1 "x" :op1 "x")', "(a)", "(a / b :r )"),
    *("(a / have-mod-91 :ARG1 (b / c) :ARG2 (d / e))", "(a / b :ARG0 (a / c) :ARG1 x)"),
)
UMR_LINES = (
    *("# :: snt1 A b .", "# :: snt2", "# :: snt1", "Words: a b", "# sentence level graph:"),
    *("(s1a / b :ARG0 (s1c / d))", "(s2a / b)", "(s2a / b", "# alignment:", "s1a: 1-1", "s1c: 0-0"),
    *("s2a: 1-2, 2-2", "s1a 1", "# document level annotation:", "(s1s0 / sentence", "(s2s0 / s)"),
    *(":temporal ((document-creation-time :before s1a)", "(s1a :after s1c))", "(s1a :after s2a)))"),
    *(":coref ((s1a :same-entity s2a)))", ":modal ((root :modal author)))", ")", "(", ":x", "####"),
    *("s1a :before", "# meta-info :: k = v", "", '"'),
)
UMR = st.lists(st.sampled_from(UMR_LINES), max_size=40).map("\n".join)
TEXT = st.one_of(
    st.sampled_from(BALANCED),
    st.lists(st.sampled_from(BALANCED), max_size=4).map("\n\n".join),
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.text(max_size=40),
)
BYTES = st.one_of(
    UMR.map(str.encode),
    TEXT.map(lambda text: text.encode("utf-8", "replace")),
    st.binary(max_size=60),
)
NAME = st.one_of(st.sampled_from(("a", "b", "c", "", "b c", "(", ":r", '"x"')), st.text(max_size=4))
TRIPLES = st.lists(st.tuples(NAME, NAME, st.none() | NAME), max_size=6)
VALUE = st.sampled_from(
    ("yes", "no", "0", "1", "2", "-1", "1e9", "nan", "climb", "concept", "", "x")
)
SETTING = st.builds(
    "{}={}".format, st.sampled_from(("solver", "top", "n", "k", "budget", "x")), VALUE
)


@st.composite
def _metrics(draw: st.DrawFn) -> str:
    """Draw the name of a metric, most often, with options that need not fit."""
    name = draw(st.sampled_from((*REGISTRY, *REGISTRY, "smatch+", "")))
    wrong = draw(st.lists(SETTING, max_size=2))
    return f"{name}:{','.join(wrong)}" if wrong else name


METRIC = _metrics()
OPTION = st.one_of(
    st.builds(lambda metric: ["-m", metric], METRIC),
    st.sampled_from(("text", "json", "csv", "markdown", "latex", "x")).map(
        lambda f: ["--format", f]
    ),
    st.sampled_from(("zero", "skip", "fail")).map(lambda policy: ["--on-error", policy]),
    st.sampled_from(("auto", "id", "order")).map(lambda way: ["--pair-by", way]),
    st.sampled_from(
        ("--aspects", "--directed", "--one-line", "--reify", "--canonical", "--smatch++")
    ).map(lambda word: [word]),
    st.sampled_from(("--threads", "--worst", "--fail-under", "--seed", "--shard")).flatmap(
        lambda word: VALUE.map(lambda value: [word, value])
    ),
    st.sampled_from(("lift-up", "swap", "x")).map(lambda name: ["--op", name]),
    st.builds(lambda setting: ["--set", setting], SETTING),
    st.just(["-o", "out.npy"]),
    st.sampled_from(("document", "sentence", "0.9", "x")).map(lambda level: ["--level", level]),
    st.sampled_from(("none", "names", "all")).map(lambda merge: ["--merge", merge]),
    st.just(["--pairs", "rows.jsonl"]),
    st.just(["--confidence", "--resamples", "20"]),
)
CELL: st.SearchStrategy[Any] = st.one_of(
    TEXT, st.sampled_from((None, 5, 0.5, True, [], {}, [["b", "instance", "boy"]], "nan", "=1"))
)
COLUMN = st.sampled_from(("gold", "pred", "id", "", "x"))
ROW = st.one_of(
    st.dictionaries(COLUMN, CELL, max_size=4).map(json.dumps),
    st.lists(TEXT, max_size=4).map(",".join),
    st.sampled_from(
        ("gold,pred", "gold\tpred", '"gold","pred","id"', "[]", "{", "", '{"gold": 1e999}')
    ),
    st.sampled_from(('{"gold": "(b / boy)", "pred": "(b / boy)"}', "(b / boy),(b / boy)")),
)
ROWS = st.lists(ROW, max_size=6).map("\n".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAME, inner, max_size=3),
    max_leaves=4,
)
CHANGE = st.tuples(st.lists(st.integers(0, 20), min_size=1, max_size=7), JSON)
COMMAND = st.sampled_from([c for c in COMMANDS if c not in ("train", "bamboo")])


def call(function: Callable[..., object], *args: object) -> object:
    """Call; an error that says what is wrong is an answer, and any other a finding."""
    try:
        return function(*args)
    except TertiumError:
        return None


def check_graphs(text: str) -> None:
    """What can be read can be written, and reads as the same."""
    graph = call(Graph.from_penman, text)
    if not isinstance(graph, Graph):
        return
    written = graph.to_penman()
    assert Graph.from_penman(written) == graph
    assert graph.metadata is not None
    assert len(graph.variables) <= len(graph.triples) + 1
    for preset in (
        Convention(),
        Convention(reification="reify"),
        Convention(reification="dereify"),
    ):
        call(preset.apply, graph)


def check_triples(triples: list[tuple[str, str, str | None]], top: str | None) -> None:
    """Triples make a graph or are refused; a graph can be compared with itself."""
    graph = call(lambda: Graph.from_triples(triples, top=top))
    if isinstance(graph, Graph):
        call(graph.to_penman)
        assert tertium.score(graph, graph).value == 1


def check_scores(gold: str, pred: str, metric: str) -> None:
    """Any metric gives a number in [0, 1], and bounds in order."""
    score = call(tertium.score, gold, pred, metric)
    if isinstance(score, tertium.Score):
        assert 0 <= score.value <= 1 + 1e-12
        assert score.upper is None or score.value <= score.upper + 1e-12
    if isinstance(call(tertium.align, gold, pred), tertium.Alignment):
        assert score is None or isinstance(score, tertium.Score)


def check_files(gold: bytes, pred: bytes) -> None:
    """Files are read or refused, and corpora of them are evaluated or refused."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("gold", "pred")]
        for path, data in zip(paths, (gold, pred), strict=True):
            path.write_bytes(data)
            call(tertium.read, path)
            call(tertium.Corpus.read, path, "triples")
        call(tertium.evaluate, *paths)


def check_documents(gold: str, pred: str, options: str) -> None:
    """UMR is read or refused; a document can be written, read again, closed and compared."""
    metric = f"smatch:scope=document,{options}"
    found = []
    for text in (gold, pred):
        document = parse_umr(text.encode("utf-8", "surrogatepass"))
        graph = call(join_umr, document)
        if isinstance(graph, Graph):
            assert set(Graph.from_penman(graph.to_penman()).triples) == set(graph.triples)
            assert tertium.score(graph, graph, metric).value == 1
            found.append(graph)
    if len(found) == 2:
        score = tertium.score(found[0], found[1], metric)
        assert 0 <= score.value <= 1


def check_commands(command: str, files: list[bytes], options: list[list[str]]) -> None:
    """A command ends with 0, 1 or 2, whatever it is given."""
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        names = [str(Path(folder, f"{i}.amr")) for i in range(len(files))]
        for name, data in zip(names, files, strict=True):
            Path(name).write_bytes(data)
        words = [word for option in options for word in option]
        places = {word: str(Path(folder, word)) for word in ("out.npy", "rows.jsonl")}
        with redirect_stdout(out), redirect_stderr(err):
            code = main([command, *(places.get(word, word) for word in words), *names])
    assert code in (0, 1, 2)
    assert code != 2 or err.getvalue()
    assert "Traceback" not in err.getvalue()


def check_merges(changes: list[tuple[list[int], object]]) -> None:
    """A shard with changes is refused, or what it says could be true."""
    whole = json.loads(hostile_shards.good()[0])
    for way, value in changes:
        _change(whole, way, value)
    if isinstance(whole, dict):
        whole["checksum"] = checksum(whole)
    part = call(parse, json.dumps(whole))
    if isinstance(part, ShardContent):
        for system in part.systems:
            assert all(0 <= result.score.value <= 1 + 1e-9 for result in system.results)
        call(merge, [part, parse(hostile_shards.good()[1].decode())])


def check_rows(text: str, ending: str) -> None:
    """Tables are read or refused; a score of them is one of their columns' graphs."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"rows.{ending}")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        table = call(tertium.RowFile.read, path)
        if isinstance(table, tertium.RowFile):
            for name in table.columns:
                corpus = call(table.corpus, name)
                assert not isinstance(corpus, tertium.Corpus) or len(corpus) == len(table)
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main(["score", str(path), "-f", "json"])
        assert code in (0, 2)
        assert code == 0 or err.getvalue()
        if code == 0:
            (system,) = json.loads(out.getvalue())["systems"]
            assert system["scores"][0]["pairs"] == len(tertium.RowFile.read(path))


def check_searches(texts: list[str], query: str, metric: str, at_least: float) -> None:
    """An index finds what comparing all pairs finds."""
    graphs = [graph for graph in (call(Graph.from_penman, text) for text in texts) if graph]
    asked = call(Graph.from_penman, query)
    index = call(lambda: Index.build(graphs, metric=metric))  # type: ignore[arg-type]
    if not isinstance(asked, Graph) or not isinstance(index, Index):
        return
    found = index.search(asked, k=None, at_least=at_least, threads=1)
    values = [tertium.score(asked, graph, metric).value for graph in graphs]  # type: ignore[arg-type]
    assert sorted(row.value for row in found) == sorted(v for v in values if v >= at_least)
    best = index.search(asked, k=1, threads=1)
    assert [row.value for row in best] == sorted(values)[-1:]


def _change(node: Any, way: list[int], value: object) -> None:
    """Put a value into a document: each number of the way chooses a branch."""
    for step, turn in enumerate(way):
        if not isinstance(node, dict | list) or not node:
            return
        keys = list(node) if isinstance(node, dict) else range(len(node))
        key = keys[turn % len(keys)]
        if step == len(way) - 1:
            node[key] = value
        node = node[key]


CHECKS: dict[Callable[..., None], tuple[st.SearchStrategy[Any], ...]] = {
    check_graphs: (TEXT,),
    check_triples: (TRIPLES, st.none() | NAME),
    check_scores: (TEXT, TEXT, METRIC),
    check_files: (BYTES, BYTES),
    check_documents: (
        UMR,
        UMR,
        st.sampled_from(
            ("part=all", "part=coref", "closure=yes", "anchor=words", "part=temporal,closure=yes")
        ),
    ),
    check_rows: (ROWS, st.sampled_from(("jsonl", "csv", "tsv", "parquet"))),
    check_searches: (
        st.lists(TEXT, max_size=6),
        TEXT,
        st.sampled_from(("smatch", "smatch++", "sembleu", "sema", "rematch", "wlk")),
        st.sampled_from((0.0, 0.3, 0.5, 0.9, 1.0)),
    ),
    check_merges: (st.lists(CHANGE, min_size=1, max_size=3),),
    check_commands: (
        COMMAND,
        st.lists(BYTES, min_size=1, max_size=3),
        st.lists(OPTION, max_size=4),
    ),
}
"""Each check with what it is given."""


def run(check: Callable[..., None], examples: int, number: int | None = None) -> None:
    """Run a check; the same examples each time if there is no number to start from."""
    settled = settings(
        max_examples=examples,
        derandomize=number is None,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    test = settled(given(*CHECKS[check])(check))
    (test if number is None else seed(number)(test))()


def fuzz(argv: Sequence[str] | None = None) -> int:
    """Run the script and return its exit code."""
    parser = argparse.ArgumentParser(description="Fuzz the public names and the command line.")
    parser.add_argument("examples", type=int, nargs="?", default=10_000, metavar="EXAMPLES")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    args = parser.parse_args(argv)
    for check in CHECKS:
        run(check, args.examples, args.seed)
        print(f"{check.__name__}: {args.examples} examples without a finding", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(fuzz())
