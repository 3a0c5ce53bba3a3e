"""Numbers as people read them."""

from __future__ import annotations

import math
import re

from .errors import UsageError

BINARY = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
DECIMAL = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def bytes_text(count: float) -> str:
    """Returns `1.5 MiB`."""
    # Sums of parts need not be whole; bytes are.
    size = float(round(count))
    for unit in ("B", "KiB", "MiB", "GiB"):
        if abs(size) < 1024:
            return f"{size:.0f} B" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} TiB"


def seconds_text(seconds: float) -> str:
    """Returns `1.5 ms`."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.4g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def finite(number: float | None) -> float:
    """Returns a number of an answer; JSON has null for those that are not finite."""
    return math.inf if number is None else number


def bytes_of(size: int | float | str) -> int:
    """Returns the bytes of a number, or of a text with a unit such as `10MB` or `1.5 GiB`."""
    if isinstance(size, (int, float)):
        return int(size)
    found = re.fullmatch(r"\s*(\d+(?:\.\d*)?)\s*([KMGT]?)(i?)(B?)\s*", size, re.IGNORECASE)
    if found is None:
        raise UsageError(f"'{size}' is no size; expected a number of bytes, or a text such as '10MB' or '1.5GiB'")
    number, prefix, binary, byte = found.groups()
    if not (prefix or byte) and float(number) != 0:
        raise UsageError(f"'{size}' is no size with a unit; write '{number}GB' or '{number}GiB', or the number of bytes")
    return int(float(number) * (BINARY if binary else DECIMAL)[prefix.upper()])
