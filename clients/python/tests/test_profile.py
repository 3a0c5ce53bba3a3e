"""Runs are traced, and measured times stand beside predicted ones."""

from __future__ import annotations

import pathlib
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

import shardform as sf


def step_and_arguments() -> tuple[Any, tuple[jax.Array, jax.Array]]:
    mesh = jax.make_mesh((8,), ("x",), axis_types=(AxisType.Auto,))

    @jax.jit
    def step(w: jax.Array, x: jax.Array) -> jax.Array:
        return jnp.tanh(x @ w)

    on = NamedSharding(mesh, P(None, "x"))
    w = jax.device_put(jnp.ones((256, 64)), NamedSharding(mesh, P("x", None)))
    return step, (w, jax.device_put(jnp.ones((128, 256)), on))


def test_a_run_is_traced_and_joined_to_lines_values_and_axes() -> None:
    step, args = step_and_arguments()
    with sf.profiled(step, machine="h100:1x8") as p:
        for _ in range(4):
            p(*args)
        with pytest.raises(sf.UsageError, match="after the end"):
            p.lines
    assert p.data.program == "jit_step"
    assert p.data.steps.found_by == "markers"
    assert p.data.joined.operations == p.data.joined.lines == 1
    assert {row.name.rsplit("/", 1)[-1].split(":")[0] for row in p.lines if row.name} == {"test_profile.py"}
    assert [row.axis for row in p.communication] == ["x"]
    assert any((row.name or "").startswith("tanh, test_profile.py:") for row in p.values)
    assert p.seconds > 0 and p.predicted_seconds is not None
    assert repr(p).startswith("jit_step on 8 devices of ")


def test_a_trace_is_read_with_and_without_its_program(tmp_path: pathlib.Path) -> None:
    step, args = step_and_arguments()
    with sf.profiled(step, folder=tmp_path):
        for _ in range(3):
            jax.block_until_ready(step(*args))
    alone = sf.profile(tmp_path)
    assert [row.axis for row in alone.communication] == ["groups of 8"]
    assert alone.predicted_seconds is None
    assert "\nno prediction and no MFU: machine= names a machine\n" in f"\n{alone!r}\n"
    assert len(alone.memory) == 0
    with pytest.raises(sf.UsageError, match="without its program"):
        alone.values
    assert [row.axis for row in sf.profile(tmp_path, step, *args).communication] == ["x"]
    with pytest.raises(sf.UsageError, match="has no profile"):
        sf.profile(tmp_path / "plugins")
