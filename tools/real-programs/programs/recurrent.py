"""Recurrences: state space models, linear attention, control flow."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from registry import Program, by_path, program


def normal(rng, *shape, scale=1.0):
    return rng.normal(0, scale, shape).astype(np.float32)


@program(dict(data=4, model=2))
def mamba_selective_scan():
    rng = np.random.default_rng(0)
    p = dict(
        inp=normal(rng, 16, 32, scale=0.25), dt=normal(rng, 32, 32, scale=0.1), b=normal(rng, 32, 4, scale=0.2),
        c=normal(rng, 32, 4, scale=0.2), a=normal(rng, 32, 4), out=normal(rng, 32, 16, scale=0.2),
    )  # fmt: skip

    def forward(p, x):
        u = jax.nn.silu(x @ p["inp"])
        dt = jax.nn.softplus(u @ p["dt"])
        decay = jnp.exp(-dt[..., None] * jnp.exp(p["a"]))
        drive = (dt * u)[..., None] * (u @ p["b"])[..., None, :]
        combine = lambda l, r: (l[0] * r[0], r[0] * l[1] + r[1])
        _, state = jax.lax.associative_scan(combine, (decay, drive), axis=1)
        return jnp.einsum("btdn,btn->btd", state, u @ p["c"]) @ p["out"]

    spec = by_path(("'inp'", P(None, "model")), ("'out'", P("model")))
    loss = lambda p, x: jnp.mean((forward(p, x) - x) ** 2)
    return Program(jax.value_and_grad(loss), (p, normal(rng, 8, 12, 16)), (spec, P("data")))


@program(dict(data=4, model=2))
def linear_attention_cumulative():
    def forward(q, k, v):
        q, k = jax.nn.elu(q) + 1, jax.nn.elu(k) + 1
        kv = jnp.cumsum(jnp.einsum("bthd,bthe->bthde", k, v), 1)
        z = 1 / (jnp.einsum("bthd,bthd->bth", q, jnp.cumsum(k, 1)) + 1e-6)
        return jnp.einsum("bthd,bthde,bth->bthe", q, kv, z)

    q, k, v = normal(np.random.default_rng(0), 3, 8, 10, 4, 6)
    spec = P("data", None, "model")
    return Program(forward, (q, k, v), (spec, spec, spec))


@program(dict(data=8))
def rwkv_time_mixing():
    def loss(p, x):
        def step(carry, kv):
            k, v = kv
            num, den = carry
            out = (num + jnp.exp(p["u"] + k) * v) / (den + jnp.exp(p["u"] + k))
            decay = jnp.exp(-jnp.exp(p["w"]))
            return (decay * num + jnp.exp(k) * v, decay * den + jnp.exp(k)), out

        shifted = jnp.pad(x, ((0, 0), (1, 0), (0, 0)))[:, :-1]
        mixed = x * p["mix"] + shifted * (1 - p["mix"])
        k, v = mixed @ p["k"], mixed @ p["v"]
        zero = jnp.zeros((x.shape[0], x.shape[2]))
        _, out = jax.lax.scan(step, (zero, zero), (k.swapaxes(0, 1), v.swapaxes(0, 1)))
        return jnp.mean((jax.nn.sigmoid(mixed @ p["r"]) * out.swapaxes(0, 1) - x) ** 2)

    rng = np.random.default_rng(0)
    p = {n: normal(rng, 16, 16, scale=0.2) for n in "kvr"} | dict(u=normal(rng, 16), w=normal(rng, 16), mix=rng.random(16).astype(np.float32))
    return Program(jax.grad(loss), (p, normal(rng, 8, 9, 16)), (P(), P("data")))


@program(dict(data=8))
def ctc_loss_gradient():
    rng = np.random.default_rng(0)
    logits, labels = normal(rng, 8, 12, 10), rng.integers(1, 10, (8, 4)).astype(np.int32)
    pad = (np.arange(12) >= rng.integers(9, 13, (8, 1))).astype(np.float32)
    label_pad = (np.arange(4) >= rng.integers(2, 5, (8, 1))).astype(np.float32)
    loss = lambda l, lp, y, yp: optax.ctc_loss(l, lp, y, yp).mean()
    return Program(jax.value_and_grad(loss), (logits, pad, labels, label_pad), (P("data"),) * 4)


@program(dict(data=8))
def adaptive_computation_cond_switch():
    def forward(w, x, choice):
        h = jax.lax.cond(jnp.sum(x) > 0, lambda x: x @ w, lambda x: x - 1.0, x)
        h = jax.lax.switch(choice, [jnp.tanh, lambda v: v * w[0], lambda v: jnp.sort(v, -1)], h)
        return jax.lax.fori_loop(0, 3, lambda i, v: v + jnp.sin(i * w[1]) * v, h)

    rng = np.random.default_rng(0)
    return Program(forward, (normal(rng, 16, 16, scale=0.25), normal(rng, 16, 16), np.int32(2)), (P(), P("data"), P()))
