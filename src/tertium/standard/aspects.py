"""Aspects: the part of a graph that holds one phenomenon.

    (e / eat-01 :ARG0 (c / cat :name (n / name :op1 "Bob")) :time (n2 / now))

    named-entities   c :name n, n :op1 "Bob"; concepts of c and n
    time             e :time n2; concepts of e and n2
    frames           e :instance eat-01

An aspect is a name and a `Selection`; a metric of the SMATCH family scores it with the option
``aspect=NAME``, or all of them with ``tertium score --aspects``. The sub-graphs are full, so a name
is compared with what it says and not only by the concept it hangs on (Opitz 2023, section 7.3).
They are aligned on their own (``each``), or under the alignment of the whole graphs (``one``). As
in SMATCH++, a concept that occurs at most once in each sub-graph names its variable and is not
counted itself, unless the aspect is about concepts: Bob and Lisa, both cats, share 1 of 2 triples.

A new aspect is a few lines:

>>> register_aspect(Aspect("modality", "what is possible", Selection(concepts=("possible-01",))))
>>> find_aspect("modality").description
'what is possible'
>>> del ASPECTS["modality"]
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import cast

from tertium import _native
from tertium.errors import OptionError
from tertium.graph import Graph
from tertium.standard.convention import Convention


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which triples belong to an aspect.

    Patterns are compared in lower case; ``*`` stands for any characters, ``#`` for a digit. The
    concepts of all variables in the selected triples belong to it too.
    """

    roles: tuple[str, ...] = ()
    """Edges and attributes with these roles."""
    concepts: tuple[str, ...] = ()
    """What the variables with these concepts say."""
    instances: tuple[str, ...] = ()
    """Concepts themselves."""
    everything: bool = False
    parents: bool = False
    """The edges that point at the variables found by concept."""
    reentrancies: bool = False
    """Edges that point at a variable with more than one of them."""
    top: bool = False
    """The concept of the top."""
    depth: int = 0
    """How many edges are followed down from what was found."""
    unlabeled: bool = False
    """Then all roles become one."""
    senseless: bool = False
    """Then ``want-01`` becomes ``want``."""
    bag: bool = False
    """Then variables become their concepts, so that nothing is aligned."""

    def apply(self, graph: Graph, convention: Convention) -> Graph:
        """Return the part of *graph*, in standard form."""
        (part,) = select_parts([graph], convention, self, traced=True)
        assert part is not None
        return part

    def _native(self) -> _native.Selection:
        native = _native.Selection()
        for name, value in asdict(self).items():
            setattr(native, name, list(value) if isinstance(value, tuple) else value)
        return native


@dataclass(frozen=True, slots=True)
class Aspect:
    """A named selection."""

    name: str
    description: str
    selection: Selection
    about_concepts: bool = False
    """Whether concepts are counted even if they are unique."""


ASPECTS: dict[str, Aspect] = {}
"""All aspects by name."""


def register_aspect(aspect: Aspect) -> None:
    """Make an aspect known by its name."""
    ASPECTS[aspect.name] = aspect


def find_aspect(name: str) -> Aspect:
    """Return the aspect with a name."""
    if name not in ASPECTS:
        raise OptionError(f"there is no aspect '{name}'; there are: {', '.join(ASPECTS)}")
    return ASPECTS[name]


def select_parts(
    graphs: list[Graph | None],
    convention: Convention,
    selection: Selection,
    *,
    traced: bool = False,
) -> list[Graph | None]:
    """Return the parts of graphs, in standard form; None stays None.

    They know their `Graph.sources` if *traced*.
    """
    parts = _native.select(graphs, convention._native(), selection._native(), traced)
    return cast("list[Graph | None]", parts)


# Damonte et al. (2017), as appendix A.3 of Opitz (2023) lists them; full sub-graphs.
_DAMONTE = (
    Aspect(
        "unlabeled", "all triples, roles ignored", Selection(everything=True, unlabeled=True), True
    ),
    Aspect(
        "no-wsd", "all triples, senses ignored", Selection(everything=True, senseless=True), True
    ),
    Aspect("concepts", "all concepts", Selection(instances=("*",)), True),
    Aspect("frames", "concepts with a sense number", Selection(instances=("*-##",)), True),
    Aspect(
        "frames-without-sense",
        "frames, sense ignored",
        Selection(instances=("*-##",), senseless=True),
        True,
    ),
    Aspect("named-entities", "names and what has them", Selection(roles=("name",), depth=1)),
    Aspect("negation", ":polarity and what has it", Selection(roles=("polarity",))),
    Aspect("wikification", ":wiki and what has it", Selection(roles=("wiki",))),
    Aspect(
        "reentrancies",
        "edges to a variable that several point at",
        Selection(reentrancies=True),
    ),
    Aspect("srl", ":ARG0 to :ARG9", Selection(roles=("arg#",))),
    Aspect(
        "ignore-vars",
        "all triples, variables replaced by concepts",
        Selection(everything=True, bag=True),
        True,
    ),
)

_PLACE = ("location", "path", "destination", "direction", "source")
_DATE = ("date-entity", "date-interval")

# The further aspects of SMATCH++; its context of two levels is kept.
_SMATCHPP = (
    Aspect("agent", ":ARG0", Selection(roles=("arg0",))),
    Aspect("patient", ":ARG1", Selection(roles=("arg1",))),
    Aspect(
        "cause", ":cause and cause-01", Selection(roles=("cause",), concepts=("cause-01",), depth=2)
    ),
    Aspect("focus", "the concept of the top", Selection(top=True), True),
    Aspect("instrument", ":instrument", Selection(roles=("instrument",), depth=2)),
    Aspect(
        "location",
        ":location, :path, :destination, :direction, :source",
        Selection(roles=_PLACE, concepts=("be-located-at-91",), depth=2),
    ),
    Aspect(
        "maths",
        "sum-of, product-of",
        Selection(concepts=("sum-of", "product-of"), depth=2),
    ),
    Aspect("possession", ":poss", Selection(roles=("poss",), concepts=("own-01",), depth=2)),
    Aspect(
        "purpose",
        ":purpose",
        Selection(roles=("purpose",), concepts=("have-purpose-91",), depth=2),
    ),
    Aspect(
        "quantifier",
        ":quant and quantities",
        Selection(roles=("quant",), concepts=("*-quantity", "have-quant-91"), depth=2),
    ),
    Aspect(
        "question",
        "amr-unknown and what asks for it",
        Selection(concepts=("amr-unknown",), parents=True),
    ),
    Aspect(
        "time",
        ":time, :duration, :frequency, dates",
        Selection(
            roles=("time", "duration", "frequency"),
            concepts=(*_DATE, "be-temporally-at-91"),
            depth=2,
        ),
    ),
    Aspect("topic", ":topic", Selection(roles=("topic",), concepts=("concern-02",), depth=2)),
)

for _aspect in (*_DAMONTE, *_SMATCHPP):
    register_aspect(_aspect)
