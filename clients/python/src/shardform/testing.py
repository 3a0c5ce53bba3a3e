"""Assertions about shardings, for tests of models.

    from shardform import testing

    def test_step_gathers_nothing():
        testing.assert_collectives(step, args, at_most={"all_gather": 0, "all_reduce": "10MB"})
"""

from __future__ import annotations

import difflib
import json
import os
import pathlib
import re
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from ._equal import assert_equal
from ._machine import Machine, machine_argument
from ._mistakes import checked_args, takes_told_arguments
from ._process import ask
from ._programs import Partitioner, chosen, flags_of
from ._specs import entries_of, refuse_axes
from ._units import bytes_of, bytes_text
from .answers import Check, CheckedBudget
from .errors import UsageError
from ._study import Study, study

__all__ = [
    "assert_budget",
    "assert_collectives",
    "assert_equal",
    "assert_equal_on_devices",
    "assert_fits",
    "assert_sharding",
    "assert_snapshot",
    "snapshot",
]

#: More findings of a limit are summed up.
MOST_FINDINGS = 12


@takes_told_arguments
def assert_collectives(
    program: Any,
    args: Sequence[Any] = (),
    *,
    at_most: Mapping[str, int | str] | int | str,
    partitioner: Partitioner | None = None,
) -> None:
    """Asserts that a step has at most a number of collectives of a kind, or sends at most a number of bytes by them (`"10MB"`).

    `"*"` stands for the kinds that are not named, as does a limit alone. The `partitioner` is that of `assert_budget`.
    """
    __tracebackhide__ = True
    limits = {"*": at_most} if isinstance(at_most, (int, str)) else dict(at_most)
    assert_budget(program, args, {"collectives": limits}, partitioner=partitioner)


@takes_told_arguments
def assert_sharding(program: Any, args: Sequence[Any] = (), *, expected: Mapping[str, Any]) -> None:
    """Asserts how arguments and results are split: `{"params['w']": P(None, "model")}`."""
    __tracebackhide__ = True
    specs = {name: _spec_text(spec, name) for name, spec in expected.items()}
    assert_budget(program, args, {"shardings": specs})


@takes_told_arguments
def assert_fits(
    program: Any,
    args: Sequence[Any] = (),
    *,
    machine: Machine | None = None,
    memory: int | str,
    partitioner: Partitioner | None = None,
) -> None:
    """Asserts that a device with so much memory, such as `"16GiB"`, is enough for a step. The `partitioner` is that of `assert_budget`."""
    __tracebackhide__ = True
    assert_budget(program, args, {"memory": bytes_of(memory)}, machine=machine, partitioner=partitioner)


@takes_told_arguments
def assert_budget(
    program: Any,
    args: Sequence[Any],
    budget: Mapping[str, Any] | str | os.PathLike[str],
    *,
    machine: Machine | None = None,
    partitioner: Partitioner | None = None,
) -> None:
    """Asserts that a step keeps to a budget: a dictionary or a file, as `shardform check --budget` reads it.

    Collectives, memory and time are those of the program that XLA compiles where this Python has jax, and with `partitioner="xla"`;
    with `partitioner="shardform"` they are predicted. A study has a partitioner of its own. Failures say which.
    """
    __tracebackhide__ = True
    own = _study(program, args)
    checked = check(own, budget, machine, partitioner)
    failed = [one for one in checked.checks if not one.holds]
    if failed:
        head = f"{own.name}, {checked.program}: {len(failed)} of {len(checked.checks)} limits exceeded"
        raise AssertionError("\n".join([head, *_lines(failed)]))


def check(
    own: Study,
    budget: Mapping[str, Any] | str | os.PathLike[str],
    machine: Machine | None,
    partitioner: Partitioner | None = None,
) -> CheckedBudget:
    """Returns how a study compares with a budget."""
    compiler = flags_of(own.partitioner if partitioner is None else chosen(partitioner))
    with tempfile.TemporaryDirectory(prefix="shardform-") as folder:
        file = pathlib.Path(folder, "budget.json") if isinstance(budget, Mapping) else pathlib.Path(budget).resolve()
        if isinstance(budget, Mapping):
            file.write_text(json.dumps(budget), encoding="utf-8")
        try:
            answer = ask("check", program=own.text, budget=str(file), machine=machine_argument(machine), **compiler)
        except UsageError as error:
            # The file is ours.
            if not isinstance(budget, Mapping):
                raise
            raise UsageError(str(error).replace(f"'{file}'", "the budget")) from None
    return CheckedBudget.from_json(answer["data"])


@takes_told_arguments
def assert_equal_on_devices(program: Any, args: Sequence[Any] = ()) -> None:
    """Asserts that simulated devices compute what jax does, but for what rounding explains."""
    __tracebackhide__ = True
    own = _study(program, args)
    run = own.run(check=False)
    if not run.ok:
        raise AssertionError(repr(run))


