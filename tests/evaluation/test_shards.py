"""Merged shards are the whole, to the last bit, and nothing else is merged."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tertium.cli import main
from tertium.errors import InputError, OptionError
from tertium.evaluation import OnError, Shard, evaluate
from tertium.evaluation.parts import checksum
from tertium.evaluation.shards import dump, fingerprint, merge, parse
from tertium.graph import Corpus, PairBy
from tertium.metrics import REGISTRY
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write
from tests.support.paths import EXAMPLES
from tests.support.toys import registered

METRICS = ["smatch:top=none,solver=climb", "smatch", "concepts:power=0.7"]


def parts(count: int, on_error: OnError = "zero") -> list[str]:
    systems = {"weak": WEAK, "broken": BROKEN}
    found = []
    for number in range(1, 1 + count):
        shard = Shard(number, count)
        evaluation = evaluate(GOLD, systems, METRICS, on_error=on_error, shard=shard)
        found.append(dump(evaluation, shard))
    return found


def shard(number: int, of: int, gold: list[str] = GOLD, pred: list[str] = WEAK) -> str:
    return dump(evaluate(gold, [pred], shard=Shard(number, of)), Shard(number, of))


@pytest.mark.parametrize("count", [1, 2, 5, 9])
@pytest.mark.parametrize("on_error", ["zero", "skip"])
def test_merged_shards_are_the_whole(count: int, on_error: OnError) -> None:
    with registered():
        merged = merge([parse(part) for part in parts(count, on_error)[::-1]]).with_confidence()
        whole = evaluate(
            GOLD, {"weak": WEAK, "broken": BROKEN}, METRICS, on_error=on_error
        ).with_confidence()
    assert merged.to_json() == whole.to_json()
    assert merged.pairs == whole.pairs
    assert str(merged) == str(whole)
    assert [str(e) for e in merged.systems[1].corpus.errors] == [
        str(e) for e in whole.systems[1].corpus.errors
    ]


@pytest.mark.parametrize("name", REGISTRY)
def test_what_a_metric_counts_is_plausible(name: str) -> None:
    """No shard of ours is refused, whatever the metric."""
    files = [EXAMPLES / f"{name}.amr" for name in ("gold", "parser", "baseline")]
    for golds, preds in ((GOLD, BROKEN), (files[0], files[1]), (files[2], files[0])):
        evaluation = evaluate(golds, [preds], [name])
        merged = parse(dump(evaluation, Shard(1, 1))).evaluation
        assert merged.to_json() == evaluation.to_json()


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, weak, broken = (
        write(tmp_path, *item) for item in (("gold", GOLD), ("weak", WEAK), ("broken", BROKEN))
    )
    files = []
    for number in (2, 1):
        assert main(["score", gold, weak, broken, "--shard", f"{number}/2"]) == 0
        files.append(str(tmp_path / f"{number}.json"))
        Path(files[-1]).write_text(capsys.readouterr().out)
    how = ["--confidence", "--resamples", "300", "--format", "json", "--pairs"]
    assert main(["score", gold, weak, broken, *how, str(tmp_path / "whole")]) == 0
    whole = capsys.readouterr()
    assert main(["merge", *files, *how, str(tmp_path / "merged")]) == 0
    assert capsys.readouterr() == whole
    assert (tmp_path / "whole").read_text() == (tmp_path / "merged").read_text()
    assert main(["merge", *files, "--fail-under", "99"]) == 1


def test_the_same_graphs_in_other_places_can_be_merged(tmp_path: Path) -> None:
    """The folder, gzip and the ends of lines make no difference."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    golds = [write(folder, "gold", GOLD) for folder in (here, there)]
    preds = [write(folder, "weak", WEAK) for folder in (here, there)]
    text = Path(preds[1]).read_bytes().replace(b"\n", b"\r\n")
    Path(preds[1]).write_bytes(gzip.compress(text))
    made = [
        parse(dump(evaluate(g, [p], shard=Shard(n, 2)), Shard(n, 2)))
        for n, g, p in zip((1, 2), golds, preds, strict=True)
    ]
    assert merge(made).to_json() == evaluate(golds[0], [preds[0]]).to_json()


def test_a_fingerprint_depends_on_what_is_compared() -> None:
    graph = "# ::id 1\n# ::snt A boy.\n(b / boy :mod (t / tall))"
    changed = [
        graph,
        graph.replace("tall", "small"),
        graph.replace(":mod", ":poss"),
        graph.replace("id 1", "id 2"),
        graph.replace("A boy", "Boys"),
        graph[:-1],
    ]
    prints = {fingerprint(Corpus.of([text])) for text in changed}
    assert len(prints) == len(changed)
    assert fingerprint(Corpus.of([graph])) == fingerprint(Corpus.of([graph.replace("  ", " ")]))
    assert fingerprint(Corpus.of([graph])) != fingerprint(Corpus.of([graph, graph]))


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ([0, 1], "missing shards: 3/3"),
        ([0, 0, 1, 2], "1/3 is there twice"),
        ([], "no shard"),
    ],
)
def test_what_does_not_fit_is_refused(chosen: list[int], message: str) -> None:
    with registered():
        shards = [parse(part) for part in parts(3)]
    with pytest.raises(InputError, match=message):
        merge([shards[k] for k in chosen])


