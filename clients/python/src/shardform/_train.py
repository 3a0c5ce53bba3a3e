"""Training runs of transformers: a step from the sizes of a model and a strategy."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Mapping
from typing import Any, Literal

from ._display import Shown
from ._machine import Machine, machine_argument
from ._process import ask
from .answers import TrainingRun
from .errors import UsageError


def train_run(
    run: Mapping[str, Any] | str | os.PathLike[str],
    *,
    machine: Machine | None = None,
    schedule: Literal["gpipe", "1f1b", "interleaved-1f1b", "zb-h1"] | None = None,
    tokens: float | str | None = None,
) -> Shown[TrainingRun]:
    """Simulates a step of training a decoder-only transformer: seconds, MFU, memory, and what the time is spent on.

    The run is a dictionary with the fields that `shardform dist train --help` lists, or a JSON file that holds one.
    A `machine` takes the place of the run's `hardware`. `schedule` is that of a pipeline; with `zb-h1`, gradients of
    weights are passes of their own, which fill the time in which stages wait. With `tokens`, such as `"15T"` or `15e12`,
    `training` of the result has the days that steps on so many take.
    """
    result = ask(
        "dist train",
        run=_run_argument(run),
        machine=machine_argument(machine),
        schedule=schedule,
        tokens=None if tokens is None else str(tokens),
    )
    return Shown(result["text"], TrainingRun.from_json(result["data"]))


def _run_argument(run: Mapping[str, Any] | str | os.PathLike[str]) -> str:
    """Returns a run as the command takes it: JSON, or the path of a file."""
    if isinstance(run, Mapping):
        return json.dumps(run)
    if not isinstance(run, (str, os.PathLike)):
        raise UsageError(f"a {type(run).__name__} is not a run; expected a dictionary with its fields, or a JSON file")
    return str(pathlib.Path(run).resolve())
