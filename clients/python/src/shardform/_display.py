"""Answers that are text for people, beside their data."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

Data = TypeVar("Data")


class Shown(Generic[Data]):
    """An answer of the command: prints as the command prints it, and has the same as data."""

    def __init__(self, text: str, data: Data, picture: str | None = None) -> None:
        self.text = text
        #: The same as a dataclass.
        self.data = data
        #: A drawing as SVG, where there is one.
        self.svg = picture

    def __getattr__(self, name: str) -> Any:
        """The fields of the data, too."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.data, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(own for own in dir(self.data) if not own.startswith("_"))})

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.svg or preformatted(self.text)}


class ShownList(Shown[Sequence[Data]]):
    """An answer that is several."""

    def __iter__(self) -> Iterator[Data]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> Data:
        return self.data[index]


def preformatted(text: str) -> str:
    """Returns text as HTML that keeps its columns."""
    return f'<pre style="line-height:1.2;overflow-x:auto">{html.escape(text)}</pre>'
