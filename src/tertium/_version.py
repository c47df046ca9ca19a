"""The version; the same as in pyproject.toml, which a test holds."""

__version__ = "0.1.0"
