"""The process of the command, which stays and is asked by JSON-RPC, one message a line."""

from __future__ import annotations

import atexit
import collections
import concurrent.futures
import contextlib
import itertools
import json
import os
import subprocess
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from ._node import command_file, node_file
from .errors import InternalError, UsageError, error_of

PROTOCOL: Final = 1
REQUEST_CANCELLED: Final = -32800
# Waiting in pieces lets Ctrl-C through on all systems.
PATIENCE: Final = 0.2

Progress: TypeAlias = Callable[[float, str], None]


class Server:
    """A process of the command. Calls may come from several threads; each waits for its own answer."""

    def __init__(self, arguments: tuple[str, ...] = ()) -> None:
        line = [node_file(), str(command_file()), "serve", "--no-config", *arguments]
        # A group of its own: the Ctrl-C that interrupts Python does not end it.
        group: dict[str, Any] = (
            {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if os.name == "nt" else {"start_new_session": True}  # type: ignore[attr-defined,unused-ignore]
        )
        self.pid = os.getpid()
        self._process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **group
        )
        self._ids = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, concurrent.futures.Future[Any]] = {}
        # Nothing answers after the end of what it says, which comes before the end of the process.
        self._is_silent = False
        self._complaints: collections.deque[str] = collections.deque(maxlen=50)
        self.progress: Progress | None = None
        self._complaining = threading.Thread(target=self._read_complaints, name="shardform-errors", daemon=True)
        self._complaining.start()
        threading.Thread(target=self._read, name="shardform", daemon=True).start()
        self._hello = self._send("initialize", {})

    @property
    def is_alive(self) -> bool:
        """False after its end, and in a fork of the process that started it."""
        return self.pid == os.getpid() and not self._is_silent and self._process.poll() is None

    @property
    def hello(self) -> dict[str, Any]:
        """What it says of itself: its version, that of Node, and its methods with their schemas."""
        hello: dict[str, Any] = self._wait(self._hello)
        if hello["protocol"] != PROTOCOL:
            raise InternalError(f"the command speaks protocol {hello['protocol']}, this package {PROTOCOL}")
        return hello

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Returns `{"text", "data", "isError"}`; parameters that are `None` or false are left out."""
        given = {name: value for name, value in parameters.items() if value is not None and value is not False}
        result: dict[str, Any] = self._wait(self._send(method, given))
        return result

    def close(self) -> None:
        """Ends the process."""
        if self.pid != os.getpid() or self._process.stdin is None:
            return
        try:
            self._process.stdin.close()
            self._process.wait(2)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()

    def kill(self) -> None:
        """Ends the process at once; calls that wait for it fail."""
        if self.pid == os.getpid() and self._process.poll() is None:
            self._process.kill()

    def _send(self, method: str, parameters: Mapping[str, Any]) -> concurrent.futures.Future[Any]:
        answer: concurrent.futures.Future[Any] = concurrent.futures.Future()
        number = next(self._ids)
        answer.shardform_id = number  # type: ignore[attr-defined]
        with self._lock:
            is_silent = self._is_silent
            if not is_silent:
                self._waiting[number] = answer
        if is_silent:
            raise self._ended()
        self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})
        return answer

    def _write(self, message: Mapping[str, Any]) -> None:
        line = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        stdin = self._process.stdin
        assert stdin is not None
        try:
            with self._lock:
                stdin.write(line)
                stdin.flush()
        except OSError:
            raise self._ended() from None

    def _wait(self, answer: concurrent.futures.Future[Any]) -> Any:
        try:
            while True:
                try:
                    return answer.result(PATIENCE)
                except TimeoutError:
                    if answer.done():
                        raise
        except KeyboardInterrupt:
            self._cancel(answer)
            raise

    def _cancel(self, answer: concurrent.futures.Future[Any]) -> None:
        number = answer.shardform_id  # type: ignore[attr-defined]
        self._write({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number}})

    def _read(self) -> None:
        try:
            self._read_answers()
        finally:
            with self._lock:
                self._is_silent = True
                waiting = list(self._waiting.values())
                self._waiting.clear()
            for answer in waiting:
                answer.set_exception(self._ended())

    def _read_answers(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        for line in stdout:
            message = json.loads(line)
            if message.get("method") == "$/progress":
                self._tell(message["params"])
                continue
            answer = self._waiting.pop(message.get("id"), None)
            if answer is None:
                continue
            if "result" in message:
                answer.set_result(message["result"])
            else:
                answer.set_exception(_exception(message["error"]))

    def _tell(self, told: Mapping[str, Any]) -> None:
        if self.progress is not None:
            self.progress(told["done"], told["text"])

    def _read_complaints(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        for line in stderr:
            self._complaints.append(line.decode(errors="replace").rstrip())

    def _ended(self) -> InternalError:
        # It closes what it says with before it is gone, and what it complained of is read by another thread.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        self._complaining.join(PATIENCE)
        said = "; ".join(list(self._complaints)[-3:]) or "it said nothing"
        return InternalError(f"the process of the command has ended with exit code {self._process.poll()}: {said}")


def _exception(error: Mapping[str, Any]) -> Exception:
    if error["code"] == REQUEST_CANCELLED:
        return InternalError(error["message"])
    # Invalid parameters and unknown methods are those of the caller.
    kind = UsageError if error["code"] in (-32601, -32602) else InternalError
    return kind(error["message"])


_server: Server | None = None
_arguments: tuple[str, ...] = ()
_start = threading.Lock()


def server() -> Server:
    """Returns the process, which is started when there is none, or the one of the parent after a fork."""
    global _server
    with _start:
        if _server is None or not _server.is_alive:
            _server = Server(_arguments)
        return _server


def arguments() -> tuple[str, ...]:
    """Returns the flags of the process."""
    return _arguments


def configure(*, arguments: tuple[str, ...] = (), progress: Progress | None = None) -> None:
    """Sets flags of the process, such as `--limit-devices=4096`, and who is told how far long work is: `progress(fraction, text)`."""
    global _arguments
    if arguments != _arguments:
        before, _arguments = _arguments, arguments
        close()
        try:
            _ = server().hello
        except InternalError as error:
            _arguments = before
            raise UsageError(f"the command does not take {' '.join(arguments)}: {error}") from None
    server().progress = progress


def ask(method: str, **parameters: Any) -> dict[str, Any]:
    """Asks the command. Raises `UsageError` or `ProgramError` for what it finds wrong."""
    return checked(server().call(method, **parameters))


def checked(result: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer. Raises `UsageError` or `ProgramError` if it is an error."""
    if result["isError"] and "error" in (result["data"] or {}):
        raise error_of(result["data"])
    return result


def close() -> None:
    """Ends the process, if there is one."""
    if _server is not None:
        _server.close()


atexit.register(close)
