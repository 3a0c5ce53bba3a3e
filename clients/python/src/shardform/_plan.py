"""Plans: shardings that the command chose, as jax takes them."""

from __future__ import annotations

import concurrent.futures
import functools
import math
import pathlib
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._display import preformatted
from ._lower import Source
from ._process import ask, checked
from ._spread import FILE, answer_here, portable_machine, spread
from ._table import Column, Columns, Table
from .answers import Facts, PlanAnswer, PlannedValue
from .errors import UsageError

PLANNED_COLUMNS: Columns[PlannedValue] = Columns(
    __name__,
    "PLANNED_COLUMNS",
    Column("name", lambda row: row.name or f"argument {row.index}"),
    Column("type", lambda row: row.type),
    Column("spec", lambda row: row.partition_spec or "open"),
)

# The name of the file in answers.
PYTHON = "plan.py"


class Plan:
    """Shardings of all arguments and results, and constraints inside, that make a step fast."""

    def __init__(self, source: Source, text: str, data: PlanAnswer, python: str) -> None:
        self._source = source
        self.text = text
        #: The answer as the command gives it.
        self.data = data
        #: A file for those who have no shardform: it applies the plan by `plan.jit(step)`.
        self.python = python
        self._devices: Any = None

    @property
    def fits(self) -> bool:
        """Whether a device never holds more than was asked for."""
        return self.data.fits

    @property
    def facts(self) -> Facts:
        """The planned program in numbers, as predicted; `data.verified` has what XLA compiles."""
        return self.data.best.facts

    @property
    def seconds(self) -> float:
        """The simulated time of a step, as predicted."""
        time = self.facts.time
        return float("nan") if time is None else time.seconds

    @property
    def peak_bytes(self) -> int | None:
        """That a device holds at most, as predicted."""
        return None if self.facts.memory is None else int(self.facts.memory.bytes)

    @property
    def arguments(self) -> Table[PlannedValue]:
        """The arguments that the function uses."""
        return Table(self.data.arguments, PLANNED_COLUMNS)

    @property
    def results(self) -> Table[PlannedValue]:
        """What the function returns."""
        return Table(self.data.results, PLANNED_COLUMNS)

    def on(self, devices: Any) -> Plan:
        """Returns the plan for these devices instead of those that jax lists first."""
        other = Plan(self._source, self.text, self.data, self.python)
        other._devices = devices
        return other

    @functools.cached_property
    def mesh(self) -> Any:
        """The `jax.sharding.Mesh` of the plan: that of the arguments if they have one with these axes."""
        module = self._module
        own = None if self._devices is not None else mesh_of_arguments(self._source, module.AXES)
        return module.mesh(self._devices) if own is None else own

    @property
    def in_shardings(self) -> Any:
        """A `NamedSharding` for each argument, as `jax.jit(step, in_shardings=...)` takes them; `None` for what is left open."""
        import jax
        from jax.sharding import PartitionSpec

        lowered = self._lowered()
        wanted, tree = jax.tree.flatten(lowered.args_info)
        specs = dict(zip(self._kept(len(wanted)), self._specs(), strict=True))
        args, kwargs = jax.tree.unflatten(tree, [self._sharding(specs.get(i, PartitionSpec())) for i in range(len(wanted))])
        if kwargs:
            raise UsageError("jax.jit takes in_shardings of positional arguments only: study the function with these")
        return args

    @property
    def out_shardings(self) -> Any:
        """A `NamedSharding` for each result that takes the place of an argument; `None` for others, whose sharding XLA chooses."""
        import jax

        specs = self._specs()
        tree = self._lowered().out_tree
        own: list[Any] = [None] * tree.num_leaves
        for result, argument, count in self._module.TIES:
            for i in range(count):
                own[result + i] = self._sharding(specs[argument + i])
        return jax.tree.unflatten(tree, own)

    def _kept(self, count: int) -> Sequence[int]:
        """The numbers of the leaves that the program has as arguments."""
        return self._source.kept if self._source.kept is not None else range(count)

    def _specs(self) -> list[Any]:
        """The `PartitionSpec` of each argument of the program; `None` for what is left open."""
        from jax.sharding import PartitionSpec

        texts = (row.partition_spec for row in self.data.arguments)
        return [None if text is None else eval(text, {"__builtins__": {}, "P": PartitionSpec}) for text in texts]

    def constraints(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorates the function with the constraints that the plan has inside of it, without its own ones if the plan was made without them."""
        inner = function.__wrapped__ if hasattr(function, "lower") and hasattr(function, "__wrapped__") else function
        if not self._module.CONSTRAINTS and not self._module.LEAVES_OUT_CONSTRAINTS:
            return inner
        wrapped: Callable[..., Any] = self._module.constrained(inner, self.mesh.devices)
        return wrapped

    def jit(self, function: Callable[..., Any], **options: Any) -> Any:
        """Returns `jax.jit` of the function with all that the plan says."""
        import jax

        own = self._module._options(function, options)
        return jax.jit(self.constraints(function), in_shardings=self.in_shardings, out_shardings=self.out_shardings, **own)

    def code(self, library: str | None = None) -> str:
        """Returns the shardings of arguments as Python in the terms of a library: `"jax"` (trees of `NamedSharding`s), `"linen"` and `"nnx"`
        (metadata and logical axis rules of flax), `"equinox"` (`filter_shard`) or `"keras"` (a `LayoutMap`). It does not need shardform."""
        found = {own.format: own.text for own in self.data.code}
        if not found:
            raise UsageError("the arguments of the program have no names, by which a library would find them; study the function")
        if library is None:
            raise UsageError(f"code() takes the library whose terms it is to be in, and none is given; write code('jax'); there is code for {', '.join(found)}")
        if library not in found:
            raise UsageError(f"there is no code for {library!r}; there is for {', '.join(found)}")
        return found[library]

    def save(self, file: str | pathlib.Path) -> pathlib.Path:
        """Writes the Python file that applies the plan."""
        path = pathlib.Path(file)
        path.write_text(self.python, encoding="utf-8")
        return path

    @functools.cached_property
    def _module(self) -> Any:
        module = types.ModuleType("shardform_plan")
        exec(compile(self.python, "<plan>", "exec"), module.__dict__)
        return module

    def _lowered(self) -> Any:
        if self._source.lowered is None:
            raise UsageError("a program that is text has no pytrees; study the function, or use plan.arguments and plan.save(file)")
        if self._source.is_wrapped:
            raise UsageError(
                "the function is jitted by a library that passes other pytrees to jax, such as equinox.filter_jit or nnx.jit; study jax.jit of a "
                "function of arrays (equinox.partition, nnx.split), or use plan.arguments and plan.save(file)"
            )
        return self._source.lowered

    def _sharding(self, spec: Any) -> Any:
        from jax.sharding import NamedSharding

        return None if spec is None else NamedSharding(self.mesh, spec)

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": preformatted(self.text)}


def make_plan(source: Source, executor: concurrent.futures.Executor | None = None, **parameters: Any) -> Plan:
    """Asks the command for a plan. Several meshes are planned each by itself, with an executor or without, unless time is short."""
    asked = {**parameters, "program": source.text, "jax": FILE, "machine": portable_machine(parameters["machine"])}
    has_time = executor is not None or asked["time"] is None
    if asked["devices"] is not None and asked["mesh"] is None and has_time:
        answer = planned_apart(asked, executor)
    elif executor is not None:
        raise UsageError("an executor plans each mesh of a number of devices; give devices, and no mesh")
    else:
        answer = checked(answer_here("plan", asked))
    if answer["data"]["jax"] is not None:
        answer["data"]["jax"] = PYTHON
    text = answer["text"].replace(f"{FILE}: ", "plan.jit: ")
    for one in answer["data"]["code"]:
        one["text"] = titled(one["text"], source.title)
    return Plan(source, text, PlanAnswer.from_json(answer["data"]), titled(answer["file"], source.title))


def titled(code: str, title: str) -> str:
    """Returns a file with a plan, whose program has the name of the function or file, not of the pipe that the command got it from."""
    return code.replace("The plan of standard input, made", f"The plan of {' '.join(title.split())}, made", 1)


def planned_apart(asked: Mapping[str, Any], executor: concurrent.futures.Executor | None) -> dict[str, Any]:
    """Plans the program for each mesh as if it were the only one, and returns the best answer, which lists all that were tried."""
    meshes: list[str] = ask("meshes", devices=asked["devices"])["data"]["meshes"]
    tasks = [("plan", {**asked, "devices": None, "mesh": mesh}) for mesh in meshes]
    answers = [answer_here(*task) for task in tasks] if executor is None else spread(executor, tasks)
    # A mesh for which the program cannot be planned is none to choose; usage is wrong for all of them.
    refused = [own for own in answers if "error" in (own["data"] or {})]
    usage = [own for own in refused if own["data"]["error"]["kind"] == "usage"]
    planned = sorted((own for own in answers if own not in refused), key=merit)
    if usage or not planned:
        checked([*usage, *refused][0])
    best, *others = planned
    tried = [one for own in planned for one in own["data"]["tried"]]
    best["data"]["tried"] = sorted(tried, key=lambda one: seconds_of(one["facts"]))
    best["text"] += "".join(["\nof other meshes:\n", *(f"  {head_of(own)}\n" for own in others)]) if others else ""
    return best


def merit(answer: Mapping[str, Any]) -> tuple[bool, float]:
    """Orders answers as the command orders meshes: the fastest that fits, or else the smallest."""
    data = answer["data"]
    facts = data["best"]["facts"]
    peak = math.inf if facts["memory"] is None else facts["memory"]["bytes"]
    return not data["fits"], seconds_of(facts) if data["fits"] else peak


def seconds_of(facts: Mapping[str, Any]) -> float:
    """Returns the simulated time of a step."""
    return math.inf if facts["time"] is None else float(facts["time"]["seconds"])


def head_of(answer: Mapping[str, Any]) -> str:
    """Returns the line of an answer that says what the plan costs."""
    lines: list[str] = answer["text"].splitlines()
    return next(line for line in lines if "  mesh " in line)


def mesh_of_arguments(source: Source, axes: dict[str, int]) -> Any:
    """Returns the mesh that the arguments are on, if it has these axes and its devices are there."""
    import jax

    for leaf in jax.tree.leaves(source.arguments):
        mesh = getattr(getattr(leaf, "sharding", None), "mesh", None)
        if isinstance(mesh, jax.sharding.Mesh) and dict(mesh.shape) == axes:
            return mesh
    return None
