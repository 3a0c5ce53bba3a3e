"""Study, check and plan the shardings of JAX programs.

    import shardform as sf

    s = sf.study(jax.jit(step), *args)
    s.shardings, s.collectives, s.memory("a100x8"), s.time("a100x8")
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import answers, testing
    from ._machine import Machine
    from ._process import close, configure
    from ._rows import Sharding
    from ._table import Table
    from .errors import (
        InternalError,
        LoweringError,
        NodeNotFoundError,
        ProgramError,
        ShardformError,
        UsageError,
    )
    from ._equal import Equality, assert_equal
    from ._memory import Memory
    from ._plan import Plan
    from ._profile import Profile, profile, profiled
    from ._run import MismatchError, Run
    from ._search import search
    from ._study import Study, study
    from ._train import train_run

# Where each name is: importing the package loads none of it, since pytest does so in every run.
_PLACES = {
    "InternalError": "errors",
    "LoweringError": "errors",
    "Equality": "_equal",
    "Machine": "_machine",
    "Memory": "_memory",
    "MismatchError": "_run",
    "NodeNotFoundError": "errors",
    "Plan": "_plan",
    "Profile": "_profile",
    "ProgramError": "errors",
    "Run": "_run",
    "Sharding": "_rows",
    "ShardformError": "errors",
    "Study": "_study",
    "Table": "_table",
    "UsageError": "errors",
    "answers": "answers",
    "assert_equal": "_equal",
    "close": "_process",
    "configure": "_process",
    "profile": "_profile",
    "profiled": "_profile",
    "search": "_search",
    "study": "_study",
    "testing": "testing",
    "train_run": "_train",
}

__all__ = [
    "Equality",
    "InternalError",
    "LoweringError",
    "Machine",
    "Memory",
    "MismatchError",
    "NodeNotFoundError",
    "Plan",
    "Profile",
    "ProgramError",
    "Run",
    "Sharding",
    "ShardformError",
    "Study",
    "Table",
    "UsageError",
    "__version__",
    "answers",
    "assert_equal",
    "close",
    "configure",
    "profile",
    "profiled",
    "search",
    "study",
    "testing",
    "train_run",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("shardform")
    if name not in _PLACES:
        raise AttributeError(f"module 'shardform' has no attribute '{name}'")
    module = importlib.import_module(f".{_PLACES[name]}", __name__)
    value = module if name in ("answers", "testing") else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
