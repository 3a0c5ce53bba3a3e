"""Sharded functions beside plain ones, on simulated devices and by XLA."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import AbstractMesh, AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

import shardform as sf
from shardform import testing

AUTO = (AxisType.Auto,)
LENGTH, WIDTH, DEVICES = 32, 8, 8


@pytest.fixture(scope="module")
def mesh() -> Mesh:
    return jax.make_mesh((DEVICES,), ("x",), axis_types=AUTO)


def random(*shape: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def attention(q: Any, k: Any, v: Any) -> Any:
    return jax.nn.softmax(q @ k.T / np.sqrt(q.shape[-1]), axis=-1) @ v


def ring_attention(mesh: Any, steps: int = DEVICES) -> Callable[..., Any]:
    """Keys and values go round the devices, as in Liu et al., "Ring Attention with Blockwise Transformers"."""
    onwards = [(i, (i + 1) % DEVICES) for i in range(DEVICES)]

    def ring(q: Any, k: Any, v: Any) -> Any:
        start = (jnp.full((q.shape[0], 1), -jnp.inf), jnp.zeros((q.shape[0], 1)), jnp.zeros_like(q))

        def step(carry: Any, _: None) -> Any:
            (largest, total, out), k, v = carry
            scores = q @ k.T / np.sqrt(q.shape[-1])
            more = jnp.maximum(largest, scores.max(-1, keepdims=True))
            weights, kept = jnp.exp(scores - more), jnp.exp(largest - more)
            done = (more, total * kept + weights.sum(-1, keepdims=True), out * kept + weights @ v)
            return (done, *(jax.lax.ppermute(own, "x", onwards) for own in (k, v))), None

        ((_, total, out), _, _), _ = jax.lax.scan(step, (start, k, v), None, length=steps)
        return out / total

    return jax.shard_map(ring, mesh=mesh, in_specs=(P("x"),) * 3, out_specs=P("x"), check_vma=False)


def product(mesh: Any, *, is_summed: bool) -> Callable[..., Any]:
    def multiply(a: Any, b: Any) -> Any:
        own = a @ b
        return jax.lax.psum(own, "x") if is_summed else own

    return jax.shard_map(multiply, mesh=mesh, in_specs=(P(None, "x"), P("x", None)), out_specs=P(), check_vma=False)


QKV = tuple(random(LENGTH, WIDTH, seed=seed) for seed in range(3))
SHAPES = (jax.ShapeDtypeStruct((LENGTH, WIDTH), np.float32),) * 3


def test_ring_attention_is_attention_on_simulated_devices_and_by_xla(mesh: Mesh) -> None:
    equal = sf.assert_equal(ring_attention(mesh), attention, *QKV)
    assert equal.engines == ("simulator", "xla")
    assert all(own < 1e-5 for own in equal.max_differences.values())
    assert re.fullmatch(
        r"ring computes what attention does\n"
        r"  on 8 simulated devices: equal, largest difference \S+\n"
        r"  on 8 cpu devices of XLA, jaxlib [\d.]+: equal, largest difference \S+",
        repr(equal),
    )


@pytest.mark.parametrize("arguments", [QKV, SHAPES], ids=["arrays", "shapes"])
def test_a_ring_step_that_is_missing_is_found(mesh: Mesh, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(AssertionError) as raised:
        testing.assert_equal(ring_attention(mesh, DEVICES - 1), attention, *arguments)
    head, simulated, first, xla, second = str(raised.value).splitlines()
    assert head == "ring does not compute what attention does"
    assert (simulated, re.sub(r"[\d.]+:$", "", xla)) == ("  on 8 simulated devices:", "  on 8 cpu devices of XLA, jaxlib ")
    number = r"(-?\d[\d.e-]*)"
    line = re.compile(
        rf"    result, index \[0, 0\], is {number} on device 0, {number} in attention "
        r"\(\d+ of 256 elements differ, by at most \S+; tolerance 1.9e-06 of an element of f32, and what other roundings change\)"
    )
    matches = [line.fullmatch(own) for own in (first, second)]
    assert all(matches)
    if arguments is QKV:
        # What NumPy computes: without the last step, the first device has not seen the keys of the second one.
        q, k, v = (own.astype(np.float64) for own in QKV)
        scores = q[:1] @ k.T / np.sqrt(WIDTH)
        part = LENGTH // DEVICES
        seen = np.r_[0:part, 2 * part : LENGTH]

        def attended(columns: Any) -> float:
            weights = np.exp(scores[:, columns])
            return float((weights / weights.sum() @ v[columns])[0, 0])

        for match in matches:
            assert match is not None
            assert float(match[1]) == pytest.approx(attended(seen), rel=1e-4)
            assert float(match[2]) == pytest.approx(attended(np.arange(LENGTH)), rel=1e-4)


def test_a_sum_that_is_left_out_is_found_on_each_device(mesh: Mesh) -> None:
    a, b = np.arange(32.0, dtype=np.float32).reshape(2, 16), np.ones((16, 3), np.float32)
    sf.assert_equal(product(mesh, is_summed=True), jnp.matmul, a, b)
    with pytest.raises(AssertionError) as raised:
        sf.assert_equal(product(mesh, is_summed=False), jnp.matmul, a, b)
    # The first device has columns 0 and 1.
    found = re.findall(r"result, index \[0, 0\], is (\S+) on device (\d), (\S+) in matmul \(6 of 6 elements", str(raised.value))
    assert found == [("1", "0", "120")] * 2


def test_a_replica_with_other_numbers_is_found_by_both_engines(mesh: Mesh) -> None:
    def add(x: Any) -> Any:
        return x + jnp.where(jax.lax.axis_index("x") == 5, 1.0, 0.0)

    uneven = jax.shard_map(add, mesh=mesh, in_specs=P(), out_specs=P(), check_vma=False)
    with pytest.raises(AssertionError) as raised:
        sf.assert_equal(uneven, lambda x: x, np.arange(3, dtype=np.float32))
    found = re.findall(r"result, index \[0\], is (\S+) on device (\d), (\S+) in the reference", str(raised.value))
    assert found == [("1", "5", "0")] * 2


def test_devices_of_an_abstract_mesh_are_simulated_only() -> None:
    abstract = AbstractMesh((DEVICES,), ("x",), axis_types=AUTO)
    for arguments in (SHAPES, QKV):
        equal = sf.assert_equal(ring_attention(abstract), attention, *arguments)
        assert equal.engines == ("simulator",)
        assert repr(equal).endswith("\nnot executed by XLA: the devices of an AbstractMesh are not there")
    with pytest.raises(AssertionError, match="on 8 simulated devices:\n    result, index") as raised:
        sf.assert_equal(ring_attention(abstract, DEVICES - 1), attention, *SHAPES)
    assert "cpu devices" not in str(raised.value)
    with pytest.raises(sf.UsageError, match="XLA cannot execute ring here: the devices of an AbstractMesh are not there"):
        sf.assert_equal(ring_attention(abstract), attention, *SHAPES, engines=["xla"])


def test_shardings_of_arguments_are_those_of_the_sharded_function_only() -> None:
    explicit = jax.make_mesh((DEVICES,), ("x",), axis_types=(AxisType.Explicit,))
    placed = [jax.device_put(own, NamedSharding(explicit, P("x"))) for own in QKV]
    assert sf.assert_equal(ring_attention(explicit), attention, *placed).engines == ("simulator", "xla")
    abstract = AbstractMesh((DEVICES,), ("x",), axis_types=(AxisType.Explicit,))
    shape = jax.ShapeDtypeStruct((LENGTH, WIDTH), np.float32, sharding=NamedSharding(abstract, P("x")))
    assert sf.assert_equal(ring_attention(abstract), attention, *[shape] * 3).engines == ("simulator",)


def test_results_are_named_by_their_paths_in_pytrees(mesh: Mesh) -> None:
    params = {"w": random(8, 8), "b": random(8, seed=1), "scale": 2}

    def plain(params: Any, x: Any) -> Any:
        return {"y": x @ params["w"] * params["scale"] + params["b"], "steps": [jnp.sum(x), jnp.max(x)]}

    def wrong(params: Any, x: Any) -> Any:
        y = plain(params, x)
        x = jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P("x")))
        return {**y, "steps": [jnp.sum(x), jnp.min(x)]}

    x = np.arange(16, dtype=np.float32).reshape(8, 2)[:, :1] * np.ones((1, 8), np.float32)
    assert sf.assert_equal(jax.jit(plain), plain, params, x=x).engines == ("simulator", "xla")
    # What is no array is given as it is.
    assert sf.assert_equal(plain, jax.jit(plain), {**params, "scale": 2.0}, x).engines == ("simulator", "xla")
    with pytest.raises(AssertionError) as raised:
        sf.assert_equal(jax.jit(wrong), plain, params, x=x)
    lines = [own for own in str(raised.value).splitlines() if own.startswith("    ")]
    assert len(lines) == 2
    assert all(re.match(r"    result\['steps'\]\[1\] is 0 on device \d, 14 in plain \(1 of 1 elements differ, by at most 14; ", own) for own in lines)


def test_programs_that_take_or_return_something_else_are_told(mesh: Mesh) -> None:
    with pytest.raises(
        sf.LoweringError,
        match=re.escape("multiply, the sharded function, does not take the arguments (float32[4,16], float32[8,4]): ")
        + "TypeError: dot_general requires contracting dimensions to have the same shape",
    ):
        sf.assert_equal(product(mesh, is_summed=True), jnp.matmul, random(4, 16), random(8, 4))
    with pytest.raises(sf.LoweringError, match=r"^the reference does not take the arguments \(float32\[4,16\], float32\[16,4\]\): "):
        sf.assert_equal(product(mesh, is_summed=True), lambda a: a, random(4, 16), random(16, 4))
    with pytest.raises(AssertionError, match=re.escape("result is float32[4,4] in multiply, and float32[4] in the reference")):
        sf.assert_equal(product(mesh, is_summed=True), lambda a, b: (a @ b)[0], random(4, 16), random(16, 4))
    with pytest.raises(
        AssertionError,
        match=re.escape("multiply returns 1 array, with result; the reference returns 2 arrays, with result[0]: both have to return the same pytree"),
    ):
        sf.assert_equal(product(mesh, is_summed=True), lambda a, b: (a @ b, a), random(4, 16), random(16, 4))


def test_indices_are_drawn_as_the_reference_takes_them(mesh: Mesh) -> None:
    def look_up(is_right: bool) -> Callable[..., Any]:
        def own(table: Any, ids: Any) -> Any:
            local = ids - (jax.lax.axis_index("x") * table.shape[0] if is_right else 0)
            is_here = (local >= 0) & (local < table.shape[0])
            return jax.lax.psum(jnp.where(is_here[:, None], table[jnp.clip(local, 0, table.shape[0] - 1)], 0), "x")

        return jax.shard_map(own, mesh=mesh, in_specs=(P("x"), P()), out_specs=P())

    def plain(table: Any, ids: Any) -> Any:
        return table[ids]

    shapes = jax.ShapeDtypeStruct((64, 4), np.float32), jax.ShapeDtypeStruct((40,), np.int32)
    assert sf.assert_equal(look_up(True), plain, *shapes).max_differences == {"simulator": 0.0, "xla": 0.0}
    with pytest.raises(AssertionError, match="own does not compute what plain does"):
        sf.assert_equal(look_up(False), plain, *shapes)
    # Numbers that are given stay beside those that are drawn.
    ids = np.full(40, 63, np.int32)
    assert sf.assert_equal(look_up(True), plain, shapes[0], ids, seed=3).max_differences == {"simulator": 0.0, "xla": 0.0}


def test_a_scanned_step_with_keys_and_narrow_floats_agrees(mesh: Mesh) -> None:
    def step(params: Any, key: Any, x: Any) -> Any:
        keep = jax.random.bernoulli(key, 0.9, x.shape)

        def loss(params: Any) -> Any:
            out, _ = jax.lax.scan(lambda h, w: (jnp.tanh(h @ w), None), jnp.where(keep, x, 0), params["w"])
            return jnp.mean(out.astype(jnp.float32) ** 2)

        value, grads = jax.value_and_grad(loss)(params)
        return jax.tree.map(lambda p, g: p - 0.1 * g.astype(p.dtype), params, grads), value

    def on(*spec: Any) -> NamedSharding:
        return NamedSharding(mesh, P(*spec))

    sharded = jax.jit(step, in_shardings=({"w": on(None, None, "x")}, on(), on("x")), donate_argnums=0)
    params = {"w": jnp.asarray(random(3, 16, 16) * 0.3, jnp.bfloat16)}
    x = jnp.asarray(random(8, 16, seed=1), jnp.bfloat16)
    assert sf.assert_equal(sharded, step, params, jax.random.key(7), x).engines == ("simulator", "xla")
    drawn = jax.tree.map(lambda own: jax.ShapeDtypeStruct(own.shape, own.dtype), (params, jax.random.key(7), x))
    assert sf.assert_equal(sharded, step, *drawn).engines == ("simulator", "xla")
    # Nothing was donated.
    assert not params["w"].is_deleted()


def test_a_pallas_call_in_interpret_mode_is_a_function_like_others() -> None:
    from jax.experimental import pallas as pl

    def kernel(x: Any, y: Any, out: Any) -> None:
        out[...] = x[...] * y[...] + x[...]

    def scaled(x: Any, y: Any) -> Any:
        block = pl.BlockSpec((4, 8), lambda i: (i, 0))
        return pl.pallas_call(
            kernel, grid=(2,), in_specs=[block, block], out_specs=block, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), interpret=True
        )(x, y)

    equal = sf.assert_equal(scaled, lambda x, y: x * (y + 1), random(8, 8), random(8, 8, seed=1))
    assert (equal.engines, repr(equal).splitlines()[1][:24]) == (("simulator", "xla"), "  on 1 simulated device:")
    with pytest.raises(AssertionError, match="scaled does not compute what the reference does"):
        sf.assert_equal(scaled, lambda x, y: x * y, random(8, 8), random(8, 8, seed=1))


def test_a_tolerance_and_engines_are_what_is_asked_for(mesh: Mesh) -> None:
    a, b = random(4, 16), random(16, 4)
    with pytest.raises(AssertionError, match="tolerance 0.01 of the largest magnitude"):
        sf.assert_equal(product(mesh, is_summed=True), lambda a, b: 1.02 * (a @ b), a, b, tolerance=0.01)
    assert sf.assert_equal(product(mesh, is_summed=True), lambda a, b: 1.02 * (a @ b), a, b, tolerance=0.05, engines=["xla"]).engines == ("xla",)
    with pytest.raises(sf.UsageError, match=re.escape("engines=['gpu']: expected a list of 'simulator' and 'xla'")):
        sf.assert_equal(product(mesh, is_summed=True), jnp.matmul, a, b, engines=["gpu"])  # type: ignore[list-item]
    with pytest.raises(sf.UsageError, match="seed=1 has no effect: all arguments have numbers"):
        sf.assert_equal(product(mesh, is_summed=True), jnp.matmul, a, b, seed=1)
    with pytest.raises(sf.UsageError, match="a str is no function; expected a reference with its arguments"):
        sf.assert_equal(product(mesh, is_summed=True), "plain.mlir", a, b)  # type: ignore[arg-type]


def test_results_without_a_number_are_not_called_equal(mesh: Mesh) -> None:
    def root(x: Any) -> Any:
        return jnp.sqrt(-1 - x * x)

    with pytest.raises(AssertionError, match="result is NaN throughout in both: nothing was compared; give other arguments"):
        sf.assert_equal(jax.jit(root), root, random(4))


def test_a_result_that_is_not_a_number_differs_infinitely(mesh: Mesh) -> None:
    def twice(x: Any) -> Any:
        return 2 * x

    sharded = jax.shard_map(lambda x: x / (x - x), mesh=mesh, in_specs=P("x"), out_specs=P("x"))
    with pytest.raises(AssertionError, match=r"is Infinity on device 0, 2 in twice \(16 of 16 elements differ, by at most inf"):
        sf.assert_equal(sharded, twice, jnp.ones(16))


def test_the_guide_runs_and_fails_as_it_shows() -> None:
    text = (pathlib.Path(__file__).parents[3] / "docs" / "guides" / "equal-programs.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    [shown] = re.findall(r"```\nAssertionError: (.*?)\n```", text, re.DOTALL)
    namespace: dict[str, Any] = {}
    exec(compile(code, "model.py", "exec"), namespace)
    with pytest.raises(AssertionError) as raised:
        namespace["test_the_product_is_the_plain_one"]()
    assert str(raised.value) == shown
