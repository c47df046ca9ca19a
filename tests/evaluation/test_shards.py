"""Shards put together are the whole, to the last bit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tertium.cli import main
from tertium.errors import InputError, OptionError
from tertium.evaluation import OnError, Shard, evaluate
from tertium.evaluation.shards import dump, merge
from tests.support.parsers import BROKEN, GOLD, STRONG, WEAK, write
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


@pytest.mark.parametrize("count", [1, 2, 5, 9])
@pytest.mark.parametrize("on_error", ["zero", "skip"])
def test_merged_shards_are_the_whole(count: int, on_error: OnError) -> None:
    with registered():
        shards = [json.loads(part) for part in parts(count, on_error)]
        merged = merge(shards[::-1]).with_confidence()
        whole = evaluate(
            GOLD, {"weak": WEAK, "broken": BROKEN}, METRICS, on_error=on_error
        ).with_confidence()
    assert merged.to_json() == whole.to_json()
    assert merged.pairs == whole.pairs
    assert str(merged) == str(whole)
    assert [str(e) for e in merged.systems[1].corpus.errors] == [
        str(e) for e in whole.systems[1].corpus.errors
    ]


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
        shards = [json.loads(part) for part in parts(3)]
    with pytest.raises(InputError, match=message):
        merge([shards[k] for k in chosen])


def test_shards_of_different_evaluations_are_refused() -> None:
    first = [
        json.loads(dump(evaluate(GOLD, [pred], shard=Shard(n, 2)), Shard(n, 2)))
        for n, pred in ((1, WEAK), (2, STRONG))
    ]
    first[1]["systems"][0]["name"] = "another"
    with pytest.raises(InputError, match="not parts of one evaluation"):
        merge(first)
    options = json.loads(dump(evaluate(GOLD, [WEAK], shard=Shard(1, 1)), Shard(1, 1)))
    options["systems"][0]["results"][0]["options"] = {"top": "none"}
    with pytest.raises(InputError, match="made with"):
        merge([options])
    with pytest.raises(InputError, match="different divisions"):
        merge([options, options | {"shard": [2, 3]}])
    options["systems"][0]["results"][0]["metric"] = "unheard-of"
    with pytest.raises(InputError, match="not registered"):
        merge([options])


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/", "a/b", "-1/2", "1/2/3", "²/3"])
def test_wrong_shards_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="not a shard"):
        Shard.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(b / boy)", "not JSON"),
        ("[]", "not a shard"),
        ('{"shard": [1, 1], "systems": [], "tertium": "0.0"}', "different versions"),
    ],
)
def test_files_that_are_no_shards(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_text(text)
    assert main(["merge", str(tmp_path / "x")]) == 2
    assert message in capsys.readouterr().err
    assert main(["merge", str(tmp_path / "none")]) == 2
