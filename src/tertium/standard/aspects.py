"""Aspects: the part of a graph that holds one phenomenon.

    (e / eat-01 :ARG0 (c / cat :name (n / name :op1 "Bob")) :time (n2 / now))

    named-entities   c :name n, n :op1 "Bob"; concepts of c and n
    time             e :time n2; concepts of e and n2
    frames           e :instance eat-01

An aspect is a name and a `Selection`; a metric of the SMATCH family scores it with the option
``aspect=NAME``, or all of them with ``tertium score --aspects``. How much belongs to it is the
option ``extraction``:

``full``      the full sub-graph below the relation or concept that indicates the aspect (Opitz
              2023, section 7.3): a name is compared with what it says
``smatchpp``  two levels below it, as the program SMATCH++ 1.8.0 does
``coarse``    a set of labels, as in the scores of Damonte et al. (2017): who has a name, not which

They are aligned on their own (``each``), or under the alignment of the whole graphs (``one``). With
``full``, a concept that occurs at most once in each sub-graph names its variable and is not counted
itself, unless the aspect is about concepts: Bob and Lisa, both cats, share 1 of 2 triples.

A new aspect is a few lines:

>>> register_aspect(Aspect("modality", "what is possible", Selection(concepts=("possible-01",))))
>>> find_aspect("modality").description
'what is possible'
>>> del ASPECTS["modality"]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tertium.errors import OptionError
from tertium.standard.selection import Selection

__all__ = ["ASPECTS", "Aspect", "Extraction", "Selection", "find_aspect", "register_aspect"]

Extraction: TypeAlias = Literal["full", "smatchpp", "coarse"]


@dataclass(frozen=True, slots=True)
class Aspect:
    """A named selection, with those of the other extractions where they differ."""

    name: str
    description: str
    selection: Selection
    about_concepts: bool = False
    """Whether concepts are counted even if they are unique."""
    smatchpp: Selection | None = None
    """What SMATCH++ 1.8.0 takes."""
    coarse: Selection | None = None
    """What the scores of Damonte et al. (2017) take, or would take."""

    def extracted(self, extraction: Extraction) -> Selection:
        """Return the selection of an extraction."""
        other = {"full": None, "smatchpp": self.smatchpp, "coarse": self.coarse}[extraction]
        return self.selection if other is None else other


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


_DATES = ("date-entity", "date-interval")
_PLACES = ("location", "path", "destination", "direction")
_LOCATIONS = (
    *("city", "city-district", "county", "state", "province", "territory", "country"),
    *("local-region", "country-region", "world-region", "continent", "ocean", "sea", "lake"),
    *("river", "gulf", "bay", "strait", "canal", "peninsula", "mountain", "volcano", "valley"),
    *("canyon", "island", "desert", "planet", "star", "constellation"),
)
_QUANTITIES = tuple(
    f"{kind}-quantity"
    for kind in (
        *("monetary", "distance", "area", "volume", "temporal", "frequency", "speed"),
        *("acceleration", "mass", "force", "pressure", "energy", "power", "charge", "potential"),
        *("resistance", "inductance", "magnetic-field", "magnetic-flux", "radiation"),
        *("concentration", "temperature", "score", "fuel-consumption", "seismic"),
    )
)


def _two_levels(*roles: str, concepts: tuple[str, ...] = ()) -> Selection:
    """Return what SMATCH++ 1.8.0 takes for roles and concepts."""
    return Selection(
        roles=roles, concepts=concepts, parents=True, depth=2, predicates=True, smatchpp=True
    )


def _below(
    name: str,
    description: str,
    theirs: Selection,
    *,
    roles: tuple[str, ...] = (),
    concepts: tuple[str, ...] = (),
    shallow: tuple[str, ...] = (),
) -> Aspect:
    """Return an aspect with the full sub-graph, or the labels, of what was found."""
    full = Selection(roles=roles, concepts=concepts, shallow=shallow, full=True)
    coarse = Selection(roles=roles, concepts=concepts, labels="targets")
    return Aspect(name, description, full, smatchpp=theirs, coarse=coarse)


def _of_labels(name: str, description: str, instances: str, senseless: bool = False) -> Aspect:
    """Return an aspect that is about concepts."""
    found = Selection(instances=(instances,), senseless=senseless)
    coarse = Selection(instances=(instances,), senseless=senseless, labels="targets")
    return Aspect(name, description, found, True, coarse=coarse)


# Damonte et al. (2017), as appendix A.3 of Opitz (2023) lists them.
_DAMONTE = (
    Aspect(
        "unlabeled", "all triples, roles ignored", Selection(everything=True, unlabeled=True), True
    ),
    Aspect(
        "no-wsd", "all triples, senses ignored", Selection(everything=True, senseless=True), True
    ),
    _of_labels("concepts", "all concepts", "*"),
    _of_labels("frames", "concepts with a sense number", "*-##"),
    _of_labels("frames-without-sense", "frames, sense ignored", "*-##", senseless=True),
    Aspect(
        "named-entities",
        "names and what has them",
        Selection(roles=("name",), full=True),
        smatchpp=_two_levels("name"),
        coarse=Selection(roles=("name",), labels="sources"),
    ),
    Aspect(
        "negation",
        ":polarity and what has it",
        Selection(roles=("polarity",), full=True),
        smatchpp=_two_levels("polarity"),
        coarse=Selection(roles=("polarity",), labels="sources"),
    ),
    Aspect(
        "wikification",
        ":wiki and what has it",
        Selection(roles=("wiki",)),
        smatchpp=Selection(roles=("wiki",), smatchpp=True),
        coarse=Selection(roles=("wiki",), labels="targets"),
    ),
    Aspect(
        "reentrancies",
        "edges to a variable that several point at",
        Selection(reentrancies=True),
    ),
    Aspect("srl", ":ARG0 to :ARG9", Selection(roles=("arg#",)), smatchpp=_two_levels("arg#")),
    Aspect(
        "ignore-vars",
        "all triples, variables replaced by concepts",
        Selection(everything=True, bag=True),
        True,
        coarse=Selection(everything=True, bag=True, distinct=True),
    ),
)

# The further aspects of SMATCH++ and its paper.
_SMATCHPP = (
    Aspect("agent", ":ARG0", Selection(roles=("arg0",)), smatchpp=_two_levels("arg0")),
    Aspect(
        "patient",
        ":ARG1",
        Selection(roles=("arg1",)),
        smatchpp=_two_levels(*(f"arg{n}" for n in range(1, 10))),
    ),
    _below(
        "cause",
        ":cause and cause-01",
        _two_levels("cause", concepts=("cause-01",)),
        roles=("cause",),
        concepts=("cause-01",),
        shallow=("arg1",),
    ),
    Aspect(
        "focus",
        "the concept of the top",
        Selection(top=True),
        True,
        smatchpp=_two_levels("root"),
        coarse=Selection(top=True, labels="sources"),
    ),
    _below("instrument", ":instrument", _two_levels("instrument"), roles=("instrument",)),
    _below(
        "location",
        ":location, :path, :destination, :direction, :source",
        _two_levels(*_PLACES, concepts=_LOCATIONS),
        roles=(*_PLACES, "source"),
        concepts=("be-located-at-91",),
        shallow=("arg1",),
    ),
    _below(
        "maths",
        "sum-of, product-of",
        _two_levels(concepts=("sum-of", "product-of")),
        concepts=("sum-of", "product-of"),
    ),
    _below(
        "possession",
        ":poss",
        _two_levels("poss"),
        roles=("poss",),
        concepts=("own-01",),
        shallow=("arg1",),
    ),
    _below(
        "purpose",
        ":purpose",
        _two_levels("purpose"),
        roles=("purpose",),
        concepts=("have-purpose-91",),
        shallow=("arg1",),
    ),
    _below(
        "quantifier",
        ":quant and quantities",
        _two_levels("quant", concepts=_QUANTITIES),
        roles=("quant",),
        concepts=("*-quantity", "have-quant-91"),
        shallow=("arg1",),
    ),
    Aspect(
        "question",
        "amr-unknown and what asks for it",
        Selection(concepts=("amr-unknown",), parents=True),
        smatchpp=Selection(
            concepts=("amr-unknown",), parents=True, above=True, predicates=True, smatchpp=True
        ),
        coarse=Selection(concepts=("amr-unknown",), parents=True, labels="sources"),
    ),
    _below(
        "time",
        ":time, :duration, :frequency, dates",
        _two_levels("time", "duration", "frequency", concepts=_DATES),
        roles=("time", "duration", "frequency"),
        concepts=(*_DATES, "be-temporally-at-91"),
        shallow=("arg1",),
    ),
    _below(
        "topic",
        ":topic",
        _two_levels("topic"),
        roles=("topic",),
        concepts=("concern-02",),
        shallow=("arg0",),
    ),
)

for _aspect in (*_DAMONTE, *_SMATCHPP):
    register_aspect(_aspect)
