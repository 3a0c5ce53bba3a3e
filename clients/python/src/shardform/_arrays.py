"""Arrays in the files that the command reads and writes."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from .errors import UsageError


def is_array(leaf: Any) -> bool:
    """Returns whether a leaf holds numbers, rather than only a shape."""
    return (hasattr(leaf, "__array__") and hasattr(leaf, "dtype")) or isinstance(leaf, (bool, int, float, complex, np.generic)) or (is_key(leaf) and hasattr(leaf, "devices"))


def is_key(leaf: Any) -> bool:
    """Returns whether a leaf is a typed key of random numbers, which NumPy does not know."""
    return str(getattr(leaf, "dtype", "")).startswith("key<")


def to_numpy(leaf: Any, dtype: Any = None) -> np.ndarray[Any, Any]:
    """Returns a leaf as an array of the host."""
    if is_key(leaf):
        import jax

        leaf = jax.random.key_data(leaf)
        dtype = None
    return np.asarray(leaf, dtype=dtype)


def write_inputs(file: pathlib.Path, arrays: Sequence[np.ndarray[Any, Any]]) -> None:
    """Writes `arg0`, `arg1`, ..."""
    _write(file, "arg", arrays)


def write_results(file: pathlib.Path, arrays: Sequence[np.ndarray[Any, Any]]) -> None:
    """Writes `res0`, `res1`, ..."""
    _write(file, "res", arrays)


def _write(file: pathlib.Path, prefix: str, arrays: Sequence[np.ndarray[Any, Any]]) -> None:
    """Files have no names for narrow floats: they hold their bytes."""
    stored = {
        f"{prefix}{i}": own if own.dtype.isbuiltin == 1 else own.view(f"V{own.dtype.itemsize}")
        for i, own in enumerate(arrays)
    }
    np.savez(file, **stored)  # type: ignore[arg-type]


def read_inputs(file: pathlib.Path, dtypes: Sequence[Any]) -> list[np.ndarray[Any, Any]]:
    """Reads `arg0`, `arg1`, ... with the types that they have."""
    return _read(file, "arg", dtypes)


def read_results(file: pathlib.Path, dtypes: Sequence[Any] | None) -> list[np.ndarray[Any, Any]]:
    """Reads `res0`, `res1`, ... with the types that they have."""
    return _read(file, "res", dtypes)


def _read(file: pathlib.Path, prefix: str, dtypes: Sequence[Any] | None) -> list[np.ndarray[Any, Any]]:
    with np.load(file) as stored:
        arrays = [stored[f"{prefix}{i}"] for i in range(len(stored.files))]
    if dtypes is None:
        return arrays
    if len(dtypes) != len(arrays):
        noun = "results" if prefix == "res" else "arguments"
        raise UsageError(f"the program has {len(arrays)} {noun}, expected {len(dtypes)}")
    return [own if own.dtype == dtype else own.view(dtype) for own, dtype in zip(arrays, dtypes)]
