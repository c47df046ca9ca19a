"""The version; the same as in pyproject.toml, which a test verifies."""

__version__ = "0.2.0"
