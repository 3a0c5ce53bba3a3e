"""Profiles of real runs beside their predictions."""

from __future__ import annotations

import contextlib
import os
import pathlib
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar

from ._lower import source_of
from ._machine import Machine, machine_argument
from ._mistakes import of_python
from ._process import ask
from ._table import Column, Columns, Table
from ._units import bytes_text, seconds_text
from .answers import ProfileAnswer, ProfiledAxis, ProfiledMemory, ProfiledOperation, ProfiledRow
from .errors import UsageError

#: What the rows of the text of a profile are.
By: TypeAlias = Literal["line", "value", "operation"]

#: A row of a profile, whatever it sums up.
Row = TypeVar("Row", ProfiledRow, ProfiledOperation)


def _row_columns(name: str, _kind: type[Row]) -> Columns[Row]:
    return Columns(
        __name__,
        name,
        Column("name", lambda row: row.name or "no name"),
        Column("operation", lambda row: row.operation),
        Column("a step", lambda row: seconds_text(row.seconds.median), True),
        Column("predicted", lambda row: "" if row.predicted_seconds is None else seconds_text(row.predicted_seconds), True),
        Column("ratio", lambda row: "" if row.ratio is None else f"{row.ratio:.3g}x", True),
        Column("share", lambda row: f"{row.share:.1%}", True),
        Column("bound", lambda row: row.bound or ""),
    )


ROW_COLUMNS: Columns[ProfiledRow] = _row_columns("ROW_COLUMNS", ProfiledRow)
OPERATION_COLUMNS: Columns[ProfiledOperation] = _row_columns("OPERATION_COLUMNS", ProfiledOperation)

AXIS_COLUMNS: Columns[ProfiledAxis] = Columns(
    __name__,
    "AXIS_COLUMNS",
    Column("axis", lambda row: row.axis),
    Column("collectives", lambda row: str(row.collectives), True),
    Column("exposed", lambda row: seconds_text(row.exposed_seconds), True),
    Column("waiting", lambda row: seconds_text(row.waiting_seconds), True),
    Column("hidden", lambda row: seconds_text(row.hidden_seconds), True),
)


MEMORY_COLUMNS: Columns[ProfiledMemory] = Columns(
    __name__,
    "MEMORY_COLUMNS",
    Column("allocator", lambda row: row.allocator),
    Column("peak", lambda row: bytes_text(row.peak_bytes), True),
    Column("capacity", lambda row: "" if row.capacity_bytes is None else bytes_text(row.capacity_bytes), True),
    Column("in step", lambda row: row.peak_step or "none", True),
    Column("at", lambda row: seconds_text(row.peak_seconds), True),
)


class Profile:
    """What was measured of a run, beside what is predicted."""

    def __init__(self, answer: ProfileAnswer, text: str) -> None:
        self._answer = answer
        self._text = text

    @property
    def data(self) -> ProfileAnswer:
        """All that is known of it."""
        return self._answer

    @property
    def seconds(self) -> float:
        """The median of the steps, without warm-up."""
        return self.data.steps.seconds.median

    @property
    def predicted_seconds(self) -> float | None:
        """Of a step; `None` without a machine."""
        return None if self.data.predicted is None else self.data.predicted.seconds

    @property
    def lines(self) -> Table[ProfiledRow]:
        """The lines of the user's files; communication for a line is a row of its own."""
        return Table(self.data.lines, ROW_COLUMNS)

    @property
    def values(self) -> Table[ProfiledRow]:
        """The values of the program, where that is known."""
        if self.data.values is None:
            raise UsageError("a profile without its program has no values; give the step and its arguments")
        return Table(self.data.values, ROW_COLUMNS)

    @property
    def operations(self) -> Table[ProfiledOperation]:
        """The instructions of the compiled program."""
        return Table(self.data.operations, OPERATION_COLUMNS)

    @property
    def communication(self) -> Table[ProfiledAxis]:
        """The communication along the axes of the mesh."""
        return Table(self.data.communication, AXIS_COLUMNS)

    @property
    def memory(self) -> Table[ProfiledMemory]:
        """The peak of each allocator and when it is reached; empty where the profile has no events of allocators, as on CPUs."""
        return Table(self.data.memory, MEMORY_COLUMNS)

    def __repr__(self) -> str:
        return self._text.rstrip("\n")


