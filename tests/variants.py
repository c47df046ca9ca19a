"""Every metric with every value of every option, found by looking at the registry.

    smatch, smatch:solver=climb, smatch:solver=ilp, smatch:budget=0, ..., wwlk-theta:mode=recall

A choice or a yes-or-no option is taken at all its values. For a number or a text the table
`SAMPLES` has values worth trying; an option that is neither a choice nor in the tables fails every
test that asks for variants, so a new option cannot be forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tertium import Metric, metric
from tertium.errors import OptionError
from tertium.metrics import REGISTRY
from tertium.standard.aspects import ASPECTS

SAMPLES: dict[str, tuple[Any, ...]] = {
    "aspect": tuple(ASPECTS),
    "budget": (0, 3, 1000),
    "k": (0, 1, 3),
    "n": (1, 2, 5),
    "rate": (0.25, 1.0),
    "reach": (1, 3),
    "restarts": (0, 2),
    "samples": (2,),
    "seed": (1,),
    "sense": (0.0, 1.0),
    "table": ("full",),
    "threshold": (0.0, 0.9),
}
"""Values of options that are numbers or texts."""

OBJECTS = {"frames", "similarity", "vectors", "weights", "words"}
"""Options that take a file, an object of Python, or as many numbers as another option says."""

TOGETHER = (
    "smatch:solver=climb,restarts=0",
    "smatch:solver=climb,seed=1",
    "smatch++:compress=yes,top=none",
    "smatch++:concepts=similar,threshold=0.2",
    "smatch++:concepts=similar,aspect=unlabeled,aspect_alignment=one",
    "smatch++:graphs=generic,compress=yes",
    "smatch:aspect=named-entities,aspect_alignment=one",
    "smatch:aspect=unlabeled,aspect_alignment=one",
    "s2match:aspect=frames,aspect_alignment=one",
    "smatch++:aspect=time,extraction=smatchpp",
    "smatch++:aspect=location,extraction=smatchpp,aspect_alignment=one",
    "smatch:aspect=question,extraction=smatchpp",
    "smatch:aspect=named-entities,extraction=coarse",
    "smatch++:aspect=frames-without-sense,extraction=coarse",
    "smatch++:aspect=ignore-vars,extraction=coarse",
    "wsmatch:decay=exponential,rate=0.25,reach=3",
    "sembleu:n=3,weights=0.34+0.33+0.34",
    "sembleu:n=4,smoothing=none,symmetric=yes",
    "sembleu:reading=early,mode=recall",
    "wlk:counts=all,discount=no,edges=no",
    "wlk:counts=all,direction=two-way,k=3",
    "wlk:preset=paper,discount=no,direction=top-down",
    "wwlk:samples=3,lengths=kept,direction=two-way",
    "wwlk-e2n:mode=precision,k=1",
    "wwlk:preset=v0.2,samples=2,seed=1",
    "wwlk-theta:weights=similarity",
    "wwlk-theta:weights=roles",
)
"""Options that only work, or work differently, side by side."""


@cache
def variants() -> tuple[str, ...]:
    """Return the metrics as the command line spells them, each once."""
    found = [spec for cls in REGISTRY.values() for spec in (cls.name, *_variants(cls))]
    return tuple(dict.fromkeys([*found, *TOGETHER]))


@cache
def variants_of(name: str) -> tuple[str, ...]:
    """Return the variants of one metric, itself first."""
    return tuple(spec for spec in variants() if spec.partition(":")[0] == name)


def _variants(cls: type[Metric]) -> Iterator[str]:
    kinds = get_type_hints(cls)
    for option in fields(cls):
        for value in _values(option.name, kinds[option.name]):
            spelled = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
            spec = f"{cls.name}:{option.name}={spelled}"
            if value != getattr(cls(), option.name) and not _refused(spec):
                yield spec


def _values(name: str, kind: Any) -> tuple[Any, ...]:
    """Return the values of an option that are worth trying."""
    if get_origin(kind) in (Union, UnionType):
        parts = [part for part in get_args(kind) if part is not type(None)]
        if all(get_origin(part) is Literal for part in parts):
            return tuple(value for part in parts for value in get_args(part))
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is bool:
        return (True, False)
    if name in OBJECTS:
        return ()
    return SAMPLES[name]


def _refused(spec: str) -> bool:
    """Return whether an option is not allowed: wsmatch has no aspects, weights fit one k."""
    try:
        return not metric(spec).signature
    except OptionError:
        return True
