"""How the table of all values is printed."""

from __future__ import annotations

from ._table import Column, Columns
from ._units import bytes_text
from .answers import ValueRow

VALUE_COLUMNS: Columns[ValueRow] = Columns(
    __name__,
    "VALUE_COLUMNS",
    Column("value", lambda row: row.value or ""),
    Column("name", lambda row: row.name or ""),
    Column("operation", lambda row: row.operation or ""),
    Column("shape", lambda row: row.shape),
    Column("sharding", lambda row: row.sharding or "whole"),
    Column("bytes", lambda row: "" if row.bytes is None else bytes_text(row.bytes), True),
)
