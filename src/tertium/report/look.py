"""How a result should look: which columns, how many decimals, which signatures.

    tertium score gold.amr jamr.amr --columns P,R,F1 --decimals 1 --signature full

A `Look` is what a reader asked for. Reports and the writers of all formats obey it, so a command
offers the options with one call (`tertium.cli.options.add_look`) and has nothing else to do.
Programs see none of it: JSON and CSV always have everything, in full precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from tertium.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tertium.report.model import Column

SignatureForm = Literal["short", "full"]
SIGNATURE_FORMS: tuple[SignatureForm, ...] = get_args(SignatureForm)


class Look(NamedTuple):
    """What a reader asked for."""

    columns: tuple[str, ...] = ()  #: their keys or headings; what a table shows by itself if empty
    details: bool = False  #: whether columns are shown that a table has on request
    decimals: int | None = None  #: of values times 100; two if None
    signature: SignatureForm = "short"
    note: bool = False  #: whether a table in LaTeX has its notes below it

    def names(self, column: Column) -> bool:
        """Return whether a column was asked for by its name."""
        words = {column.key.lower(), *((column.heading or "").lower().split("|"))}
        return any(name.lower() in words for name in self.columns)

    def shows(self, column: Column) -> bool:
        """Return whether a column that can be shown is to be shown."""
        if self.columns:
            return self.names(column)
        return self.details or not column.on_request

    def check(self, columns: Iterable[Column]) -> None:
        """Refuse names of columns that no table has."""
        known = [column for column in columns if column.heading is not None]
        for name in self.columns:
            if not any(self._replace(columns=(name,)).names(column) for column in known):
                keys = dict.fromkeys(column.key for column in known)
                raise OptionError(f"there is no column '{name}'; there are: {', '.join(keys)}")


PLAIN = Look()
"""Nothing special was asked for."""
