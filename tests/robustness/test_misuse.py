"""Wrong types and closed streams: what a newcomer tries, and the message that follows."""

from __future__ import annotations

import copy
import pickle
import shlex
import subprocess
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.cli import main
from tertium.errors import InputError, OptionError, TertiumError
from tertium.metrics import REGISTRY
from tertium.statistics import Resampling
from tests.support.commands import TERTIUM
from tests.support.paths import EXAMPLES

BOY, GIRL = "(b / boy)", "(g / girl :ARG0-of (s / see-01))"
NO_GRAPHS: list[Any] = [None, 3, 1.5, b"(b / boy)", object()]


@pytest.mark.parametrize("thing", NO_GRAPHS)
def test_what_is_no_graph(thing: Any) -> None:
    for call in (tertium.score, tertium.align):
        with pytest.raises(InputError, match="expected a graph, PENMAN text or triples, not "):
            call(BOY, thing)


@pytest.mark.parametrize("thing", [*NO_GRAPHS, {"a": [BOY]}, tertium.Graph.from_penman(BOY)])
def test_what_is_no_corpus(thing: Any) -> None:
    with pytest.raises(InputError, match="gold: expected a file or graphs, not "):
        tertium.evaluate(thing, [[BOY]])
    with pytest.raises(InputError, match="pred: expected a file or graphs, not "):
        tertium.score_corpus([BOY], thing)
    with pytest.raises(InputError, match="expected the path of a file, not "):
        tertium.read(thing)


@pytest.mark.parametrize("thing", NO_GRAPHS)
def test_what_is_no_list_of_corpora(thing: Any) -> None:
    with pytest.raises(InputError, match="annotator: expected files or lists of graphs, not "):
        tertium.agree(thing)
    with pytest.raises(InputError, match="pred: expected files or lists of graphs, not "):
        tertium.evaluate([BOY], thing)


def test_none_is_a_missing_prediction_but_a_number_is_a_mistake() -> None:
    assert tertium.score_corpus([BOY], [None]).value == 0
    wrong: Any = [3]
    with pytest.raises(InputError, match="not int"):
        tertium.score_corpus([BOY], wrong)


def test_graphs_where_files_are_expected() -> None:
    with pytest.raises(InputError, match="give a list, if it is a graph"):
        tertium.evaluate([BOY], [BOY])
    with pytest.raises(InputError, match="give a list, if it is a graph"):
        tertium.score_corpus(BOY, [BOY])


@pytest.mark.parametrize("thing", [None, 3, ["smatch"], b"smatch"])
def test_what_is_no_metric(thing: Any) -> None:
    with pytest.raises(OptionError) as caught:
        tertium.score(BOY, GIRL, thing)
    assert str(caught.value).startswith(f"{thing!r} is not a metric")


def test_one_metric_may_stand_alone_everywhere() -> None:
    assert tertium.agree([[BOY], [BOY]], "sema").results[0].metric.name == "sema"


def test_generators_will_do() -> None:
    golds, preds = (graph for graph in (BOY, GIRL)), (graph for graph in (BOY, BOY))
    assert len(tertium.metric("smatch").compare_many(golds, preds)) == 2
    assert tertium.score_corpus(iter([BOY]), iter([BOY])).value == 1


@pytest.mark.parametrize("threads", [None, "2", 1.5, -1])
def test_wrong_threads(threads: Any) -> None:
    with pytest.raises(OptionError, match="threads must be between"):
        tertium.metric("smatch").compare_many([BOY], [GIRL], threads=threads)


@pytest.mark.parametrize("name", REGISTRY)
def test_options_of_a_wrong_type(name: str) -> None:
    wrong: list[Any] = [None, "?", -1, 1.5, float("nan"), float("inf"), True, [], object()]
    for option in fields(REGISTRY[name]):
        for value in wrong:
            try:
                metric = REGISTRY[name](**{option.name: value})
                found = metric.score(metric.compare(BOY, GIRL))
            except TertiumError:
                continue
            assert 0 <= found.value <= 1


