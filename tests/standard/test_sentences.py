"""Sentences of a document, what links them, and what follows from its relations."""

from __future__ import annotations

from tertium import Graph, read
from tertium.graph import join_sentences, join_umr
from tertium.graph.umr import parse_umr
from tertium.standard.closure import close
from tertium.standard.sentences import labels_of, parts_of, sentences_of
from tests.graph.test_joined import ANN, sentences
from tests.graph.test_umr import GOOD
from tests.support.corpora import corpora


def members(graph: Graph) -> dict[str, list[int]]:
    return {name: sorted(numbers) for name, numbers in sorted(sentences_of(graph).items())}


def test_sentences_that_keep_apart() -> None:
    graph = join_sentences(sentences())
    expected = {f"s{n}.{v}": [n] for n, g in enumerate(sentences(), 1) for v in g.variables}
    assert members(graph) == expected
    assert members(Graph.from_penman(graph.to_penman())) == expected


def test_linked_mentions_stay_in_their_sentences() -> None:
    graph = join_sentences(sentences(), [ANN])
    found = members(Graph.from_penman(graph.to_penman()))  # the link is written as :coref-of
    assert found["c1"] == [1, 2, 3]
    assert {name: found[name] for name in ("s1.p", "s2.s", "s3.p", "s3.n")} == {
        "s1.p": [1],
        "s2.s": [2],
        "s3.p": [3],
        "s3.n": [3],
    }


def test_merged_mentions_belong_to_each_of_their_sentences() -> None:
    found = members(join_sentences(sentences(), [ANN], "all"))
    assert found["s1.p"] == found["s1.n"] == [1, 2, 3]
    assert (found["s1.l"], found["s2.p"], found["s3.s"]) == ([1], [2], [3])


def test_a_node_that_is_only_written_upwards_belongs_to_its_neighbours() -> None:
    text = "(d / x :snt1 (a / y :ARG0 (b / z)) :snt2 (c / y :ARG0 b) :op1 (e / f :ARG1 b))"
    found = members(Graph.from_penman(text))
    assert found == {"a": [1], "b": [1, 2], "c": [2], "e": [1, 2]}


def test_a_graph_without_sentences_has_none() -> None:
    assert sentences_of(Graph.from_penman("(b / boy :ARG0-of (g / go-02))")) == {}
    assert labels_of(Graph.from_penman("(b / boy)"), "document", "none") == {}


def test_variables_are_labelled_by_their_sentences_and_words() -> None:
    graph = join_umr(parse_umr(GOOD.encode()))
    labels = labels_of(graph, "document", "none")
    assert (labels["d"], labels["s1l"], labels["s2p"]) == (("/top",), ("1",), ("2",))
    assert labels["author"] == ("/author",)
    words = labels_of(graph, "document", "words")
    assert (words["s1e"], words["s2p"]) == (("1~4", "1~6"), ("2~",))
    alone = labels_of(Graph.from_penman("(b / boy~e.4 :mod (t / tall))"), "sentence", "words")
    assert alone == {"b": ("~4",), "t": ("~",)}


def parts(graph: Graph) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for triple, part in zip(graph.triples, parts_of(graph, graph.triples), strict=True):
        found.setdefault(part, []).append(" ".join(str(item) for item in triple))
    return found


def test_what_links_sentences() -> None:
    found = parts(join_sentences(sentences(), [ANN], "all"))
    assert found["coref"] == [
        "s1.l :ARG0 s1.p",
        "s1.p :instance person",
        "s2.p :ARG0 s1.p",
        "s3.s :ARG0 s1.p",
    ]
    linked = parts(join_sentences(sentences(), [ANN], "none"))
    assert linked["coref"] == [
        "c1 :coref s1.p",
        "c1 :instance coref-entity",
        "c1 :coref s2.s",
        "c1 :coref s3.p",
    ]


def test_the_parts_of_umr() -> None:
    found = parts(join_umr(parse_umr(GOOD.encode())))
    assert found["temporal"] == [
        "s1l :temporal.after s1e",
        "document-creation-time :temporal.before s1l",
    ]
    assert found["modal"] == ["root :modal.modal author"]
    assert found["coref"] == ["s1p :coref.same-entity s2p2"]
    assert len(found["sentences"]) == 17


def test_the_published_example() -> None:
    (graph,) = read(corpora() / "data" / "documents" / "example.amr")
    found = members(graph)
    assert (found["pro"], found["s2.c"]) == ([2, 3, 4], [1, 2, 4])
    assert len(parts(graph)["coref"]) == 10


def closed(text: str) -> list[str]:
    graph = close(Graph.from_penman(text))
    return sorted(f"{s}{role[1:]} {t}" for s, role, t in graph.triples if "." in role)


def test_what_follows_from_relations_is_added() -> None:
    assert closed("(a / x :temporal.before (b / x) :ARG0 (c / x :temporal.after b))") == [
        "atemporal.before b",
        "atemporal.before c",
        "btemporal.before c",
    ]
    assert closed("(a / x :temporal.overlap (b / x :temporal.overlap (c / x)))") == [
        "atemporal.overlap b",
        "btemporal.overlap a",
        "btemporal.overlap c",
        "ctemporal.overlap b",
    ]
    cluster = "(a / x :coref.same-entity (b / x :coref.same-entity (c / x)))"
    assert closed(cluster) == sorted(
        f"{x}coref.same-entity {y}" for x in "abc" for y in "abc" if x != y
    )
    assert closed("(a / x :temporal.contained (b / x))") == ["btemporal.contains a"]
    assert closed("(a / x :modal.full-negative (b / x))") == ["amodal.full-negative b"]


def test_nothing_follows_from_nothing() -> None:
    graph = Graph.from_penman("(b / boy)")
    assert close(graph) is graph
