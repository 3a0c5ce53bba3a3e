"""Graph networks and tables: gathers, scatters and segment sums."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

from registry import Program, by_path, program


def graph(nodes=24, edges=64, features=16):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(nodes, features)).astype(np.float32)
    senders, receivers = rng.integers(0, nodes, (2, edges)).astype(np.int32)
    return rng, x, senders, receivers


@program(dict(edge=8))
def graph_convolution_train():
    rng, x, senders, receivers = graph()
    w = [rng.normal(0, 0.25, (16, 16)).astype(np.float32) for _ in range(2)]

    def loss(w, x, senders, receivers):
        degree = jax.ops.segment_sum(jnp.ones(senders.shape), receivers, x.shape[0])
        h = x
        for layer in w:
            messages = (h @ layer)[senders]
            h = jax.nn.relu(jax.ops.segment_sum(messages, receivers, x.shape[0]) / jnp.maximum(degree, 1)[:, None])
        return jnp.mean((h - x) ** 2)

    return Program(jax.value_and_grad(loss), (w, x, senders, receivers), (P(), P(), P("edge"), P("edge")))


@program(dict(edge=4, model=2))
def graph_attention():
    rng, x, senders, receivers = graph()
    w, a = rng.normal(0, 0.25, (16, 4, 8)).astype(np.float32), rng.normal(size=(4, 16)).astype(np.float32)

    def forward(w, a, x, senders, receivers):
        h = jnp.einsum("nf,fhd->nhd", x, w)
        both = jnp.concatenate([h[senders], h[receivers]], -1)
        score = jax.nn.leaky_relu(jnp.einsum("ehd,hd->eh", both, a), 0.2)
        top = jax.ops.segment_max(score, receivers, x.shape[0])
        weight = jnp.exp(score - top[receivers])
        total = jax.ops.segment_sum(weight, receivers, x.shape[0])
        out = jax.ops.segment_sum(weight[..., None] * h[senders], receivers, x.shape[0])
        return jax.nn.elu(out / jnp.maximum(total, 1e-9)[..., None])

    return Program(forward, (w, a, x, senders, receivers), (P(None, "model"), P("model"), P(), P("edge"), P("edge")))


@program(dict(data=4, model=2))
def dlrm_click_prediction():
    rng = np.random.default_rng(0)
    p = dict(
        tables=rng.normal(0, 0.1, (6, 40, 8)).astype(np.float32), bottom=rng.normal(0, 0.3, (13, 8)).astype(np.float32),
        top=rng.normal(0, 0.2, (29, 1)).astype(np.float32),
    )  # fmt: skip
    dense, sparse = rng.normal(size=(16, 13)).astype(np.float32), rng.integers(0, 40, (16, 6)).astype(np.int32)
    clicks = rng.integers(0, 2, 16).astype(np.float32)

    def loss(p, dense, sparse, clicks):
        embedded = jax.vmap(lambda table, ids: table[ids], (0, 1), 1)(p["tables"], sparse)
        bottom = jax.nn.relu(dense @ p["bottom"])
        vectors = jnp.concatenate([embedded, bottom[:, None]], 1)
        pairs = jnp.einsum("bif,bjf->bij", vectors, vectors)
        i, j = np.tril_indices(7, -1)
        logit = (jnp.concatenate([pairs[:, i, j], bottom], -1) @ p["top"])[:, 0]
        return jnp.mean(jnp.maximum(logit, 0) - logit * clicks + jnp.log1p(jnp.exp(-jnp.abs(logit))))

    spec = by_path(("tables", P(None, "model")))
    return Program(jax.value_and_grad(loss), (p, dense, sparse, clicks), (spec, P("data"), P("data"), P("data")))


@program(dict(data=8))
def scatter_modes_histogram():
    def forward(x, ids, values):
        counts = jnp.zeros(16, jnp.int32).at[ids].add(1, mode="drop")
        largest = jnp.full(16, -jnp.inf).at[ids].max(values)
        product = jnp.ones(16).at[ids].multiply(values, mode="clip")
        replaced = x.at[jnp.arange(0, 16, 3), 1:3].set(7.0)
        picked = x.at[ids, 2].get(mode="fill", fill_value=-1.0)
        return counts, largest, product, replaced, picked, jnp.bincount(ids, length=16), jnp.searchsorted(jnp.sort(values), x[:, 0])

    rng = np.random.default_rng(0)
    x, ids = rng.normal(size=(16, 4)).astype(np.float32), rng.integers(-2, 20, 24).astype(np.int32)
    return Program(forward, (x, ids, rng.normal(size=24).astype(np.float32)), (P("data"), P("data"), P("data")))
