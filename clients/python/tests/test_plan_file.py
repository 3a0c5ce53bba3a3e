"""The file that a plan is, applied to functions that JAX lowers in several ways."""

from __future__ import annotations

import warnings
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

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
    remedy = r"plan the text of jax\.jit\(function\)\.lower"
    others = [lambda w, x: (jnp.sum(x), w), lambda w, x: (x[0, 0] * w[0, 0], w @ w.T @ w), lambda w, x: w]
    for other in others:
        with pytest.raises(plan.PlanError, match=remedy):
            plan.jit(other)(*LAYER)
    with pytest.raises(plan.PlanError, match="in_shardings are the plan's"):
        plan.jit(layer, in_shardings=None)
