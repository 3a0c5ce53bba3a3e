"""Models of equinox: pytrees of arrays and static fields."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from registry import Program, by_path, program


def training(model, loss, arguments, spec, specs, optimizer):
    params, static = eqx.partition(model, eqx.is_array)
    params = jax.tree.map(np.asarray, params)
    state = jax.tree.map(np.asarray, optimizer.init(params))

    def step(params, state, *arguments):
        value, grads = jax.value_and_grad(lambda p: loss(eqx.combine(p, static), *arguments))(params)
        updates, state = optimizer.update(grads, state, params)
        return eqx.apply_updates(params, updates), state, value

    return Program(step, (params, state, *arguments), (spec, spec, *specs), (0, 1))


@program(dict(data=4, model=2))
def equinox_mlp_train():
    model = eqx.nn.MLP(12, 3, 64, 3, activation=jax.nn.softplus, key=jax.random.PRNGKey(0))
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(16, 12)).astype(np.float32), rng.normal(size=(16, 3)).astype(np.float32)
    loss = lambda m, x, y: jnp.mean((jax.vmap(m)(x) - y) ** 2)
    spec = by_path(("layers[0].weight", P("model")), ("layers[1].weight", P(None, "model")))
    return training(model, loss, (x, y), spec, (P("data"), P("data")), optax.rmsprop(1e-3))


class Block(eqx.Module):
    attention: eqx.nn.MultiheadAttention
    norm: eqx.nn.LayerNorm
    mlp: eqx.nn.MLP

    def __init__(self, key):
        a, b = jax.random.split(key)
        self.attention = eqx.nn.MultiheadAttention(4, 32, key=a)
        self.norm = eqx.nn.LayerNorm(32)
        self.mlp = eqx.nn.MLP(32, 32, 64, 1, activation=jax.nn.gelu, key=b)

    def __call__(self, x):
        h = jax.vmap(self.norm)(x)
        x = x + self.attention(h, h, h, mask=jnp.tril(jnp.ones((x.shape[0], x.shape[0]), bool)))
        return x + jax.vmap(self.mlp)(x)


@program(dict(data=4, model=2))
def equinox_attention_train():
    model = Block(jax.random.PRNGKey(0))
    x = np.random.default_rng(0).normal(size=(8, 10, 32)).astype(np.float32)
    loss = lambda m, x: jnp.mean((jax.vmap(m)(x)[:, :-1] - x[:, 1:]) ** 2)
    spec = by_path(
        ("query_proj.weight", P("model")), ("key_proj.weight", P("model")), ("value_proj.weight", P("model")),
        ("output_proj.weight", P(None, "model")), ("layers[0].weight", P("model")), ("layers[1].weight", P(None, "model")),
    )  # fmt: skip
    return training(model, loss, (x,), spec, (P("data"),), optax.adabelief(1e-3))


@program(dict(data=8))
def equinox_conv_forward():
    keys = jax.random.split(jax.random.PRNGKey(0), 3)
    model = eqx.nn.Sequential([
        eqx.nn.Conv2d(3, 8, 3, padding=1, key=keys[0]), eqx.nn.Lambda(jax.nn.relu), eqx.nn.MaxPool2d(2, 2),
        eqx.nn.ConvTranspose2d(8, 4, 2, 2, key=keys[1]), eqx.nn.Lambda(jnp.ravel), eqx.nn.Linear(4 * 144, 5, key=keys[2]),
    ])  # fmt: skip
    params, static = eqx.partition(model, eqx.is_array)
    x = np.random.default_rng(0).normal(size=(8, 3, 12, 12)).astype(np.float32)
    forward = lambda p, x: jax.vmap(eqx.combine(p, static))(x)
    return Program(forward, (jax.tree.map(np.asarray, params), x), (P(), P("data")))


@program(dict(data=8))
def equinox_gru_classifier():
    cell, head = eqx.nn.GRUCell(4, 16, key=jax.random.PRNGKey(0)), eqx.nn.Linear(16, 1, key=jax.random.PRNGKey(1))

    def loss(model, x, y):
        cell, head = model

        def one(xs):
            h, _ = jax.lax.scan(lambda h, x: (cell(x, h), None), jnp.zeros(16), xs)
            return jax.nn.sigmoid(head(h))[0]

        p = jnp.clip(jax.vmap(one)(x), 1e-6, 1 - 1e-6)
        return -jnp.mean(y * jnp.log(p) + (1 - y) * jnp.log1p(-p))

    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(16, 7, 4)).astype(np.float32), rng.integers(0, 2, 16).astype(np.float32)
    return training((cell, head), loss, (x, y), P(), (P("data"), P("data")), optax.adamax(1e-2))