def test_the_word_for_an_option_of_a_wrong_type() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"budget": "many"}, "budget='many'; expected a whole number"),
        ({"budget": True}, "budget=True; expected a whole number"),
        ({"aspect": 3}, "aspect=3; expected text or None"),
        ({"solver": []}, r"solver=\[\]; choose from exact, climb, ilp"),
    ]
    for options, word in cases:
        with pytest.raises(OptionError, match=word):
            REGISTRY["smatch"](**options)
    with pytest.raises(OptionError, match="weights='x'; expected a tuple, each a number or None"):
        REGISTRY["sembleu"](**{"weights": "x"})


BOYS = tertium.evaluate([BOY], [[BOY], [BOY]])
MISTAKES: list[tuple[Any, tuple[Any, ...], dict[str, Any], str]] = [
    # function, arguments, keywords, what it says
    (tertium.compare, (None,), {}, "compare: expected Evaluation, not NoneType"),
    (BOYS.with_confidence, (True,), {}, "confidence: expected Confidence, not bool"),
    (tertium.align, (BOY, BOY), {"convention": "smatch"}, "convention: expected Convention"),
    (tertium.align, (BOY, BOY), {"weights": [-1]}, "weights must be numbers of at least 0"),
    (tertium.align, (BOY, BOY), {"weights": [float("nan")]}, "weights must be numbers"),
    (tertium.Graph.from_penman, (b"(b / boy)",), {}, "expected PENMAN text, not bytes"),
    (tertium.Graph.from_triples, (None,), {}, "expected triples, not NoneType"),
    (tertium.register, (int,), {}, "<class 'int'> is no subclass of Metric"),
    (tertium.metric("smatch").score, (tertium.metric("wlk").compare(BOY, BOY),), {}, "smatch: "),
]


@pytest.mark.parametrize(("function", "arguments", "keywords", "message"), MISTAKES)
def test_a_mistake_raises_an_error_that_explains_it(
    function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any], message: str
) -> None:
    with pytest.raises(TertiumError, match=message):
        function(*arguments, **keywords)


def test_a_convention_takes_text() -> None:
    assert str(tertium.Convention().apply("(b / Boy)")) == "(b / boy)"


def test_resamples_are_bounded() -> None:
    with pytest.raises(OptionError, match="resamples must be from 1 to 10,000,000"):
        Resampling(10**11)


@pytest.mark.parametrize("mode", ["precision", "recall"])
def test_a_direction_is_not_symmetric(mode: str) -> None:
    with pytest.raises(OptionError, match="wwlk is not symmetric"):
        tertium.agree([[BOY], [GIRL]], [f"wwlk:mode={mode}"])


def test_a_long_corpus_has_a_short_name() -> None:
    evaluation = tertium.evaluate([BOY] * 500, [[*[BOY] * 499, None]])
    assert repr(evaluation.systems[0].corpus) == "<Corpus pred: 500 entries, 1 of them bad>"
    assert len(repr(evaluation)) < 2000


@pytest.mark.parametrize("name", REGISTRY)
def test_metrics_are_copied_and_pickled(name: str) -> None:
    metric = tertium.metric(name)
    for again in (copy.deepcopy(metric), pickle.loads(pickle.dumps(metric))):
        assert again == metric
        assert again.compare(BOY, GIRL) == metric.compare(BOY, GIRL)


def _value(pair: tuple[tertium.Graph, tertium.Graph]) -> float:
    return tertium.score(*pair, "wwlk").value


PAIRS = [(tertium.Graph.from_penman(BOY), tertium.Graph.from_penman(GIRL))] * 8


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method: str) -> None:
    expected = [_value(pair) for pair in PAIRS]  # vectors are loaded, threads were started
    with ProcessPoolExecutor(2, get_context(method)) as pool:
        assert list(pool.map(_value, PAIRS)) == expected


