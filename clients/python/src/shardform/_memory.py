"""The memory of a device when it needs most."""

from __future__ import annotations

import html
from typing import Any

from ._rows import HELD_COLUMNS
from ._table import Table
from ._units import bytes_of, bytes_text
from .answers import Held, MemoryParts, SimulatedTime

#: Of the memory of a device: a program that takes more may find too little.
AMPLE = 0.9


class Memory:
    """What a device holds at the peak."""

    def __init__(self, simulated: SimulatedTime) -> None:
        peak = simulated.peak_memory
        #: Which program it is: `as compiled by jaxlib 0.10.2 for CPUs`, or `as XLA would, predicted`.
        self.program = simulated.program
        #: The name of the machine.
        self.machine = simulated.machine
        #: The bytes that a device of it has; `None` where these are not limited.
        self.capacity: int | None = None if simulated.capacity is None else int(simulated.capacity)
        #: That a device holds at most.
        self.bytes = int(peak.bytes)
        #: Which device it is.
        self.device: int = peak.device
        #: Of the bytes: arguments, results, temporaries, and donated arguments; `None` where devices run different programs.
        self.parts: MemoryParts | None = peak.parts
        #: What is not counted, or not known for sure.
        self.notes: tuple[str, ...] = peak.notes
        #: What is held then, the largest first.
        self.held: Table[Held] = Table(simulated.held or (), HELD_COLUMNS)

    def fits(self, limit: int | str) -> bool:
        """Returns whether a device with so much memory, such as `"40GB"`, is enough."""
        return self.bytes <= bytes_of(limit)

    def to_pandas(self) -> Any:
        """Returns what is held as a data frame."""
        return self.held.to_pandas()

    def __repr__(self) -> str:
        parts = self.parts
        sums = (
            ""
            if parts is None
            else f": arguments {bytes_text(parts.arguments)} + results {bytes_text(parts.results)}"
            f" + temporaries {bytes_text(parts.temporaries)}"
            + (f" - donated {bytes_text(parts.aliased)}" if parts.aliased else "")
        )
        head = f"peak {bytes_text(self.bytes)} on device {self.device}{sums}, {self.program}"
        return "\n".join([head, *self._fit(), *self.notes, "", repr(self.held)])

    def _fit(self) -> list[str]:
        """Whether the machine has as much, as the page says it."""
        if self.capacity is None:
            return []
        of = f"into the {bytes_text(self.capacity)} of {self.machine}"
        if self.bytes > self.capacity:
            return [f"DOES NOT FIT {of}"]
        spare = 1 - self.bytes / self.capacity
        is_ample = self.bytes <= AMPLE * self.capacity
        return [f"fits {of}{'' if is_ample else f', with {100 * spare:.2g} % to spare: allocators of frameworks keep some of it'}"]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        head = repr(self).split("\n\n", 1)[0]
        return {"text/plain": repr(self), "text/html": f"<p>{html.escape(head).replace(chr(10), '<br>')}</p>{self.held._repr_html_()}"}
