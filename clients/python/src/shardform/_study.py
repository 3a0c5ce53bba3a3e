"""The study of a program: what its shardings are, what it communicates, and what that costs."""

from __future__ import annotations

import concurrent.futures
import functools
import html
import os
import pathlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ._display import Shown, ShownList
from ._lower import Source, source_of
from ._machine import Machine, machine_argument
from ._mistakes import checked_name, of_python, value_text
from ._specs import entries_of, refuse_axes
from ._process import ask, server
from ._programs import PREDICTED, AnyPartitioner, Partitioner, chosen, flags_of, sent_text
from ._rows import COLLECTIVE_COLUMNS, SHARDING_COLUMNS, Sharding, sharding_of
from ._table import Table
from ._units import bytes_of
from ._answer import Answer
from .answers import (
    Collective,
    CollectiveTotals,
    Comparison,
    CompiledAnswer,
    Explanation,
    Facts,
    Partitioning,
    Placement,
    SimulatedTime,
    StudyPage,
    Suggestion,
    ValueRow,
    ValueTable,
)
from .errors import UsageError
from ._memory import Memory

if TYPE_CHECKING:
    from ._compiled import Compiled
    from ._plan import Plan
    from ._run import Run


Kind = TypeVar("Kind", bound=Answer)
T = TypeVar("T")


def study(program: Any, *args: Any, partitioner: Partitioner | None = None, **kwargs: Any) -> Study:
    """Studies a program.

    It is a function, jitted or not, with its arguments (arrays or `jax.ShapeDtypeStruct`), a `Lowered`, a `Traced`, an
    `Exported`, an ONNX model, a `torch.export.ExportedProgram`, text of MLIR, or the path of a file with one of these.

    Collectives, memory, times and comparisons are those of the program that XLA compiles where this Python has jax, and with
    `partitioner="xla"`: jax compiles it once, in another process, for as many virtual CPU devices as it needs. With
    `partitioner="shardform"` they are those of the program that XLA would make, as Shardform predicts. Answers say which.
    """
    # The process starts while jax lowers.
    server()
    own = chosen(partitioner)
    return Study(source_of(program, args, kwargs), own)


