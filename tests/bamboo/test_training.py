"""Learning weights for wwlk-theta, the parameter file, and the train command."""

from __future__ import annotations

import json
import shlex
from operator import ge
from pathlib import Path

import pytest

from tertium import metrics, score
from tertium.bamboo.published import KEYS, rows
from tertium.bamboo.ratings import Rated
from tertium.bamboo.schedule import Check, Schedule
from tertium.bamboo.training import RatedPairs, train
from tertium.cli import main
from tertium.errors import FileError, InputError, OptionError, PairingError
from tertium.graph import Graph
from tertium.metrics import WwlkTheta
from tertium.metrics.role_weights import FORMAT, RoleWeights
from tertium.metrics.wwlk_theta import BUNDLED, FOLDER, bundled_name
from tests.support.corpora import bamboo_folder, benchmark
from tests.support.tiny_bamboo import make

ANIMALS = ["cat", "dog", "bird", "fish", "horse", "cow"]


def rated(start: int) -> tuple[list[Graph], list[Graph], list[float]]:
    """Return pairs that are alike if their :ARG0 is; what :mod says is noise."""
    golds, preds, ratings = [], [], []
    for i in range(start, start + 60):
        same = i % 2 == 0
        a, b = ANIMALS[i % 6], ANIMALS[i % 6 if same else (i + 1 + i % 4) % 6]
        texts = [
            f"(e / eat-01 :ARG0 (x / {animal} :mod (m / {ANIMALS[(i * k) % 6]})))"
            for animal, k in ((a, 1), (b, 5))
        ]
        golds.append(Graph.from_penman(texts[0]))
        preds.append(Graph.from_penman(texts[1]))
        ratings.append(float(same))
    return golds, preds, ratings


def learn(threads: int = 0, **options: int) -> tuple[RoleWeights, list[Check]]:
    metric = WwlkTheta()
    sets = [RatedPairs(metric, *rated(start), threads) for start in (0, 200)]
    seen: list[Check] = []
    schedule = Schedule(steps=300, check=20, batch=20, **options)
    return train(metric, sets[:1], sets[1:], schedule, progress=seen.append), seen


def test_learning_helps_and_repeats_itself() -> None:
    weights, seen = learn()
    assert seen[0].step == 0
    assert weights.dev["1"] > seen[0].mean + 0.02
    assert weights.dev["1"] == pytest.approx(max(check.mean for check in seen), abs=1e-6)
    assert weights.curve == tuple((check.step, round(check.mean, 6)) for check in seen)
    assert set(weights.weights) == {"arg0", "arg0-of", "domain", "domain-of"}
    assert learn(threads=1)[0] == weights
    assert learn(seed=1)[0].signature != weights.signature


def test_it_ends_when_nothing_gets_better() -> None:
    golds, _, ratings = rated(0)
    same = RatedPairs(WwlkTheta(), golds, golds, ratings)  # all values are 1, whatever the weights
    seen: list[Check] = []
    train(WwlkTheta(), [same], [same], Schedule(check=5, patience=2), progress=seen.append)
    assert [(check.step, check.best) for check in seen] == [(0, True), (5, False), (10, False)]


def test_the_file_comes_back(tmp_path: Path) -> None:
    weights, _ = learn()
    path = tmp_path / "weights.json"
    weights.write(path)
    assert RoleWeights.read(path) == weights
    gold, pred = "(e / eat-01 :ARG0 (c / cat))", "(e / eat-01 :ARG0 (d / dog))"
    assert 0 < score(gold, pred, f"wwlk-theta:weights={path}").value < 1
    matrix = weights.matrix(["arg0", "never-seen"])
    assert matrix[0].tolist() == [weights.weights["arg0"], weights.weights["arg0-of"]]
    assert matrix[1] == pytest.approx([weights.mean] * 2)


