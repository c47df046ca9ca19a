"""WLK: the Weisfeiler-Leman kernel of two graphs.

    (w / want-01 :ARG0 (b / boy))

Step 0 has the features want-01 and boy. In step 1 each node puts the labels of its neighbours,
with the roles between them, behind its own: ``want-01 (ARG0 boy)`` and ``boy (ARG0 want-01)``; in
step 2 the neighbours' new labels, and so on. Two graphs are as alike as the vectors of their
features of all steps: the value is the cosine (Opitz et al. 2021). Nothing is aligned.

The paper's text counts features. The released program does more: it notes whether a feature occurs,
weighs step h by 1 / (1 + h), and takes edges as features too. That is the default here;
``counts=all,discount=no,edges=no`` is the text. The paper's figures were made by the first release,
which tells the nodes of one concept apart: ``preset=paper``, see `PRESETS`.

The same features make a kernel for learning: `Wlk.features` is the sparse matrix of a corpus,
`Wlk.gram` the matrix of all cosines, which is positive semi-definite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal, cast

from tertium import _native
from tertium.errors import OptionError
from tertium.graph import Graph, GraphLike, as_graph
from tertium.metrics.base import Averaging, Batch, Row
from tertium.metrics.explanation import Contribution, Explanation
from tertium.metrics.texts import explained
from tertium.standard import Convention

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tertium._types import Array, Rows
    from tertium.metrics.grid import AllPairs
    from tertium.metrics.searching import Searching

Direction = Literal["undirected", "top-down", "bottom-up", "two-way"]
Preset = Literal["released", "paper"]
Counts = Literal["all", "once"]
Discount = Literal["no", "linear", "exponential"]
Labels = Literal["plain", "numbered"]

MAX_K = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """Which features there are, and what they weigh."""

    counts: Counts
    discount: Discount
    labels: Labels
    convention: Convention


PRESETS: dict[Preset, Kernel] = {
    "released": Kernel(
        counts="once", discount="linear", labels="plain", convention=Convention(top="none")
    ),
    "paper": Kernel(
        counts="all",
        discount="exponential",
        labels="numbered",
        convention=Convention(case="keep", quotes="keep", inverse="all", mod="keep", top="none"),
    ),
}
"""The kernel of the released program, with the defaults of AMR, and that of its first release,
which made the figures of the paper."""


_GIVEN = ("counts", "discount", "labels")
"""What of a kernel an option may give; the convention is the preset's."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """A sparse matrix in compressed rows: a row for each graph, a column for each feature."""

    begin: NDArray[np.int64]  #: row i has the entries from begin[i] to begin[i + 1]
    column: NDArray[np.int64]
    value: Array  #: how often the feature occurs
    columns: int  #: the number of features

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.begin) - 1, self.columns

    @property
    def csr(self) -> tuple[Array, NDArray[np.int64], NDArray[np.int64]]:
        """Data, columns and row pointers: ``scipy.sparse.csr_matrix(features.csr, ...)``."""
        return self.value, self.column, self.begin

    def split(self, row: int) -> tuple[Features, Features]:
        """Return the rows before *row*, and the others."""
        cut = int(self.begin[row])
        first = Features(self.begin[: row + 1], self.column[:cut], self.value[:cut], self.columns)
        rest = self.begin[row:] - cut
        return first, Features(rest, self.column[cut:], self.value[cut:], self.columns)

    def gram(self) -> Array:
        """Return the cosines of all pairs of rows; an empty row is like empty rows only."""
        import numpy as np

        rows = len(self.begin) - 1
        owner = np.repeat(np.arange(rows), np.diff(self.begin))
        order = np.argsort(self.column, kind="stable")
        bounds = np.flatnonzero(np.diff(self.column[order], prepend=-1, append=self.columns))
        products = np.zeros((rows, rows))
        for start, stop in pairwise(bounds.tolist()):
            members, counts = owner[order[start:stop]], self.value[order[start:stop]]
            products[np.ix_(members, members)] += np.outer(counts, counts)
        length = np.sqrt(np.diagonal(products))
        products[np.ix_(length == 0, length == 0)] = 1.0
        return products / np.outer(*[np.where(length > 0, length, 1.0)] * 2)


