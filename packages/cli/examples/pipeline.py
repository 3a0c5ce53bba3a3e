"""A training step of four layers in two stages, with eight microbatches, for two meshes of eight devices.

    python pipeline.py > pipeline.mlir
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

from mpmd_jax import microbatches, mpmd_text, named_computation

jax.config.update("jax_num_cpu_devices", 8)
MICROBATCHES, BATCH, WIDTH, HIDDEN = 8, 16, 64, 256


def layer(params, x):
    up, down = params
    return x + jnp.tanh(x @ up) @ down


@named_computation("front")
def front(params, x):
    return layer(params[1], layer(params[0], x))


@named_computation("back")
def back(params, x, target):
    return jnp.mean((layer(params[1], layer(params[0], x)) - target) ** 2)


def loss(params, x, target):
    return back(params["back"], front(params["front"], x), target)


@microbatches
def micro(sums, params, x, target):
    return jax.tree.map(jnp.add, sums, jax.grad(loss)(params, x, target))


def step(params, xs, targets):
    gradients = jax.tree.map(jnp.zeros_like, params)
    for i, (x, target) in enumerate(zip(xs, targets)):
        gradients = micro(i, gradients, params, x, target)
    return jax.tree.map(lambda weight, gradient: weight - 0.01 * gradient, params, gradients)


mesh = jax.make_mesh((8,), ("x",), axis_types=(AxisType.Auto,))


def tensor(*shape, spec):
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, spec))


# The weights are split over the eight devices of their mesh, as in Megatron-LM.
weights = (tensor(WIDTH, HIDDEN, spec=P(None, "x")), tensor(HIDDEN, WIDTH, spec=P("x", None)))
params = {"front": [weights, weights], "back": [weights, weights]}
batches = [tensor(BATCH, WIDTH, spec=P(None, None))] * MICROBATCHES

print(mpmd_text(step, params, batches, batches, topology={"m1": {"x": 8}, "m2": {"x": 8}}))