class Study:
    """A program that was partitioned. Values are named by the key paths of the user's pytrees: `params['w']`."""

    def __init__(self, source: Source, partitioner: Partitioner | None = None) -> None:
        self._source = source
        #: The program as it was given, as text of StableHLO.
        self.text = source.text
        #: The name of the function or file.
        self.name = source.title
        #: Which program it speaks about: `"xla"`, the one that XLA compiles, or `"shardform"`, the prediction.
        self.partitioner: Partitioner = chosen(partitioner)
        self._known: dict[Any, Any] = {}
        # What is wrong with the program is told at once.
        self._partition = self._ask(Partitioning, "partition", emit="none")

    # What it is.

    @property
    def devices(self) -> int:
        """How many devices the program is for."""
        return self._partition.data.devices

    @property
    def mesh(self) -> dict[str, int]:
        """The sizes of the axes of the mesh."""
        mesh = self._partition.data.facts.mesh
        return {} if mesh is None else {axis.name: axis.size for axis in mesh.axes}

    @property
    def facts(self) -> Facts:
        """The program in numbers, on an assumed machine unless `time` and `memory` are asked with a machine."""
        return self._partition.data.facts if self.partitioner == "shardform" else self.compiled().facts

    @property
    def program(self) -> str:
        """Which program it speaks about: `as compiled by jaxlib 0.10.2 for CPUs`, or `as XLA would, predicted`."""
        return PREDICTED if self.partitioner == "shardform" else self.compiled().program

    @functools.cached_property
    def shardings(self) -> Table[Sharding]:
        """The shardings of all arguments and results, after propagation."""
        placed = self._ask(Placement, "show").data.values
        return Table(map(sharding_of, placed), SHARDING_COLUMNS)

    @property
    def collectives(self) -> Table[Collective]:
        """All collectives of the program, with the line of the user's file that needs them and why."""
        from ._compiled import collective_of

        if self.partitioner == "shardform":
            rows: Iterable[Collective] = self._partition.data.collectives
        else:
            rows = map(collective_of, self.compiled().collectives)
        return Table(rows, COLLECTIVE_COLUMNS, self._summary())

    def compiled(self, hlo: str | os.PathLike[str] | None = None, *, remedies: bool = False, as_compiled: bool = False) -> Compiled:
        """The collectives of the program that XLA compiles, with their causes.

        Of a program that is compiled for CPUs, they are those that GPUs and TPUs execute in its place; `as_compiled` leaves them as they are.

        The jax of this Python compiles it in another process, for virtual CPU devices. `hlo` names a compiled program instead:
        HLO as text or protobuf, or a folder that `--xla_dump_to` has filled. With `remedies`, small changes of the shardings are
        compiled, too, and those with which the program sends less are told.
        """
        from ._compiled import Compiled

        dump = None if hlo is None else str(pathlib.Path(hlo).resolve())
        python = sys.executable if hlo is None or remedies else None
        shown = self._ask(CompiledAnswer, "compiled", hlo=dump, python=python, remedies=remedies, **({"as_compiled": True} if as_compiled else {}))
        return Compiled(shown.data, shown.text)

    @property
    def totals(self) -> CollectiveTotals:
        """What all collectives together send."""
        return self._partition.data.totals if self.partitioner == "shardform" else self.compiled().totals

    @property
    def partitioned(self) -> str:
        """The program that each device runs, as text of StableHLO, as it is predicted."""
        return self._ask(Partitioning, "partition", emit="stablehlo").data.output or ""

    def values(self, *filters: str) -> Table[ValueRow]:
        """All values of the program, or those that pass filters such as `bytes>1MiB` and `layer~attention`."""
        from ._values import VALUE_COLUMNS

        answer = ask("show", program=self.text, table=True, filter=list(filters) or None)
        return Table(ValueTable.from_json(answer["data"]).values, VALUE_COLUMNS)

    # What it costs.

    def time(self, machine: Machine | None = None, *, partitioner: AnyPartitioner | None = None) -> Shown[SimulatedTime]:
        """The simulated time of a step on a machine such as `"t3k"` or `"a100x8"`, and what it is spent on.

        A program that XLA has compiled for CPUs has its own collectives on GPUs and TPUs, and the predicted kernels: those of CPUs fuse
        less, and compute with narrow floats in f32. Plans are timed with `"best"`.
        """
        own = flags_of(partitioner or self.partitioner)
        shown = self._ask(SimulatedTime, "sim", machine=machine_argument(machine), **own)
        return Shown(of_python(shown.text, 'time("a100x8")'), shown.data)

    def memory(self, machine: Machine | None = None, *, partitioner: AnyPartitioner | None = None) -> Memory:
        """What a device holds when it needs most memory: on CPUs as XLA has assigned it, or as it is predicted."""
        own = flags_of(partitioner or self.partitioner)
        return Memory(self._ask(SimulatedTime, "sim", machine=machine_argument(machine), peak=True, **own).data)

    def page(
        self,
        machine: Machine | None = None,
        *,
        all: bool = False,
        suggestions: bool = True,
        partitioner: AnyPartitioner | None = None,
    ) -> Shown[StudyPage]:
        """The program on one page: shardings by rule, what devices send and why, the time of a step and its bound, memory and whether it fits.

        With `suggestions`, changes with which a step is faster are tried and listed, which takes longer; of a compiled program XLA compiles
        them. Tables have a few rows, or `all`. The page without suggestions is what a study prints as.
        """
        own = flags_of(partitioner or self.partitioner)
        if not suggestions:
            own = {**own, "no_suggestions": True}
        shown = self._ask(StudyPage, "study", machine=machine_argument(machine), all=all, **own)
        return Shown(shown.text.replace("the program:", f"{self.name}:", 1), shown.data)

    def suggest(
        self, machine: Machine | None = None, *, partitioner: AnyPartitioner | None = None
    ) -> tuple[Suggestion, ...]:
        """Changes of the program with which a step takes less time, at most three, the fastest first.

        Each was simulated on the machine; of a compiled program XLA has compiled it with the change before.
        """
        return tuple(self.page(machine, partitioner=partitioner).data.suggestions or ())

    def save(self, file: str | os.PathLike[str]) -> pathlib.Path:
        """Writes the program as text of StableHLO, which all commands of `shardform` take, and returns the path."""
        path = pathlib.Path(file)
        path.write_text(self.text, encoding="utf-8")
        return path

    # What is behind it.

    def show(self, value: str | None = None) -> Shown[Placement]:
        """Draws which device holds which part of a value, or of all arguments and results."""
        if value is not None:
            checked_name(value, "value")
        shown = self._ask(Placement, "show", value=value)
        drawing = self._once("svg", value, lambda: ask("show", program=self.text, value=value, svg="-")["text"])
        return Shown(shown.text, shown.data, drawing)

    def explain(self, value: str, *, cheaper: bool = False) -> ShownList[Explanation]:
        """Explains where the sharding of a value comes from. With `cheaper`, also what it costs and which costs less."""
        checked_name(value, "value")
        answer = ask("explain", program=self.text, value=value, cheaper=cheaper)
        return ShownList(answer["text"], [Explanation.from_json(own) for own in answer["data"]["values"]])

    def compare(
        self,
        other: Study | Mapping[str, Any] | str,
        machine: Machine | None = None,
        *,
        partitioner: AnyPartitioner | None = None,
    ) -> Shown[Comparison]:
        """Compares with another study, or with itself with other shardings: `{"params['w']": P("data", None)}`.

        Both programs are compiled by XLA, or both are predicted.
        """
        if partitioner is None and isinstance(other, Study) and other.partitioner != self.partitioner:
            raise UsageError(
                f"one study is of partitioner={self.partitioner!r}, the other of {other.partitioner!r}; name the partitioner of both"
            )
        own = {"program": self.text, "machine": machine_argument(machine), **flags_of(partitioner or self.partitioner)}
        if isinstance(other, Mapping):
            shardings = [f"{name}={self._sharding_text(name, spec)}" for name, spec in other.items()]
            answer = compiling(lambda: ask("compare", **own, sharding=shardings))
            answer["text"] = answer["text"].replace("\nonly in - ", f"\nonly in {self.name} ").replace("\nonly in -:", f"\nonly in {self.name}:")
        else:
            second = other if isinstance(other, Study) else study(other)
            answer = compiling(lambda: ask("compare", **own, other=second.text))
        return Shown(answer["text"], Comparison.from_json(answer["data"]))

    def report(
        self,
        file: str | os.PathLike[str],
        machine: Machine | None = None,
        *,
        plan: bool = False,
        partitioner: AnyPartitioner | None = None,
    ) -> pathlib.Path:
        """Writes a page about the program that needs nothing else, and returns its path.

        A `plan` is that of Shardform's own partitioner, so it takes `partitioner="shardform"`.
        """
        path = pathlib.Path(file).resolve()
        own = flags_of(partitioner or self.partitioner)
        compiling(lambda: ask("report", program=self.text, machine=machine_argument(machine), plan=plan, o=str(path), **own))
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("Report on standard input", f"Report on {html.escape(self.name)}"), encoding="utf-8")
        return path

    # What to do with it.

    def run(self, *args: Any, check: bool = True, seed: int | None = None, **kwargs: Any) -> Run:
        """Executes the partitioned program on simulated devices, and checks the numbers against jax."""
        from ._run import run

        return run(self._source, args, kwargs, check=check, seed=seed)

    def plan(
        self,
        machine: Machine | None = None,
        *,
        memory: str | int | None = None,
        mesh: Mapping[str, int] | str | None = None,
        devices: int | None = None,
        from_scratch: bool = False,
        fix: Mapping[str, Any] | None = None,
        strategy: str | None = None,
        batch_args: Sequence[str] = (),
        param_args: Sequence[str] = (),
        seconds: float | None = None,
        verify: bool | None = None,
        executor: concurrent.futures.Executor | None = None,
    ) -> Plan:
        """Chooses the shardings with which a step takes the least time on a machine and fits into memory, as XLA partitions it.

        Shardings that the program has are kept, unless `from_scratch`; `fix` names more. A program without a mesh gets `mesh`,
        such as `{"data": 4, "model": 2}`, or the best one of `devices`, each of which is planned as if it were the only one. After
        `seconds` the best plan so far is the answer: of each mesh with an `executor`, of all of them without.

        A `strategy` is the family that the plan is of: `"dp"`, `"fsdp"`, `"tp"`, `"sp"`, `"cp"` (sequences are split) or `"ep"`. A
        pipeline is no plan that jax applies: `shardform plan --strategy pp` makes one.

        Arguments with a batch and parameters are recognized by their use; `batch_args` and `param_args` name those that are not, such as
        `["x", "y"]` or `["params"]`.

        With `verify`, the best plans are compiled by the jax of this Python, for virtual CPU devices, and the answer is the one that is best as
        compiled; `plan.data.verified` has what each device sends. It is the default for a function on one mesh.

        An `executor` (threads, processes, Dask, Ray, mpi4py, loky) plans each mesh of `devices` in a worker, which needs this
        package and has a process of the command. The answer is the same with any, and without one unless `seconds` end it.
        """
        from ._plan import make_plan

        if strategy == "pp":
            raise UsageError("jax applies plans of one mesh; for a pipeline, run 'shardform plan FILE --strategy pp' on the lowered program")
        axes = mesh_text(mesh)
        if verify is None:
            verify = self._source.lowered is not None and devices is None and executor is None
        fixed = [f"{name}={self._sharding_text(name, spec)}" for name, spec in (fix or {}).items()]
        return make_plan(
            self._source,
            executor,
            machine=machine,
            memory=None if memory is None else f"{_device_memory(memory)}B",
            mesh=axes,
            devices=devices,
            from_scratch=from_scratch,
            fix=fixed or None,
            strategy=strategy,
            batch_args=list(batch_args) or None,
            param_args=list(param_args) or None,
            time=seconds,
            verify=verify,
            python=sys.executable if verify else None,
        )

    def widget(self, machine: Machine | None = None) -> Any:
        """The views of the study as a widget for notebooks; takes `pip install "shardform[notebook]"`."""
        from .widget import StudyWidget

        return StudyWidget(self, machine)

    # How it looks.

    def __repr__(self) -> str:
        try:
            return str(self.page(suggestions=False)).rstrip("\n")
        except UsageError as error:
            # What can't be compiled can still be looked at.
            mesh = ", ".join(f"{name}={size}" for name, size in self.mesh.items())
            devices = "1 device" if self.devices == 1 else f"{self.devices} devices"
            return f"{self.name}: {devices}{f', {mesh}' if mesh else ''}\n{error}\n\n{self.shardings!r}"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        page = repr(self)
        return {"text/plain": page, "text/html": f"<pre>{html.escape(page)}</pre>"}

    def _summary(self) -> str:
        return sent_text(self.totals, self.program)

    # How it is asked.

    def _ask(self, kind: type[Kind], method: str, **parameters: Any) -> Shown[Kind]:
        def answer() -> Shown[Kind]:
            result = named(self.name, lambda: compiling(lambda: ask(method, program=self.text, **parameters)))
            return Shown(result["text"], kind.from_json(result["data"]))

        return self._once(method, tuple(sorted(parameters.items())), answer)

    def _once(self, what: str, parameters: Any, answer: Callable[[], T]) -> T:
        """Answers are those of the program, which does not change."""
        if (what, parameters) not in self._known:
            self._known[what, parameters] = answer()
        known: T = self._known[what, parameters]
        return known

    def _sharding_text(self, name: str, spec: Any) -> str:
        """Returns a sharding as the command takes it."""
        rank = next((len(own.shape) for own in self.shardings if own.name == name), None)
        if isinstance(spec, str):
            refuse_axes(spec, name, rank)
            return spec
        sizes = dict(getattr(getattr(spec, "mesh", None), "shape", {}))
        entries = entries_of(spec, name)
        for axis in {axis for axes in entries for axis in axes} & self.mesh.keys() & sizes.keys():
            if sizes[axis] != self.mesh[axis]:
                raise UsageError(f"the sharding of '{name}' is for a mesh with {axis}={sizes[axis]}, the program has {axis}={self.mesh[axis]}")
        rank = len(entries) if rank is None else rank
        if len(entries) > rank:
            raise UsageError(f"{spec} is for {len(entries)} dimensions, '{name}' has {rank}")
        dims = [*entries, *([()] * (rank - len(entries)))]
        return f"[{', '.join('{' + ', '.join(axes) + '}' for axes in dims)}]"


