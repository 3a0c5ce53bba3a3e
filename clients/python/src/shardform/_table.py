"""Lists of dataclasses that print as tables, and become data frames."""

from __future__ import annotations

import dataclasses
import html
import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    import pandas

Row = TypeVar("Row")

#: More rows are not printed.
MOST_ROWS = 20


@dataclasses.dataclass(frozen=True)
class Column(Generic[Row]):
    """A column as it is printed."""

    title: str
    text: Callable[[Row], str]
    is_number: bool = False


class Columns(tuple[Column[Row], ...]):
    """The columns of a kind of table: a constant of a module, by whose name tables go to other processes."""

    def __new__(cls, module: str, name: str, *columns: Column[Row]) -> Columns[Row]:
        made = super().__new__(cls, columns)
        made.place = module, name
        return made

    place: tuple[str, str]

    def __reduce__(self) -> Any:
        return columns_at, self.place


def columns_at(module: str, name: str) -> Any:
    """Returns the columns that are a constant of a module."""
    return getattr(importlib.import_module(module), name)


class Table(Sequence[Row]):
    """Rows, each a dataclass. Prints as a table; `to_pandas()` has all fields."""

    def __init__(self, rows: Iterable[Row], columns: Columns[Row], title: str = "") -> None:
        self._rows = tuple(rows)
        self._columns = columns
        self._title = title

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Table[Row]: ...
    @overload
    def __getitem__(self, index: str) -> Row: ...
    def __getitem__(self, index: int | slice | str) -> Row | Table[Row]:
        """Returns the row of a number, or of a name, or some rows."""
        if isinstance(index, slice):
            return Table(self._rows[index], self._columns, self._title)
        if isinstance(index, int):
            return self._rows[index]
        for row in self._rows:
            if getattr(row, "name", None) == index:
                return row
        raise KeyError(index)

    def __len__(self) -> int:
        return len(self._rows)

    def filter(self, keep: Callable[[Row], bool]) -> Table[Row]:
        """Returns the rows for which a function says so."""
        return Table(filter(keep, self._rows), self._columns, self._title)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a data frame with a column for each field."""
        import pandas

        return pandas.DataFrame([dataclasses.asdict(row) for row in self._rows])  # type: ignore[call-overload]

    def __repr__(self) -> str:
        cells = [[column.text(row) for column in self._columns] for row in self._rows[:MOST_ROWS]]
        titles = [column.title for column in self._columns]
        widths = [max(map(len, own)) for own in zip(titles, *cells)]
        numbers = [column.is_number for column in self._columns]

        def line(texts: Sequence[str]) -> str:
            padded = (
                text.rjust(width) if right else text.ljust(width)
                for text, width, right in zip(texts, widths, numbers)
            )
            return "  ".join(padded).rstrip()

        head = [self._title] if self._title else []
        more = [f"... {len(self) - MOST_ROWS} more"] if len(self) > MOST_ROWS else []
        return "\n".join([*head, *([line(titles), *map(line, cells)] if cells else []), *more])

    def _repr_html_(self) -> str:
        def row(texts: Iterable[str], tag: str) -> str:
            cells = (
                f'<{tag} style="text-align:{"right" if column.is_number else "left"}">{html.escape(text)}</{tag}>'
                for text, column in zip(texts, self._columns)
            )
            return f"<tr>{''.join(cells)}</tr>"

        head = row((column.title for column in self._columns), "th")
        body = "".join(row((column.text(own) for column in self._columns), "td") for own in self._rows[:MOST_ROWS])
        more = f"<p>{len(self) - MOST_ROWS} more</p>" if len(self) > MOST_ROWS else ""
        title = f"<p>{html.escape(self._title)}</p>" if self._title else ""
        return f"{title}<table>{head}{body}</table>{more}" if self._rows else title

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}
