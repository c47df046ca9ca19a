"""``tertium score``: exit codes, formats, broken graphs, pairing."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tertium import __version__
from tests.cli.files import GOLD, PRED, SHORT, SIGNATURE, Run, one_line


def test_text(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "same.amr")
    assert done == Run(
        0,
        "                smatch\n"
        "system       P       R      F1\n"
        "pred     84.62   84.62   84.62\n"
        "same    100.00  100.00  100.00\n"
        "\n"
        "Values times 100; 3 pairs, paired by id.\n"
        "same.amr: these are the gold graphs themselves.\n"
        f"{SHORT}\n",
        "tertium: same.amr: these are the gold graphs themselves\n",
    )


def test_json(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "broken.amr", "--format", "json")
    assert done.code == 0
    found = json.loads(done.out)
    assert list(found) == ["tertium", "gold", "paired_by", "systems"]
    assert found["paired_by"] == "id"
    assert found["tertium"] == __version__
    assert found["gold"] == {"path": "gold.amr", "graphs": 3, "invalid": 0, "redefined": 0}
    pred, broken = found["systems"]
    (entry,) = pred.pop("scores")
    assert pred == {
        "name": "pred", "path": "pred.amr", "graphs": 3, "invalid": 0, "missing": 0, "surplus": 0,
        "redefined": 0, "skipped": 0, "paired_by": "id", "notes": [],
    }  # fmt: skip
    macro = entry.pop("macro")
    assert macro == pytest.approx((6 / 7 + 1 + 3 / 4) / 3)
    assert entry == {
        "metric": "smatch", "signature": SIGNATURE, "short_signature": SHORT, "pairs": 3,
        "value": 11 / 13, "precision": 11 / 13, "recall": 11 / 13, "f1": 11 / 13,
        "matched": 11, "pred_total": 13, "gold_total": 13, "proven": 3,
        "upper": 11, "value_upper": 11 / 13,
    }  # fmt: skip
    assert (broken["invalid"], broken["skipped"]) == (1, 0)
    assert broken["scores"][0]["recall"] == 11 / 13
    assert broken["scores"][0]["precision"] == 1


def test_csv(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "broken.amr", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["system"] for row in rows] == ["pred", "broken"]
    assert [row["invalid"] for row in rows] == ["0", "1"]
    assert float(rows[0]["f1"]) == 11 / 13
    assert rows[0]["signature"] == SIGNATURE


def test_markdown(run: Callable[..., Run]) -> None:
    done = run("score", "gold.amr", "pred.amr", "--format", "markdown")
    assert done.out == (
        "| system | smatch P | smatch R | smatch F1 |\n"
        "| :-- | --: | --: | --: |\n"
        "| pred | 84.62 | 84.62 | 84.62 |\n"
        "\n"
        "Values times 100; 3 pairs, paired by id.\n"
        "\n"
        f"`{SHORT}`\n"
    )


def test_latex(run: Callable[..., Run]) -> None:
    Path("my_50%.amr").write_text(PRED)
    lines = run("score", "gold.amr", "my_50%.amr", "--format", "latex").out.split("\n")
    assert lines[0] == r"% needs \usepackage{booktabs}"
    assert r"my\_50\% & 84.62 & 84.62 & 84.62 \\" in lines
    assert lines.index(r"\toprule") < lines.index(r"\midrule") < lines.index(r"\bottomrule")
    caption = next(line for line in lines if line.startswith(r"\caption"))
    assert "|" not in caption
    assert "_" not in caption.replace(r"\_", "")


def test_rows_of_pairs(run: Callable[..., Run]) -> None:
    specs = ["-m", "smatch", "-m", "smatch:top=none"]
    done = run("score", "gold.amr", "pred.amr", "broken.amr", *specs, "--pairs", "rows.jsonl")
    assert done.code == 0
    rows = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    assert [(row["system"], row["metric"], row["index"]) for row in rows] == [
        (system, metric, index)
        for system in ("pred", "broken")
        for metric in ("smatch", "smatch:top=none")
        for index in range(3)
    ]
    assert list(rows[0]) == [
        "system", "metric", "index", "id", "status", "value", "precision", "recall", "f1",
        "matched", "pred_total", "gold_total", "upper", "proven",
    ]  # fmt: skip
    assert [row["id"] for row in rows[:3]] == ["1", "2", "3"]
    assert [row["status"] for row in rows[6:9]] == ["ok", "invalid-pred", "ok"]
    assert (rows[7]["value"], rows[7]["gold_total"], rows[7]["proven"]) == (0, 2, True)
    assert not list(Path().glob("*.part"))


def test_on_error(run: Callable[..., Run]) -> None:
    fault = "broken.amr: graph 2 (2), line 7, column 9: the graph ends here"
    zero = run("score", "gold.amr", "broken.amr")
    assert zero.code == 0
    assert zero.err.startswith("tertium: broken: 1 graph cannot be read, scored zero\n")
    assert fault in zero.err
    assert "    (c / cat\n            ^\n" in zero.err
    skip = run("score", "gold.amr", "broken.amr", "--on-error", "skip", "--format", "json")
    assert skip.code == 0
    assert "1 graph cannot be read, left out" in skip.err
    (system,) = json.loads(skip.out)["systems"]
    assert (system["skipped"], system["invalid"], system["scores"][0]["pairs"]) == (1, 1, 2)
    assert system["scores"][0]["value"] == 1
    fail = run("score", "gold.amr", "broken.amr", "--on-error", "fail")
    assert (fail.code, fail.out) == (2, "")
    assert fault in fail.err


def test_a_bad_gold(run: Callable[..., Run]) -> None:
    done = run("score", "broken.amr", "gold.amr")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("tertium: broken.amr: graph 2 (2), line 7, column 9: ")
    assert "1 of 3 gold graphs cannot be read" in done.err
    assert "on-error skip" in done.err
    skip = run("score", "broken.amr", "gold.amr", "--on-error", "skip", "--format", "json")
    assert skip.code == 0
    assert "gold: 1 graph cannot be read, left out" in skip.err
    assert json.loads(skip.out)["gold"]["invalid"] == 1


def test_one_broken_graph_among_a_thousand(run: Callable[..., Run]) -> None:
    blocks = [f"# ::id n.{i}\n(w / want-01\n    :ARG0 (b / boy :quant {i}))\n" for i in range(1000)]
    Path("many.amr").write_text("\n".join(blocks))
    blocks[499] = blocks[499].replace("))", ")")
    Path("hurt.amr").write_text("\n".join(blocks))
    done = run("score", "many.amr", "hurt.amr", "--format", "json")
    (system,) = json.loads(done.out)["systems"]
    assert (system["graphs"], system["invalid"]) == (1000, 1)
    (score,) = system["scores"]
    assert (score["matched"], score["pred_total"], score["gold_total"]) == (4995, 4995, 5000)
    assert "hurt.amr: graph 500 (n.499), line 1999, column 31" in done.err
    assert run("score", "hurt.amr", "many.amr").code == 2


def test_many_faults_are_not_all_listed(run: Callable[..., Run]) -> None:
    Path("bad.amr").write_text("(b / boy\n\n" * 20)
    Path("good.amr").write_text("(b / boy)\n\n" * 20)
    done = run("score", "good.amr", "bad.amr")
    assert "bad: 20 graphs cannot be read, scored zero" in done.err
    assert done.err.count("still open") == 5
    assert "... and 15 more" in done.err


def test_fail_under(run: Callable[..., Run]) -> None:
    assert run("score", "gold.amr", "pred.amr", "--fail-under", "84").code == 0
    done = run("score", "gold.amr", "same.amr", "pred.amr", "--fail-under", "90")
    assert done.code == 1
    assert done.err.splitlines()[-1] == "tertium: pred, smatch: 84.62 is below 90"
    assert "84.62" in done.out
    assert run("score", "gold.amr", "same.amr", "--fail-under", "100").code == 0
    hint = run("score", "gold.amr", "same.amr", "--fail-under", "0.9")
    assert "did you mean 90?" in hint.err


def test_unproven_scores_say_so(run: Callable[..., Run]) -> None:
    chain = "".join(f"(v{i} / x :{'rs'[i % 3 == 0]} " for i in range(12)) + "1" + ")" * 12
    other = "".join(f"(v{i} / x :{'rs'[i % 4 == 0]} " for i in range(12)) + "2" + ")" * 12
    Path("a.amr").write_text(chain)
    Path("b.amr").write_text(other)
    done = run("score", "a.amr", "b.amr", "-m", "smatch:solver=climb,restarts=0")
    assert done.code == 0
    assert "1 of 1 pairs are not proven; the score is at most" in one_line(done.out)


def test_pairing(run: Callable[..., Run]) -> None:
    blocks = GOLD.split("\n\n")
    Path("turned.amr").write_text("\n\n".join(blocks[::-1]))
    assert " 100.00" in run("score", "gold.amr", "turned.amr").out
    by_order = run("score", "gold.amr", "turned.amr", "--pair-by", "order")
    assert by_order.code == 0
    assert " 100.00" not in by_order.out
    Path("other.amr").write_text(GOLD.replace("::id 3", "::id 4"))
    noted = run("score", "gold.amr", "other.amr")
    assert "other.amr: its ids are not those of gold.amr; graphs are paired by order" in noted.err
    strict = run("score", "gold.amr", "other.amr", "--pair-by", "id")
    assert strict.code == 2
    assert "other.amr has no graph with the id 3, which gold.amr has" in strict.err
    Path("short.amr").write_text("\n\n".join(blocks[:2]))
    short = run("score", "gold.amr", "short.amr")
    assert (short.code, short.err) == (
        2,
        "tertium: short.amr has no graph with the id 3, which gold.amr has; --missing skip "
        "(missing='skip') leaves out graphs without a partner; score, compare, errors and agree "
        "can also count a missing graph as zero, with --missing zero\n",
    )


def test_gzip_and_stdin(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("pred.amr.gz").write_bytes(gzip.compress(PRED.encode()))
    plain, zipped = (run("score", "gold.amr", f"pred.amr{end}") for end in ("", ".gz"))
    assert plain == zipped
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PRED.encode())))
    assert run("score", "gold.amr", "-").out.split("\n")[2].split()[0] == "<stdin>"
    twice = run("score", "-", "-")
    assert twice.code == 2
    assert "standard input is empty, or was read before" in twice.err


def test_threads_change_nothing(run: Callable[..., Run]) -> None:
    outputs = {run("score", "gold.amr", "pred.amr", "--threads", n).out for n in ("0", "1", "2")}
    assert len(outputs) == 1
