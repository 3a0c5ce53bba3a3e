"""The file that a plan is, applied to functions that JAX lowers in several ways."""

from __future__ import annotations

import pathlib
import re
import warnings
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import shardform as sf

MESH = {"x": 2, "y": 4}
STACK = (np.linspace(-1, 1, 2 * 64, dtype=np.float32).reshape(2, 8, 8), np.ones((16, 8), np.float32))
LAYER = (np.linspace(-1, 1, 2048, dtype=np.float32).reshape(32, 64), np.ones((16, 32), np.float32))


def scanned(unroll: int | bool) -> Any:
    def loss(w: Any, x: Any) -> Any:
        return lax.scan(lambda x, w: (jnp.tanh(x @ w) + w[0], None), x, w, unroll=unroll)[0].sum()

    return jax.value_and_grad(loss)


def layer(w: Any, x: Any) -> Any:
    jnp.sin(w) @ w.T  # Nothing uses it: keep_unused keeps it in the program.
    return jax.value_and_grad(lambda w: jnp.mean((jax.nn.relu(x @ w) @ w.T) ** 2))(w)


def with_options(w: Any, x: Any, power: int, *, mean: bool = True, unused: Any = None) -> Any:
    return jax.value_and_grad(lambda w: jnp.mean((jax.nn.relu(x @ w) @ w.T) ** power) if mean else 0.0)(w)


def planned(function: Any, *args: Any, **options: Any) -> Any:
    """The module that `plan.save(file)` writes."""
    text = jax.jit(function, **options).lower(*args).as_text(debug_info=True)
    return sf.study(text).plan("a100x8", mesh=MESH)._module


