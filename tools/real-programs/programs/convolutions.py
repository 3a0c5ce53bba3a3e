"""Convolutional networks written with lax."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from registry import Program, by_path, program

NHWC = ("NHWC", "HWIO", "NHWC")


def conv(x, w, strides=(1, 1), **options):
    return lax.conv_general_dilated(x, w, strides, "SAME", dimension_numbers=NHWC, **options)


def kernel(rng, *shape):
    return rng.normal(0, np.prod(shape[:-1]) ** -0.5, shape).astype(np.float32)


@program(dict(data=4, model=2))
def unet_denoiser():
    rng = np.random.default_rng(0)
    p = dict(
        a=kernel(rng, 3, 3, 3, 16), b=kernel(rng, 3, 3, 16, 32), c=kernel(rng, 3, 3, 32, 32), up=kernel(rng, 2, 2, 32, 16),
        d=kernel(rng, 3, 3, 32, 16), out=kernel(rng, 1, 1, 16, 3), time=kernel(rng, 8, 32),
    )  # fmt: skip

    def model(p, x, t):
        angles = t[:, None] * 2.0 ** jnp.arange(4)
        time = jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1) @ p["time"]
        skip = jax.nn.silu(conv(x, p["a"]))
        h = lax.reduce_window(conv(skip, p["b"]), 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4
        h = jax.nn.silu(conv(h + time[:, None, None], p["c"]))
        h = lax.conv_transpose(h, p["up"], (2, 2), "VALID", dimension_numbers=NHWC)
        return conv(jax.nn.silu(conv(jnp.concatenate([h, skip], -1), p["d"])), p["out"])

    def loss(p, x, t, noise):
        alpha = jnp.cos(t * jnp.pi / 2)[:, None, None, None]
        noisy = alpha * x + jnp.sqrt(1 - alpha**2) * noise
        return jnp.mean((model(p, noisy, t) - noise) ** 2)

    x, noise = rng.normal(size=(2, 8, 16, 16, 3)).astype(np.float32)
    t = rng.random(8).astype(np.float32)
    spec = by_path(("'b'", P(None, None, None, "model")), ("'c'", P(None, None, "model")))
    return Program(jax.value_and_grad(loss), (p, x, t, noise), (spec, P("data"), P("data"), P("data")))


@program(dict(data=8))
def depthwise_mobilenet_block():
    rng = np.random.default_rng(0)
    p = dict(expand=kernel(rng, 1, 1, 8, 32), depth=kernel(rng, 3, 3, 1, 32), project=kernel(rng, 1, 1, 32, 8), se=kernel(rng, 32, 32))

    def loss(p, x):
        h = jax.nn.relu6(conv(x, p["expand"]))
        h = jax.nn.hard_swish(conv(h, p["depth"], feature_group_count=32))
        h = h * jax.nn.sigmoid(h.mean((1, 2), keepdims=True) @ p["se"])
        return jnp.mean((x + conv(h, p["project"])) ** 2)

    return Program(jax.value_and_grad(loss), (p, rng.normal(size=(8, 10, 10, 8)).astype(np.float32)), (P(), P("data")))


@program(dict(space=4, model=2))
def convolution_sharded_in_space():
    rng = np.random.default_rng(0)
    w = [kernel(rng, 3, 3, 4, 8), kernel(rng, 5, 5, 8, 8)]

    def forward(w, x):
        x = jax.nn.relu(conv(x, w[0]))
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        return conv(x, w[1], rhs_dilation=(2, 2))

    return Program(forward, (w, rng.normal(size=(2, 32, 16, 4)).astype(np.float32)), (P(), P(None, "space")))


@program(dict(data=8))
def wavenet_causal_stack():
    rng = np.random.default_rng(0)
    p = [dict(f=kernel(rng, 2, 8, 8), g=kernel(rng, 2, 8, 8)) for _ in range(3)]

    def loss(p, x):
        h = x
        for i, layer in enumerate(p):
            d = 2**i
            causal = lambda w: lax.conv_general_dilated(h, w, (1,), [(d, 0)], rhs_dilation=(d,), dimension_numbers=("NWC", "WIO", "NWC"))
            h = h + jnp.tanh(causal(layer["f"])) * jax.nn.sigmoid(causal(layer["g"]))
        return jnp.mean((h[:, :-1] - x[:, 1:]) ** 2)

    return Program(jax.grad(loss), (p, rng.normal(size=(8, 20, 8)).astype(np.float32)), (P(), P("data")))
