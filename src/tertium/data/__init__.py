"""Tables, weights and vectors inside the package; README.md names the source of each."""

from os.path import dirname, join


def data_path(name: str) -> str:
    """Return the path of a file in this folder."""
    return join(dirname(__file__), name)


def words_of(name: str) -> frozenset[str]:
    """Return the words of a file in this folder; lines that begin with # are comments."""
    with open(data_path(name), encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return frozenset(word for line in lines for word in line.split())
