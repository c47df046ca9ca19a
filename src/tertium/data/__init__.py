"""Tables, weights and vectors inside the package; README.md names the source of each."""

from os.path import dirname, join


def data_path(name: str) -> str:
    """Return the path of a file in this folder."""
    return join(dirname(__file__), name)
