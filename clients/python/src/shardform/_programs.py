"""Which program a study speaks about: the one that XLA compiles, or the one that Shardform predicts."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any, Final, Literal, TypeAlias

from ._units import bytes_text
from .answers import CollectiveTotals
from .errors import UsageError

#: `"xla"`: the program that XLA compiles; `"shardform"`: the one that it would make, as Shardform predicts.
Partitioner: TypeAlias = Literal["xla", "shardform"]

PARTITIONERS: Final[tuple[Partitioner, ...]] = ("xla", "shardform")

#: The programs of other partitioners: Shardy's, and the one by which devices send the least.
AnyPartitioner: TypeAlias = Literal["xla", "shardform", "shardy", "best"]

#: How predictions are named.
PREDICTED: Final = "as XLA would, predicted"


def chosen(partitioner: str | None) -> Partitioner:
    """Returns the partitioner of a study: XLA where this Python has jax, unless another is asked for."""
    if partitioner is None:
        return "xla" if importlib.util.find_spec("jax") is not None else "shardform"
    for own in PARTITIONERS:
        if partitioner == own:
            return own
    raise UsageError(f"partitioner={partitioner!r} is neither 'xla', the program that XLA compiles, nor 'shardform', the prediction")


def flags_of(partitioner: AnyPartitioner) -> dict[str, Any]:
    """Returns the parameters by which the command speaks about the program of a partitioner."""
    if partitioner == "xla":
        return {"compile": True, "python": sys.executable}
    return {} if partitioner == "shardform" else {"partitioner": partitioner}


def sent_text(totals: CollectiveTotals, program: str) -> str:
    """Returns a line about the collectives of a program."""
    if not totals.count_by_kind:
        return f"no collectives, {program}"
    kinds = ", ".join(f"{count} {kind}" for kind, count in totals.count_by_kind.items())
    axes = ", ".join(f"{bytes_text(count)} along {axes}" for axes, count in totals.bytes_by_axes.items())
    return f"{kinds}: each device sends {bytes_text(totals.bytes)} ({axes}), {program}"
