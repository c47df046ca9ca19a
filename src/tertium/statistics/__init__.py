"""Statistics over pairs: how sure a number is, and whether two numbers differ by more than luck.

    statistics of pairs ──resampling──▶ resampled scores ──significance──▶ intervals, p-values
    values and ratings  ──correlation──▶ Pearson, Spearman, and their resamples

The modules named here need numpy; what is exported here are their settings, which do not.
"""

from tertium.statistics.confidence import (
    METHODS,
    TESTS,
    Confidence,
    Interval,
    Method,
    Resampling,
    Test,
)

__all__ = ["METHODS", "TESTS", "Confidence", "Interval", "Method", "Resampling", "Test"]
