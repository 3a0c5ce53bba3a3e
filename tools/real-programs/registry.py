"""Programs of public libraries, each with shardings as its users choose them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from jax.sharding import PartitionSpec


@dataclasses.dataclass(frozen=True)
class Program:
    """A function, its arguments and how these are sharded.

    `specs` has one entry per argument: a PartitionSpec for all of its leaves, a pytree of them, or a function of a
    leaf's path (as `jax.tree_util.keystr` writes it) and the leaf.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    specs: tuple[Any, ...]
    donate: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class Entry:
    name: str
    mesh: dict[str, int]
    build: Callable[..., Program]
    # Programs with narrow floats take the type as an argument, so that they have a reference in f32.
    narrow: bool


PROGRAMS: dict[str, Entry] = {}


def program(mesh: dict[str, int], *, narrow: bool = False) -> Callable[[Callable[..., Program]], Callable[..., Program]]:
    """Registers the function that builds a program of that name."""

    def register(build: Callable[..., Program]) -> Callable[..., Program]:
        if build.__name__ in PROGRAMS:
            raise ValueError(f"two programs are called {build.__name__}")
        PROGRAMS[build.__name__] = Entry(build.__name__, mesh, build, narrow)
        return build

    return register


def by_path(*rules: tuple[str, PartitionSpec]) -> Callable[[str, Any], PartitionSpec]:
    """The spec of the first rule whose text is in the leaf's path; replicated where none is, or where ranks differ."""

    def spec(path: str, leaf: Any) -> PartitionSpec:
        for text, found in rules:
            if text in path and len(found) <= leaf.ndim:
                return found
        return PartitionSpec()

    return spec


def fsdp(axis: str, size: int) -> Callable[[str, Any], PartitionSpec]:
    """Shards the largest dimension that the axis divides, as fully sharded data parallelism does."""

    def spec(path: str, leaf: Any) -> PartitionSpec:
        dims = [d for d in range(leaf.ndim) if leaf.shape[d] % size == 0 and leaf.shape[d] >= size]
        if not dims:
            return PartitionSpec()
        largest = max(dims, key=lambda d: leaf.shape[d])
        return PartitionSpec(*[axis if d == largest else None for d in range(largest + 1)])

    return spec