def profile(
    path: str | os.PathLike[str],
    program: Any = None,
    *args: Any,
    machine: Machine | None = None,
    hlo: str | os.PathLike[str] | None = None,
    module: str | None = None,
    by: By | None = None,
    **kwargs: Any,
) -> Profile:
    """Reads a profile that `jax.profiler.trace` has written: a file, the folder of a run, or the folder that it was given.

    With the step and its arguments, as `study` takes them, values have their names and collectives their axes. With a `machine`, each
    time stands beside the predicted one. The compiled program is that of the profile; `hlo` names another one.
    """
    text = None if program is None else source_of(program, args, kwargs).text
    return _profile(pathlib.Path(path), text, machine=machine, hlo=hlo, module=module, by=by)


def _profile(
    path: pathlib.Path,
    text: str | None,
    *,
    machine: Machine | None,
    hlo: str | os.PathLike[str] | None = None,
    module: str | None = None,
    by: By | None = None,
) -> Profile:
    with contextlib.ExitStack() as stack:
        file = None
        if text is not None:
            file = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="shardform-"))) / "step.mlir"
            file.write_text(text, encoding="utf-8")
        result = ask(
            "profile",
            profile=str(path.resolve()),
            program=None if file is None else str(file),
            machine=machine_argument(machine),
            hlo=None if hlo is None else str(pathlib.Path(hlo).resolve()),
            module=module,
            by=by,
        )
    return Profile(ProfileAnswer.from_json(result["data"]), of_python(result["text"], "machine="))


class Profiled(Profile):
    """A run that is traced. Called, it runs the step, waits for its results, and marks it in the trace."""

    def __init__(self, step: Callable[..., Any]) -> None:
        self._step = step
        self._steps = 0
        self._arguments: tuple[tuple[Any, ...], dict[str, Any]] | None = None
        self._profile: Profile | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs a step. Its arguments tell the program: their shapes are kept, not their elements, which the step may take over."""
        import jax

        if self._arguments is None:
            self._arguments = jax.tree.map(_shape_of, (args, kwargs))
        with jax.profiler.StepTraceAnnotation("step", step_num=self._steps):
            result = jax.block_until_ready(self._step(*args, **kwargs))
        self._steps += 1
        return result

    @property
    def data(self) -> ProfileAnswer:
        """All that is known of it, after the end of the `with` block."""
        return self._read().data

    def __repr__(self) -> str:
        return "a run that is being traced" if self._profile is None else repr(self._profile)

    def _read(self) -> Profile:
        if self._profile is None:
            raise UsageError("the run is being traced: its profile is known after the end of the 'with' block")
        return self._profile

    def _finish(self, folder: pathlib.Path, machine: Machine | None, by: By | None) -> None:
        text = None
        if self._arguments is not None:
            args, kwargs = self._arguments
            text = source_of(self._step, args, kwargs).text
        self._profile = _profile(folder, text, machine=machine, by=by)


def _shape_of(leaf: Any) -> Any:
    """What lowering needs to know of an argument."""
    import jax

    if not isinstance(leaf, jax.Array):
        return leaf
    return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=leaf.sharding, weak_type=leaf.weak_type)


@contextlib.contextmanager
def profiled(
    step: Callable[..., Any],
    *,
    machine: Machine | None = None,
    folder: str | os.PathLike[str] | None = None,
    by: By | None = None,
) -> Iterator[Profiled]:
    """Traces a run, and reads its profile at the end:

        with sf.profiled(step, machine="h100:1x8") as p:
            for batch in batches:
                state, loss = p(state, batch)
        p.lines, p.communication

    The trace is kept in `folder`, if one is given. Steps that are called by themselves are traced, too, but then nothing tells values.
    """
    import jax

    run = Profiled(step)
    with contextlib.ExitStack() as stack:
        kept = stack.enter_context(tempfile.TemporaryDirectory(prefix="shardform-")) if folder is None else folder
        with jax.profiler.trace(str(kept), **_few_events()):
            yield run
        run._finish(pathlib.Path(kept), machine, by)


def _few_events() -> dict[str, Any]:
    """Calls of Python are most of a trace, and say nothing of devices; older versions of jax can't leave them out."""
    import jax

    options = getattr(jax.profiler, "ProfileOptions", None)
    if options is None:
        return {}
    own = options()
    own.python_tracer_level = 0
    return {"profiler_options": own}
