"""Layers whose conventional split leaves choices: norms, softmax, experts, attention, projections."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from registry import Program, program
from .split_images import held, normal
from .split_lookups import ints


@program(dict(data=2, model=4))
def rms_norm_split_features():
    def block(x, scale, up, down):
        y = x * lax.rsqrt((x**2).mean(-1, keepdims=True) + 1e-6) * scale
        return x + jax.nn.silu(y @ up) @ down

    arguments = (normal(16, 64), np.ones(64, np.float32), normal(64, 256, seed=1) * 0.1, normal(256, 64, seed=2) * 0.1)
    return Program(block, arguments, (P("data", "model"), P("model"), P(None, "model"), P("model")))


@program(dict(data=2, model=4))
def softmax_over_split():
    def norms(x):
        return jax.nn.softmax(x), jax.nn.log_softmax(x, 0), (x - x.mean()) / x.std(), jax.nn.logsumexp(x)

    return Program(norms, (normal(32, 64),), (P("data", "model"),))


@program(dict(data=2, expert=4))
def experts_by_einsum():
    def moe(x, gate, up, down):
        weights = jax.nn.softmax(x @ gate)
        h = jax.nn.gelu(held(jnp.einsum("td,edf->etf", x, up), "expert", "data"))
        return jnp.einsum("etf,efd,te->td", h, down, weights)

    arguments = (normal(32, 16), normal(16, 8), normal(8, 16, 64, seed=1) * 0.1, normal(8, 64, 16, seed=2) * 0.1)
    return Program(moe, arguments, (P("data"), P(), P("expert"), P("expert")))


@program(dict(expert=8))
def experts_with_capacity():
    def moe(x, gate, up, down):
        choice = jnp.argmax(x @ gate, -1)
        mask = jax.nn.one_hot(choice, 8)
        place = (jnp.cumsum(mask, 0) - 1) * mask
        dispatch = mask[..., None] * jax.nn.one_hot(place.sum(-1).astype(jnp.int32), 16)[:, None]
        inside = held(jnp.einsum("tec,td->ecd", dispatch, x), "expert")
        out = held(jnp.einsum("ecf,efd->ecd", jax.nn.relu(jnp.einsum("ecd,edf->ecf", inside, up)), down), "expert")
        return jnp.einsum("tec,ecd->td", dispatch, out)

    arguments = (normal(64, 16), normal(16, 8), normal(8, 16, 32, seed=1) * 0.1, normal(8, 32, 16, seed=2) * 0.1)
    return Program(moe, arguments, (P("expert"), P(), P("expert"), P("expert")))


@program(dict(data=2, expert=4))
def top2_experts_gradient():
    def loss(params, x):
        gate, up, down = params
        value, index = lax.top_k(jax.nn.softmax(x @ gate), 2)
        weights = (jax.nn.one_hot(index, 4) * value[..., None]).sum(1)
        h = jax.nn.silu(jnp.einsum("td,edf->tef", x, up))
        return (jnp.einsum("tef,efd,te->td", h, down, weights) ** 2).mean()

    params = (normal(16, 4), normal(4, 16, 32, seed=1) * 0.2, normal(4, 32, 16, seed=2) * 0.2)
    return Program(jax.value_and_grad(loss), (params, normal(32, 16)), ((P(), P("expert"), P("expert")), P("data")))


def attention(q, k, v):
    weights = jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1]))
    return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


@program(dict(seq=4, heads=2))
def attention_split_sequence():
    def layer(x, wq, wk, wv, wo):
        q, k, v = (jnp.einsum("btd,dhk->bthk", x, w) for w in (wq, wk, wv))
        return jnp.einsum("bthk,hkd->btd", attention(q, k, v), wo)

    w = lambda seed: normal(32, 4, 8, seed=seed) * 0.2
    arguments = (normal(2, 64, 32), w(1), w(2), w(3), normal(4, 8, 32, seed=4) * 0.2)
    return Program(layer, arguments, (P(None, "seq"), *[P(None, "heads")] * 3, P("heads")))


@program(dict(x=8))
def ulysses_attention():
    def layer(q, k, v):
        heads = [held(t, None, None, "x") for t in (q, k, v)]
        return held(attention(*heads), None, "x")

    one = lambda seed: normal(2, 32, 8, 8, seed=seed)
    return Program(layer, (one(0), one(1), one(2)), (P(None, "x"),) * 3)


@program(dict(data=2, model=4))
def grouped_query_attention():
    def layer(x, wq, wk, wv, wo):
        q = jnp.einsum("btd,dghk->btghk", x, wq)
        k, v = (jnp.einsum("btd,dgk->btgk", x, w) for w in (wk, wv))
        s = jax.nn.softmax(jnp.einsum("btghk,bsgk->bghts", q, k))
        return jnp.einsum("bghts,bsgk,ghkd->btd", s, v, wo)

    w = lambda seed: normal(32, 2, 8, seed=seed) * 0.2
    arguments = (normal(4, 16, 32), normal(32, 2, 4, 8, seed=1) * 0.2, w(2), w(3), normal(2, 4, 8, 32, seed=4) * 0.2)
    return Program(layer, arguments, (P("data"), P(None, None, "model"), P(), P(), P(None, "model")))


@program(dict(seq=8))
def sliding_window_attention():
    def layer(q, k, v):
        blocks = lambda t: t.reshape(2, 8, 8, 4, 8)
        with_previous = lambda t: jnp.concatenate([jnp.roll(t, 1, 1), t], 2)
        q, k, v = blocks(q), with_previous(blocks(k)), with_previous(blocks(v))
        s = jax.nn.softmax(jnp.einsum("bnqhd,bnkhd->bnhqk", q, k))
        return jnp.einsum("bnhqk,bnkhd->bnqhd", s, v).reshape(2, 64, 4, 8)

    one = lambda seed: normal(2, 64, 4, 8, seed=seed)
    return Program(layer, (one(0), one(1), one(2)), (P(None, "seq"),) * 3)


@program(dict(seq=4, model=2))
def rotary_split_sequence():
    def rotate(x, w):
        q = (x @ w).reshape(2, 64, 4, 16)
        angle = jnp.arange(64)[:, None] / 100.0 ** (jnp.arange(8) / 8)
        a, b = jnp.split(q, 2, -1)
        cos, sin = jnp.cos(angle)[:, None], jnp.sin(angle)[:, None]
        return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)

    return Program(rotate, (normal(2, 64, 32), normal(32, 64, seed=1)), (P(None, "seq"), P(None, "model")))


@program(dict(data=2, model=4))
def swiglu_fused_projection():
    def loss(params, x):
        fused, down = params
        gate, up = jnp.split(x @ fused, 2, -1)
        return ((jax.nn.silu(gate) * up @ down) ** 2).mean()

    params = (normal(32, 256) * 0.1, normal(128, 32, seed=1) * 0.1)
    return Program(jax.value_and_grad(loss), (params, normal(16, 32)), ((P(None, "model"), P("model")), P("data")))


@program(dict(data=2, model=4))
def fused_qkv_heads():
    def layer(x, w, out):
        q, k, v = jnp.split(x @ w, 3, -1)
        heads = lambda t: t.reshape(*t.shape[:-1], 4, 8)
        return attention(heads(q), heads(k), heads(v)).reshape(x.shape) @ out

    return Program(layer, (normal(4, 16, 32), normal(32, 96, seed=1) * 0.2, normal(32, 32, seed=2) * 0.2), (P("data"), P(None, "model"), P("model")))


@program(dict(data=8))
def fsdp_mlp_adam():
    def loss(params, x, y):
        for w, b in params:
            x = jnp.tanh(x @ w + b)
        return ((x - y) ** 2).mean()

    def step(params, m, v, x, y):
        value, g = jax.value_and_grad(loss)(params, x, y)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g**2, v, g)
        norm = jnp.sqrt(sum((t**2).sum() for t in jax.tree.leaves(g)))
        return jax.tree.map(lambda p, m, v: p - 0.01 * m / (jnp.sqrt(v) + 1e-6) / norm, params, m, v), m, v, value

    params = [(normal(32, 64) * 0.2, np.zeros(64, np.float32)), (normal(64, 32, seed=1) * 0.2, np.zeros(32, np.float32))]
    zeros = jax.tree.map(np.zeros_like, params)
    spec = [(P("data"), P("data")), (P("data"), P("data"))]
    return Program(step, (params, zeros, zeros, normal(64, 32), normal(64, 32, seed=2)), (spec, spec, spec, P("data"), P("data")))


@program(dict(rows=2, cols=4))
def matmul_chain_2d():
    return Program(lambda a, b, c, d: (a @ b) @ (c @ d), tuple(normal(32, 32, seed=i) for i in range(4)), (P("rows", "cols"), P("cols"), P("rows"), P(None, "cols")))


@program(dict(x=8))
def conflicting_projections():
    def project(x, w1, w2, w3):
        return (x @ w1) @ w2 + x @ w3, (x @ w1).sum(0)

    return Program(project, (normal(64, 16), normal(16, 32), normal(32, 8), normal(16, 8)), (P("x"), P(None, "x"), P("x"), P("x")))


@program(dict(a=2, b=4))
def covariance_and_whitening():
    def whiten(x):
        centered = x - x.mean(0)
        cov = centered.T @ centered / len(x)
        values, vectors = jnp.linalg.eigh(cov)
        return centered @ vectors / jnp.sqrt(values + 1e-3), cov

    return Program(whiten, (normal(64, 16),), (P(("a", "b")),))


@program(dict(a=2, b=4))
def kernel_regression():
    def predict(x, y, z):
        d = ((z[:, None] - x[None]) ** 2).sum(-1)
        w = jnp.exp(-d)
        return (w @ y) / w.sum(1, keepdims=True)

    return Program(predict, (normal(64, 8), normal(64, 4, seed=1), normal(32, 8, seed=2)), (P("b"), P("b"), P("a")))


@program(dict(data=2, model=4), narrow=True)
def mixed_precision_block_bf16(dtype=jnp.bfloat16):
    def loss(params, x):
        up, down, scale = params
        y = x.astype(jnp.float32)
        y = ((y - y.mean(-1, keepdims=True)) * lax.rsqrt(y.var(-1, keepdims=True) + 1e-5) * scale).astype(x.dtype)
        return ((x + jax.nn.gelu(y @ up) @ down).astype(jnp.float32) ** 2).mean()

    params = ((normal(32, 128) * 0.1).astype(dtype), (normal(128, 32, seed=1) * 0.1).astype(dtype), np.ones(32, np.float32))
    specs = (P(None, "model"), P("model"), P())
    return Program(jax.value_and_grad(loss), (params, normal(16, 32, seed=2).astype(dtype)), (specs, P("data")))


@program(dict(a=2, b=4))
def tensor_train_contraction():
    def contract(cores, x):
        out = x
        for core in cores:
            out = jnp.einsum("bnr,rns->bsn", out, core).swapaxes(1, 2)
        return out.sum(-1)

    return Program(contract, ([normal(8, 16, 8, seed=i) * 0.3 for i in range(3)], normal(16, 16, 8)), (P(None, "b"), P("a")))