@dataclass(frozen=True, kw_only=True)
class Refining(Averaging):
    """A metric in which nodes hear from their neighbours, step by step; `wwlk` is one, too."""

    k: int = 2
    """How many steps there are in which nodes hear from their neighbours."""
    direction: Direction = "undirected"
    """Along which edges a node hears from its neighbours: both ways alike, from the source to the
    target, from the target to the source, both ways told apart."""

    @property
    def symmetric(self) -> bool:
        return True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.k <= MAX_K:
            raise OptionError(f"{self.name}: k must be from 0 to {MAX_K}, not {self.k}")

    @cached_property
    def convention(self) -> Convention:
        """What is done to the graphs before they are compared."""
        return Convention(top="none")

    @property
    def signature_fields(self) -> dict[str, object]:
        """The options, then every answer of the convention."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return own | asdict(self.convention)

    @property
    def _native_direction(self) -> _native.Direction:
        return _native.Direction[self.direction.replace("-", "_")]


@dataclass(frozen=True, kw_only=True)
class Wlk(Refining):
    """The cosine of Weisfeiler-Leman features.

    >>> metric = Wlk(k=1)
    >>> print(metric.score(metric.compare("(w / want-01 :ARG0 (b / boy))", "(b / boy)")))
    wlk 47.81
    """

    name: ClassVar[str] = "wlk"
    summary: ClassVar[str] = "cosine of Weisfeiler-Leman features"
    paper: ClassVar[str] = "Opitz, Daza & Frank 2021"
    position: ClassVar[int] = 80

    preset: Preset = "released"
    """Where the answers come from that are not given: ``released`` counts once, discounts linearly
    and has plain labels; ``paper`` is the first release, which made the paper's figures: all,
    exponential, numbered, case and quotes kept, ``mod`` kept, all ``-of`` turned around."""
    counts: Counts | None = None
    """Whether a feature counts as often as it occurs, or once; none takes the preset's."""
    discount: Discount | None = None
    """What the features of step h weigh: 1, 1 / (1 + h) or e^-h; none takes the preset's."""
    labels: Labels | None = None
    """Whether nodes of one concept have the same label; ``numbered`` tells them apart by their
    order in the text, and makes one node of equal constants; none takes the preset's."""
    edges: bool = True
    """Whether each edge, with the labels of its ends, is a feature of step 0 too."""

    @cached_property
    def kernel(self) -> Kernel:
        """The preset with the options that were given."""
        given = {name: value for name in _GIVEN if (value := getattr(self, name)) is not None}
        return replace(PRESETS[self.preset], **given)

    @cached_property
    def convention(self) -> Convention:
        """What is done to the graphs before they are compared."""
        return self.kernel.convention

    @property
    def signature_fields(self) -> dict[str, object]:
        """The options, with the preset's answers where none was given, then the convention."""
        found = super().signature_fields | {name: getattr(self.kernel, name) for name in _GIVEN}
        del found["preset"]
        return found

    @property
    def invariant_to_order(self) -> bool:
        return self.kernel.labels == "plain"

    @property
    def invariant_to_inversion(self) -> bool:
        return self.kernel.labels == "plain"

    def features(self, graphs: Sequence[GraphLike]) -> Features:
        """Return the counts of the features of *graphs*.

        >>> counting = Wlk(k=0, counts="all", edges=False)
        >>> counting.features(["(b / boy)", "(a / and :op1 (b / boy) :op2 (c / boy))"]).value
        array([1., 2., 1.])
        """
        graphs_read = list(map(as_graph, graphs))
        return Features(*_native.wl_features(self._native_options, graphs_read))

    def gram(self, graphs: Sequence[GraphLike]) -> Array:
        """Return the values of all pairs of *graphs*, a positive semi-definite matrix."""
        return self.features(graphs).gram()

    def grid(self, golds: Sequence[Graph], preds: Sequence[Graph], *, threads: int = 0) -> AllPairs:
        """Return all pairs, by products of sparse vectors."""
        from tertium.metrics.grid import CosineGrid

        if preds is golds:
            both = self.features(golds)
            return CosineGrid(both, both, threads)
        return CosineGrid(*self.features([*golds, *preds]).split(len(golds)), threads)

    @property
    def searching(self) -> Searching:
        """By the features that both graphs have."""
        from tertium.metrics.searching import FeatureSearch

        return FeatureSearch(
            partial(_native.list_wl_features, self._native_options),
            totals=lambda _, features: features.squares()[:, None],
            bound=_cosines,
            product=True,
        )

    @cached_property
    def _native_options(self) -> _native.WlOptions:
        options = _native.WlOptions()
        options.k = self.k
        options.direction = self._native_direction
        options.once = self.kernel.counts == "once"
        options.discount = _native.Discount[self.kernel.discount]
        options.edges = self.edges
        options.numbered = self.kernel.labels == "numbered"
        options.convention = self.convention._native()
        return options

    def _pair(self, gold: Graph | None, pred: Graph | None) -> Row:
        return _native.compare_wl_pair(self._native_options, gold, pred)

    def _compare(self, batch: Batch) -> Rows:
        return _native.compare_wl(self._native_options, *batch)

    def _explain(self, gold: Graph, pred: Graph) -> Explanation:
        parts = _native.explain_wl(self._native_options, gold, pred)
        contributions = (_contribution(*part) for part in parts)
        return explained(
            self, self.convention, (gold, pred), contributions, {"pairs": 1.0}, self._labelled
        )

    def _labelled(self, form: Graph) -> Graph:
        """Return a standard form with the labels that features are made of."""
        if self.kernel.labels == "plain":
            return form
        return cast("Graph", _native.number_labels(form, self.convention._native()))


def _cosines(shared: Array, mine: Array, theirs: Array) -> Array:
    """Return cosines, or a little more: products are rounded."""
    import numpy as np

    squares = mine[0] * theirs[:, 0]
    lengths = np.where(squares > 0, np.sqrt(squares), 1.0)
    alike = np.where((mine[0] == 0) & (theirs[:, 0] == 0), 1.0, 0.0)
    return np.where(squares > 0, shared[:, 0] / lengths * (1 + 1e-9), alike)


def _contribution(text: str, _: int, gold: float, pred: float, product: float) -> Contribution:
    adds = {"value": product} if product else {}
    return Contribution("feature", text if gold else None, text if pred else None, adds)
