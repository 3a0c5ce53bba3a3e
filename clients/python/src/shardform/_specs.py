"""Shardings as jax writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import UsageError


def refuse_axes(spec: str, name: str, rank: int | None = None) -> None:
    """Raises an error for names of axes in place of a sharding, unless there is one for each of so many dimensions."""
    axes = [own.strip() for own in spec.split(",")]
    if len(axes) == rank or not all(own.isidentifier() for own in axes):
        return
    what = "the name of an axis" if len(axes) == 1 else "names of axes"
    entries = ", ".join("None" if own in ("_", "None") else repr(own) for own in axes)
    raise UsageError(f"'{spec}' is {what}, and no sharding of '{name}'; write P({entries})")


def entries_of(spec: Any, name: str) -> list[tuple[str, ...]]:
    """Returns the axes of each dimension of a PartitionSpec, a NamedSharding, or a list of what a PartitionSpec is made of."""
    own = getattr(spec, "spec", spec)
    if getattr(own, "unreduced", None) or getattr(own, "reduced", None):
        raise UsageError(f"{own}, a sum that was not made, is no sharding of '{name}'")
    # Newer PartitionSpecs are no tuples, and dimensions are told in an order.
    is_list = hasattr(own, "__iter__") and hasattr(own, "__getitem__") and not isinstance(own, Mapping)
    entries = [() if one is None else (one,) if isinstance(one, str) else one for one in own] if is_list else None
    if entries is None or not all(isinstance(one, tuple) and all(isinstance(axis, str) for axis in one) for one in entries):
        raise UsageError(
            f"{own!r} is no sharding of '{name}'; expected a PartitionSpec of names of axes, such as P('data', None), or a NamedSharding"
        )
    return entries
