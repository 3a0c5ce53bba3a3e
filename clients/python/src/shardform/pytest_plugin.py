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


@pytest.fixture(scope="session")
def _shardform_snapshots() -> dict[pathlib.Path, str]:
    """The tests that have compared files."""
    return {}


@pytest.fixture
def shardform_snapshot(
    request: pytest.FixtureRequest, _shardform_snapshots: dict[pathlib.Path, str]
) -> Callable[..., None]:
    """Compares a step with a file in `__shardings__` beside the test: `shardform_snapshot(step, args)`."""
    from shardform import testing

    used: set[str] = set()

    def compare(program: Any, args: Sequence[Any] = (), name: str | None = None, *, partitioner: Any = None) -> None:
        __tracebackhide__ = True
        # Tests of other files and classes may have the same name.
        path = pathlib.Path(request.node.path)
        kind = "" if request.cls is None else f"{request.cls.__qualname__}."
        own = re.sub(r"[^\w.\-]+", "-", f"{path.stem}.{kind}{request.node.name}{f'-{name}' if name else ''}").strip("-")
        if own in used:
            pytest.fail(f"the snapshot '{own}' is compared twice: give the second a name", pytrace=False)
        used.add(own)
        file = path.parent / "__shardings__" / f"{own}.txt"
        other = _shardform_snapshots.setdefault(file, request.node.nodeid)
        if other != request.node.nodeid:
            pytest.fail(f"the snapshot '{own}' is that of {other}, too: give one of them a name", pytrace=False)
        try:
            update = request.config.getoption("--shardform-update")
            testing.assert_snapshot(program, args, file=file, update=update, partitioner=partitioner)
        except AssertionError as error:
            pytest.fail(f"{error}\n(pytest --shardform-update writes it anew)", pytrace=False)

    return compare
