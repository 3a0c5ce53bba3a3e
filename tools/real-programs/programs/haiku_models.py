"""Models of dm-haiku."""

import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from registry import Program, by_path, program

KEY = np.asarray(jax.random.PRNGKey(0))


def host(tree):
    return jax.tree.map(np.asarray, tree)


@program(dict(data=4, model=2))
def haiku_transformer_train():
    def forward(tok):
        x = hk.Embed(40, 32)(tok) + hk.get_parameter("pos", (12, 32), init=hk.initializers.RandomNormal(0.02))
        mask = jnp.tril(jnp.ones((1, 1, 12, 12)))
        for _ in range(2):
            h = hk.LayerNorm(-1, True, True)(x)
            x = x + hk.MultiHeadAttention(4, 8, model_size=32, w_init=hk.initializers.VarianceScaling(1.0))(h, h, h, mask=mask)
            h = hk.LayerNorm(-1, True, True)(x)
            x = x + hk.nets.MLP([64, 32], activation=jax.nn.gelu)(h)
        return hk.Linear(40)(x)

    model = hk.without_apply_rng(hk.transform(forward))
    tok = np.random.default_rng(0).integers(0, 40, (8, 12)).astype(np.int32)
    params = host(model.init(KEY, tok))
    optimizer = optax.adam(1e-3)
    state = host(optimizer.init(params))

    def step(params, state, tok):
        def loss(p):
            return optax.softmax_cross_entropy_with_integer_labels(model.apply(p, tok)[:, :-1], tok[:, 1:]).mean()

        value, grads = jax.value_and_grad(loss)(params)
        updates, state = optimizer.update(grads, state)
        return optax.apply_updates(params, updates), state, value

    spec = by_path(
        ("query']['w", P(None, "model")), ("key']['w", P(None, "model")), ("value']['w", P(None, "model")),
        ("multi_head_attention/linear']['w", P("model")), ("linear_0']['w", P(None, "model")), ("linear_1']['w", P("model")),
    )  # fmt: skip
    return Program(step, (params, state, tok), (spec, spec, P("data")), (0, 1))


@program(dict(data=8))
def haiku_resnet_forward():
    def forward(x, training=False):
        x = hk.Conv2D(8, 3, stride=2)(x)
        x = jax.nn.relu(hk.BatchNorm(True, True, 0.9)(x, is_training=training))
        y = hk.Conv2D(8, 3)(x)
        x = jax.nn.relu(x + hk.BatchNorm(True, True, 0.9)(y, is_training=training))
        x = hk.MaxPool(2, 2, "SAME")(x)
        return hk.Linear(10)(jnp.mean(x, (1, 2)))

    model = hk.without_apply_rng(hk.transform_with_state(forward))
    x = np.random.default_rng(0).normal(size=(8, 16, 16, 3)).astype(np.float32)
    params, state = host(model.init(KEY, x, True))
    return Program(lambda p, s, x: model.apply(p, s, x)[0], (params, state, x), (P(), P(), P("data")))


@program(dict(data=8))
def haiku_gru_train():
    def forward(x):
        core = hk.GRU(24)
        out, _ = hk.dynamic_unroll(core, x, core.initial_state(x.shape[1]))
        return hk.Linear(4)(out)

    model = hk.without_apply_rng(hk.transform(forward))
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(9, 8, 6)).astype(np.float32), rng.normal(size=(9, 8, 4)).astype(np.float32)
    params = host(model.init(KEY, x))

    def step(params, x, y):
        value, grads = jax.value_and_grad(lambda p: jnp.mean((model.apply(p, x) - y) ** 2))(params)
        return jax.tree.map(lambda w, g: w - 0.1 * g, params, grads), value

    return Program(step, (params, x, y), (P(), P(None, "data"), P(None, "data")), (0,))


@program(dict(data=4, model=2))
def haiku_variational_autoencoder():
    def forward(x):
        h = jax.nn.relu(hk.Linear(64)(x))
        mean, log_variance = hk.Linear(8)(h), hk.Linear(8)(h)
        z = mean + jnp.exp(log_variance / 2) * jax.random.normal(hk.next_rng_key(), mean.shape)
        logits = hk.Linear(48)(jax.nn.relu(hk.Linear(64)(z)))
        kl = 0.5 * jnp.sum(jnp.exp(log_variance) + mean**2 - 1 - log_variance, -1)
        return jnp.mean(kl + optax.sigmoid_binary_cross_entropy(logits, x).sum(-1))

    model = hk.transform(forward)
    x = (np.random.default_rng(0).random((16, 48)) < 0.3).astype(np.float32)
    params = host(model.init(KEY, x))
    spec = by_path(("linear']['w", P(None, "model")), ("linear_3']['w", P(None, "model")), ("linear_4']['w", P("model")))
    return Program(jax.value_and_grad(model.apply), (params, KEY, x), (spec, P(), P("data")))
