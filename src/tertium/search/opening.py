"""Opening: the metric of an index, found without running code.

    manifest.json    "metric": "smatch:top=concept"       one of Tertium's: it is opened
                     "metric": "mine.py:overlap"          runs a file: only if the caller names it

An index may come from somebody else. Its manifest spells the metric as the command line does, where
``module:function`` and ``command:program`` run code; so these are never taken from the manifest.
"""

from __future__ import annotations

from tertium import metrics
from tertium.errors import FileError, OptionError, shortened
from tertium.metrics import Metric, MetricLike
from tertium.search.storage import Shelf


def own_metric(path: str, shelf: Shelf, given: MetricLike | None) -> Metric:
    """Return the metric that an index was made for; refuse one that gives other values now."""
    if given is None and shelf.metric.partition(":")[0] not in metrics.REGISTRY:
        raise OptionError(
            f"{path}: this index was made for {shortened(shelf.metric)}, a custom metric, which "
            "runs code; if you trust it, name it with --metric, in Python metric"
        )
    own = metrics.metric(shelf.metric if given is None else given)
    if own.signature == shelf.signature:
        return own
    if given is not None and own.recipe != shelf.metric:
        raise OptionError(f"{path}: this index was made for {shortened(shelf.metric)}, not for "
                          f"{own.spec}; build another one")  # fmt: skip
    raise FileError(
        f"{path}: the index was made with other values of {shelf.metric} "
        f"({shelf.signature}), which is now {own.signature}; build it again"
    )