@pytest.mark.parametrize(
    ("other", "differing"),
    [
        (shard(2, 2, GOLD, STRONG), "the graphs of pred"),
        (shard(2, 2, [*GOLD[:-1], "(x / else)"]), "the gold graphs"),
        (dump(evaluate(GOLD, {"x": WEAK}, shard=Shard(2, 2)), Shard(2, 2)), "the systems"),
        (
            dump(evaluate(GOLD, [WEAK], "smatch:top=none", shard=Shard(2, 2)), Shard(2, 2)),
            "the metrics",
        ),
    ],
)
def test_shards_of_different_evaluations_are_refused(other: str, differing: str) -> None:
    with pytest.raises(InputError, match=f"a and b are not parts of one evaluation: {differing}"):
        merge([parse(shard(1, 2), "a"), parse(other, "b")])


@pytest.mark.parametrize(
    ("first", "second", "named"),
    [
        ({"on_error": "zero"}, {"on_error": "skip"}, r"graphs that cannot be read \(--on-error\)"),
        ({"on_error": "skip"}, {"on_error": "fail"}, r"graphs that cannot be read \(--on-error\)"),
        ({"missing": "zero"}, {"missing": "skip"}, r"graphs without a partner \(--missing\)"),
        ({"missing": "fail"}, {"missing": "zero"}, r"graphs without a partner \(--missing\)"),
    ],
)
def test_shards_of_different_policies_are_refused(
    first: dict[str, Any], second: dict[str, Any], named: str
) -> None:
    """Even if there was nothing for the policy to decide."""
    made = [
        parse(dump(evaluate(GOLD, [WEAK], shard=Shard(n, 2), **how), Shard(n, 2)))
        for n, how in enumerate((first, second), start=1)
    ]
    with pytest.raises(InputError, match=f"the policies for {named} differ"):
        merge(made)


@pytest.mark.parametrize("missing", ["zero", "skip"])
@pytest.mark.parametrize("on_error", ["zero", "skip"])
def test_merged_shards_say_what_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], on_error: str, missing: str
) -> None:
    """One prediction is missing and one cannot be read: merge says the same about both as score."""
    numbered = [f"# ::id {n}\n{graph}" for n, graph in enumerate(GOLD)]
    gold = write(tmp_path, "gold", numbered)
    pred = write(tmp_path, "pred", [*numbered[:-2], f"# ::id {len(GOLD) - 2}\n(x / y"])
    how = ["--on-error", on_error, "--missing", missing]
    files = []
    for number in (1, 2):
        assert main(["score", gold, pred, *how, "--shard", f"{number}/2"]) == 0
        files.append(str(tmp_path / f"{number}.json"))
        Path(files[-1]).write_text(capsys.readouterr().out)
    assert main(["score", gold, pred, *how]) == 0
    whole = capsys.readouterr()
    assert main(["merge", *files]) == 0
    assert capsys.readouterr() == whole


def test_shards_of_other_pairs_are_refused(tmp_path: Path) -> None:
    gold, pred = write(tmp_path, "gold", GOLD), write(tmp_path, "pred", WEAK)
    ways: tuple[PairBy, ...] = ("id", "order")
    made = [
        parse(dump(evaluate(gold, [pred], pair_by=by, shard=Shard(n, 2)), Shard(n, 2)))
        for n, by in enumerate(ways, start=1)
    ]
    with pytest.raises(InputError, match="the way in which pred was paired"):
        merge(made)


def test_other_divisions_are_refused() -> None:
    with pytest.raises(InputError, match="a is shard 1/2, but b is shard 2/3"):
        merge([parse(shard(1, 2), "a"), parse(shard(2, 3), "b")])
    with pytest.raises(InputError, match=r"missing shards: 2/50, .* 11/50, and 39 more$"):
        merge([parse(shard(1, 50), "a")])


Change = Callable[[Any], object]


def system(whole: Any) -> Any:
    return whole["systems"][0]


def result(whole: Any) -> Any:
    return system(whole)["results"][0]


