"""A module that cannot be imported, for the tests."""

raise RuntimeError("broken on purpose")
