"""What goes wrong, as exceptions with a place and a remedy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .answers import Diagnostic


class ShardformError(Exception):
    """Everything that this package raises; its text is the place, the message, the remedy and the notes."""

    #: What is wrong, in one line, without its place and its remedy.
    message: str
    #: `file:line` in the user's program, or `line:column` of the text that was given; `None` if it is about neither.
    place: str | None = None
    #: What to do about it; `None` where the message says all.
    remedy: str | None = None

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.message = text.partition("\n")[0]


class NodeNotFoundError(ShardformError):
    """There is no Node.js that is new enough."""


class UsageError(ShardformError):
    """An argument is wrong: a value, a machine or a file that there is not."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message, self.remedy = problem_and_remedy(message)


class LoweringError(UsageError):
    """The function cannot be lowered, or this is no program."""


class ProgramError(ShardformError):
    """The program is wrong, or cannot be partitioned, simulated or executed."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        #: All that was found, the notes beside each.
        self.diagnostics = tuple(diagnostics)
        errors = [own for own in self.diagnostics if own.severity == "error"]
        self.place = next((place for place in map(place_of, errors) if place is not None), None)
        super().__init__("\n".join([message if self.place is None else f"{self.place}: {message}", *notes(errors)]))
        self.message, self.remedy = problem_and_remedy(message)


class InternalError(ShardformError):
    """A defect of Shardform, or its process ended unexpectedly."""


def problem_and_remedy(text: str) -> tuple[str, str | None]:
    """Divides a message of the command, which has what to do behind a semicolon; diagnostics may follow in further lines."""
    problem, _, remedy = text.partition("\n")[0].partition("; ")
    return problem, remedy or None


def place_of(diagnostic: Diagnostic) -> str | None:
    """Returns `file:line:column`, without the file for text that came from Python."""
    if diagnostic.range is None:
        return None
    start = diagnostic.range.start
    where = f"{start.line}:{start.column}"
    is_own = diagnostic.file in (None, "<stdin>", "-")
    return where if is_own else f"{diagnostic.file}:{where}"


def notes(diagnostics: Sequence[Diagnostic]) -> list[str]:
    """Returns a line for each note."""
    return [f"  note: {note.message}" for own in diagnostics for note in own.notes]


def error_of(answer: dict[str, Any]) -> ShardformError:
    """Returns the exception for an error that the command answered with."""
    error = answer["error"]
    if error["kind"] == "usage":
        return UsageError(with_parameters(error["message"]))
    return ProgramError(error["message"], [Diagnostic.from_json(own) for own in error["diagnostics"]])


def with_parameters(message: str) -> str:
    """Returns a message about flags of the command with the parameters of Python instead: `mesh='2x4'` for `'--mesh 2x4'`."""

    def parameter(found: re.Match[str]) -> str:
        name, value = found[1].replace("-", "_"), found[2]
        own = PARAMETERS.get(name, name)
        return own if value is None else f"{own}={value if value.isdigit() else repr(value)}"

    return re.sub(r"(?:flags? )?'--([a-z][a-z-]*)(?: ([^']*))?'", parameter, message)


#: Flags that have another name here.
PARAMETERS = {"time": "seconds"}
