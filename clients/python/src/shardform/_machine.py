"""Machines: names of presets, files, and descriptions as Python has them."""

from __future__ import annotations

import atexit
import functools
import json
import os
import pathlib
import shutil
import tempfile
from collections.abc import Mapping
from typing import Any, TypeAlias

from .errors import UsageError

#: The name of a preset (`t3k`, `a100x8`, `h100x8x4`, ...), a JSON file, or what such a file holds.
Machine: TypeAlias = str | os.PathLike[str] | Mapping[str, Any]


def machine_argument(machine: Machine | None) -> str | None:
    """Returns a machine as the command takes it: a name or the path of a file."""
    if machine is None:
        return None
    if isinstance(machine, Mapping):
        return _described(json.dumps(machine, sort_keys=True))
    if not isinstance(machine, (str, os.PathLike)):
        raise UsageError(f"a {type(machine).__name__} is no machine; expected the name of a preset, a JSON file, or what such a file holds")
    path = pathlib.Path(machine)
    return str(path.resolve()) if path.suffix == ".json" or path.is_file() else str(machine)


@functools.cache
def _described(text: str) -> str:
    file = _folder() / f"machine-{_described.cache_info().currsize}.json"
    file.write_text(text, encoding="utf-8")
    return str(file)


@functools.cache
def _folder() -> pathlib.Path:
    folder = tempfile.mkdtemp(prefix="shardform-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return pathlib.Path(folder)
