"""Loops that call functions: scans of captured and scanned arrays, loops under vmap, loops in loops, rematerialised bodies."""

import jax
import jax.numpy as jnp
from jax import lax

from operations import floating


def _rows(v):
    """The value with at least two dimensions, or None."""
    return v if floating(v) and v.ndim >= 2 and 0 not in v.shape else None


def scanned(rng, v, pool):
    v = _rows(v)
    if v is None:
        return None
    body = jax.jit(lambda c, x: (jnp.tanh(c * 0.5 + x), c * x))
    options = dict(reverse=rng.random() < 0.3, unroll=rng.choice((1, 1, 2)))
    carry, rows = lax.scan(body, v[0], v, **options)
    return rng.choice((carry, rows))


def captured(rng, v, pool):
    v = _rows(v)
    if v is None:
        return None
    row = jax.jit(lambda i: lax.dynamic_index_in_dim(v, i, 0, keepdims=False))
    return lax.fori_loop(0, v.shape[0], lambda i, c: jnp.sin(c + row(i)), jnp.zeros_like(v[0]))


def mapped(rng, v, pool):
    v = _rows(v)
    if v is None:
        return None
    axis = rng.randrange(v.ndim)
    last = v.shape[axis] - 1
    at = jax.jit(lambda x, i: x[jnp.minimum(i, last)] if x.ndim else x)
    flat = jnp.moveaxis(v, axis, -1)

    def one(x):
        return lax.fori_loop(0, 3, lambda i, c: c * 0.5 + jnp.sum(at(x, i)), jnp.float32(0))

    for _ in range(flat.ndim - 1):
        one = jax.vmap(one)
    return one(flat)


def layers(rng, v, pool):
    v = _rows(v)
    if v is None:
        return None
    n = v.shape[-1]
    weights = jnp.sin(jnp.arange(3 * n * n, dtype=jnp.float32)).reshape(3, n, n) * 0.3
    body = lambda h, w: (jnp.tanh(h @ w), None)  # noqa: E731
    if rng.random() < 0.5:
        body = jax.checkpoint(body)
    if rng.random() < 0.5:
        return lax.scan(body, v, weights)[0]
    return jax.grad(lambda h: jnp.sum(lax.scan(body, h, weights)[0] ** 2))(v)


def nested(rng, v, pool):
    v = _rows(v)
    if v is None:
        return None
    inner = jax.jit(lambda c, x: (c + 0.25 * x, jnp.sum(c * x)))
    outer = lambda c, x: lax.scan(inner, c, jnp.stack([x, x * 0.5]))  # noqa: E731
    carry, sums = lax.scan(outer, v[0], v)
    return rng.choice((carry, sums))


def stored(rng, v, pool):
    v = _rows(v)
    if v is None:
        return None
    write = jax.jit(lambda buffer, row, i: lax.dynamic_update_index_in_dim(buffer, row, i, 0))
    body = lambda i, b: write(b, jnp.cos(b[i]) + 0.1 * b[(i + 1) % v.shape[0]], i)  # noqa: E731
    return lax.fori_loop(0, v.shape[0], body, v)


def branched(rng, v, pool):
    v = _rows(v)
    if v is None:
        return None
    double, half = jax.jit(lambda x: x * 2 - 1), jax.jit(lambda x: x * 0.5)
    body = lambda c, x: (lax.cond(jnp.sum(x) > 0, double, half, c) + x, c)  # noqa: E731
    return rng.choice(lax.scan(body, v[0], v))


LOOPS = [scanned, scanned, captured, mapped, layers, nested, stored, branched]
