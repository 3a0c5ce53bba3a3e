"""The pytest plugin: snapshots of shardings. Imports nothing else until a test asks for it."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import types


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--shardform-update`."""
    group = parser.getgroup("shardform")
    group.addoption(
        "--shardform-update", action="store_true", help="write the snapshots of shardings anew instead of comparing with them"
    )


@pytest.fixture(scope="session")
def shardform() -> types.ModuleType:
    """The module `shardform.testing`, whose process stays for the session."""
    from shardform import testing

    return testing


@pytest.fixture
def shardform_snapshot(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compares a step with a file in `__shardings__` beside the test: `shardform_snapshot(step, args)`."""
    from shardform import testing

    used: set[str] = set()

    def compare(program: Any, args: Sequence[Any] = (), name: str | None = None) -> None:
        __tracebackhide__ = True
        own = re.sub(r"[^\w.\-]+", "-", f"{request.node.name}{f'-{name}' if name else ''}").strip("-")
        if own in used:
            pytest.fail(f"the snapshot '{own}' is compared twice: give the second a name", pytrace=False)
        used.add(own)
        file = pathlib.Path(request.node.path).parent / "__shardings__" / f"{own}.txt"
        try:
            testing.assert_snapshot(program, args, file=file, update=request.config.getoption("--shardform-update"))
        except AssertionError as error:
            pytest.fail(f"{error}\n(pytest --shardform-update writes it anew)", pytrace=False)

    return compare