def assert_same(got: Any, wanted: Any) -> None:
    for own, other in zip(jax.tree.leaves(got), jax.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(own, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("unroll", [True, 1, 2])
def test_a_plan_of_a_scan_is_applied(unroll: int | bool) -> None:
    function = scanned(unroll)
    plan = planned(function, *STACK)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert_same(plan.jit(function)(*STACK), function(*STACK))


@pytest.mark.parametrize("keep_unused", [False, True])
def test_a_plan_applies_however_the_function_was_lowered(keep_unused: bool) -> None:
    plan = planned(layer, *LAYER, keep_unused=keep_unused)
    for options in ({}, {"keep_unused": True}):
        assert_same(plan.jit(layer, **options)(*LAYER), layer(*LAYER))


def test_all_options_of_jax_jit_pass_through() -> None:
    plan = planned(with_options, *LAYER, 2, static_argnums=2)
    wanted = layer(*LAYER)
    w, x = LAYER
    options: list[dict[str, Any]] = [
        {"donate_argnums": 0},
        {"donate_argnums": (0, 1)},
        {"donate_argnames": "w"},
        {"inline": True},
        {"keep_unused": True},
        {"compiler_options": {}},
    ]
    for own in options:
        for static in ({"static_argnums": 2}, {"static_argnames": ("power", "mean")}):
            assert_same(plan.jit(with_options, **own, **static)(jnp.array(w), jnp.array(x), 2), wanted)
    assert_same(plan.jit(with_options, static_argnames=("power", "mean"))(w, x=x, power=2, mean=True), wanted)
    lowered = plan.jit(with_options, static_argnums=2, donate_argnums=0).lower(w, x, 2)
    assert [own.donated for own in jax.tree.leaves(lowered.args_info)] == [True, False]
    # A function that has a jax.jit already has its options.
    jitted = jax.jit(with_options, static_argnames="power", donate_argnums=0)
    assert_same(plan.jit(jitted)(jnp.array(w), x, 2), wanted)
    assert_same(jax.jit(plan.constrained(with_options), static_argnums=2)(w, x, 2), wanted)


def test_another_function_is_refused_with_a_remedy() -> None:
    plan = planned(layer, *LAYER)
    with pytest.raises(plan.PlanError, match="the function uses 1 arrays, the function that was planned 2: plan it again"):
        plan.jit(lambda w: w)(LAYER[0])
    with pytest.raises(plan.PlanError, match="in_shardings are the plan's"):
        plan.jit(layer, in_shardings=None)


def fsdp(params: Any, x: Any) -> Any:
    def loss(params: Any) -> Any:
        for w in params:
            h = x_of(params, x) if w is params[0] else h  # noqa: F821
            h = jnp.tanh(h @ w)
        return jnp.mean(h**2)

    return jax.value_and_grad(loss)(params)


def x_of(params: Any, x: Any) -> Any:
    return x


def constrained_lines(plan: Any, function: Any, *args: Any) -> list[str]:
    """The shardings of constraints in the text of the function with the constraints of a plan."""
    text = plan.jit(function).lower(*args).as_text()
    return [line.split("<@mesh, ", 1)[1].split("]>", 1)[0] for line in text.splitlines() if "sdy.sharding_constraint" in line]


def test_constraints_are_on_what_a_line_computes_and_its_gradient() -> None:
    params, x = [np.ones((8, 8), np.float32)] * 3, np.ones((16, 8), np.float32)
    plan = planned(fsdp, params, x)
    line = next(number for number, text in enumerate(pathlib.Path(__file__).read_text().splitlines(), 1) if "jnp.tanh(h @ w)" in text)
    plan.CONSTRAINTS[:] = [(__file__, line, (16, 8), jax.sharding.PartitionSpec("x", "y"))]
    lines = constrained_lines(plan, fsdp, params, x)
    # Of three layers, the result of each, its gradient, and the product that the derivative of tanh makes of that.
    assert lines == ['[{"x"}, {"y"}'] * 9
    assert_same(plan.jit(fsdp)(params, x), fsdp(params, x))
    plan.CONSTRAINTS[:] = [(__file__, line, (16, 9), jax.sharding.PartitionSpec("x"))]
    with pytest.warns(UserWarning, match="computes no array of shape"):
        assert_same(plan.jit(fsdp)(params, x), fsdp(params, x))


def test_constraints_are_put_into_the_bodies_of_scans() -> None:
    function = scanned(1)
    plan = planned(function, *STACK)
    line = next(number for number, text in enumerate(pathlib.Path(__file__).read_text().splitlines(), 1) if "lambda x, w: (jnp.tanh(x @ w)" in text)
    plan.CONSTRAINTS[:] = [(__file__, line, (16, 8), jax.sharding.PartitionSpec("x"))]
    assert len(constrained_lines(plan, function, *STACK)) >= 2
    assert_same(plan.jit(function)(*STACK), function(*STACK))


def test_shardings_are_told_by_paths() -> None:
    plan = planned(fsdp, [np.ones((8, 8), np.float32)] * 3, np.ones((16, 8), np.float32))
    plan.RULES[:] = [("params/1", jax.sharding.PartitionSpec("x")), ("params/*", jax.sharding.PartitionSpec(None, "y"))]
    (args, kwargs), (value, grads) = plan.shardings(fsdp, [np.ones((8, 8), np.float32)] * 3, np.ones((16, 8), np.float32))
    specs = [own.spec for own in args[0]]
    assert [tuple(own) for own in specs] == [(None, "y"), ("x",), (None, "y")]
    assert (tuple(args[1].spec), kwargs, value) == ((), {}, None)
    assert [own and own.spec for own in grads] == specs


def patched(params: Any, x: Any) -> Any:
    def loss(params: Any) -> Any:
        h = jnp.tanh(x @ params[0])
        h = jax.lax.with_sharding_constraint(h, jax.sharding.PartitionSpec("x"))
        return jnp.mean((h @ params[1]) ** 2)

    return jax.value_and_grad(loss)(params)


def test_constraints_that_the_source_has_are_on_the_mesh_of_the_plan() -> None:
    params, x = [np.ones((8, 8), np.float32)] * 2, np.ones((16, 8), np.float32)
    plan = planned(fsdp, params, x)
    wanted = jax.value_and_grad(lambda params: jnp.mean((jnp.tanh(x @ params[0]) @ params[1]) ** 2))(params)
    assert_same(plan.jit(patched)(params, x), wanted)
    (args, _), _ = plan.shardings(patched, params, x)
    assert len(args[0]) == 2


def test_a_plan_of_explicit_axes_compiles_to_the_program_that_was_planned() -> None:
    mesh = jax.make_mesh((4, 2), ("fsdp", "tp"), axis_types=(AxisType.Explicit,) * 2)

    def on(value: Any, *spec: str | None) -> Any:
        return jax.device_put(value, NamedSharding(mesh, P(*spec)))

    args = on(np.ones((64, 128), np.float32), "fsdp", "tp"), on(np.ones((32, 64), np.float32), "fsdp", None)

    def step(w: Any, x: Any) -> Any:
        def loss(w: Any) -> Any:
            h = jnp.einsum("bd,df->bf", x, w, out_sharding=P(None, "tp"))
            return jnp.mean(jax.sharding.reshard(h, P(None, None)) ** 2)

        return w - jax.grad(loss)(w)

    with jax.set_mesh(mesh):
        plan = sf.study(step, *args).plan("a100x8")
        collectives = [re.findall(r"= \S+ (all-\w+|reduce-scatter)\(", own.jit(step).lower(*args).compile().as_text()) for own in (plan, plan._module)]
        assert_same(plan._module.jit(step)(*args), jax.jit(step)(*args))
    assert collectives[0] and sorted(collectives[0]) == sorted(collectives[1])


def test_a_plan_from_scratch_leaves_out_the_constraints_of_the_function() -> None:
    mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)

    def step(weights: Any, x: Any) -> Any:
        def layer(h: Any, w: Any) -> Any:
            return jax.lax.with_sharding_constraint(jnp.tanh(h @ w), NamedSharding(mesh, P(None, "model"))), None

        h, _ = jax.lax.scan(layer, x, weights)
        return jax.lax.with_sharding_constraint(2 * h, NamedSharding(mesh, P("model", "data"))).sum()

    gradient = jax.jit(jax.grad(step))
    weights, x = np.ones((4, 64, 64), np.float32), np.ones((16, 64), np.float32)
    plan = sf.study(gradient, weights, x).plan("a100x8", mesh={"data": 2, "model": 4}, from_scratch=True, verify=False)
    assert "planned without the with_sharding_constraint of test_plan_file.py:" in repr(plan)
    assert len(plan.data.dropped_constraints) == 2
    for applied in plan.jit(gradient), plan._module.jit(gradient):
        assert "sharding_constraint" not in applied.lower(weights, x).as_text()
        assert_same(applied(weights, x), gradient(weights, x))
