"""Loops, branches, calls, manual computations and sizes that the mesh doesn't divide."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from registry import Program, program
from .split_images import held, normal
from .split_lookups import ints


@program(dict(data=2, model=4))
def scanned_layers():
    def forward(x, up, down):
        def layer(x, w):
            return x + jnp.tanh(x @ w[0]) @ w[1], (x**2).mean()

        return lax.scan(layer, x, (up, down))

    return Program(forward, (normal(16, 32), normal(4, 32, 64) * 0.1, normal(4, 64, 32) * 0.1), (P("data"), P(None, None, "model"), P(None, "model")))


@program(dict(data=2, model=4))
def scanned_layers_gradient():
    def loss(params, x):
        layer = jax.checkpoint(lambda x, w: (x + jnp.tanh(x @ w[0]) @ w[1], None))
        return (lax.scan(layer, x, params)[0] ** 2).mean()

    params = (normal(4, 32, 64) * 0.1, normal(4, 64, 32) * 0.1)
    return Program(jax.value_and_grad(loss), (params, normal(16, 32)), ((P(None, None, "model"), P(None, "model")), P("data")))


@program(dict(x=8))
def power_iteration():
    def iterate(a, v):
        def step(state):
            v, _, i = state
            w = a @ v
            return w / jnp.linalg.norm(w), v, i + 1

        return lax.while_loop(lambda s: (s[2] < 20) & (jnp.abs(s[0] - s[1]).max() > 1e-4), step, (v, v * 2, 0))

    return Program(iterate, (normal(64, 64), normal(64, seed=1)), (P("x"), P()))


@program(dict(x=8))
def conjugate_gradient_split_rows():
    def solve(a, b):
        return jax.scipy.sparse.linalg.cg(lambda v: a.T @ (a @ v) + v, b, maxiter=8)[0]

    return Program(solve, (normal(64, 32) * 0.2, normal(32, seed=1)), (P("x"), P("x")))


@program(dict(data=2, model=4))
def gru_split_hidden():
    def run(params, xs, h):
        wx, wh = params

        def step(h, x):
            z, r, n = jnp.split(x @ wx, 3, -1)
            hz, hr, hn = jnp.split(h @ wh, 3, -1)
            z, r = jax.nn.sigmoid(z + hz), jax.nn.sigmoid(r + hr)
            h = (1 - z) * jnp.tanh(n + r * hn) + z * h
            return h, h

        return lax.scan(step, h, xs)

    params = (normal(16, 96) * 0.2, normal(32, 96) * 0.2)
    return Program(run, (params, normal(10, 8, 16), np.zeros((8, 32), np.float32)), (P(None, "model"), P(None, "data"), P("data", "model")))


@program(dict(x=8))
def selective_state_space():
    def ssm(x, a, b):
        decay = jax.nn.sigmoid(x @ a)
        combine = lambda l, r: (l[0] * r[0], l[1] * r[0] + r[1])
        return lax.associative_scan(combine, (decay, x @ b), axis=1)[1]

    return Program(ssm, (normal(2, 64, 16), normal(16, 16), normal(16, 16)), (P(None, "x"), P(), P()))


@program(dict(x=8))
def branches_by_split_value():
    def choose(x, y):
        return lax.cond(x.sum() > 0, lambda: jnp.roll(x, 1, 0) @ y, lambda: (x + 1) @ (y * 2))

    return Program(choose, (normal(64, 32), normal(32, 16)), (P("x"), P("x")))


@program(dict(data=4, model=2))
def called_blocks():
    @jax.jit
    def block(x, w):
        return jax.nn.relu(x @ w) @ w.T

    def forward(x, w, v):
        return block(block(x, w), v) + jax.nn.one_hot(jnp.argmax(x, -1), 32)

    return Program(forward, (normal(16, 32), normal(32, 64), normal(32, 64)), (P("data"), P(None, "model"), P("model")))


@program(dict(x=8))
def beam_reordering():
    def search(logits, cache):
        def step(state, at):
            scores, cache, seqs = state
            all_scores = (scores[..., None] + jax.nn.log_softmax(logits + cache[..., :16] * 0.1)).reshape(8, -1)
            scores, flat = lax.top_k(all_scores, 4)
            parent, token = flat // 16, flat % 16
            cache = jnp.take_along_axis(cache, parent[..., None], 1)
            seqs = jnp.take_along_axis(seqs, parent[..., None], 1).at[:, :, at].set(token)
            return (scores, cache, seqs), None

        start = (jnp.zeros((8, 4)), cache, jnp.zeros((8, 4, 6), jnp.int32))
        return lax.scan(step, start, jnp.arange(6))[0]

    return Program(search, (normal(8, 4, 16), normal(8, 4, 32)), (P("x"), P("x")))


@program(dict(data=2, seq=4))
def decode_loop_split_cache():
    def generate(cache, x, w):
        def step(i, state):
            cache, x = state
            cache = lax.dynamic_update_slice(cache, (x @ w)[:, None], (0, i, 0))
            scores = jnp.where(jnp.arange(32) <= i, jnp.einsum("bd,btd->bt", x, cache), -1e9)
            return cache, jnp.tanh(jnp.einsum("bt,btd->bd", jax.nn.softmax(scores), cache))

        return lax.fori_loop(0, 8, step, (cache, x))

    return Program(generate, (np.zeros((4, 32, 16), np.float32), normal(4, 16), normal(16, 16)), (P("data", "seq"), P("data"), P()))


@program(dict(x=8))
def manual_ring_matmul():
    def outer(a, b):
        def inner(a, b):
            i = lax.axis_index("x")
            n = lax.axis_size("x")

            def step(k, state):
                total, b = state
                rows = lax.dynamic_slice_in_dim(a, ((i + k) % n) * len(b), len(b), 1)
                return total + rows @ b, lax.ppermute(b, "x", [(j, (j - 1) % n) for j in range(n)])

            return lax.fori_loop(0, n, step, (lax.pcast(jnp.zeros((len(a), 16)), ("x",), to="varying"), b))[0]

        product = jax.shard_map(inner, in_specs=(P("x"), P("x")), out_specs=P("x"))(a, b)
        return jnp.roll(product, 1, 0), product.mean()

    return Program(outer, (normal(64, 32), normal(32, 16)), (P("x"), P("x")))


@program(dict(data=2, model=4))
def manual_inside_automatic():
    def forward(x, w, v):
        h = x @ w
        y = jax.shard_map(lambda h: lax.psum_scatter(h, "model", scatter_dimension=1, tiled=True), in_specs=P("data"), out_specs=P("data", "model"), check_vma=False)(h)
        return y @ v

    return Program(forward, (normal(16, 32), normal(32, 64), normal(64, 8)), (P("data"), P(None, "model"), P("model")))


@program(dict(a=2, b=4))
def uneven_matmuls():
    def forward(x, w, v):
        h = held(jnp.tanh(x @ w), "a", "b")
        return held(h @ v, "b", "a"), h.sum(0), held(h.T, "a", "b")

    return Program(forward, (normal(13, 10), normal(10, 18), normal(18, 7)), (P(), P(), P()))


@program(dict(x=8))
def uneven_vocabulary():
    def loss(table, tokens):
        table = held(table * 1.0, "x")
        logits = held(table[tokens] @ table.T, None, "x")
        return jax.nn.logsumexp(logits, -1).mean()

    return Program(jax.value_and_grad(loss), (normal(101, 16), ints(101, 24)), (P(), P("x")))


@program(dict(x=4, y=2))
def uneven_transposes():
    def moved(x):
        x = held(jnp.sin(x), "x", "y")
        return held(x.T, "x", "y"), held(x, "y", "x"), held(x[::-1], "x"), x.reshape(-1)

    return Program(moved, (normal(15, 22),), (P(),))


@program(dict(x=8))
def uneven_concatenations():
    def joined(a, b):
        a, b = held(jnp.sin(a), "x"), held(jnp.cos(b), "x")
        both = held(jnp.concatenate([a, b]), "x")
        return held(both[5:40], "x"), jnp.pad(a, ((3, 4), (0, 0))), jnp.stack([a, a])

    return Program(joined, (normal(21, 8), normal(30, 8)), (P(), P()))


@program(dict(x=6))
def six_devices():
    def step(w, x, y):
        loss = lambda w: ((jax.nn.softmax(x @ w) - y) ** 2).mean()
        return jax.value_and_grad(loss)(w), jnp.sort(x, 0)[:3]

    return Program(step, (normal(12, 6), normal(24, 12), normal(24, 6)), (P("x"), P("x"), P("x")))


@program(dict(x=8))
def stencil_in_called_function():
    @jax.jit
    def blur(x):
        return (jnp.roll(x, 1, 0) + x + jnp.roll(x, -1, 0)) / 3

    def sharpen(x):
        for _ in range(3):
            x = x + 0.5 * (x - blur(x))
        return x, jnp.pad(blur(x), ((2, 2), (0, 0)), mode="reflect")

    return Program(sharpen, (normal(64, 16),), (P("x"),))


@program(dict(data=8))
def mixup_and_shuffle():
    def augment(images, labels, order):
        return 0.7 * images + 0.3 * images[order], 0.7 * labels + 0.3 * labels[::-1], jnp.tile(labels, (2, 1)), jnp.repeat(labels, 2, 0)

    order = np.random.default_rng(3).permutation(32).astype(np.int32)
    return Program(augment, (normal(32, 8, 8), normal(32, 10), order), (P("data"), P("data"), P()))
