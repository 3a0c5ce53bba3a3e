#!/usr/bin/env python3
"""Lowers the programs that plans are measured on, which needs jax only.

  python planning.py -o /tmp/planning
  node ../bench/src/planning/main.mjs /tmp/planning

`small/` has programs of few arguments, all of whose annotations can be tried; `experts/` has programs that are sharded as people who
know them would, each with the mesh it is for: a plan from scratch must be as fast. The names of files are those of the functions.
"""

import argparse
import functools
import os
import pathlib

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

BF16 = jnp.bfloat16
SMALL, EXPERTS = {}, {}


def shape(*sizes, dtype=BF16):
    return jax.ShapeDtypeStruct(sizes, dtype)


def small(*types, name=None):
    """A program of these arguments."""

    def add(function):
        SMALL[name or function.__name__] = (function, types)
        return function

    return add


def expert(mesh):
    """A function that returns a program and its arguments, which are sharded for a mesh."""

    def add(make):
        EXPERTS[make.__name__] = (make, mesh)
        return make

    return add


def descend(parameters, gradients):
    return jax.tree.map(lambda p, g: p - (0.01 * g).astype(p.dtype), parameters, gradients)


def training(loss):
    @functools.wraps(loss)
    def step(parameters, *data):
        value, gradients = jax.value_and_grad(loss)(parameters, *data)
        return value, descend(parameters, gradients)

    return step


def squared(a, b):
    return ((a - b) ** 2).mean().astype(jnp.float32)


def normalized(x):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-5)


# Programs of few arguments.


@training
def two_layers(w, x, y):
    return squared(jax.nn.relu(x @ w[0]) @ w[1], y)


def two_layer_step(batch, width, hidden, dtype=BF16):
    own = lambda *sizes: shape(*sizes, dtype=dtype)
    return [own(width, hidden), own(hidden, width)], own(batch, width), own(batch, width)


small(*two_layer_step(8192, 4096, 16384), name="mlp_big")(two_layers)
small(*two_layer_step(512, 8192, 32768), name="mlp_small_batch")(two_layers)
small(*two_layer_step(64, 128, 256, jnp.float32), name="mlp_train")(two_layers)
small(*two_layer_step(65536, 1024, 4096), name="mlp_many_rows")(two_layers)
small(*two_layer_step(4096, 8192, 8192), name="mlp_square")(two_layers)


@small(shape(16, 1024, 2048), shape(2048, 3, 16, 128), shape(16, 128, 2048))
def attention(x, w, out):
    q, k, v = jnp.einsum("bsd,dphk->pbshk", x, w)
    a = jax.nn.softmax(jnp.einsum("bshk,bthk->bhst", q, k) / 11, axis=-1)
    return x + jnp.einsum("bhst,bthk,hkd->bsd", a, v, out)


@small(shape(32000, 4096), shape(8, 2048, dtype=jnp.int32))
def embedding_and_logits(table, tokens):
    return jax.nn.log_softmax(table[tokens] @ table.T, axis=-1)


@small(shape(16384, 4096), shape(4096, 32000), shape(16384, dtype=jnp.int32))
def cross_entropy(x, w, labels):
    logits = (x @ w).astype(jnp.float32)
    return (jax.nn.logsumexp(logits, -1) - jnp.take_along_axis(logits, labels[:, None], 1)[:, 0]).mean()


@small(shape(128, 256, 2048), shape(2048, 2048), shape(2048, 2048))
def recurrent(x, w, u):
    return lax.scan(lambda h, own: (jnp.tanh(own @ w + h @ u), None), jnp.zeros(x.shape[1:], x.dtype), x)[0]


@small(shape(8, 4096, 2048), shape(8, 2048, 8192), shape(8, 8192, 2048))
def experts(x, w, v):
    return jnp.einsum("ecf,efd->ecd", jax.nn.gelu(jnp.einsum("ecd,edf->ecf", x, w)), v)


@small(shape(8192, 8192, dtype=jnp.float32), shape(8192, dtype=jnp.float32))
def power_iteration(a, v):
    def step(_, v):
        w = a @ v
        return w / jnp.linalg.norm(w)

    return lax.fori_loop(0, 20, step, v)


@small(shape(1 << 20, 128, dtype=jnp.float32), shape(1024, 128, dtype=jnp.float32))
def k_means(points, centres):
    nearest = jnp.argmin(((centres**2).sum(1) - 2 * points @ centres.T), axis=1)
    members = jax.nn.one_hot(nearest, centres.shape[0])
    return (members.T @ points) / (members.sum(0)[:, None] + 1)


@small(shape(65536, 1024), shape(1024), shape(1024))
def layer_norm(x, scale, shift):
    return normalized(x.astype(jnp.float32)).astype(BF16) * scale + shift


