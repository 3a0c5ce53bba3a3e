"""Executes a program on simulated devices, beside jax."""

from __future__ import annotations

import pathlib
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._arrays import is_array, is_key, read_results, to_numpy, write_inputs, write_results
from ._display import preformatted
from ._lower import Source
from ._process import ask
from ._units import finite
from .answers import ExecutedResult, Execution
from .errors import ShardformError, UsageError


class MismatchError(ShardformError):
    """Numbers of the devices are not those of the whole program, or of jax."""


class Run:
    """An execution on simulated devices."""

    def __init__(self, text: str, data: Execution, results: Any, is_beside_jax: bool) -> None:
        self.text = text
        #: What was compared, as the command says it.
        self.data = data
        #: What the function returns, as NumPy arrays; `None` for inputs that the command drew.
        self.results = results
        #: Whether jax computed the numbers that these were compared with, or a sequential execution of the same program.
        self.is_beside_jax = is_beside_jax

    @property
    def comparisons(self) -> tuple[ExecutedResult, ...]:
        """A comparison for each result."""
        expected = self.data.expected
        return self.data.results if expected is None else expected.results

    @property
    def ok(self) -> bool:
        """Whether all numbers are the same, but for what rounding explains."""
        everything = (*self.data.results, *self.comparisons)
        return not different(everything)

    @property
    def max_difference(self) -> float:
        """The largest difference of an element."""
        return max((finite(own.max_difference) for own in self.comparisons), default=0.0)

    def __repr__(self) -> str:
        against = "jax" if self.is_beside_jax else "sequential execution"
        compared, wrong = self.comparisons, different(self.comparisons)
        # The devices may agree with jax where the sequential execution of the same program doesn't.
        if not wrong and different(self.data.results):
            against, compared, wrong = "sequential execution", self.data.results, different(self.data.results)
        verdict = "different from" if wrong else "equal to"
        largest = max((finite(own.max_difference) for own in compared), default=0.0)
        head = f"{self.data.devices} simulated devices, {verdict} {against}: largest difference {largest:.3g}"
        rows = [f"  {own.name or own.index}: {finite(own.max_difference):.3g} ({finite(own.relative):.2g} of the largest)" for own in wrong]
        return "\n".join([head, *rows])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": preformatted(repr(self))}


def different(results: Sequence[ExecutedResult]) -> list[ExecutedResult]:
    """Returns the results that differ from what they are compared with."""
    return [own for own in results if own.verdict == "different"]


def run(source: Source, args: tuple[Any, ...], kwargs: dict[str, Any], *, check: bool, seed: int | None) -> Run:
    """Executes a program on its own arguments, those of the study, or random ones."""
    if not args and not kwargs:
        args, kwargs = source.arguments
    with tempfile.TemporaryDirectory(prefix="shardform-") as name:
        folder = pathlib.Path(name)
        leaves = None if seed is not None else leaves_of(source, args, kwargs)
        if leaves is None:
            answer = ask("run", program=source.text, seed=seed)
            return finished(answer, None, False, check)
        kept = range(len(leaves)) if source.kept is None else source.kept
        write_inputs(folder / "inputs.npz", [to_numpy(leaves[i]) for i in kept])
        parameters = {"in": str(folder / "inputs.npz"), "out": str(folder / "results.npz")}
        expected = expected_results(source, leaves) if check else None
        if expected is not None:
            write_results(folder / "expected.npz", expected)
            parameters["expect"] = str(folder / "expected.npz")
        answer = ask("run", program=source.text, **parameters)
        results = read_results(folder / "results.npz", result_types(source))
        known = source.exported if source.lowered is None else source.lowered
        if known is not None:
            import jax

            results = jax.tree.unflatten(known.out_tree, results)
        return finished(answer, results, expected is not None, check)


def finished(answer: dict[str, Any], results: Any, is_beside_jax: bool, check: bool) -> Run:
    """Returns the execution. Raises an error if its numbers are wrong and that was to be checked."""
    made = Run(answer["text"], Execution.from_json(answer["data"]), results, is_beside_jax)
    if check and not made.ok:
        raise MismatchError(repr(made))
    return made


def leaves_of(source: Source, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any] | None:
    """Returns the arrays in the arguments, those that the program drops included; `None` if they are only shapes."""
    if source.exported is not None:
        return leaves_of_exported(source.exported, args, kwargs)
    if source.lowered is None:
        if kwargs:
            raise UsageError("a program that is text has no keywords; give its arguments in their order")
        return list(args) or None
    import jax

    refuse_other_calls(source, args, kwargs)
    wanted = jax.tree.leaves(source.lowered.args_info)
    leaves = [own for own in jax.tree.leaves((args, kwargs)) if is_array(own) or hasattr(own, "shape")]
    if len(leaves) > len(wanted):
        # Numbers of Python may be arguments that are static.
        leaves = [own for own in leaves if hasattr(own, "shape")]
    if len(leaves) != len(wanted):
        raise UsageError(f"expected arguments with {len(wanted)} arrays, found {len(leaves)}; leave out those that are static")
    if not all(map(is_array, leaves)):
        return None
    return [checked(own, info) for own, info in zip(leaves, wanted)]


