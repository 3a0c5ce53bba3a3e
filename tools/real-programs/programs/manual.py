"""Collectives by hand: shard_map."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from registry import Program, program


def normal(*shape, seed=0, scale=1.0):
    return np.random.default_rng(seed).normal(0, scale, shape).astype(np.float32)


def manual(**specs):
    return functools.partial(jax.shard_map, check_vma=False, **specs)


@program(dict(data=2, seq=4))
def ring_attention():
    @manual(in_specs=(P("data", "seq"),) * 3, out_specs=P("data", "seq"))
    def attend(q, k, v):
        n, i = lax.axis_size("seq"), lax.axis_index("seq")
        rows = i * q.shape[1] + jnp.arange(q.shape[1])

        def step(carry, s):
            k, v, out, total, top = carry
            columns = ((i - s) % n) * k.shape[1] + jnp.arange(k.shape[1])
            scores = jnp.einsum("bshd,bthd->bhst", q, k) / np.sqrt(q.shape[-1])
            scores = jnp.where(rows[:, None] >= columns[None], scores, -1e30)
            new_top = jnp.maximum(top, scores.max(-1))
            weights, fix = jnp.exp(scores - new_top[..., None]), jnp.exp(top - new_top)
            out = out * fix.swapaxes(1, 2)[..., None] + jnp.einsum("bhst,bthd->bshd", weights, v)
            k, v = (lax.ppermute(a, "seq", [(j, (j + 1) % n) for j in range(n)]) for a in (k, v))
            return (k, v, out, total * fix + weights.sum(-1), new_top), None

        b, s, h, _ = q.shape
        start = (k, v, jnp.zeros_like(q), jnp.zeros((b, h, s)), jnp.full((b, h, s), -1e30))
        (_, _, out, total, _), _ = lax.scan(step, start, jnp.arange(n))
        return out / total.swapaxes(1, 2)[..., None]

    q, k, v = normal(3, 4, 16, 2, 8)
    spec = P("data", "seq")
    return Program(attend, (q, k, v), (spec, spec, spec))


@program(dict(data=2, expert=4))
def moe_all_to_all():
    @manual(in_specs=(P("expert"), P("expert"), P(), P(("data", "expert"))), out_specs=P(("data", "expert")))
    def experts(w1, w2, router, x):
        chosen = jnp.argmax(x @ router, -1)
        slot = jnp.cumsum(jax.nn.one_hot(chosen, 4, dtype=jnp.int32), 0)[jnp.arange(x.shape[0]), chosen] - 1
        buffer = jnp.zeros((4, x.shape[0], x.shape[1])).at[chosen, slot].set(x)
        received = lax.all_to_all(buffer, "expert", 0, 0, tiled=True)
        hidden = jax.nn.relu(jnp.einsum("scd,edf->scf", received, w1))
        sent = lax.all_to_all(jnp.einsum("scf,efd->scd", hidden, w2), "expert", 0, 0, tiled=True)
        return sent[chosen, slot]

    args = (normal(4, 16, 32, scale=0.25), normal(4, 32, 16, seed=1, scale=0.2), normal(16, 4, seed=2), normal(32, 16, seed=3))
    return Program(experts, args, (P("expert"), P("expert"), P(), P(("data", "expert"))))


@program(dict(data=2, model=4))
def tensor_parallel_psum_train():
    @manual(in_specs=(P(None, "model"), P("model"), P("data"), P("data")), out_specs=(P(), P(None, "model"), P("model")))
    def step(w1, w2, x, y):
        def loss(w1, w2):
            out = lax.psum(jax.nn.gelu(x @ w1) @ w2, "model")
            return jnp.mean((out - y) ** 2)

        value, (g1, g2) = jax.value_and_grad(loss, (0, 1))(w1, w2)
        mean = lambda g: lax.pmean(g, "data")
        return mean(value), w1 - 0.1 * mean(g1), w2 - 0.1 * mean(g2)

    args = (normal(16, 64, scale=0.25), normal(64, 16, seed=1, scale=0.2), normal(8, 16, seed=2), normal(8, 16, seed=3))
    return Program(step, args, (P(None, "model"), P("model"), P("data"), P("data")), (0, 1))


@program(dict(stage=4, data=2))
def pipeline_gpipe_ppermute():
    @manual(in_specs=(P("stage"), P(None, "data")), out_specs=P(None, "data"))
    def pipeline(w, x):
        n, i = lax.axis_size("stage"), lax.axis_index("stage")

        def tick(carry, t):
            state, out = carry
            state = jnp.where(i == 0, x[jnp.minimum(t, x.shape[0] - 1)], state)
            state = jnp.tanh(state @ w[0])
            done = t - (n - 1)
            out = jnp.where((i == n - 1) & (done >= 0), out.at[jnp.maximum(done, 0)].set(state), out)
            return (lax.ppermute(state, "stage", [(j, j + 1) for j in range(n - 1)]), out), None

        start = (jnp.zeros(x.shape[1:]), jnp.zeros(x.shape))
        (_, out), _ = lax.scan(tick, start, jnp.arange(x.shape[0] + n - 1))
        return lax.psum(jnp.where(i == n - 1, out, 0), "stage")

    return Program(pipeline, (normal(4, 16, 16, scale=0.3), normal(6, 4, 16, seed=1)), (P("stage"), P(None, "data")))


@program(dict(data=2, model=4))
def vocabulary_parallel_loss():
    @manual(in_specs=(P("model"), P("data"), P("data")), out_specs=P("data"))
    def loss(table, hidden, labels):
        logits = hidden @ table.T
        top = lax.pmax(lax.stop_gradient(logits.max(-1)), "model")
        total = lax.psum(jnp.exp(logits - top[..., None]).sum(-1), "model")
        local = labels - lax.axis_index("model") * table.shape[0]
        mine = (local >= 0) & (local < table.shape[0])
        picked = jnp.take_along_axis(logits, jnp.clip(local, 0, table.shape[0] - 1)[..., None], -1)[..., 0]
        return jnp.log(total) + top - lax.psum(jnp.where(mine, picked, 0), "model")

    labels = np.random.default_rng(0).integers(0, 40, (8, 5)).astype(np.int32)
    return Program(loss, (normal(40, 16, scale=0.3), normal(8, 5, 16, seed=1), labels), (P("model"), P("data"), P("data")))


@program(dict(data=4, model=2))
def zero_reduce_scatter_all_gather():
    @manual(in_specs=(P("data"), P("data"), P("data")), out_specs=(P("data"), P()))
    def step(shard, x, y):
        w = lax.all_gather(shard, "data", tiled=True)
        value, grad = jax.value_and_grad(lambda w: jnp.mean((x @ w - y) ** 2))(w)
        mine = lax.psum_scatter(grad, "data", scatter_dimension=0, tiled=True) / lax.axis_size("data")
        return shard - 0.1 * mine, lax.pmean(value, "data")

    return Program(step, (normal(16, 8, scale=0.3), normal(8, 16, seed=1), normal(8, 8, seed=2)), (P("data"), P("data"), P("data")))


@program(dict(data=2, model=4))
def shard_map_inside_jit_partial():
    def forward(w1, w2, x):
        h = jax.nn.relu(x @ w1)

        @functools.partial(jax.shard_map, in_specs=(P("model"), P(None, "model")), out_specs=P(), axis_names={"model"}, check_vma=False)
        def project(w2, h):
            return lax.psum(h @ w2, "model")

        return jnp.sin(project(w2, h)) + x

    args = (normal(16, 32, scale=0.3), normal(32, 16, seed=1, scale=0.2), normal(8, 16, seed=2))
    return Program(forward, args, (P(None, "model"), P("model"), P("data")))
