"""Asserts that a sharded function computes on devices what a plain one computes."""

from __future__ import annotations

import dataclasses
import pathlib
import tempfile
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from .errors import UsageError

#: What executes a sharded function.
Engine: TypeAlias = Literal["simulator", "xla"]

ENGINES: tuple[Engine, ...] = ("simulator", "xla")


@dataclasses.dataclass(frozen=True)
class Equality:
    """That two functions are equal, and on what."""

    #: What has executed the sharded function.
    engines: tuple[Engine, ...]
    #: The largest difference of an element, by engine.
    max_differences: dict[Engine, float]
    _text: str

    def __repr__(self) -> str:
        return self._text


def assert_equal(
    sharded: Callable[..., Any],
    reference: Callable[..., Any],
    *args: Any,
    tolerance: float | None = None,
    seed: int | None = None,
    engines: Sequence[Engine] | None = None,
    **kwargs: Any,
) -> Equality:
    """Asserts that a sharded function computes what a plain one does: a `shard_map`, a jitted step with shardings, a Pallas call in interpret mode.

    Both get the same arguments, the reference without shardings. These are arrays, or `jax.ShapeDtypeStruct`, for which numbers are
    drawn by how the reference uses them, in pytrees; other leaves are given as they are. The sharded function is executed on simulated
    devices, and by XLA where jax has the devices of its mesh, which those of an `AbstractMesh` never are. The answer, and a failure,
    tell which; `engines=("simulator",)` or `("xla",)` asks for one. The reference is executed without devices in either case.

    Without a `tolerance`, elements may differ by their last digits and by what other roundings in the reference change; with one, by
    that fraction of the largest magnitude of a result.
    """
    __tracebackhide__ = True
    # Importing the package loads neither jax nor NumPy.
    from ._call import Call, results_problem
    from ._comparison import Comparison, lines_of
    from ._xla_results import execute, reason_against

    chosen = engines_of(engines)
    for given, which in ((sharded, "a sharded function"), (reference, "a reference")):
        if not callable(given):
            raise UsageError(f"a {type(given).__name__} is no function; expected {which} with its arguments; 'shardform run A --reference B' compares programs")
    if tolerance is not None and not tolerance >= 0:
        raise UsageError(f"tolerance={tolerance!r} is no fraction; expected a number of at least 0")
    call = Call(args, kwargs)
    own, plain = call.lowered(sharded, is_sharded=True), call.lowered(reference, is_sharded=False)
    if plain.name == own.name:
        plain.name = "the reference"
    problem = results_problem(own, plain)
    if problem is not None:
        raise AssertionError(problem)
    refusal = reason_against(own)
    if engines is not None and "xla" in chosen and refusal is not None:
        raise UsageError(f"XLA cannot execute {own.name} here: {refusal}")
    with tempfile.TemporaryDirectory(prefix="shardform-") as name:
        comparison = Comparison(call, own, plain, tolerance, pathlib.Path(name))
        simulated, inputs = comparison.simulated(seed, is_wanted="simulator" in chosen)
        found = [] if simulated is None else [simulated]
        if "xla" in chosen and refusal is None:
            found.append(comparison.by_xla(execute(own, call.arrays, inputs)))
    notes = [f"not executed by XLA: {refusal}"] if "xla" in chosen and refusal is not None else []
    if any(one.problems for one in found):
        raise AssertionError("\n".join([f"{own.name} does not compute what {plain.name} does", *lines_of(found), *notes]))
    differences = {one.engine: one.max_difference for one in found}
    return Equality(tuple(differences), differences, "\n".join([f"{own.name} computes what {plain.name} does", *lines_of(found), *notes]))


def engines_of(engines: Sequence[Engine] | None) -> tuple[Engine, ...]:
    """Returns the engines to use: all, unless some are asked for."""
    given = ENGINES if engines is None else tuple(engines)
    wrong = [own for own in given if own not in ENGINES]
    if wrong or not given or isinstance(engines, str):
        raise UsageError(f"engines={engines!r}: expected a list of {' and '.join(map(repr, ENGINES))}")
    return given