@small(shape(64, 128, 128, 64), shape(3, 3, 64, 128))
def convolution(x, w):
    return jax.nn.relu(lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))


@small(shape(4096, 8192), shape(8192, 4096), shape(4096, 8192))
def chain(a, b, c):
    return a @ b @ c


@small(shape(1 << 17, 2048, dtype=jnp.float32))
def covariance(x):
    centred = x - x.mean(0)
    return centred.T @ centred / x.shape[0]


@small(shape(32768, 4096), shape(4096, 4096))
def gated_residual(x, w):
    return x + jax.nn.sigmoid(x @ w) * x


@small(shape(64, 1, 32, 128), shape(64, 4096, 32, 128), shape(64, 4096, 32, 128))
def cached_attention(q, k, v):
    return jnp.einsum("bhst,bthk->bshk", jax.nn.softmax(jnp.einsum("bshk,bthk->bhst", q, k), axis=-1), v)


@small(shape(8192, 8192, dtype=jnp.float32), shape(8192, 8192, dtype=jnp.float32), shape(8192, 8192, dtype=jnp.float32))
def momentum(w, m, g):
    m = 0.9 * m + g
    return w - 0.01 * m, m


@small(shape(16384, 512), shape(1 << 20, 512))
def nearest_rows(queries, keys):
    return lax.top_k(queries @ keys.T, 8)


@small([shape(4096, 4096)], shape(16384, 4096), shape(16384, 4096))
@training
def one_layer(w, x, y):
    return squared(jnp.tanh(x @ w[0]), y)


@small([shape(1 << 18, 64)], shape(1 << 17, dtype=jnp.int32), shape(1 << 17, 64))
@training
def rows_of_table(w, rows, y):
    return squared(w[0][rows], y)


@small([shape(3, 3, 256, 256)], shape(256, 28, 28, 256), shape(256, 28, 28, 256))
@training
def convolution_step(w, x, y):
    return squared(lax.conv_general_dilated(x, w[0], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), y)


@small(shape(4096, 4096, dtype=jnp.float32), shape(4096, 4096, dtype=jnp.float32))
def transposed_sum(a, b):
    return (a + b.T).cumsum(0)


@small(shape(256, 1024, 1024), shape(256, 1024, 1024))
def products_in_batches(a, b):
    return jax.nn.softmax(a @ b, axis=-1)


# Programs as experts shard them.

HEADS = 16


def block_shapes(width, hidden, heads):
    head = width // heads
    return dict(
        wq=(width, heads, head), wk=(width, heads, head), wv=(width, heads, head), wo=(heads, head, width), scale=(width,), w1=(width, hidden), w2=(hidden, width)
    )


MEGATRON = dict(wq=P(None, "y"), wk=P(None, "y"), wv=P(None, "y"), wo=P("y"), scale=P(), w1=P(None, "y"), w2=P("y"))


def sharded(mesh, sizes, spec=P(), dtype=BF16):
    return jax.ShapeDtypeStruct(sizes, dtype, sharding=NamedSharding(mesh, spec))


def transformer(mesh, layers, width, batch, length, specs, data, stream=None, heads=HEADS):
    """A step of training; `stream` is how what layers pass on is split, where the person says so."""
    kept = (lambda x: x) if stream is None else lambda x: lax.with_sharding_constraint(x, NamedSharding(mesh, stream))

    def block(x, p):
        q, k, v = (jnp.einsum("bsd,dhk->bshk", x, p[n]) for n in ("wq", "wk", "wv"))
        s = jnp.einsum("bshk,bthk->bhst", q, k) / np.sqrt(q.shape[-1]).item()
        a = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones(s.shape[-2:], bool)), s, -1e9), axis=-1).astype(x.dtype)
        x = kept(x + jnp.einsum("bshk,hkd->bsd", jnp.einsum("bhst,bthk->bshk", a, v), p["wo"]))
        return kept(x + jax.nn.gelu((normalized(x) * p["scale"]) @ p["w1"]) @ p["w2"])

    @training
    def step(ps, x, y):
        x = kept(x)
        for p in ps:
            x = block(x, p)
        return squared(x, y)

    own = block_shapes(width, 4 * width, heads)
    parameters = [{name: sharded(mesh, sizes, specs(name, sizes)) for name, sizes in own.items()} for _ in range(layers)]
    tokens = sharded(mesh, (batch, length, width), data)
    return step, (parameters, tokens, tokens)


def along_largest(axes):
    """Each parameter is split along all of the axes, in its first dimension that they divide."""
    return lambda name, sizes: P() if len(sizes) == 1 else P(axes)


@expert({"x": 2, "y": 4})
def megatron(mesh):
    return transformer(mesh, 4, 4096, 8, 1024, lambda name, _: MEGATRON[name], P("x"), P("x"), heads=32)


