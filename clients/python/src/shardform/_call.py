"""A call of functions that are compared: the same arrays, with shardings for one and without for the other."""

from __future__ import annotations

import dataclasses
import functools
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from ._arrays import is_key
from ._lower import exclude_own_frames, lower
from ._mistakes import packs_arguments, refuse_missing_mesh
from .errors import LoweringError, UsageError


class Call:
    """The arguments of a call. Arrays and their shapes are arguments of the programs; all other leaves are part of them."""

    def __init__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._leaves, self._tree = jax.tree.flatten((args, kwargs))
        self._places = [i for i, leaf in enumerate(self._leaves) if hasattr(leaf, "shape") and hasattr(leaf, "dtype")]
        #: Arrays, or shapes of arrays.
        self.arrays = [self._leaves[i] for i in self._places]

    def lowered(self, function: Callable[..., Any], *, is_sharded: bool) -> LoweredCall:
        """Lowers a function for the arrays, all of which are arguments of the program, with their shardings or without."""
        exclude_own_frames()
        name = name_of(function)
        which = "the sharded function" if is_sharded else "the reference"
        said = which if name == "<lambda>" else name

        def call(*arrays: Any) -> Any:
            leaves = list(self._leaves)
            for place, array in zip(self._places, arrays):
                leaves[place] = array
            args, kwargs = jax.tree.unflatten(self._tree, leaves)
            return function(*args, **kwargs)

        call.__name__ = call.__qualname__ = name
        structs = [struct_of(own, is_sharded) for own in self.arrays]
        try:
            lowered = lower(jax.jit(call, keep_unused=True).trace(*structs).lower)
            return LoweredCall(said, lowered.stage, lowered.has_no_devices)
        except Exception as error:
            refuse_missing_mesh(error)
            given = ", ".join(map(array_text, self.arrays)) or "no arrays"
            first = str(error).strip().partition("\n")[0]
            subject = which if said == which else f"{name}, {which},"
            raise LoweringError(f"{subject} does not take the arguments ({given}): {type(error).__name__}: {first}{self._remedy(function)}") from error

    def _remedy(self, function: Callable[..., Any]) -> str:
        """What to write where the arguments are in one tuple."""
        args, kwargs = jax.tree.unflatten(self._tree, self._leaves)
        return "; the arguments are in one tuple: write *args in place of it" if packs_arguments(function, args, kwargs) else ""


@dataclasses.dataclass
class LoweredCall:
    """A function that was lowered for a call."""

    name: str
    #: A `jax.stages.Lowered`.
    lowered: Any
    #: Whether jax has lowered it without any devices.
    has_no_devices: bool = False

    @functools.cached_property
    def text(self) -> str:
        """The program as text of StableHLO."""
        return str(self.lowered.as_text(debug_info=True))

    @property
    def is_abstract(self) -> bool:
        """Whether the devices of its mesh are not there: jax has lowered it for none, or for fewer than the mesh has."""
        if self.has_no_devices:
            return True
        partitions = re.search(r"mhlo\.num_partitions = (\d+)", self.text)
        meshes = re.findall(r"sdy\.mesh @\S+ = <\[([^\]]*)\]", self.text)
        sizes = (math.prod(map(int, re.findall(r"=(\d+)", axes))) for axes in meshes)
        return max(sizes, default=1) > (1 if partitions is None else int(partitions[1]))

    @property
    def results(self) -> list[tuple[str, Any]]:
        """The paths of the results, such as `result['loss']`, with their shapes and types."""
        paths, _ = jax.tree_util.tree_flatten_with_path(self.lowered.out_info)
        return [(f"result{jax.tree_util.keystr(path)}", own) for path, own in paths]


def struct_of(leaf: Any, is_sharded: bool) -> jax.ShapeDtypeStruct:
    """Returns the shape and type of an array as jax takes it, with its sharding if it has one that is asked for."""
    dtype = leaf.dtype if is_key(leaf) else jax.dtypes.canonicalize_dtype(leaf.dtype)
    own = getattr(leaf, "sharding", None) if is_sharded else None
    # Arrays that nobody placed are on the first device.
    sharding = own if isinstance(own, jax.sharding.NamedSharding) else None
    weak = getattr(leaf, "weak_type", False)
    return jax.ShapeDtypeStruct(np.shape(leaf), dtype, sharding=sharding, weak_type=weak)


def stored_dtype(leaf: Any) -> Any:
    """Returns the type of the numbers of an array: those of a key of random numbers are bits."""
    return np.dtype(np.uint32) if is_key(leaf) else jax.dtypes.canonicalize_dtype(leaf.dtype)


def with_values(leaf: Any, values: np.ndarray[Any, Any]) -> Any:
    """Returns numbers as the kind of array that a leaf is."""
    if not is_key(leaf):
        return values
    # Shapes of keys do not tell their implementation.
    impl = next((name for name in KEY_IMPLEMENTATIONS if jax.random.key(0, impl=name).dtype == leaf.dtype), None)
    if impl is None:
        raise UsageError(f"keys of {leaf.dtype} are not known; expected those of jax.random.key(seed, impl=...) with {', '.join(KEY_IMPLEMENTATIONS)}")
    return jax.random.wrap_key_data(jax.numpy.asarray(values), impl=impl)


#: Those that jax has.
KEY_IMPLEMENTATIONS = ("threefry2x32", "rbg", "unsafe_rbg")


def array_text(own: Any) -> str:
    """`float32[8,4]`."""
    return f"{own.dtype}[{','.join(map(str, own.shape))}]"


def name_of(function: Any) -> str:
    """Returns the name of a function as its user wrote it."""
    own = function
    while not hasattr(own, "__name__") and hasattr(own, "func"):
        own = own.func
    return str(getattr(own, "__name__", type(function).__name__))


def results_problem(own: LoweredCall, other: LoweredCall) -> str | None:
    """Returns how two functions differ in what they return, naming both; `None` if they agree."""
    left, right = own.results, other.results
    paths: Sequence[Sequence[str]] = [[path for path, _ in side] for side in (left, right)]
    if paths[0] != paths[1]:
        only = [[path for path in mine if path not in others] for mine, others in (paths, paths[::-1])]
        said = [
            f"{side.name} returns {len(mine)} array{'' if len(mine) == 1 else 's'}{f', with {extra[0]}' if extra else ''}"
            for side, mine, extra in zip((own, other), paths, only)
        ]
        return f"{said[0]}; {said[1]}: both have to return the same pytree"
    for (path, mine), (_, wanted) in zip(left, right):
        if (mine.shape, mine.dtype) != (wanted.shape, wanted.dtype):
            return f"{path} is {array_text(mine)} in {own.name}, and {array_text(wanted)} in {other.name}"
    return None