def snapshot(own: Study) -> str:
    """Returns what matters of a study as text that is the same unless the sharding changes: no lines of files, no times.

    Its first line is which program it is of, without the version of the compiler.
    """
    mesh = ", ".join(f"{name}={size}" for name, size in own.mesh.items()) or "none"
    values = [f"  {row.name}: {row.dtype}[{','.join(map(str, row.shape))}] {row.spec or row.sharding}" for row in own.shardings]
    counts: dict[str, int] = {}
    for one in own.collectives:
        times = "" if one.executions == 1 else f" {one.executions:g} times"
        moved = one.value or one.source if one.name is None else _without_lines(one.name)
        line = f"  {one.kind} along {', '.join(one.axis_names)} of {moved}: {bytes_text(one.bytes)}{times}"
        counts[line] = counts.get(line, 0) + 1
    collectives = [line if count == 1 else f"{line} ({count} alike)" for line, count in sorted(counts.items())]
    total = f"sent by each device: {bytes_text(own.totals.bytes)}"
    return "\n".join([f"{PROGRAM}{PROGRAMS[own.partitioner]}", f"mesh: {mesh}", "values:", *values, "collectives:", *(collectives or ["  none"]), total, ""])


def _without_lines(name: str) -> str:
    """Returns the name of a value without the lines that an edit of the file above them moves: `dot_general, model.py:36`."""
    return re.sub(r", [^\s,]+:\d+(?=,|$)", "", name)


#: The beginning of the line of a snapshot that says which program it is of, and what it says.
PROGRAM = "program: "
PROGRAMS: Mapping[Partitioner, str] = {"xla": "compiled by XLA", "shardform": "predicted"}


def program_of(text: str) -> tuple[str, str]:
    """Returns which program a snapshot is of, and the rest of it. Those of older versions are predicted, and do not say so."""
    first, _, rest = text.partition("\n")
    return (first.removeprefix(PROGRAM), rest) if first.startswith(PROGRAM) else (PROGRAMS["shardform"], text)


@takes_told_arguments
def assert_snapshot(
    program: Any,
    args: Sequence[Any] = (),
    *,
    file: str | os.PathLike[str],
    update: bool = False,
    partitioner: Partitioner | None = None,
) -> None:
    """Asserts that the sharding of a step is that of a file, which the first run writes.

    A snapshot of a compiled program is not compared with a predicted one. The `partitioner` is that of `sf.study`.
    With the pytest plugin, `--shardform-update` writes files anew; without it, `update=True` does.
    """
    __tracebackhide__ = True
    own = _study(program, args, partitioner)
    path = pathlib.Path(file)
    text = snapshot(own)
    if update or not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    before, known = program_of(path.read_text(encoding="utf-8"))
    after, found = program_of(text)
    if before != after:
        raise AssertionError(f"{path} has the program of {own.name} {before}, which is not compared with the one {after}")
    if known != found:
        raise AssertionError(f"the sharding of {own.name}, {own.program}, is not that of {path}\n{difference(known, found)}")


def difference(known: str, text: str) -> str:
    """Returns the lines that differ, with the heading that they are under."""
    heading, lines = "", []
    for line in difflib.ndiff(known.splitlines(), text.splitlines()):
        mark, own = line[:1], line[2:]
        if mark in "+-" and not own.startswith("  "):
            lines.append(f"{mark} {own}")
        elif mark in "+-":
            if heading:
                lines.append(f"  {heading}")
                heading = ""
            lines.append(f"{mark} {own}")
        elif mark == " " and own.endswith(":"):
            heading = own
    return "\n".join(lines)


def _study(program: Any, args: Sequence[Any], partitioner: Partitioner | None = None) -> Study:
    given = checked_args(args)
    if not isinstance(program, Study):
        return study(program, *given, partitioner=partitioner)
    if given:
        raise UsageError("a Study has its arguments")
    if partitioner is not None and partitioner != program.partitioner:
        raise UsageError(f"the study has partitioner={program.partitioner!r}, not {partitioner!r}")
    return program


def _spec_text(spec: Any, name: str) -> str:
    """Returns `P('x', None)` of a PartitionSpec, a NamedSharding, or text that is one."""
    if isinstance(spec, str):
        refuse_axes(spec, name)
        return spec
    entries = [None if not axes else axes[0] if len(axes) == 1 else axes for axes in entries_of(spec, name)]
    return f"P({', '.join(map(repr, entries))})"


def _lines(failed: Sequence[Check]) -> list[str]:
    lines = []
    for one in failed:
        lines.append(f"  {one.message}")
        for found in one.findings[:MOST_FINDINGS]:
            lines.append(f"    {f'{found.place}: ' if found.place else ''}{found.message}")
        if len(one.findings) > MOST_FINDINGS:
            lines.append(f"    and {len(one.findings) - MOST_FINDINGS} more")
    return lines
