"""Tables, graphs, caches and orders of which devices hold parts."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from registry import Program, program
from .split_images import held, normal


def ints(below, *shape, seed=0):
    return np.random.default_rng(seed).integers(0, below, shape).astype(np.int32)


@program(dict(data=2, vocab=4))
def split_vocabulary_loss():
    def loss(table, tokens, targets):
        x = jnp.tanh(table[tokens])
        logits = jnp.einsum("btd,vd->btv", x, table)
        picked = jnp.take_along_axis(jax.nn.log_softmax(logits), targets[..., None], -1)
        return -picked.mean()

    arguments = (normal(256, 32) * 0.3, ints(256, 8, 16), ints(256, 8, 16, seed=1))
    return Program(jax.value_and_grad(loss), arguments, (P("vocab"), P("data"), P("data")))


@program(dict(data=4, model=2))
def embedding_bags():
    def bags(table, ids, weights):
        return jnp.einsum("bld,bl->bd", table[ids], weights)

    return Program(bags, (normal(512, 16), ints(512, 32, 10), normal(32, 10, seed=1)), (P("data", "model"), P("data"), P("data")))


@program(dict(x=8))
def one_hot_lookup():
    def look(table, ids):
        return jax.nn.one_hot(ids, 64) @ table

    return Program(look, (normal(64, 32), ints(64, 48)), (P("x"), P("x")))


@program(dict(x=8))
def graph_convolution_split_edges():
    def layer(nodes, senders, receivers, w):
        messages = jnp.tanh(nodes[senders] @ w)
        total = jax.ops.segment_sum(messages, receivers, 48)
        degree = jax.ops.segment_sum(jnp.ones(senders.shape, jnp.float32), receivers, 48)
        return total / jnp.maximum(degree, 1)[:, None]

    arguments = (normal(48, 16), ints(48, 256), ints(48, 256, seed=1), normal(16, 16, seed=2))
    return Program(layer, arguments, (P(), P("x"), P("x"), P()))


@program(dict(nodes=4, edges=2))
def graph_attention_split_nodes():
    def layer(nodes, senders, receivers, w, a):
        h = nodes @ w
        score = jax.nn.leaky_relu((h[senders] * a).sum(-1) + (h[receivers] * a).sum(-1))
        top = jax.ops.segment_max(score, receivers, 64)
        weight = jnp.exp(score - top[receivers])
        norm = jax.ops.segment_sum(weight, receivers, 64)
        return jax.ops.segment_sum(h[senders] * (weight / norm[receivers])[:, None], receivers, 64)

    arguments = (normal(64, 16), ints(64, 128), ints(64, 128, seed=1), normal(16, 8, seed=2), normal(8, seed=3))
    return Program(layer, arguments, (P("nodes"), P("edges"), P("edges"), P(), P()))


@program(dict(x=8))
def message_passing_gradient():
    def loss(params, nodes, senders, receivers):
        for w, v in params:
            nodes = nodes + jax.ops.segment_sum(jax.nn.relu(nodes[senders] @ w), receivers, 40) @ v
        return (nodes**2).mean()

    params = [(normal(8, 16, seed=i) * 0.3, normal(16, 8, seed=5 + i) * 0.3) for i in range(2)]
    arguments = (params, normal(40, 8), ints(40, 160), ints(40, 160, seed=1))
    return Program(jax.value_and_grad(loss), arguments, (P(), P("x"), P("x"), P("x")))


@program(dict(seq=8))
def cache_update_split_sequence():
    def step(cache_k, cache_v, q, k, v, at):
        cache_k = lax.dynamic_update_slice(cache_k, k, (0, at, 0, 0))
        cache_v = lax.dynamic_update_slice(cache_v, v, (0, at, 0, 0))
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, cache_k) / 4
        scores = jnp.where(jnp.arange(64) <= at, scores, -1e9)
        return cache_k, cache_v, jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), cache_v)

    cache, token = P(None, "seq"), P()
    one = lambda seed: normal(2, 1, 4, 16, seed=seed)
    arguments = (normal(2, 64, 4, 16), normal(2, 64, 4, 16, seed=1), one(2), one(3), one(4), np.int32(17))
    return Program(step, arguments, (cache, cache, token, token, token, P()))


@program(dict(batch=2, heads=4))
def ragged_cache_update():
    def step(cache, fresh, lengths):
        return cache.at[jnp.arange(8), lengths].set(fresh), lengths + 1

    return Program(step, (normal(8, 32, 4, 8), normal(8, 4, 8, seed=1), ints(32, 8)), (P("batch", None, "heads"), P("batch", "heads"), P("batch")))


@program(dict(pages=4, heads=2))
def paged_attention():
    def attend(q, pages, table):
        k = pages[table].reshape(4, -1, 4, 8)
        return jnp.einsum("bhk,bkhd->bhd", jax.nn.softmax(jnp.einsum("bhd,bkhd->bhk", q, k)), k)

    return Program(attend, (normal(4, 4, 8), normal(32, 4, 4, 8, seed=1), ints(32, 4, 6)), (P(None, "heads"), P("pages", None, "heads"), P()))


@program(dict(x=8))
def sorted_scores():
    def rank(scores, payload):
        order = jnp.argsort(scores, axis=1)
        return jnp.take_along_axis(payload, order, 1), lax.top_k(scores, 4)

    return Program(rank, (normal(16, 64), normal(16, 64, seed=1)), (P(None, "x"), P(None, "x")))


@program(dict(data=2, vocab=4))
def sampling_from_split_logits():
    def sample(logits):
        top, at = lax.top_k(logits, 8)
        return at, jax.nn.softmax(top), jnp.argmax(logits, -1), logits.max(-1)

    return Program(sample, (normal(8, 512),), (P("data", "vocab"),))


@program(dict(x=8))
def running_sums():
    def scans(x):
        return jnp.cumsum(x, 0), lax.cummax(x, axis=0), jnp.cumsum(x[:, ::-1], 1)

    return Program(scans, (normal(64, 16),), (P("x"),))


@program(dict(x=8))
def arguments_of_extremes():
    def find(x):
        return jnp.argmax(x, 0), jnp.argmin(x, 1), x.max(0), (x > 0).any(0), (x > -9).all()

    return Program(find, (normal(64, 24),), (P("x"),))


@program(dict(x=8))
def median_and_quantile():
    def robust(x):
        return jnp.median(x, 0), jnp.quantile(x, 0.9, axis=0), jnp.sort(x, 1)

    return Program(robust, (normal(64, 8),), (P("x"),))


@program(dict(data=4, model=2))
def histogram_and_bincount():
    def count(ids, x):
        return jnp.bincount(ids.reshape(-1), length=32), jnp.zeros(32).at[ids].add(x)

    return Program(count, (ints(32, 64, 8), normal(64, 8)), (P("data", "model"), P("data", "model")))


@program(dict(x=8))
def scatter_split_updates():
    def scattered(table, ids, rows):
        return table.at[ids].add(rows), table.at[ids].max(rows), table.at[:, :4].set(0.0)

    return Program(scattered, (normal(64, 16), ints(64, 24), normal(24, 16, seed=1)), (P("x"), P("x"), P("x")))


@program(dict(data=2, table=4), narrow=True)
def two_tower_bf16(dtype=jnp.bfloat16):
    def loss(users, items, u, i):
        a, b = users[u], items[i]
        logits = (a @ b.T).astype(jnp.float32)
        return -jnp.diag(jax.nn.log_softmax(logits)).mean()

    arguments = ((normal(128, 16) * 0.3).astype(dtype), (normal(96, 16, seed=1) * 0.3).astype(dtype), ints(128, 32), ints(96, 32))
    return Program(jax.value_and_grad(loss, (0, 1)), arguments, (P("table"), P("table"), P("data"), P("data")))
