"""WWLK on edge-to-node graphs.

    want-01 --ARG0--> boy      becomes      want-01 --edge--> :ARG0 --edge--> boy

Every edge becomes a node that is labelled by its role, so roles take part in the transport as
nodes do, with a vector of their own (``:location`` that of "location", ``:ARG0`` one of its own
making), instead of a weight (Opitz & Frank 2022).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from tertium.metrics.wwlk import PRESETS, Preset, Wwlk, WwlkSettings


@dataclass(frozen=True, kw_only=True)
class WwlkE2n(Wwlk):
    """The Wasserstein Weisfeiler-Leman kernel of graphs whose edges are nodes.

    >>> WwlkE2n().align("(w / want-01 :ARG0 (b / boy))", "(b / boy)").gold
    ('want-01', 'boy', ':arg0')
    """

    name: ClassVar[str] = "wwlk-e2n"
    summary: ClassVar[str] = "wwlk with edges as nodes"
    paper: ClassVar[str] = "Opitz & Frank 2022"
    position: ClassVar[int] = 100
    edges_to_nodes: ClassVar[bool] = True
    presets: ClassVar[dict[Preset, WwlkSettings]] = PRESETS | {
        "tuned": replace(PRESETS["tuned"], direction="undirected", weights="drawn", lookup="whole")
    }
