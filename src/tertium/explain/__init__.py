"""Explanations: why a score is what it is, in edits, classes of errors, and their worth.

    gold, pred ──aligned──▶ AlignedPair ──rules──▶ Script of Edits ──table──▶ ErrorTable

`diff` finds the edits that turn a prediction into the gold; their costs add up to what is missing
to a score of 1. `error_table` adds them up over a corpus, class by class, for several systems.
"""

from tertium.explain.classes import ALL_CLASSES, CLASSES, FAMILIES, ErrorClass
from tertium.explain.diff import diff, diff_many
from tertium.explain.script import Edit, Script
from tertium.explain.system import ErrorExample, SystemErrors
from tertium.explain.table import ErrorTable, error_table, errors_of
from tertium.explain.tally import ErrorRow, Tally

__all__ = [
    "ALL_CLASSES",
    "CLASSES",
    "FAMILIES",
    "Edit",
    "ErrorClass",
    "ErrorExample",
    "ErrorRow",
    "ErrorTable",
    "Script",
    "SystemErrors",
    "Tally",
    "diff",
    "diff_many",
    "error_table",
    "errors_of",
]
