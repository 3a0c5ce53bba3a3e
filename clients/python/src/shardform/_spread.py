"""Work of the command spread over the workers of an executor, each with a process of the command of its own."""

from __future__ import annotations

import collections
import concurrent.futures
import json
import pathlib
import tempfile
import threading
import uuid
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from . import _process
from ._machine import Machine, machine_argument
from ._process import PATIENCE, Server

#: A method of the command with its parameters; the value of `FILE` is a file that it writes, which comes back as text.
Task: TypeAlias = tuple[str, Mapping[str, Any]]

FILE = "\0file"

_local = threading.local()
#: Those that work in threads of this process, by who wants their answers.
_working: collections.defaultdict[str, set[Server]] = collections.defaultdict(set)


def spread(executor: concurrent.futures.Executor, tasks: Sequence[Task]) -> list[dict[str, Any]]:
    """Returns the answers in the order of the tasks, whoever was first; `"file"` is the text of a file that was written.

    An error of the tool is an answer. Ctrl-C and other exceptions cancel what was not begun, and what threads of this process do.
    """
    arguments, client = _process.arguments(), uuid.uuid4().hex
    futures: list[concurrent.futures.Future[dict[str, Any]]] = []
    try:
        futures += [executor.submit(answer, client, arguments, method, parameters) for method, parameters in tasks]
        waiting = set(futures)
        while waiting:
            # Waiting in pieces lets Ctrl-C through on all systems.
            done, waiting = concurrent.futures.wait(waiting, PATIENCE, concurrent.futures.FIRST_EXCEPTION)
            for future in done:
                future.result()
        return [future.result() for future in futures]
    except BaseException:
        for future in futures:
            future.cancel()
        for server in list(_working[client]):
            server.kill()
        raise
    finally:
        _working.pop(client, None)


def answer(client: str, arguments: tuple[str, ...], method: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Does a task in a worker."""
    server = own_server(arguments)
    working = _working[client]
    working.add(server)
    try:
        return answer_of(server, method, parameters)
    finally:
        working.discard(server)


def answer_here(method: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Does a task with the process that this package has anyway."""
    return answer_of(_process.server(), method, parameters)


def answer_of(server: Server, method: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    given = on_this_computer(parameters)
    with tempfile.TemporaryDirectory(prefix="shardform-") as folder:
        file = pathlib.Path(folder, "out")
        own = {name: str(file) if value == FILE else value for name, value in given.items()}
        result = server.call(method, **own)
        written = file.read_text(encoding="utf-8") if file.exists() else ""
    return {**result, "text": result["text"].replace(str(file), FILE), "file": written}


def own_server(arguments: tuple[str, ...]) -> Server:
    """Returns the process of this thread; it ends with the thread."""
    known: tuple[Any, Server, tuple[str, ...]] | None = getattr(_local, "server", None)
    if known is not None and known[1].is_alive and known[2] == arguments:
        return known[1]
    if known is not None:
        known[1].close()
    server = Server(arguments)
    owner = _Owner()
    weakref.finalize(owner, server.close)
    _local.server = (owner, server, arguments)
    return server


class _Owner:
    """Lives as long as its thread."""


def portable_machine(machine: Machine | None) -> Machine | None:
    """Returns a machine as other computers take it: what its file holds, by the name that it has here."""
    path = machine_argument(machine)
    if path is None or not path.endswith(".json"):
        return path
    try:
        described = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        # The command says what is wrong with the file.
        return path
    return {"name": path, **described} if isinstance(described, dict) else path


def on_this_computer(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Returns parameters as the command takes them, with a file for a machine that is described."""
    return {**parameters, "machine": machine_argument(parameters.get("machine"))}
