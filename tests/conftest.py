"""How hypothesis searches.

The default profile draws the same examples on every run; ``pytest --hypothesis-profile=explore``
draws new ones.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("tertium", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("tertium")
