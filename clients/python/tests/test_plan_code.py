"""Plans in the terms of libraries, executed by these libraries."""

from __future__ import annotations

import types
from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax import nnx
from jax.sharding import PartitionSpec as P

import shardform as sf

equinox = pytest.importorskip("equinox")

MESH = {"data": 2, "model": 4}
X = np.ones((16, 32), np.float32)


def plan_of(step: Any, *args: Any, **options: Any) -> sf.Plan:
    return sf.study(jax.jit(step), *args).plan("a100x8", mesh=MESH, strategy="tp", verify=False, **options)


def code_of(plan: sf.Plan, library: str) -> Any:
    """The code as a module, with the rules that tests are about."""
    module = types.ModuleType(library)
    exec(compile(plan.code(library), f"<{library}>", "exec"), module.__dict__)
    return module


def train(predict: Any) -> Any:
    def step(params: Any, x: Any) -> Any:
        loss, grads = jax.value_and_grad(lambda own: predict(own, x).sum())(params)
        return jax.tree.map(lambda value, grad: value - grad, params, grads), loss

    return step


def mlp(params: Any, x: Any) -> Any:
    return jax.nn.relu(x @ params["up"]) @ params["down"]


def test_trees_of_named_shardings_are_those_of_the_plan() -> None:
    params = {"up": np.ones((32, 64), np.float32), "down": np.ones((64, 32), np.float32)}
    plan = plan_of(train(mlp), params, X)
    code = code_of(plan, "jax")
    wanted = jax.tree.map(lambda own: own.spec, plan.in_shardings)
    assert jax.tree.map(lambda own: own.spec, (code.shardings(params, "params"), code.shardings(X, "x"))) == wanted
    assert code.mesh.shape == MESH


class Perceptron(nn.Module):
    @nn.compact
    def __call__(self, x: Any) -> Any:
        own = nn.with_logical_partitioning(nn.initializers.lecun_normal(), ("embed", "mlp"))
        other = nn.with_logical_partitioning(nn.initializers.lecun_normal(), ("mlp", "embed"))
        x = nn.relu(nn.Dense(64, use_bias=False, kernel_init=own, name="up")(x))
        return nn.Dense(32, use_bias=False, kernel_init=other, name="down")(x)


def test_linen_has_metadata_and_rules_for_logical_names() -> None:
    model = Perceptron()
    boxed = model.init(jax.random.key(0), X)
    plan = plan_of(train(model.apply), nn.meta.unbox(boxed), X)
    code = code_of(plan, "linen")
    code.RULES[:] = [("up/kernel$", P(None, "model")), ("down/kernel$", P("model"))]
    specs = nn.get_partition_spec(code.partitioned(boxed))["params"]
    assert specs == {"up": {"kernel": P(None, "model")}, "down": {"kernel": P("model", None)}}
    rules = code.logical_axis_rules(boxed)
    assert dict(rules) == {"embed": None, "mlp": "model"}
    sharded = nn.logical_to_mesh(nn.get_partition_spec(boxed), rules)["params"]
    assert sharded["up"]["kernel"] == P(None, "model")
    code.RULES[:] = [("up/kernel$", P(None, "model"))]
    with pytest.raises(ValueError, match="'mlp' is over None in .*down.*, and over model in .*up"):
        code.logical_axis_rules(boxed)


class Layers(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.up = nnx.Linear(32, 64, use_bias=False, rngs=rngs)
        self.down = nnx.Linear(64, 32, use_bias=False, rngs=rngs)

    def __call__(self, x: Any) -> Any:
        return self.down(nnx.relu(self.up(x)))


def test_nnx_places_the_states_of_modules_and_optimizers() -> None:
    model = Layers(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)

    @nnx.jit
    def step(model: Any, optimizer: Any, x: Any) -> Any:
        loss, grads = nnx.value_and_grad(lambda own: own(x).sum())(model)
        optimizer.update(model, grads)
        return loss

    plan = sf.study(step.lower(model, optimizer, X).as_text(debug_info=True)).plan("a100x8", mesh=MESH, strategy="tp")
    code = code_of(plan, "nnx")
    up = code.place(model, "model").up.kernel[...].sharding.spec
    assert "model" in str(up)
    moments = {leaf.sharding.spec for leaf in jax.tree.leaves(nnx.state(code.place(optimizer, "optimizer"))) if leaf.shape == (32, 64)}
    assert moments == {up}
    before = model(X)
    np.testing.assert_allclose(step(model, optimizer, X), before.sum(), rtol=1e-5)


def test_equinox_shards_modules() -> None:
    model = equinox.nn.MLP(32, 32, 64, 1, key=jax.random.key(0))
    arrays, static = equinox.partition(model, equinox.is_array)
    plan = plan_of(train(lambda own, x: jax.vmap(equinox.combine(own, static))(x)), arrays, X)
    code = code_of(plan, "equinox")
    code.RULES[:] = [("layers/0/weight$", P("model"))]
    sharded = code.shard(model, "params")
    assert sharded.layers[0].weight.sharding.spec == P("model")
    assert sharded.layers[1].weight.sharding.spec == P()
    np.testing.assert_array_equal(sharded.layers[0].weight, model.layers[0].weight)


def test_equinox_places_the_arguments_of_filter_jit() -> None:
    model = equinox.nn.MLP(32, 32, 64, 1, key=jax.random.key(0))

    @equinox.filter_jit
    def step(model: Any, x: Any) -> Any:
        return jax.vmap(model)(x).sum()

    text = step.lower(model, X).lowered.as_text(debug_info=True)
    code = code_of(sf.study(text).plan("a100x8", mesh=MESH), "equinox")
    code.RULES[:] = [("first/0$", P("model")), ("rest/0$", P("data"))]
    (own, x), _ = code.place(model, X)
    assert own.layers[0].weight.sharding.spec == P("model")
    assert x.sharding.spec == P("data")
    np.testing.assert_allclose(step(own, x), step(model, X), rtol=1e-5)


def test_a_library_that_there_is_no_code_for_is_refused() -> None:
    plan = plan_of(train(mlp), {"up": np.ones((32, 64), np.float32), "down": np.ones((64, 32), np.float32)}, X)
    with pytest.raises(sf.UsageError, match="there is no code for 'torch'; there is for jax, linen, nnx, equinox, keras"):
        plan.code("torch")


def test_arguments_are_given_roles() -> None:
    params = {"up": np.ones((32, 64), np.float32), "down": np.ones((64, 32), np.float32)}
    table = jnp.ones((16, 32), jnp.float32)

    def step(params: Any, table: Any, x: Any) -> Any:
        return train(lambda own, x: mlp(own, x + table))(params, x)

    plan = plan_of(step, params, table, X, param_args=["table"])
    assert "data" not in (code_of(plan, "jax").spec("", "table") or ())
    with pytest.raises(sf.UsageError, match="no argument is called 'tokens'; the program has params, table, x"):
        plan_of(step, params, table, X, batch_args=["tokens"])


def test_a_pipeline_is_refused_before_the_program_is_planned() -> None:
    with pytest.raises(sf.UsageError, match="shardform plan FILE --strategy pp"):
        sf.study(jax.jit(jnp.tanh), X).plan("a100x8", devices=8, strategy="pp")
