"""The merged graph of an edit script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tertium.errors import InputError
from tertium.report.merged import Merged, merge

if TYPE_CHECKING:
    from tertium.explain import Script


def merged_script(script: Script) -> Merged:
    """Return both graphs of a script as one.

    >>> from tertium.explain import diff
    >>> found = merged_script(diff("(r / run-01 :ARG0 (b / boy))", "(x / run-02 :ARG1 (y / boy))"))
    >>> [(node.names, node.state) for node in found.nodes]
    [(('r', 'x'), 'changed'), (('b', 'y'), 'same')]
    >>> [(edge.roles, edge.state, edge.edit) for edge in found.edges]
    [((':ARG0', ':ARG1'), 'changed', 2)]
    """
    if script.gold is None or script.pred is None:
        raise InputError("a graph that cannot be read cannot be drawn")
    edits = [edit.places for edit in script.edits]
    return merge(script.gold, script.pred, script.mapping, script.matched_places, edits)
