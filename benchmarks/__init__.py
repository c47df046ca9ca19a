"""Measurements: Tertium against the public tools (`race`), and against itself (`growth`).

    python -m benchmarks.race GOLD PRED
    python -m benchmarks.growth GOLD PRED --corpora FOLDER

Times are CPU time, user and system, of one thread. They vary with the machine; ratios vary less,
so `race` runs all tools on the same files in one go.
"""
