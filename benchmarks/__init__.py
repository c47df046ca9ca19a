"""Measurements: Tertium against the public programs, and against itself.

    python -m benchmarks.race GOLD PRED             every metric against what one would pick instead
    python -m benchmarks.threads GOLD PRED          what a second thread brings
    python -m benchmarks.commands GOLD PRED         whole process against whole process
    python -m benchmarks.growth GOLD PRED           time and memory against size
    python -m benchmarks.memory [FILE...]           the memory that reading takes
    python -m benchmarks.slowest GOLD PRED          the slowest pair, and how many are proven
    python -m benchmarks.breakdown GOLD PRED        where the time of ``tertium score`` goes
    python -m benchmarks.standard_forms FILE...     standardising beside reading
    python -m benchmarks.explaining GOLD PRED...    edits and classes of errors beside scoring
    python -m benchmarks.solver GOLD PRED           documents, small budgets, cutoffs, hard graphs
    python -m benchmarks.exactness GOLD PRED        the exact solver against HiGHS

``scripts/make --corpora DIR docs/performance.md`` runs all but the last two and writes that page.

Times are CPU time, user and system, of one thread where nothing else is said. They vary with the
machine; ratios vary less, so all entrants of a race run on the same files in one go.
"""