def with_row(row: int, column: int, value: object) -> Change:
    return lambda whole: result(whole)["rows"][row].__setitem__(column, value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (with_row(1, 0, 999), r"systems\[0\].results\[0\].rows\[1\]: expected the value within"),
        (with_row(1, 0, float("nan")), r"rows\[1\]\[0\]: expected a number, found NaN"),
        (with_row(1, 2, 1e300), r"rows\[1\]\[2\]: expected a number from"),
        (with_row(1, 2, 10**400), r"rows\[1\]\[2\]: .* found a number of 401 digits"),
        (with_row(1, 2, -1), r"rows\[1\]\[2\]: expected a number from 0"),
        (with_row(0, 1, True), r"rows\[0\]\[1\]: expected a number, found true"),
        (with_row(0, 0, "3"), r'rows\[0\]\[0\]: expected a number, found "3"'),
        (lambda w: result(w)["rows"].pop(), r"rows: expected a list of 3, found 2"),
        (lambda w: result(w)["rows"].append(result(w)["rows"][0]), r"expected a list of 3"),
        (lambda w: result(w)["rows"][0].pop(), r"rows\[0\]: expected a list of"),
        (lambda w: result(w).update(names=["matched"]), "names: expected the statistics matched"),
        (lambda w: result(w).update(metric="unheard-of"), "'unheard-of' is not registered here"),
        (lambda w: result(w).update(options={"top": "none"}), "signature: made with"),
        (lambda w: result(w).update(options={"x": 1}), 'options: unknown key "x"'),
        (lambda w: result(w).update(options={"top": 7}), "options: top=7; choose from"),
        (lambda w: w.update(shard=[2, 2]), r"the pair 0 does not belong to shard 2/2"),
        (lambda w: w.update(shard=[1, 10**11]), r"shard\[1\]: expected a whole number from 1 to"),
        (lambda w: w.update(shard=[3, 2]), r"shard\[0\]: expected a whole number from 1 to 2"),
        (lambda w: w["gold"].update(graphs=10**12), "the pair 6 of shard 1/2 is missing"),
        (lambda w: w["gold"].update(sha256="x"), "gold.sha256: expected a SHA-256 hash"),
        (lambda w: w["gold"].pop("sha256"), "gold: the key 'sha256' is missing"),
        (lambda w: system(w)["pairs"].pop(), "the pair 4 of shard 1/2 is missing"),
        (lambda w: system(w)["pairs"].append([0, None, "ok"]), "the pair 0 occurs twice"),
        (lambda w: system(w)["pairs"][0].__setitem__(2, "fine"), r"pairs\[0\]\[2\]: expected one"),
        (lambda w: system(w).update(paired_by="chance"), "paired_by: expected one of"),
        (lambda w: w["policy"].update(on_error="x"), "policy.on_error: expected one of zero, skip"),
        (lambda w: w.pop("policy"), "the key 'policy' is missing"),
        (lambda w: w["policy"].pop("missing"), "policy: the key 'missing' is missing"),
        (
            lambda w: system(w)["pairs"][0].__setitem__(2, "missing-pred"),
            r"pairs\[0\]: a pair with the status missing-pred is not scored by this policy",
        ),
        (lambda w: system(w).update(missing=1), "graphs without a partner are an error"),
        (
            lambda w: (
                system(w)["skipped"].append(system(w)["pairs"].pop()[0]),
                result(w)["rows"].pop(),
            ),
            "skipped: no pair is left out by this policy",
        ),
        (lambda w: w.update(systems=[]), "systems: expected at least one system"),
        (lambda w: w["systems"].append(system(w)), "occurs twice"),
        (lambda w: w.update(surplus=1), 'unknown key "surplus"'),
        (with_row(0, 0, 1.0), "the checksum does not fit"),
    ],
)
def test_a_shard_that_was_changed_is_refused(change: Change, message: str) -> None:
    whole = json.loads(shard(1, 2))
    change(whole)
    if "checksum" not in message:
        whole["checksum"] = checksum(whole)
    with pytest.raises(InputError, match=message):
        parse(json.dumps(whole), "1.json")


@pytest.mark.parametrize(
    "text", ["0/2", "3/2", "1", "1/", "a/b", "-1/2", "1/2/3", "²/3", "1/1000001", "1/" + "9" * 5000]
)
def test_wrong_shards_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="not a shard") as caught:
        Shard.parse(text)
    assert len(str(caught.value)) < 200


def test_a_metric_that_cannot_be_merged_is_refused_before_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = write(tmp_path, "gold", GOLD)
    never = f"command:touch {tmp_path / 'ran'}"
    assert main(["score", gold, gold, "-m", never, "--shard", "1/2"]) == 2
    assert "shards need a metric that is registered" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(b / boy)", "not JSON"),
        ("[]", "not a shard"),
        ('{"shard": [1, 1], "systems": [], "tertium": "0.0"}', "different versions"),
        ("[" * 100_000, "nested too deeply"),
        ('{"shard": ' + "9" * 9999 + "}", "too many digits"),
        ('{"shard": [1, 1], "shard": [1, 2]}', 'the key "shard" occurs twice'),
    ],
)
def test_files_that_are_no_shards(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_text(text)
    assert main(["merge", str(tmp_path / "x")]) == 2
    assert message in capsys.readouterr().err
    assert main(["merge", str(tmp_path / "none")]) == 2