@expert({"x": 2, "y": 4})
def megatron_sequence_parallel(mesh):
    return transformer(mesh, 4, 4096, 8, 1024, lambda name, _: MEGATRON[name], P("x"), P("x", "y"), heads=32)


@expert({"y": 8})
def megatron_pairs(mesh):
    """Two layers at a batch at which gathering parameters would take longer than adding up activations."""
    own = lambda sizes, spec=P(): sharded(mesh, sizes, spec)
    return two_layers, ([own((8192, 32768), P(None, "y")), own((32768, 8192), P("y"))], own((1024, 8192)), own((1024, 8192)))


@expert({"x": 2, "y": 4})
def zero_3(mesh):
    """To be planned with the memory that it needs."""
    return transformer(mesh, 4, 4096, 16, 1024, along_largest(("x", "y")), P(("x", "y")), P(("x", "y")), heads=32)


@expert({"x": 2, "y": 4})
def data_parallel(mesh):
    return transformer(mesh, 2, 1024, 64, 512, lambda *_: P(), P(("x", "y")), P(("x", "y")))


@expert({"x": 2, "y": 4})
def expert_parallel(mesh):
    """A mixture of eight experts, one on each device."""
    axes = ("x", "y")

    @training
    def step(p, x, y):
        chosen = jnp.argmax(x @ p["router"], -1)
        hot = jax.nn.one_hot(chosen, 8, dtype=x.dtype)
        capacity = x.shape[0] // 8 * 2
        place = jnp.cumsum(hot, 0) * hot
        dispatch = jax.nn.one_hot((place - 1).astype(jnp.int32), capacity, dtype=x.dtype) * hot[..., None]
        own = jnp.einsum("tec,td->ecd", dispatch, x)
        own = lax.with_sharding_constraint(own, NamedSharding(mesh, P(axes)))
        out = jnp.einsum("ecf,efd->ecd", jax.nn.relu(jnp.einsum("ecd,edf->ecf", own, p["w1"])), p["w2"])
        out = lax.with_sharding_constraint(out, NamedSharding(mesh, P(axes)))
        return squared(jnp.einsum("tec,ecd->td", dispatch, out), y)

    own = lambda sizes, spec=P(): sharded(mesh, sizes, spec)
    parameters = dict(router=own((2048, 8)), w1=own((8, 2048, 8192), P(axes)), w2=own((8, 8192, 2048), P(axes)))
    return step, (parameters, own((8192, 2048), P(axes)), own((8192, 2048), P(axes)))


@expert({"x": 2, "y": 4})
def convolutions_data_parallel(mesh):
    """Three residual blocks of convolutions with a classifier."""
    axes = ("x", "y")
    convolve = lambda x, w, stride=1: lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    @training
    def step(p, x, labels):
        x = convolve(x, p["stem"], 2)
        for a, b in p["blocks"]:
            x = x + convolve(jax.nn.relu(convolve(jax.nn.relu(x), a)), b)
        logits = x.mean((1, 2)) @ p["out"]
        return -(jax.nn.log_softmax(logits.astype(jnp.float32)) * labels).sum(-1).mean()

    own = lambda sizes, spec=P(), dtype=BF16: sharded(mesh, sizes, spec, dtype)
    blocks = [(own((3, 3, 128, 128)), own((3, 3, 128, 128))) for _ in range(3)]
    parameters = dict(stem=own((7, 7, 3, 128)), blocks=blocks, out=own((128, 1000)))
    return step, (parameters, own((256, 112, 112, 3), P(axes)), own((256, 1000), P(axes), jnp.float32))


@expert({"x": 2, "y": 4})
def two_dimensional_small_batch(mesh):
    """Layers of decoding: weights are split in both dimensions, so that no device reads more than an eighth."""

    def layers(ws, x):
        for w1, w2 in ws:
            x = x + jax.nn.relu(x @ w1) @ w2
        return x

    own = lambda sizes, spec=P(): sharded(mesh, sizes, spec)
    weights = [(own((16384, 65536), P("x", "y")), own((65536, 16384), P("y", "x"))) for _ in range(4)]
    return layers, (weights, own((16, 16384), P(None, "x")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    for kind in ("small", "experts"):
        (options.output / kind).mkdir(parents=True, exist_ok=True)
    for name, (function, types) in SMALL.items():
        (options.output / "small" / f"{name}.mlir").write_text(jax.jit(function).lower(*types).as_text())
    for name, (make, axes) in EXPERTS.items():
        devices = np.array(jax.devices()[: np.prod(list(axes.values()))]).reshape(*axes.values())
        function, types = make(Mesh(devices, tuple(axes)))
        (options.output / "experts" / f"{name}.mlir").write_text(jax.jit(function).lower(*types).as_text())
    print(f"{len(SMALL)} small programs and {len(EXPERTS)} of experts")


if __name__ == "__main__":
    main()
