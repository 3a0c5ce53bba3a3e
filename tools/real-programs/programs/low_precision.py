"""Mixed precision, narrow floats and integers."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from programs.transformers import LLAMA, MEGATRON, llama_block, llama_params, logits_of, model_params, tokens
from registry import Program, program


def cast(tree, dtype):
    return jax.tree.map(lambda x: x.astype(dtype) if np.issubdtype(np.asarray(x).dtype, np.floating) else x, tree)


def language_loss(p, tok, target, **options):
    logits = logits_of(p, tok, **options).astype(jnp.float32)
    return optax.softmax_cross_entropy_with_integer_labels(logits, target).mean()


@program(dict(data=2, model=4), narrow=True)
def bf16_transformer_forward(half):
    return Program(logits_of, (cast(model_params(), half), tokens()), (MEGATRON, P("data")))


@program(dict(data=2, model=4), narrow=True)
def bf16_compute_f32_master_train(half):
    params = model_params()
    optimizer = optax.adamw(1e-3)
    state = jax.tree.map(np.asarray, optimizer.init(params))

    def step(params, state, tok, target):
        value, grads = jax.value_and_grad(lambda p: language_loss(cast_traced(p), tok, target))(params)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value

    cast_traced = lambda p: jax.tree.map(lambda x: x.astype(half), p)
    return Program(step, (params, state, tokens(1), tokens(2)), (MEGATRON, MEGATRON, P("data"), P("data")), (0, 1))


@program(dict(data=4, model=2), narrow=True)
def bf16_llama_train(half):
    def step(p, tok, target):
        value, grads = jax.value_and_grad(lambda p: language_loss(p, tok, target, block=llama_block))(p)
        return jax.tree.map(lambda w, g: w - (0.1 * g).astype(w.dtype), p, grads), value

    return Program(step, (cast(llama_params(), half), tokens(1), tokens(2)), (LLAMA, P("data"), P("data")), (0,))


@program(dict(data=8))
def f16_dynamic_loss_scale():
    rng = np.random.default_rng(0)
    w = [rng.normal(0, 0.2, s).astype(np.float32) for s in ((24, 32), (32, 4))]

    def step(w, scale, x, y):
        def loss(w):
            a, b = (v.astype(jnp.float16) for v in w)
            return scale * jnp.mean((jax.nn.relu(x.astype(jnp.float16) @ a) @ b).astype(jnp.float32) - y) ** 2

        value, grads = jax.value_and_grad(loss)(w)
        grads = [g / scale for g in grads]
        finite = jnp.all(jnp.array([jnp.all(jnp.isfinite(g)) for g in grads]))
        w = [jnp.where(finite, v - 0.1 * g, v) for v, g in zip(w, grads)]
        return w, jnp.where(finite, scale * 2, scale / 2), value / scale

    x, y = rng.normal(size=(16, 24)).astype(np.float32), rng.normal(size=(16, 4)).astype(np.float32)
    return Program(step, (w, np.float32(1024), x, y), (P(), P(), P("data"), P("data")))


@program(dict(data=4, model=2))
def int8_quantized_matmul():
    rng = np.random.default_rng(0)
    w = rng.integers(-127, 128, (64, 48)).astype(np.int8)
    scale = rng.random(48).astype(np.float32) / 127

    def forward(w, scale, x):
        amax = jnp.max(jnp.abs(x), -1, keepdims=True) / 127
        q = jnp.clip(jnp.round(x / amax), -127, 127).astype(jnp.int8)
        product = jax.lax.dot_general(q, w, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
        return product.astype(jnp.float32) * amax * scale

    return Program(forward, (w, scale, rng.normal(size=(16, 64)).astype(np.float32)), (P("model"), P(), P("data", "model")))


@program(dict(data=4, model=2))
def int4_weights_only():
    rng = np.random.default_rng(0)
    w = rng.integers(-8, 8, (32, 24)).astype(np.int8)

    # JAX's CPU client takes no argument of int4: the weights become one here.
    def forward(w, zero, x):
        w = w.astype(jnp.int4)
        return x @ (w.astype(jnp.float32) - zero.astype(jnp.float32)) * 0.1

    return Program(forward, (w, rng.integers(-3, 3, 24).astype(np.int8), rng.normal(size=(8, 32)).astype(np.float32)), (P(None, "model"), P("model"), P("data")))


@program(dict(data=4, model=2))
def fp8_matmul_scaled():
    rng = np.random.default_rng(0)

    def forward(w, x):
        scale_w, scale_x = jnp.max(jnp.abs(w)) / 448, jnp.max(jnp.abs(x)) / 448
        qw, qx = (w / scale_w).astype(jnp.float8_e4m3fn), (x / scale_x).astype(jnp.float8_e4m3fn)
        return jax.lax.dot(qx, qw, preferred_element_type=jnp.float32) * scale_w * scale_x

    return Program(forward, (rng.normal(size=(32, 16)).astype(np.float32), rng.normal(size=(8, 32)).astype(np.float32)), (P(None, "model"), P("data")))


@program(dict(data=8), narrow=True)
def bf16_sums_and_norms(half):
    rng = np.random.default_rng(0)

    def forward(x, w):
        variance = jnp.var(x.astype(jnp.float32), -1, keepdims=True)
        return x.sum(-1), x.mean(0), jnp.linalg.norm(x, axis=-1), (x * jax.lax.rsqrt(variance + 1e-6).astype(x.dtype)) @ w, jax.nn.logsumexp(x, -1)

    return Program(forward, (rng.normal(1, 1, (16, 2048)).astype(half), rng.normal(0, 0.02, (2048, 8)).astype(half)), (P("data"), P()))
