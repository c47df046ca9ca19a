"""The tools that race: each reads two files of graphs and returns the counts of every pair.

A tool is a function that imports what it needs and returns another that does the work, so that the
two can be timed apart. Work begins with the paths of the files and ends with Python objects: a
`Counts` for each pair, in the order of the files. A pair that the tool cannot handle is None.

All tools see the same graphs (see `race`), but not the same triples: smatchpp standardises as it
recommends for AMR (lower case, no quotes, inverse and reified roles undone, top with its concept),
so its F1 is of another metric than that of smatch and Tertium's ``smatch``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple, TypeAlias


class Counts(NamedTuple):
    """Matched triples of a pair, and all triples of its prediction and its gold."""

    matched: float
    pred_total: float
    gold_total: float


Result: TypeAlias = "list[Counts | None]"
Work: TypeAlias = Callable[[str, str], Result]
"""Takes the paths of the gold and of the prediction."""


class Tool(NamedTuple):
    """One entrant."""

    package: str
    load: Callable[[], Work]
    slow: bool = False  #: runs on a sample by default
    optimum: str | None = None  #: the tool that finds the optimum over the same triples

    @property
    def version(self) -> str | None:
        """The installed version, None if there is none."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


def load_tertium() -> Work:
    """Return Tertium's own loop, which is native; its matches are proven."""
    import tertium
    from tertium.metrics import Smatch

    def work(gold: str, pred: str) -> Result:
        table = Smatch().compare_many(tertium.read(gold), tertium.read(pred), threads=1)
        return list(map(Counts, *(table.column(name).tolist() for name in Counts._fields)))

    return work


def load_smatch() -> Work:
    """Return smatch's loop over two files, five starts as its command line has by default."""
    import smatch

    def count(pred: str, gold: str) -> Counts | None:
        try:
            return Counts(*smatch.get_amr_match(pred, gold))
        except Exception:  # whatever its parser raises: the pair is reported as failed
            return None
        finally:
            smatch.match_triple_dict.clear()  # else a pair is scored with the last one's mappings

    def work(gold: str, pred: str) -> Result:
        with open(gold, encoding="utf-8") as golds, open(pred, encoding="utf-8") as preds:
            return [count(*lines) for lines in smatch.generate_amr_lines(preds, golds)]

    return work


def load_smatchpp(solver: str) -> Work:
    """Return smatchpp's loop over two files, with its standardisation of AMR."""
    from smatchpp import Smatchpp, data_helpers, solvers
    from smatchpp.formalism.amr import tools as amr

    measure = Smatchpp(
        graph_standardizer=amr.AMRStandardizer(), alignmentsolver=solvers.get_solver(solver)
    )

    def count(pred: str, gold: str) -> Counts | None:
        try:
            matched, _, pred_total, gold_total = measure.process_pair(pred, gold)[0]["main"]
            return Counts(float(matched), float(pred_total), float(gold_total))
        except Exception:  # as above
            return None

    def work(gold: str, pred: str) -> Result:
        golds, preds = map(data_helpers.read_graphstrings_from_file, (gold, pred))
        return [count(*pair) for pair in zip(preds, golds, strict=True)]

    return work


TOOLS: dict[str, Tool] = {
    "tertium": Tool("tertium", load_tertium),
    "smatch": Tool("smatch", load_smatch, optimum="tertium"),
    "smatchpp-ilp": Tool("smatchpp", lambda: load_smatchpp("ilp"), slow=True),
    "smatchpp-climb": Tool(
        "smatchpp", lambda: load_smatchpp("hillclimber"), slow=True, optimum="smatchpp-ilp"
    ),
}
