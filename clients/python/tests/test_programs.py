"""Training steps of the libraries: names, numbers, plans."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import programs
import pytest

import shardform as sf

NAMES = {
    "flax linen": "state.params['Block_0']['Dense_0']['kernel']",
    "flax nnx": "weights['up']['kernel'].value",
    "flax nnx.jit": "model.layers[10].kernel.value",
    "haiku": "params['multi_head_attention/key']['w']",
    "equinox": "model.mlp.layers[0].weight",
    "plain": "params['layers']['w']",
    "optax": "state[1][0].mu[0]",
}


@pytest.fixture(scope="module", params=list(programs.PROGRAMS))
def case(request: pytest.FixtureRequest) -> tuple[str, Any, tuple[Any, ...], sf.Study]:
    pytest.importorskip(request.param.split()[0]) if request.param != "plain" else None
    step, args = programs.PROGRAMS[request.param]()
    return request.param, step, args, sf.study(step, *args)


def test_values_have_the_names_of_the_pytrees(case: tuple[str, Any, Any, sf.Study]) -> None:
    name, _, _, study = case
    row = study.shardings[NAMES[name]]
    assert row.kind == "argument"
    assert tuple(row.partition_spec) == (*[None] * (len(row.shape) - 1), "model")
    assert study.mesh == {"data": 4, "model": 2}
    explanation = study.explain(NAMES[name])
    assert [axis.axis for axis in explanation[0].axes] == ['"model"']


def test_collectives_name_the_users_lines(case: tuple[str, Any, Any, sf.Study]) -> None:
    _, step, args, study = case
    assert len(study.collectives) == sum(study.totals.count_by_kind.values()) > 0
    assert all(own.place is not None and own.reason is not None for own in study.collectives)
    # Of those that XLA combines, the place of one is told.
    predicted = sf.study(step, *args, partitioner="shardform")
    assert any((own.place or "").rpartition(":")[0] == programs.__file__ for own in predicted.collectives)


def test_simulated_devices_compute_what_jax_does(case: tuple[str, Any, Any, sf.Study]) -> None:
    _, _, _, study = case
    run = study.run()
    assert run.ok and run.is_beside_jax
    assert jax.tree.structure(run.results) == study._source.lowered.out_tree


def test_unused_arguments_keep_positions_apart() -> None:
    step, args = programs.plain()
    study = sf.study(step, *args)
    names = [row.name for row in study.shardings if row.kind == "argument"]
    assert names == ["params['emb']", "params['layers']['w']", "key", "tokens", "labels"]


def test_a_plan_is_what_jax_jit_takes() -> None:
    step, args = programs.optax_chain()
    plan = sf.study(step, *args).plan("a100x8")
    planned = jax.jit(
        plan.constraints(step), in_shardings=plan.in_shardings, out_shardings=plan.out_shardings
    )
    expected = step(*args)
    for own, wanted in zip(jax.tree.leaves(planned(*args)), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(own, wanted, rtol=1e-4, atol=1e-5)
    # Its shardings are those of the plan, on the machine that it was made for; constraints end a few fusions.
    shapes = jax.tree.map(lambda own: jax.ShapeDtypeStruct(own.shape, own.dtype), args)
    study = sf.study(planned, *shapes)
    assert plan.facts.time is not None
    assert study.time("a100x8", partitioner="best").seconds == pytest.approx(plan.facts.time.seconds, rel=1e-2)


def test_pytrees_of_libraries_are_none_of_the_user() -> None:
    step, args = programs.flax_nnx_jit()
    plan = sf.study(step, *args).plan("a100x8")
    assert plan.arguments[0].name == "model.down.bias.value"
    for use in (lambda: plan.in_shardings, lambda: plan.out_shardings, lambda: plan.jit(step)):
        with pytest.raises(sf.UsageError, match="jitted by a library that passes other pytrees"):
            use()


def test_machines_that_are_not_there_are_planned_for() -> None:
    def step(x: Any, w: Any) -> Any:
        return x @ w

    x, w = jax.ShapeDtypeStruct((64, 64), np.float32), jax.ShapeDtypeStruct((64, 64), np.float32)
    plan = sf.study(step, x, w).plan("h100x8x4", mesh={"data": 8, "model": 4})
    assert plan._module.AXES == {"data": 8, "model": 4}
    abstract = jax.sharding.AbstractMesh((64,), ("d",))
    sharding = jax.sharding.NamedSharding(abstract, jax.sharding.PartitionSpec("d"))
    many = jax.ShapeDtypeStruct((64, 64), np.float32, sharding=sharding)
    assert sf.study(jax.jit(step), many, w).devices == 64
