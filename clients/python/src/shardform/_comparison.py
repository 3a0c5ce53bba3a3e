"""Compares what engines make of a sharded function with a reference."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import is_array, read_inputs, to_numpy, write_inputs, write_results
from ._call import Call, LoweredCall, stored_dtype
from ._process import ask
from ._units import finite
from ._xla_results import WholeResults, XlaResults
from .answers import ExecutedResult, Execution, ExecutionReference
from .errors import LoweringError, ProgramError, UsageError

if TYPE_CHECKING:
    from ._equal import Engine

#: More results of an engine are summed up.
MOST_RESULTS = 12


@dataclasses.dataclass(frozen=True)
class Finding:
    """What an engine has shown."""

    engine: Engine
    #: `8 simulated devices`.
    devices: str
    max_difference: float
    #: A line for each result that differs.
    problems: list[str]


class Comparison:
    """The executions of two functions, with files between them and the command."""

    def __init__(self, call: Call, own: LoweredCall, plain: LoweredCall, tolerance: float | None, folder: pathlib.Path) -> None:
        self._call, self._own, self._plain, self._tolerance = call, own, plain, tolerance
        self._paths = [path for path, _ in plain.results]
        self._inputs = folder / "inputs.npz"
        self._results = folder / "results.npz"
        self._reference = folder / "reference.mlir"
        self._reference.write_text(plain.text, encoding="utf-8")

    def simulated(self, seed: int | None, *, is_wanted: bool) -> tuple[Finding | None, list[np.ndarray[Any, Any]]]:
        """Executes the sharded function on simulated devices; only draws inputs for another engine where that is not wanted."""
        arrays = self._call.arrays
        given = {i: to_numpy(own, stored_dtype(own)) for i, own in enumerate(arrays) if is_array(own)}
        answer = None
        if len(given) < len(arrays):
            # The reference alone draws the same ones.
            text = self._own.text if is_wanted and not given else self._plain.text
            answer = self._ask(text, seed=seed, save_inputs=str(self._inputs))
            drawn = read_inputs(self._inputs, [stored_dtype(own) for own in arrays])
            inputs = [given.get(i, own) for i, own in enumerate(drawn)]
            answer = answer if text is not self._plain.text else None
        else:
            if seed is not None:
                raise UsageError(f"seed={seed} has no effect: all arguments have numbers; give jax.ShapeDtypeStruct for those to draw")
            inputs = [given[i] for i in range(len(arrays))]
        write_inputs(self._inputs, inputs)
        if not is_wanted:
            return None, inputs
        data = self._ask(self._own.text, **{"in": str(self._inputs)}) if answer is None else answer
        problems = [
            f"{self._place(own)} is {own.mismatch.actual} on device {own.mismatch.device}, {own.mismatch.expected} in {self._plain.name}"
            if own.mismatch is not None
            else self._nothing(own)
            for own in data.results
            if not holds(own)
        ]
        said = f"{data.devices} simulated device{'' if data.devices == 1 else 's'}"
        return self._finding("simulator", said, data.results, problems, data.reference), inputs

    def by_xla(self, found: XlaResults) -> Finding:
        """Compares what XLA has computed, all replicas included, with the reference."""
        largest: list[ExecutedResult] = []
        tolerances: ExecutionReference | None = None
        for replica in found.replicas:
            write_results(self._results, replica.arrays)
            data = self._ask(self._plain.text, **{"in": str(self._inputs), "expect": str(self._results)})
            assert data.expected is not None
            results, tolerances = data.expected.results, data.reference
            if not largest or _largest(results) > _largest(largest):
                largest = list(results)
            problems = [self._xla_problem(own, replica) for own in results if not holds(own)]
            if problems:
                return self._finding("xla", self._xla_text(found), results, problems, tolerances)
        return self._finding("xla", self._xla_text(found), largest, [], tolerances)

    def _xla_problem(self, own: ExecutedResult, replica: WholeResults) -> str:
        if own.mismatch is None:
            return self._nothing(own)
        # The reference is executed here, and the file has the results of XLA.
        device = replica.device_of(own.index, own.mismatch.position)
        return f"{self._place(own)} is {own.mismatch.expected} on device {device}, {own.mismatch.actual} in {self._plain.name}"

    def _xla_text(self, found: XlaResults) -> str:
        return f"{found.devices} of XLA, jaxlib {version('jaxlib')}"

    def _place(self, own: ExecutedResult) -> str:
        assert own.mismatch is not None
        position = ", ".join(map(str, own.mismatch.position))
        return f"{self._paths[own.index]}, index [{position}]," if position else self._paths[own.index]

    def _nothing(self, own: ExecutedResult) -> str:
        return f"{self._paths[own.index]} is NaN throughout in both: nothing was compared; give other arguments"

    def _finding(
        self,
        engine: Engine,
        devices: str,
        results: Sequence[ExecutedResult],
        problems: list[str],
        reference: ExecutionReference | None,
    ) -> Finding:
        assert reference is not None
        wrong = [own for own in results if not holds(own)]
        lines = []
        for own, problem in list(zip(wrong, problems))[:MOST_RESULTS]:
            count = own.elements
            total = count.equal + count.unstable + count.nan + count.different
            sized = f"{count.different} of {total} elements differ, by at most {finite(own.max_difference):.3g}; " if own.mismatch is not None else ""
            lines.append(f"{problem} ({sized}{tolerance_text(own, reference)})" if sized else problem)
        if len(problems) > MOST_RESULTS:
            lines.append(f"and {len(problems) - MOST_RESULTS} more results")
        return Finding(engine, devices, _largest(results), lines)

    def _ask(self, text: str, **parameters: Any) -> Execution:
        try:
            answer = ask("run", program=text, reference=str(self._reference), tolerance=self._tolerance, **parameters)
        except (UsageError, ProgramError) as error:
            message = str(error).replace(f"'{self._reference}'", f"'{self._plain.name}'").replace("'-'", f"'{self._own.name}'")
            if isinstance(error, ProgramError):
                raise ProgramError(message, error.diagnostics) from None
            raise LoweringError(message) from None
        return Execution.from_json(answer["data"])


def holds(own: ExecutedResult) -> bool:
    """Returns whether a result was compared, and agrees."""
    count = own.elements
    return own.verdict != "different" and (count.nan == 0 or count.equal + count.unstable > 0)


def tolerance_text(own: ExecutedResult, reference: ExecutionReference) -> str:
    """`tolerance 1.9e-06 of an element of f32, and what other roundings change`."""
    kind = own.type.rpartition("x")[2].rpartition("<")[2].rstrip(">")
    known = next((one for one in reference.tolerances if one.type == kind), None)
    if known is None:
        return "tolerance 0, and what other roundings change"
    if known.of == "largest":
        return f"tolerance {known.relative:g} of the largest magnitude"
    return f"tolerance {known.relative:.2g} of an element of {kind}, and what other roundings change"


def _largest(results: Sequence[ExecutedResult]) -> float:
    return max((finite(own.max_difference) for own in results), default=0.0)


def lines_of(found: Sequence[Finding]) -> list[str]:
    """Returns what engines have shown, a line for each and for each result that differs."""
    lines = []
    for one in found:
        if one.problems:
            lines.append(f"  on {one.devices}:")
            lines.extend(f"    {problem}" for problem in one.problems)
        else:
            lines.append(f"  on {one.devices}: equal, largest difference {one.max_difference:.3g}")
    return lines