def leaves_of_exported(exported: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any] | None:
    """Returns the arrays in the arguments of an `Exported`, which are its pytrees or their leaves."""
    import jax

    leaves: list[Any]
    tree: Any
    leaves, tree = jax.tree.flatten((args, kwargs))
    if not leaves:
        return None
    if tree != exported.in_tree and (kwargs or tree != jax.tree.structure((tuple(leaves), {}))):
        raise UsageError(f"expected the pytrees that were exported, {exported.in_tree}, found {tree}")
    if len(leaves) != len(exported.in_avals):
        raise UsageError(f"expected arguments with {len(exported.in_avals)} arrays, found {len(leaves)}")
    return [checked(own, info) for own, info in zip(leaves, exported.in_avals)]


def refuse_other_calls(source: Source, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raises an error for arguments in other places than those of the study: jax would lower another program for them."""
    import jax

    positions, keywords = source.arguments
    own_positions, own_keywords = source.lowered.args_info
    # Static arguments may be left out.
    counts = {len(positions)} if source.is_wrapped else {len(positions), len(own_positions)}
    least = set() if source.is_wrapped else set(own_keywords)
    # A program that was lowered before it was studied does not tell its static arguments.
    is_known = source.jitted is not None
    if (is_known and (len(args) not in counts or not least <= set(kwargs) <= {*keywords, *least})) or (
        not is_known and (len(args) < len(own_positions) or not least <= set(kwargs))
    ):
        expected = call_text(len(positions), keywords) if is_known else call_text(len(own_positions), own_keywords)
        only = args[0] if len(args) == 1 and not kwargs else None
        is_packed = isinstance(only, (tuple, list)) and len(only) in {len(positions), len(own_positions)}
        remedy = f"; the {type(only).__name__} is one argument: write run(*args)" if is_packed else ""
        raise UsageError(f"expected {expected} as in the study, found {call_text(len(args), kwargs)}{remedy}")
    if source.is_wrapped:
        return
    paths = jax.tree_util.tree_flatten_with_path
    given = [path[2:] for path, own in paths((args, kwargs))[0] if hasattr(own, "shape")]
    wanted = [path[2:] for path, _ in paths(source.lowered.args_info)[0]]
    if len(given) == len(wanted) and given != wanted:
        found, other = next(pair for pair in zip(given, wanted) if pair[0] != pair[1])
        texts = [jax.tree_util.keystr(path) or "an array" for path in (other, found)]
        raise UsageError(f"expected the pytrees of the study: {texts[0]}, found {texts[1]}")


def call_text(positions: int, keywords: Any) -> str:
    """Returns `2 positional arguments and the keywords a, b`."""
    first = f"{positions} positional argument{'' if positions == 1 else 's'}"
    return f"{first} and the keyword{'' if len(keywords) == 1 else 's'} {', '.join(keywords)}" if keywords else first


def checked(own: Any, info: Any) -> Any:
    """Returns an array as the program has it. Raises an error where jax would not take it for the argument."""
    if np.shape(own) != info.shape:
        raise UsageError(f"expected an array of shape {info.shape}, found one of {np.shape(own)}")
    if is_key(own):
        return own
    import jax.numpy as jnp

    given = own.dtype if hasattr(own, "dtype") else np.asarray(own).dtype
    for kind in (np.complexfloating, np.inexact, np.number):
        if jnp.issubdtype(given, kind) and not jnp.issubdtype(info.dtype, kind):
            raise UsageError(f"expected an array of {info.dtype}, found one of {given}")
    return to_numpy(own, info.dtype)


def result_types(source: Source) -> list[Any] | None:
    """Returns the types of the results; `None` where Python does not know them."""
    if source.exported is not None:
        return [np.uint32 if is_key(own) else own.dtype for own in source.exported.out_avals]
    if source.lowered is None:
        return None
    import jax

    return [np.uint32 if is_key(own) else own.dtype for own in jax.tree.leaves(source.lowered.out_info)]


def expected_results(source: Source, leaves: list[Any]) -> list[np.ndarray[Any, Any]] | None:
    """Returns what jax computes from the leaves of all arguments; `None` where there is nothing that jax could call."""
    if source.lowered is None:
        return None
    import jax

    # Donated arguments would be gone afterwards: jax gets copies.
    own = [leaf if is_key(leaf) else np.array(leaf) for leaf in leaves]
    try:
        args, kwargs = jax.tree.unflatten(source.lowered.in_tree, own)
        results = source.lowered.compile()(*args, **kwargs)
    except (ValueError, RuntimeError) as error:
        if not any(word in str(error) for word in ("devices", "device_assignment", "AbstractMesh")):
            raise
        raise UsageError(
            f"jax cannot execute this here: {str(error).splitlines()[0]}; jax.config.update('jax_num_cpu_devices', N) before the "
            "first use of jax makes devices, and check=False compares with a sequential execution instead"
        ) from error
    return [to_numpy(own) for own in jax.tree.leaves(results)]