@pytest.mark.parametrize("name", REGISTRY)
def test_threads(name: str) -> None:
    metric = tertium.metric(name)
    expected = metric.compare(BOY, GIRL)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: metric.compare(BOY, GIRL), range(40))) == {expected}


@pytest.fixture
def in_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)


def _shell(words: str) -> subprocess.CompletedProcess[str]:
    command = f"{shlex.join(TERTIUM)} {words}"
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)


@pytest.mark.usefixtures("in_examples")
@pytest.mark.parametrize(
    ("words", "code", "err"),
    [
        ("score - parser.amr <&-", 2, "tertium: <stdin>: standard input is closed\n"),
        ("score gold.amr parser.amr >&-", 0, ""),
        ("score gold.amr parser.amr --fail-under 99 2>&-", 1, ""),
        ("score gold.amr nowhere.amr 2>&-", 2, ""),
        ("--help >&-", 0, ""),
    ],
)
def test_closed_streams(words: str, code: int, err: str) -> None:
    done = _shell(words)
    assert (done.returncode, done.stderr) == (code, err)
    assert "nowhere" not in done.stdout


def test_a_name_with_a_line_break(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.amr"
    path.write_text(BOY)
    assert tertium.Corpus.read(path).name == "two lines"


def test_a_folder_of_plots_that_is_a_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from tertium.report.plots import save

    (tmp_path / "x").write_text("")
    with pytest.raises(TertiumError, match="this is a file, plots need a folder"):
        save(tertium.evaluate([BOY], [[BOY]]), tmp_path / "x")


TRAIN = "train wwlk-theta --gold gold.amr --pred parser.amr --target {y} --dev gold.amr parser.amr"


@pytest.mark.usefixtures("in_examples")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "audit principles gold.amr parser.amr --runs 0",
            "'0' is not a whole number from 1 to 1,000,000",
        ),
        ("audit principles gold.amr parser.amr --plot {folder}", "this is a directory, --plot"),
        ("audit soundness gold.amr --threads -1", "'-1': a number up to 1024"),
        ("audit soundness gold.amr --limit 0", "'0' is not a whole number of at least 1"),
        (f"{TRAIN} {{y}} -o {{folder}}", "this is a directory, --output needs a file"),
        (f"{TRAIN} {{y}} -o gold.amr", "--output would overwrite an input"),
        (f"{TRAIN} {{y}} -o {{folder}}/w --rate inf", "rate must be a number above 0"),
        (
            f"{TRAIN} {{y}} -o {{folder}}/w --vectors nowhere",
            "tertium: nowhere: there is no such file",
        ),
        ("perturb gold.amr --op swap --seed -1", "'-1' is not a whole number of at least 0"),
    ],
)
def test_options_of_commands(
    words: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "y").write_text("1\n2\n3\n4\n")
    assert main(words.format(y=tmp_path / "y", folder=tmp_path).split()) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("number", [10**400, 10**9999, -(10**9999)], ids=["400", "9999", "-9999"])
@pytest.mark.parametrize(
    ("cls", "option"),
    [
        (tertium.metrics.Smatch, "budget"),
        (tertium.metrics.Wlk, "k"),
        (tertium.metrics.Wwlk, "samples"),
        (tertium.metrics.Sembleu, "n"),
        (tertium.metrics.Wsmatch, "rate"),
    ],
)
def test_numbers_of_many_digits(cls: type[tertium.Metric], option: str, number: int) -> None:
    with pytest.raises(OptionError, match=option) as caught:
        cls(**{option: number})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (f"smatch:budget={'9' * 400}", "too many digits"),
        (f"smatch:budget={'9' * 9999}", "too many digits"),
        (f"wsmatch:rate={'9' * 9999}", "too many digits"),
        ("sembleu:weights=inf+1+1", "expected a finite number"),
        ("sembleu:weights=1e200+1+1", "expected a finite number"),
    ],
)
def test_specifications_with_numbers_of_many_digits(spec: str, message: str) -> None:
    with pytest.raises(OptionError, match=message) as caught:
        tertium.metric(spec)
    assert len(str(caught.value)) < 200
