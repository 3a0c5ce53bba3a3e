"""The search for the fastest way to distribute a model."""

from __future__ import annotations

import concurrent.futures
import json
import pathlib
import re
import tempfile
from collections.abc import Sequence
from typing import Any, Literal

from ._display import Shown
from ._machine import Machine
from ._process import ask, checked
from ._spread import on_this_computer, portable_machine, spread
from ._study import Study
from ._units import bytes_of
from .answers import StrategySearch
from .errors import UsageError


def search(
    model: Study | str,
    *,
    devices: int,
    batch: int | Sequence[int | str],
    machine: Machine | None = None,
    memory: str | int | None = None,
    schedules: str | Sequence[str] | None = None,
    chunks: Sequence[int] | None = None,
    recompute: bool = False,
    dtype: Literal["fp16", "fp32"] | None = None,
    cost_model: Literal["roofline", "distir", "distir-2021"] | None = None,
    exhaustive: bool = False,
    pareto: bool = False,
    executor: concurrent.futures.Executor | None = None,
    parts: int = 16,
) -> Shown[StrategySearch]:
    """Finds the fastest way to distribute a model over devices: replicas, shards, stages and microbatches, and their schedule.

    The model is a study of a step that is not divided, of which `batch` lists the arguments that are batches, by number or
    name; or one of the names that `shardform dist search --help` lists, and `batch` is its samples per step. `schedules` are names,
    or `"all"`; `memory` is the most that a device may hold.

    An `executor` (threads, processes, Dask, Ray, mpi4py, loky) searches in `parts`, of which there should be at least as
    many as it has workers; each worker needs this package and has a process of the command. The answer is the same.
    """
    if parts < 1:
        raise UsageError(f"a search has at least one part, not {parts}")
    parameters = {
        **what_is_divided(model, batch),
        "devices": devices,
        "machine": portable_machine(machine),
        "memory": None if memory is None else f"{bytes_of(memory)}B",
        "schedules": schedules if schedules is None or isinstance(schedules, str) else ",".join(schedules),
        "chunks": None if chunks is None else ",".join(map(str, chunks)),
        "recompute": recompute,
        "dtype": dtype,
        "cost_model": cost_model,
        "exhaustive": exhaustive,
        "pareto": pareto,
    }
    try:
        result = in_parts(parameters, executor, parts) if executor is not None else ask("dist search", **on_this_computer(parameters))
    except UsageError as error:
        raise UsageError(str(error) if isinstance(model, str) else batch_problem(str(error), argument_numbers(model))) from None
    return Shown(result["text"], StrategySearch.from_json(result["data"]))


def in_parts(parameters: dict[str, Any], executor: concurrent.futures.Executor, parts: int) -> dict[str, Any]:
    """Searches in parts, and merges what they found."""
    tasks = [("dist search", {**parameters, "part": f"{number}/{parts}"}) for number in range(1, parts + 1)]
    with tempfile.TemporaryDirectory(prefix="shardform-") as folder:
        files = []
        for number, found in enumerate(spread(executor, tasks), 1):
            file = pathlib.Path(folder, f"part-{number}.json")
            file.write_text(json.dumps(checked(found)["data"]), encoding="utf-8")
            files.append(str(file))
        return ask("dist search", **on_this_computer(parameters), merge=files)


def argument_numbers(model: Study) -> dict[str, int]:
    """Returns the numbers of the arguments of a study by their names."""
    return {row.name: row.index for row in model.shardings if row.kind == "argument"}


def batch_problem(message: str, arguments: dict[str, int]) -> str:
    """Returns what is wrong with the arguments that are batches, with their names in place of their numbers."""
    if not message.startswith("batch_args"):
        return message
    names = {str(number): name for name, number in arguments.items()}
    own = re.sub(r"^batch_args(?:='[\d,]*'|=\d+)?", "batch", message)
    own = re.sub(r"argument (\d+)(?:, [^,;:]*,(?= is | has |$))?", lambda found: names.get(found[1], found[0]), own, count=1)
    own = re.sub(r"did you mean ([\d,]+)\?", lambda found: f"did you mean {[names.get(one, one) for one in found[1].split(',')]}?", own)
    return re.sub(r" @\w+ has \d+ arguments?.*$", f" the arguments are {', '.join(arguments)}", own)


def what_is_divided(model: Study | str, batch: int | Sequence[int | str]) -> dict[str, Any]:
    """Returns the model and its batch as parameters of the command."""
    if not isinstance(model, Study):
        if not isinstance(batch, int):
            raise UsageError(f"'{model}' is the name of a model, whose batch is a number of samples; study a function with sf.study")
        return {"model": model, "batch": batch}
    if isinstance(batch, (int, str)):
        raise UsageError("the batch of a study is a list of its arguments, such as [2, 3] or ['x', 'y']")
    arguments = argument_numbers(model)
    unknown = next((own for own in batch if isinstance(own, str) and own not in arguments), None)
    if unknown is not None:
        raise UsageError(f"there is no argument '{unknown}'; there are {', '.join(arguments)}")
    wrong = next((own for own in batch if isinstance(own, int) and own not in arguments.values()), None)
    if wrong is not None or not batch:
        given = "is empty" if wrong is None else f"has {wrong}, which is the number of no argument"
        raise UsageError(f"batch {given}; write the names of the arguments that are batches, of {', '.join(arguments)}")
    numbers = [arguments[own] if isinstance(own, str) else own for own in batch]
    return {"program": model.text, "batch_args": ",".join(map(str, numbers))}
