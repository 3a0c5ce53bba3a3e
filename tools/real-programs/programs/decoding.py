"""Inference: caches, sampling, search."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

from programs.transformers import B, D, H, LLAMA, S, V, llama_params, rms_norm
from registry import Program, by_path, program

CACHE = by_path(("k", P("data", None, "model")), ("v", P("data", None, "model")))


def decode_token(p, cache, token, index):
    x = p["emb"][token]
    new = []
    for layer, (k_cache, v_cache) in zip(p["layers"], cache):
        h = rms_norm(x, layer["g1"])
        q = jnp.einsum("bd,dhk->bhk", h, layer["wq"])
        k = jnp.einsum("bd,dhk->bhk", h, layer["wk"])
        v = jnp.einsum("bd,dhk->bhk", h, layer["wv"])
        k_cache = jax.lax.dynamic_update_slice(k_cache, k[:, None], (0, index, 0, 0))
        v_cache = jax.lax.dynamic_update_slice(v_cache, v[:, None], (0, index, 0, 0))
        new.append((k_cache, v_cache))
        grouped = q.reshape(q.shape[0], k.shape[1], -1, q.shape[-1])
        scores = jnp.einsum("bghk,btgk->bght", grouped, k_cache) / np.sqrt(q.shape[-1])
        weights = jax.nn.softmax(jnp.where(jnp.arange(k_cache.shape[1]) <= index, scores, -1e9))
        out = jnp.einsum("bght,btgk->bghk", weights, v_cache).reshape(q.shape)
        x = x + jnp.einsum("bhk,hkd->bd", out, layer["wo"])
        h = rms_norm(x, layer["g2"])
        x = x + (jax.nn.silu(h @ layer["w1"]) * (h @ layer["w3"])) @ layer["w2"]
    return rms_norm(x, p["gf"]) @ p["emb"].T, new


def empty_cache():
    shape = (B, S, 2, D // H)
    return [(np.zeros(shape, np.float32), np.zeros(shape, np.float32)) for _ in range(2)]


CACHE_SPEC = P("data", None, "model")


@program(dict(data=4, model=2))
def kv_cache_decode_step():
    rng = np.random.default_rng(0)
    cache = jax.tree.map(lambda c: rng.normal(size=c.shape).astype(np.float32), empty_cache())
    token = rng.integers(0, V, B).astype(np.int32)
    return Program(decode_token, (llama_params(), cache, token, np.int32(5)), (LLAMA, CACHE_SPEC, P("data"), P()), (1,))


@program(dict(data=4, model=2))
def kv_cache_greedy_scan():
    def generate(p, cache, token):
        def step(carry, index):
            cache, token = carry
            logits, cache = decode_token(p, cache, token, index)
            token = jnp.argmax(logits, -1).astype(jnp.int32)
            return (cache, token), token

        (cache, _), out = jax.lax.scan(step, (cache, token), jnp.arange(6))
        return out.T, cache

    return Program(generate, (llama_params(), empty_cache(), np.arange(B, dtype=np.int32)), (LLAMA, CACHE_SPEC, P("data")), (1,))


@program(dict(data=4, model=2))
def decode_until_end_of_text():
    def generate(p, cache, token):
        def running(state):
            index, _, _, done, _ = state
            return (index < 8) & ~jnp.all(done)

        def step(state):
            index, cache, token, done, out = state
            logits, cache = decode_token(p, cache, token, index)
            token = jnp.where(done, 0, jnp.argmax(logits, -1).astype(jnp.int32))
            return index + 1, cache, token, done | (token % 7 == 0), out.at[:, index].set(token)

        start = (0, cache, token, jnp.zeros(token.shape, bool), jnp.zeros((token.shape[0], 8), jnp.int32))
        index, _, _, done, out = jax.lax.while_loop(running, step, start)
        return out, done, index

    return Program(generate, (llama_params(), empty_cache(), np.arange(B, dtype=np.int32)), (LLAMA, CACHE_SPEC, P("data")))


def logits(seed=0, batch=8):
    return np.random.default_rng(seed).normal(0, 2, (batch, V)).astype(np.float32)


@program(dict(data=4, model=2))
def top_k_sampling():
    def sample(logits, key):
        values, indices = jax.lax.top_k(logits / 0.8, 10)
        choice = jax.random.categorical(key, values)
        return jnp.take_along_axis(indices, choice[:, None], 1)[:, 0], values

    return Program(sample, (logits(), np.asarray(jax.random.PRNGKey(0))), (P("data", "model"), P()))


@program(dict(data=4, model=2))
def nucleus_sampling():
    def sample(logits, key):
        order = jnp.argsort(-logits, axis=-1)
        probs = jax.nn.softmax(jnp.take_along_axis(logits, order, -1))
        kept = jnp.cumsum(probs, -1) - probs < 0.9
        filtered = jnp.where(kept, jnp.log(probs), -jnp.inf)
        choice = jax.random.categorical(key, filtered)
        return jnp.take_along_axis(order, choice[:, None], -1)[:, 0]

    return Program(sample, (logits(3), np.asarray(jax.random.PRNGKey(7))), (P("data"), P()))


@program(dict(data=8))
def beam_search_step():
    def search(scores, table):
        def step(carry, _):
            scores, last = carry
            total = scores[:, :, None] + jax.nn.log_softmax(table[last])
            scores, flat = jax.lax.top_k(total.reshape(total.shape[0], -1), scores.shape[1])
            return (scores, flat % table.shape[1]), (flat // table.shape[1], flat % table.shape[1])

        start = (scores, jnp.zeros(scores.shape, jnp.int32))
        (scores, _), (parents, tokens) = jax.lax.scan(step, start, None, length=5)
        return scores, parents, tokens

    beams = np.where(np.arange(4) == 0, 0.0, -1e9).astype(np.float32) * np.ones((8, 1), np.float32)
    table = np.random.default_rng(0).normal(size=(24, 24)).astype(np.float32)
    return Program(search, (beams, table), (P("data"), P()))


@program(dict(data=4, model=2))
def speculative_acceptance():
    def accept(draft, target, tokens, key):
        p = jnp.take_along_axis(jax.nn.softmax(target), tokens[..., None], -1)[..., 0]
        q = jnp.take_along_axis(jax.nn.softmax(draft), tokens[..., None], -1)[..., 0]
        accepted = jax.random.uniform(key, p.shape) < jnp.minimum(1.0, p / q)
        length = jnp.sum(jnp.cumprod(accepted.astype(jnp.int32), axis=-1), axis=-1)
        residual = jax.nn.relu(jax.nn.softmax(target) - jax.nn.softmax(draft))
        return length, residual / residual.sum(-1, keepdims=True)

    rng = np.random.default_rng(0)
    draft, target = rng.normal(size=(2, 8, 4, 32)).astype(np.float32)
    tokens = rng.integers(0, 32, (8, 4)).astype(np.int32)
    return Program(accept, (draft, target, tokens, np.asarray(jax.random.PRNGKey(1))), (P("data", None, "model"), P("data", None, "model"), P("data"), P()))
