"""Optimizers of optax on one regression, fully sharded or with replicated parameters."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from registry import Program, fsdp, program


def regression(optimizer, spec, sizes=(32, 64, 48, 8)):
    rng = np.random.default_rng(0)
    params = [
        (rng.normal(0, a**-0.5, (a, b)).astype(np.float32), np.zeros(b, np.float32)) for a, b in zip(sizes, sizes[1:])
    ]
    state = jax.tree.map(np.asarray, optimizer.init(params))
    x = rng.normal(size=(16, sizes[0])).astype(np.float32)
    y = rng.normal(size=(16, sizes[-1])).astype(np.float32)

    def loss(params, x, y):
        for w, b in params[:-1]:
            x = jnp.tanh(x @ w + b)
        w, b = params[-1]
        return jnp.mean(optax.huber_loss(x @ w + b, y))

    def step(params, state, x, y):
        value, grads = jax.value_and_grad(loss)(params, x, y)
        if isinstance(optimizer, optax.GradientTransformationExtraArgs):
            updates, state = optimizer.update(
                grads, state, params, value=value, grad=grads, value_fn=lambda p: loss(p, x, y)
            )
        else:
            updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value

    return Program(step, (params, state, x, y), (spec, spec, P("data"), P("data")), (0, 1))


@program(dict(data=8))
def optax_adamw_fsdp():
    return regression(optax.chain(optax.clip_by_global_norm(0.5), optax.adamw(1e-2)), fsdp("data", 8))


@program(dict(data=8))
def optax_nesterov_ema():
    return regression(optax.chain(optax.sgd(0.1, momentum=0.9, nesterov=True), optax.ema(0.99)), P())


@program(dict(data=8))
def optax_lamb():
    return regression(optax.lamb(1e-2), fsdp("data", 8))


@program(dict(data=8))
def optax_muon():
    return regression(optax.contrib.muon(1e-2), fsdp("data", 8))


@program(dict(data=8))
def optax_lbfgs():
    return regression(optax.lbfgs(memory_size=3, linesearch=optax.scale_by_backtracking_linesearch(max_backtracking_steps=5)), P())


@program(dict(data=4, model=2))
def optax_schedule_free():
    return regression(optax.contrib.schedule_free_adamw(1e-2), fsdp("model", 2))
