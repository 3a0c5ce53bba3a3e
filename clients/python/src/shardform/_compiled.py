"""The program that XLA compiles, whose collectives are those of a real run."""

from __future__ import annotations

from typing import Any

from ._rows import COMPILED_COLUMNS
from ._table import Table
from ._units import bytes_text
from .answers import CompiledAnswer, CompiledCollective, CompiledTotals, Remedy


class Compiled:
    """The collectives of a compiled program, with the lines of the user's files, the values that are moved, and the causes."""

    def __init__(self, answer: CompiledAnswer, text: str) -> None:
        #: Which compiler made it: `jaxlib 0.10.2 for CPUs`, or the file that has it.
        self.compiler = answer.compiler
        #: How many devices it is for.
        self.devices = int(answer.devices)
        #: The collectives, in the order of the program.
        self.collectives: Table[CompiledCollective] = Table(answer.collectives, COMPILED_COLUMNS, _summary(answer))
        #: What all collectives together send.
        self.totals: CompiledTotals = answer.totals
        #: How many moved arrays have each kind of cause.
        self.causes: dict[str, int] = dict(answer.causes)
        #: Changes with which it sends less, the best first, if they were asked for.
        self.remedies: tuple[Remedy, ...] = answer.remedies.changes if answer.remedies is not None else ()
        self._text = text

    def __repr__(self) -> str:
        return self._text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        head = self._text.split("\n", 1)[0]
        return {"text/plain": self._text, "text/html": f"<p>{head}</p>{self.collectives._repr_html_()}"}


def _summary(answer: CompiledAnswer) -> str:
    totals = answer.totals
    if not totals.count_by_kind:
        return f"no collectives, as compiled by {answer.compiler}"
    kinds = ", ".join(f"{count} {kind}" for kind, count in totals.count_by_kind.items())
    return f"{kinds}: each device sends {bytes_text(totals.bytes)}, as compiled by {answer.compiler}"
