"""The learned numbers of `accord`, as a file.

    {"format": "tertium accord 3", "command": "tertium train accord --bamboo DIR ...",
     "words": "words-1f2e3d4c", "rarity": "mixed", "knots": [-2.3, -1.5, -0.8, -0.1, 1.0], ...,
     "gist": {"weights": {"frame 1": 0.17, ...}, "lemma": 0.95, "cosine": [0.02, ...], ...},
     "strict": {...}, "edges": {"arg0": [1.68, 3.86], ...},
     "roles": {"same": [1, 0.73, 0.87, 0.46], ...}}

Weights of frames and plain concepts are given at five rarities, the *knots*, and are linear between
them. Similarities of labels are given for one lemma, for antonyms, and at seven cosines, once for
concepts and once for constants; they are multiplied by a number for how the nodes *stand*, which
follows from the roles that lead to them. Edges have a weight by the class of their role, once for
common and once for rare ends, and a similarity by the roles and by how similar their ends are at
worst. Every similarity is at most `CAP`, so that only equal graphs have the value 1.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from tertium import _native
from tertium.document import Node, read_document
from tertium.errors import FileError
from tertium.files import file_state, write_text
from tertium.metrics.accord_classes import NODE_CLASSES, NodeClasses
from tertium.metrics.accord_labels import (
    MODIFIER,
    ROLE_CLASSES,
    LabelFacts,
    Rarity,
    RarityScale,
    role_class,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


FORMAT = "tertium accord 3"
CAP = 0.995
"""The most that unequal things may be similar."""
COSINES = (0.1, 0.25, 0.35, 0.45, 0.55, 0.7, 0.9)
"""Where similarities of words are learned."""
ROLE_PAIRS = ("same", "other arg", "other", "modifier and arg reversed", "reversed")
"""How the roles of two edges are related."""
STANDINGS = (
    "root and arg1", "root and other", "arg0 and arg1", "arg0 and arg2", "arg1 and arg2",
)  # fmt: skip
"""How two nodes stand in their graphs, if not alike, by the roles that lead to them."""
LEVELS = ("equal", "one lemma", "similar", "unlike")
"""How similar the less similar ends of two edges are."""
LEAST, LARGEST = 1e-3, 1e3
"""Between what weights lie."""
_POWERS = (1e-3, 100.0)
_COMMAND = "tertium train accord"
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Head:
    """What one head has learned of nodes."""

    nodes: tuple[float, ...]  #: weights, by `NODE_CLASSES`
    lemma: float  #: the similarity of two senses of a word
    antonym: float
    cosine: tuple[float, ...]  #: similarities of concepts at `COSINES`
    written: tuple[float, ...]  #: those of constants
    standing: tuple[float, ...]  #: by what they are multiplied, by `STANDINGS`

    def native(self) -> _native.Similarities:
        """Return the similarities for the native core."""
        found = _native.Similarities()
        found.lemma, found.antonym = self.lemma, self.antonym
        found.graded, found.written = list(self.cosine), list(self.written)
        found.standing = [1.0, *self.standing]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """All that is learned."""

    alpha: float  #: the share of the strict head
    gist_power: float
    strict_power: float
    size_power: float
    lead: float  #: the share of the better covered graph in the gist
    gist: Head
    strict: Head
    edges: tuple[tuple[float, float], ...]  #: weights by role class: common ends, rare ends
    roles: tuple[tuple[float, ...], ...]  #: similarities, by `ROLE_PAIRS` and `LEVELS`


@dataclass(frozen=True, kw_only=True)
class AccordWeights:
    """Learned numbers, and what they were learned with."""

    command: str  #: what made the file; empty if it was Python
    words: str  #: the signature of the word table
    seed: int
    data: str  #: a hash of the training data
    dev: Mapping[str, float]  #: the correlation on each development set, by its name
    curve: tuple[tuple[int, float], ...]  #: steps, and the mean correlation on dev after them
    scale: RarityScale
    knots: tuple[float, ...]  #: rarities where weights are given
    parameters: Parameters

    @property
    def signature(self) -> str:
        """The first digits of a hash over all that can change a value."""
        text = json.dumps([self._learned(), sorted(self.scale.frequencies.items())])
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def classes(self, labels: Sequence[tuple[str, bool]], facts: LabelFacts) -> NodeClasses:
        """Return what the weights of labels are mixed from."""
        return NodeClasses(facts.kinds, self.scale.of(labels, facts.zipf), self.knots)

    def model(
        self,
        labels: Sequence[tuple[str, bool]],
        roles: Sequence[str],
        facts: LabelFacts,
        antonyms: NDArray[np.uint64],
    ) -> _native.AccordModel:
        """Return the numbers for the labels and roles of a batch."""
        return native_model(
            self.parameters, self.classes(labels, facts), labels, roles, facts, antonyms
        )

    def _learned(self) -> dict[str, Any]:
        p = self.parameters
        return {
            "words": self.words,
            "rarity": self.scale.rarity,
            "knots": list(self.knots),
            "spread": list(self.scale.spread),
            "documents": self.scale.documents,
            "alpha": p.alpha,
            "lead": p.lead,
            "powers": {"gist": p.gist_power, "strict": p.strict_power, "size": p.size_power},
            "gist": _head(p.gist),
            "strict": _head(p.strict),
            "edges": {name: list(w) for name, w in zip(ROLE_CLASSES, p.edges, strict=True)},
            "roles": {name: list(t) for name, t in zip(ROLE_PAIRS, p.roles, strict=True)},
        }

    def write(self, path: str | Path) -> None:
        """Write a parameter file."""
        content: dict[str, Any] = {"format": FORMAT, "command": self.command, "seed": self.seed}
        content |= {"data": self.data, "dev": dict(self.dev), "curve": self.curve}
        content |= self._learned()
        content["frequencies"] = dict(sorted(self.scale.frequencies.items()))
        lines = [f" {json.dumps(k)}: {_spelled(k, value)}" for k, value in content.items()]
        write_text(path, ["{\n", ",\n".join(lines), "\n}\n"])

    @classmethod
    def read(cls, path: str | Path) -> AccordWeights:
        """Read a parameter file."""
        try:
            state = file_state(path)
        except FileError as error:
            raise FileError(f"{error}; {_COMMAND} learns weights") from None
        return _read(Path(path), *state)


def native_model(
    parameters: Parameters,
    classes: NodeClasses,
    labels: Sequence[tuple[str, bool]],
    roles: Sequence[str],
    facts: LabelFacts,
    antonyms: NDArray[np.uint64],
) -> _native.AccordModel:
    """Return learned numbers as the native core takes them."""
    model, p = _native.AccordModel(), parameters
    constant = np.array([constant for _, constant in labels], np.uint8)
    model.set_labels(
        facts.vectors,
        facts.lemmas,
        constant,
        classes.rare.astype(np.uint8),
        classes.weights(p.strict.nodes),
        classes.weights(p.gist.nodes),
        antonyms,
    )
    model.set_roles(np.array([role_class(role) for role in roles], np.int32), MODIFIER)
    model.set_edges(np.array(p.edges).ravel(), np.array(p.roles).ravel())
    model.knots = list(COSINES)
    model.strict, model.gist = p.strict.native(), p.gist.native()
    model.alpha, model.lead, model.gist_power = p.alpha, p.lead, p.gist_power
    model.strict_power, model.size_power = p.strict_power, p.size_power
    return model


def _head(head: Head) -> dict[str, Any]:
    weights = dict(zip(NODE_CLASSES, head.nodes, strict=True))
    return {
        "weights": weights,
        "lemma": head.lemma,
        "antonym": head.antonym,
        "cosine": list(head.cosine),
        "constants": list(head.written),
        "standing": dict(zip(STANDINGS, head.standing, strict=True)),
    }


def _spelled(name: str, value: object) -> str:
    """Return JSON: objects of objects over several lines, what is long in one."""
    if name in ("gist", "strict", "edges", "roles", "dev") and isinstance(value, dict):
        inner = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
        return f"{{\n{inner}\n }}"
    return json.dumps(value)


@lru_cache(maxsize=16)
def _read(path: Path, _time: int, _size: int) -> AccordWeights:
    # Time and size are part of the key, so that a changed file is read again.
    whole = read_document(path, "a parameter file")
    found = whole.value.get("format") if isinstance(whole.value, dict) else None
    if found != FORMAT:
        other = isinstance(found, str) and found.startswith("tertium accord")
        hint = "these weights are of another version: learn them again" if other else "learn one"
        raise whole.error(f"this is not a parameter file of '{FORMAT}'; {hint} with {_COMMAND}")
    knots = tuple(knot.number() for knot in whole.field("knots").items(5))
    if any(low >= high for low, high in pairwise(knots)):
        raise whole.field("knots").error("the knots must rise")
    return AccordWeights(
        command=whole.field("command").text(),
        words=whole.field("words").text(),
        seed=whole.field("seed").whole(0, 2**64),
        data=whole.field("data").text(),
        dev={k: whole.field("dev").field(k).number() for k in whole.field("dev").object()},
        curve=tuple(_point(point) for point in whole.field("curve").items()),
        scale=RarityScale(
            whole.field("rarity").choice(get_args(Rarity)),
            whole.field("documents").whole(),
            _counts(whole.field("frequencies"), whole.field("documents").whole()),
            _spread(whole.field("spread")),
        ),
        knots=knots,
        parameters=_parameters(whole),
    )


def _counts(node: Node, most: int) -> dict[str, int]:
    """Return in how many graphs a lemma occurs, of *most*."""
    found = node.object()
    for lemma, count in found.items():
        if type(count) is not int or not 0 <= count <= most:  # not by `Node`: there are thousands
            raise node.field(lemma).wrong(f"a whole number up to that of the documents, {most}")
    return found


def _parameters(whole: Node) -> Parameters:
    powers = whole.field("powers")
    edges, roles = whole.field("edges"), whole.field("roles")
    alike = [[_at_most_cap(t) for t in roles.field(name).items(4)] for name in ROLE_PAIRS[1:]]
    same = roles.field("same").items(4)
    if same[0].number() != 1:
        raise same[0].wrong("1, for equal edges")
    found = Parameters(
        alpha=_between(whole.field("alpha"), 1e-6, 1 - 1e-6),
        gist_power=_between(powers.field("gist"), *_POWERS),
        strict_power=_between(powers.field("strict"), *_POWERS),
        size_power=_between(powers.field("size"), 0.0, _POWERS[1]),
        lead=_at_most_cap(whole.field("lead")),
        gist=_read_head(whole.field("gist")),
        strict=_read_head(whole.field("strict")),
        edges=tuple(_two(edges.field(name)) for name in ROLE_CLASSES),
        roles=((1.0, *map(_at_most_cap, same[1:])), *(tuple(row) for row in alike)),
    )
    return found


def _read_head(head: Node) -> Head:
    weights = head.field("weights")
    return Head(
        tuple(_between(weights.field(name), LEAST, LARGEST) for name in NODE_CLASSES),
        _at_most_cap(head.field("lemma")),
        _at_most_cap(head.field("antonym")),
        tuple(map(_at_most_cap, head.field("cosine").items(len(COSINES)))),
        tuple(map(_at_most_cap, head.field("constants").items(len(COSINES)))),
        tuple(_at_most_cap(head.field("standing").field(name)) for name in STANDINGS),
    )


def _two(node: Node) -> tuple[float, float]:
    common, rare = node.items(2)
    return _between(common, LEAST, LARGEST), _between(rare, LEAST, LARGEST)


def _spread(node: Node) -> tuple[float, float]:
    idf, zipf = node.items(2)
    return _between(idf, 1e-6, 1e6), _between(zipf, 1e-6, 1e6)


def _at_most_cap(node: Node) -> float:
    found = node.number()
    if not 0 <= found <= CAP:
        raise node.wrong(f"a similarity from 0 to {CAP} (more would let unequal graphs score 1)")
    return found


def _between(node: Node, low: float, high: float) -> float:
    found = node.number()
    if not low <= found <= high or not math.isfinite(found):
        raise node.wrong(f"a number from {low:g} to {high:g}")
    return found


def _point(point: Node) -> tuple[int, float]:
    step, mean = point.items(2)
    return step.whole(), mean.number()
