"""A training step of two layers, large enough that splitting it over devices pays."""

import jax
import jax.numpy as jnp


def loss(params, x, y):
    hidden = jax.nn.relu(x @ params["w1"])
    return jnp.mean((hidden @ params["w2"] - y) ** 2)


def step(params, x, y):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    return value, jax.tree.map(lambda w, g: w - 0.01 * g, params, grads)


def arguments(make=jax.ShapeDtypeStruct, batch=8192, width=4096):
    of = lambda *shape: make(shape, jnp.float32)
    params = {"w1": of(width, 4 * width), "w2": of(4 * width, width)}
    return params, of(batch, width), of(batch, width)


if __name__ == "__main__":
    lowered = jax.jit(step).lower(*arguments())
    open("step.mlir", "w").write(lowered.as_text(debug_info=True))
