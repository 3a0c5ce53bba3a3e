"""The program that XLA compiles, whose collectives are those of a real run."""

from __future__ import annotations

from typing import Any

from ._programs import sent_text
from ._rows import COMPILED_COLUMNS
from ._table import Table
from .answers import Collective, CollectiveTotals, CompiledAnswer, CompiledCollective, Facts, Remedy


class Compiled:
    """The collectives of a compiled program, with the lines of the user's files, the values that are moved, and the causes."""

    def __init__(self, answer: CompiledAnswer, text: str) -> None:
        #: Which compiler made it: `jaxlib 0.10.2 for CPUs`, or the file that has it.
        self.compiler = answer.compiler
        #: How texts name it: `as compiled by jaxlib 0.10.2 for CPUs`.
        self.program = f"as compiled by {answer.compiler}"
        #: How many devices it is for.
        self.devices = int(answer.devices)
        #: The collectives, in the order of the program.
        self.collectives: Table[CompiledCollective] = Table(answer.collectives, COMPILED_COLUMNS, sent_text(answer.totals, self.program))
        #: What all collectives together send.
        self.totals: CollectiveTotals = answer.totals
        #: The program in numbers, on an assumed machine.
        self.facts: Facts = answer.facts
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


def collective_of(own: CompiledCollective) -> Collective:
    """Returns a collective of a compiled program as those of predicted programs are told: of several arrays, by the largest."""
    largest = max(own.moved, key=lambda array: array.bytes, default=None)
    name = None if largest is None else largest.name
    return Collective(
        kind=own.kind,
        axes=", ".join(own.axes),
        axis_names=own.axes,
        bytes=own.bytes,
        bytes_meaning=own.bytes_meaning,
        executions=own.executions,
        executions_meaning=own.executions_meaning,
        type=own.type,
        group_size=own.group_size,
        pattern=own.pattern,
        source=(None if largest is None else largest.operation) or own.operation or own.kind,
        value=None if largest is None else largest.value,
        name=name if name is None or len(own.moved) < 2 else f"{name} and {len(own.moved) - 1} more",
        place=own.place,
        reason=None if largest is None else largest.cause.text,
        detail=None,
        loop=None,
        gathered_argument=None,
    )