GOOD = {
    "format": FORMAT,
    "command": "",
    "k": 2,
    "direction": "two-way",
    "vectors": "glove",
    "seed": 0,
    "data": "",
    "dev": {"sts": 0.5},
    "curve": [[0, 0.4], [100, 0.5]],
    "weights": {"arg0": 0.5},
}
BROKEN = [
    ("{", "not JSON"),
    ("[]", "not a parameter file"),
    (json.dumps({**GOOD, "format": "x"}), "not a parameter file"),
    (json.dumps({**GOOD, "format": "tertium wwlk-theta 1"}), "earlier version.*learn them again"),
    (json.dumps({**GOOD, "curve": [[1]]}), "expected a list of 2"),
    (json.dumps({**GOOD, "dev": [0.5]}), "dev: expected an object"),
    (json.dumps({k: v for k, v in GOOD.items() if k != "seed"}), "'seed' is missing"),
    (json.dumps({**GOOD, "k": "2"}), "k: expected a whole number"),
    (json.dumps({**GOOD, "k": 65}), "k: expected a whole number from 0 to 64"),
    (json.dumps({**GOOD, "direction": "up"}), "direction: expected one of"),
    (json.dumps({**GOOD, "weights": {}}), "no weights"),
    *(
        (json.dumps({**GOOD, "weights": {"arg0": weight}}), "weights.arg0: expected a number")
        for weight in ("x", True, None, float("nan"), float("inf"), 1e308, -1e308, 10**400, 1.1e6)
    ),
    (json.dumps({**GOOD, "k": 64, "weights": {"arg0": -1e3}}), "1000, is too large for k=64"),
    ("[" * 100_000, "nested too deeply"),
    (json.dumps(GOOD).replace("0.5}", "9" * 9999 + "}"), "too many digits"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_a_broken_file_is_told(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    with pytest.raises(FileError, match=message):
        score("(b / boy)", "(b / boy)", f"wwlk-theta:weights={path}")


@pytest.mark.parametrize(
    ("change", "message"), [({"k": 3}, "k=3"), ({"vectors": "mine-0"}, "word vectors mine-0")]
)
def test_a_file_that_does_not_fit_is_told(
    change: dict[str, object], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({**GOOD, **change}))
    with pytest.raises(OptionError, match=message):
        score("(b / boy)", "(b / boy)", f"wwlk-theta:weights={path}")
    with pytest.raises(FileError, match="there is no such file"):
        score("(b / boy)", "(b / boy)", f"wwlk-theta:weights={path}.gone")


def test_pairs_must_have_ratings_that_differ() -> None:
    golds, preds, ratings = rated(0)
    with pytest.raises(InputError, match="different ratings"):
        RatedPairs(WwlkTheta(), golds, preds, [1.0] * len(golds))
    with pytest.raises(InputError, match="59 ratings"):
        RatedPairs(WwlkTheta(), golds, preds, ratings[1:])


@pytest.mark.parametrize(
    "options", [{"steps": 0}, {"batch": 2}, {"rate": 0}, {"seed": -1}, {"patience": 0}]
)
def test_a_wrong_schedule_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        Schedule(**options)


def files(folder: Path, start: int, extra: str = "") -> list[str]:
    golds, preds, ratings = rated(start)
    paths = [folder / f"{name}-{start}" for name in ("gold", "pred", "target")]
    for path, graphs in zip(paths, (golds, preds), strict=False):
        path.write_text("\n\n".join(map(str, graphs)))
    paths[2].write_text("".join(f"{rating}\n" for rating in ratings) + extra)
    return list(map(str, paths))


def command(train_files: list[str], dev_files: list[str], output: Path) -> list[str]:
    gold, pred, target = train_files
    given = ["--gold", gold, "--pred", pred, "--target", target, "--dev", *dev_files]
    return ["train", "wwlk-theta", *given, "--steps", "40", "--check", "20", "-o", str(output)]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = files(tmp_path, 0), files(tmp_path, 200)
    second[2] += "@10:50"
    output = tmp_path / "weights.json"
    assert main(command(first, second, output)) == 0
    out, err = capsys.readouterr()
    assert "4 weights written" in out
    assert [line.split(",")[0] for line in err.splitlines()] == [
        f"tertium: step {step}" for step in (0, 20, 40)
    ]
    written = RoleWeights.read(output)
    assert main(command(first, second, output)) == 0
    assert RoleWeights.read(output) == written
    assert f"|weights:{written.signature}|" in WwlkTheta(weights=str(output)).signature


def test_the_command_tells_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, output = files(tmp_path, 0), tmp_path / "weights.json"
    for bad, message in (
        (files(tmp_path, 200, extra="0.5\n"), "61 ratings for 60 pairs"),
        (files(tmp_path, 300, extra="five\n"), "line 61: expected a number, found 'five'"),
        ([*good[:2], str(tmp_path / "none")], "there is no such file"),
        ([*good[:2], good[2] + "@0:2"], "at least 3 pairs"),
    ):
        assert main(command(bad, good, output)) == 2
        assert message in capsys.readouterr().err
    for more, message in (
        (["--gold", good[0], good[0]], "same number of files"),
        (["--bamboo", str(tmp_path)], "--bamboo brings its own files"),
        (["--challenge", "main"], "add --bamboo DIR"),
    ):
        assert main([*command(good, good, output), *more]) == 2
        assert message in capsys.readouterr().err
    for alone, message in (
        (["--gold", good[0]], "give --bamboo DIR, or all of --gold"),
        (["--bamboo", str(tmp_path / "none")], "there is no such folder"),
        (["--bamboo", str(tmp_path)], "no task in this folder"),
    ):
        assert main(["train", "wwlk-theta", *alone, "-o", str(output)]) == 2
        assert message in capsys.readouterr().err
    assert not output.exists()


def test_every_file_may_be_cut(tmp_path: Path) -> None:
    """Gold and pred are cut by themselves; uncut gold graphs follow their ratings."""
    files(tmp_path, 0)
    gold, pred, target = (f"{tmp_path}/{name}-0" for name in ("gold", "pred", "target"))
    whole = Rated.read(gold, pred, target)
    cut = Rated.read(f"{gold}@10:30", f"{pred}@10:30", f"{target}@10:30")
    assert cut.ratings == whole.ratings[10:30]
    assert list(map(str, cut.golds)) == list(map(str, whole.golds[10:30]))
    assert list(map(str, cut.preds)) == list(map(str, whole.preds[10:30]))
    following = Rated.read(gold, pred, f"{target}@10:30")
    assert list(map(str, following.preds)) == list(map(str, cut.preds))
    other = Rated.read(f"{gold}@0:20", f"{pred}@10:30", f"{target}@10:30", pair_by="order")
    assert list(map(str, other.golds)) == list(map(str, whole.golds[:20]))
    assert len({whole.digest, cut.digest, following.digest, other.digest}) == 4
    with pytest.raises(PairingError, match="60 ratings for 20 pairs"):
        Rated.read(f"{gold}@10:30", f"{pred}@10:30", target)
    (tmp_path / "odd@1:2").write_text((tmp_path / "target-0").read_text())
    assert Rated.read(gold, pred, f"{tmp_path}/odd@1:2").ratings == whole.ratings


def test_training_on_the_benchmark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for split in ("train", "dev"):
        make(tmp_path / "bamboo", split=split)
    monkeypatch.chdir(tmp_path)
    words = ["train", "wwlk-theta", "--bamboo", "bamboo", "--steps", "10", "--check", "5"]
    for more, columns in (
        (["--challenge", "role_confusion"], ["sts role_confusion"]),
        (["--task", "sts", "--challenge", "main"], ["sts"]),
        (["--start", "wwlk"], ["sts", "sts role_confusion"]),
    ):
        assert main([*words, *more, "-o", "weights.json"]) == 0
        assert "weights written to weights.json" in capsys.readouterr().out
        written = RoleWeights.read("weights.json")
        assert set(columns) <= set(written.dev)
        expected = "tertium train wwlk-theta --bamboo bamboo "
        assert written.command.startswith(expected)
        assert (
            written.command.endswith(" ".join([*more, "-o", "weights.json"])) or "--start" in more
        )
        assert [step for step, _ in written.curve] == [0, 5, 10]
        again = shlex.split(written.command)[1:]
        assert main([*again[:-1], "again.json"]) == 0
        capsys.readouterr()
        assert RoleWeights.read("again.json").signature == written.signature
    (tmp_path / "bamboo" / "sts" / "role_confusion" / "src.train.amr").unlink()
    assert main([*words, "--challenge", "role_confusion", "--task", "sts", "-o", "w.json"]) == 2
    assert "there is nothing to learn from; sts role_confusion" in capsys.readouterr().err


def test_the_headline_of_the_bamboo_paper() -> None:
    """With weights by column, as in the paper: every cell at or above it."""
    row = next(row for row in rows("paper") if row.name == "wwlk theta")
    found = benchmark("wwlk-theta:weights=paper")
    figures = [100 * (figure or 0) for figure in found.figures()]
    assert all(map(ge, figures, (row.figures[key] for key in KEYS)))
    assert 100 * (found.amean() or 0) >= 58
    assert 100 * (found.hmean() or 0) >= 53


def test_one_set_of_weights() -> None:
    found = benchmark("wwlk-theta")
    assert found.metric == WwlkTheta(weights="joint")
    assert 100 * (found.amean() or 0) >= 55
    assert 100 * (found.amean("accuracy") or 0) >= 66


def test_bundled_weights_are_what_their_command_writes(tmp_path: Path) -> None:
    """The first look at dev, after 100 of 2,000 steps; the whole takes a quarter of a minute."""
    bundled = RoleWeights.read(FOLDER / "roles.json")
    words = shlex.split(bundled.command.replace("--steps 2000", "--steps 100"))[1:-1]
    words[words.index("bamboo")] = str(bamboo_folder())
    assert main([*words, str(tmp_path / "weights.json")]) == 0
    found = RoleWeights.read(tmp_path / "weights.json")
    assert found.data == bundled.data
    assert found.curve == bundled.curve[:2]


def test_weights_by_column_are_for_the_benchmark_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = "wwlk-theta:weights=paper"
    with pytest.raises(OptionError, match="tertium bamboo only; choose from similarity, roles"):
        score("(b / boy)", "(b / boy)", spec)
    assert "|weights:paper+" in metrics.metric(spec).signature
    assert main(["bamboo", str(make(tmp_path)), "-m", spec]) == 0
    assert f"{spec}: as in the paper, weights by column" in capsys.readouterr().out
    assert main(["bamboo", str(tmp_path), "-m", spec, "--card"]) == 2
    assert "a card is about one metric" in capsys.readouterr().err


def test_bundled_weights_tell_how_they_were_made() -> None:
    found = sorted(FOLDER.glob("*.json"))
    assert {bundled_name(name, 2, "two-way") for name in BUNDLED} <= {file.name for file in found}
    for file in found:
        weights = RoleWeights.read(file)
        assert weights.command.startswith("tertium train wwlk-theta --bamboo bamboo ")
        assert weights.command.endswith(f"-o {file.name}")
        assert bundled_name(file.stem.split("-")[0], weights.k, weights.direction) == file.name
        assert len(weights.data) == 16
        best = max(mean for _, mean in weights.curve)
        assert sum(weights.dev.values()) / len(weights.dev) == pytest.approx(best, abs=1e-5)
        assert not any("test" in name for name in weights.dev)
    for k, hint in ((9, "learn some"), (3, "choose from weights=similarity, weights=roles, or")):
        with pytest.raises(OptionError, match=f"weights=joint, k={k} and direction=.*; {hint}"):
            score("(b / boy)", "(b / boy)", f"wwlk-theta:k={k}")