def mesh_text(mesh: Mapping[str, int] | str | None) -> str | None:
    """Returns a mesh as the command takes it."""
    if mesh is None or isinstance(mesh, str):
        return mesh
    if isinstance(mesh, Mapping):
        return ",".join(f"{name}={size}" for name, size in mesh.items())
    own = "dict(mesh.shape)" if isinstance(getattr(mesh, "shape", None), Mapping) else "{'data': 4, 'model': 2}"
    raise UsageError(f"mesh is {value_text(mesh)}, and has to be the sizes of axes by name, or a text such as '4x2'; write mesh={own}")


def _device_memory(size: str | int) -> int:
    """Returns the bytes of the memory of a device. A number below a MiB is one whose unit was left out."""
    count = bytes_of(size)
    if isinstance(size, int) and count < 1 << 20:
        raise UsageError(f"memory={size} is a number of bytes; write '{size}GB' or '{size}GiB'")
    return count


def named(title: str, answer: Callable[[], T]) -> T:
    """Returns an answer; an error calls the program by its file or function, not by the pipe that the command gets it from."""
    try:
        return answer()
    except UsageError as error:
        raise type(error)(str(error).replace("<stdin>", title)) from None


def compiling(answer: Callable[[], T]) -> T:
    """Returns an answer; where XLA cannot compile the program, the error says how to get a prediction."""
    try:
        return answer()
    except UsageError as error:
        if not str(error).startswith("XLA can't compile the program"):
            raise
        raise UsageError(f"{error}; partitioner='shardform' asks for the program as it is predicted") from None
