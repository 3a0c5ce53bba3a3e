"""The base of the dataclasses that hold answers of the command."""

from __future__ import annotations

import dataclasses
import functools
import keyword
import re
import types
import typing
from collections.abc import Mapping
from typing import Any, Self


@dataclasses.dataclass(frozen=True)
class Answer:
    """A part of the JSON that the command answers with, under names as Python has them."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Reads what the command sent; members of newer versions are skipped."""
        return typing.cast(Self, _reader(typing.cast(Any, cls))(data))

    def to_dict(self) -> dict[str, Any]:
        """Returns the same as plain dictionaries, lists, texts and numbers."""
        return dataclasses.asdict(self)


def field_name(member: str) -> str:
    """`peakBytes` is `peak_bytes`."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", member).lower()
    return f"{snake}_" if keyword.iskeyword(snake) else snake


@functools.cache
def _reader(kind: Any) -> Any:
    """Returns the function that reads a value of a type from its JSON."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Answer):
        hints = typing.get_type_hints(kind)
        fields = {field.name: hints[field.name] for field in dataclasses.fields(kind)}
        return functools.partial(_read_object, kind, fields)
    if origin in (types.UnionType, typing.Union):
        own = [part for part in arguments if part is not type(None)]
        read = _reader(own[0]) if len(own) == 1 else None
        return lambda value: value if value is None or read is None else read(value)
    if origin is tuple:
        read = _reader(arguments[0])
        return lambda values: tuple(map(read, values))
    if origin is Mapping:
        read = _reader(arguments[1])
        return lambda values: {name: read(value) for name, value in values.items()}
    return lambda value: value


def _read_object(kind: type[Answer], fields: Mapping[str, Any], data: Mapping[str, Any]) -> Answer:
    given = {field_name(member): value for member, value in data.items()}
    return kind(**{name: _reader(hint)(given.get(name)) for name, hint in fields.items()})
