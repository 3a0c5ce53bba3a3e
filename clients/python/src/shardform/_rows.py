"""Rows of the tables of a study, and how they are printed."""

from __future__ import annotations

import dataclasses
import math
import re
from typing import Any, Literal

from ._table import Column, Columns
from ._units import bytes_text
from .answers import Collective, CompiledCollective, Held, PlacedValue


@dataclasses.dataclass(frozen=True)
class Sharding:
    """How an argument or a result lies on the devices."""

    name: str
    """Its key path, such as `params['w']` or `result[0]`."""
    kind: Literal["argument", "result", "value"]
    index: int
    """Among arguments or results."""
    shape: tuple[int, ...]
    dtype: str
    """As MLIR has it: f32, bf16, i32."""
    spec: str | None
    """As JAX writes it: `P('data', None)`; `None` where that cannot say it."""
    sharding: str | None
    """As Shardy writes it."""
    local_shape: tuple[int, ...]
    """Of the part that a device holds."""
    bytes: int
    """That a device holds."""

    @property
    def partition_spec(self) -> Any:
        """The same as a `jax.sharding.PartitionSpec`."""
        from jax.sharding import PartitionSpec

        if self.spec is None:
            raise ValueError(f"no PartitionSpec says {self.sharding}")
        return eval(self.spec, {"P": PartitionSpec, "__builtins__": {}})


def sharding_of(value: PlacedValue) -> Sharding:
    """Returns the row of a value."""
    dtype = element_type(value.type)
    return Sharding(
        name=value.path or value.name,
        kind=value.kind,
        index=value.index,
        shape=value.shape,
        dtype=dtype,
        spec=value.partition_spec,
        sharding=value.sharding,
        local_shape=value.local_shape,
        bytes=math.prod(value.local_shape) * bits_of(dtype) // 8,
    )


def element_type(tensor: str) -> str:
    """Returns `f32` of `tensor<4x8xf32>`."""
    found = re.fullmatch(r"tensor<(?:\d+x)*([^,]*)(?:,.*)?>", tensor)
    return found[1] if found else tensor


def bits_of(dtype: str) -> int:
    """Returns the bits of an element in memory."""
    if dtype == "i1":
        return 8
    if dtype.startswith("complex<"):
        return 2 * bits_of(dtype[8:-1])
    found = re.match(r"[a-z]*?(\d+)", dtype)
    return max(8, int(found[1])) if found else 0


def sizes(shape: tuple[int, ...]) -> str:
    """Returns `4x8`."""
    return "x".join(map(str, shape)) or "scalar"


SHARDING_COLUMNS: Columns[Sharding] = Columns(
    __name__,
    "SHARDING_COLUMNS",
    Column("name", lambda row: row.name),
    Column("shape", lambda row: f"{sizes(row.shape)} {row.dtype}"),
    Column("spec", lambda row: row.spec or str(row.sharding)),
    Column("on a device", lambda row: sizes(row.local_shape)),
    Column("bytes", lambda row: bytes_text(row.bytes), True),
)

COLLECTIVE_COLUMNS: Columns[Collective] = Columns(
    __name__,
    "COLLECTIVE_COLUMNS",
    Column("kind", lambda row: row.kind),
    Column("axes", lambda row: ", ".join(row.axis_names)),
    Column("of", lambda row: row.name or row.value or row.source),
    Column("place", lambda row: (row.place or "").rpartition("/")[2]),
    Column("bytes", lambda row: bytes_text(row.bytes), True),
    Column("times", lambda row: f"{row.executions:g}", True),
    Column("why", lambda row: row.reason or ""),
)

COMPILED_COLUMNS: Columns[CompiledCollective] = Columns(
    __name__,
    "COMPILED_COLUMNS",
    Column("kind", lambda row: row.kind),
    Column("axes", lambda row: ", ".join(row.axes)),
    Column("of", lambda row: ", ".join(one.name or one.value or "" for one in row.moved[:2]) + (", ..." if len(row.moved) > 2 else "")),
    Column("place", lambda row: (row.place or "").rpartition("/")[2]),
    Column("bytes", lambda row: bytes_text(row.bytes), True),
    Column("times", lambda row: f"{row.executions:g}", True),
    Column("why", lambda row: row.moved[0].cause.text if row.moved else ""),
)

HELD_COLUMNS: Columns[Held] = Columns(
    __name__,
    "HELD_COLUMNS",
    Column("kind", lambda row: row.kind),
    Column("bytes", lambda row: bytes_text(row.bytes), True),
    Column("of", lambda row: row.name or row.layer or row.value or ""),
    Column("computed by", lambda row: row.operation or ""),
    Column("until", lambda row: row.until or ""),
)
