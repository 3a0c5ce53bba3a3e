"""Writes the programs of the command's test of memory on accelerators, and prints the memory that XLA assigns to them.

usage: python tools/real-programs/accelerator_memory.py cuda|v5p:2x2x1 [FOLDER]

Programs are compiled ahead of time for one device, which need not be there: for an H100 with jax[cuda12], for a TPU with jax[tpu].
"""

from __future__ import annotations

import pathlib
import sys
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import topologies
from jax.sharding import Mesh, NamedSharding, PartitionSpec

FOLDER = pathlib.Path(__file__).parents[2] / "packages" / "cli" / "tests" / "Inputs" / "accelerator-memory"

H100 = """gpu_device_info {
  threads_per_block_limit: 1024 threads_per_warp: 32 shared_memory_per_block: 49152 shared_memory_per_core: 233472
  threads_per_core_limit: 2048 core_count: 132 fpus_per_core: 128 block_dim_limit_x: 2147483647 block_dim_limit_y: 65535
  block_dim_limit_z: 65535 memory_bandwidth: 3352320000000 l2_cache_size: 52428800 clock_rate_ghz: 1.98
  device_memory_size: 84942979072 shared_memory_per_block_optin: 232448 cuda_compute_capability { major: 9 }
  registers_per_core_limit: 65536 registers_per_block_limit: 65536
}
platform_name: "CUDA" dnn_version_info { major: 9 minor: 8 patch: 0 } runtime_version { major: 12 minor: 9 patch: 0 }
device_description_str: "NVIDIA H100 80GB HBM3"
"""

LAYERS, HIDDEN, HEADS, FFN, VOCAB = 3, 1024, 16, 4096, 16384
BATCH, SEQUENCE, CACHE = 8, 1024, 2048
WEIGHTS = {**{n: (HIDDEN, HIDDEN) for n in "qkvo"}, "u": (HIDDEN, FFN), "d": (FFN, HIDDEN)}


def norm(x):
    y = x.astype(jnp.float32)
    return (y * lax.rsqrt(jnp.mean(y * y, -1, keepdims=True) + 1e-5)).astype(x.dtype)


def block(w, x):
    y = norm(x)
    q, k, v = ((y @ w[n]).reshape(*y.shape[:2], HEADS, -1) for n in "qkv")
    s = jnp.einsum("bqhd,bkhd->bhqk", q, k).astype(jnp.float32) / np.sqrt(q.shape[-1])
    p = jax.nn.softmax(jnp.where(jnp.tril(jnp.ones(s.shape[-2:], bool)), s, -1e9), -1).astype(x.dtype)
    x = x + jnp.einsum("bhqk,bkhd->bqhd", p, v).reshape(x.shape) @ w["o"]
    return x + jax.nn.gelu(norm(x) @ w["u"]) @ w["d"]


def gpt(params, tokens, *, scans: bool):
    def loss(params):
        layer = jax.checkpoint(block, prevent_cse=not scans)
        x = params["in"][tokens]
        if scans:
            x, _ = lax.scan(lambda x, w: (layer(w, x), None), x, params["layers"])
        else:
            for w in params["layers"]:
                x = layer(w, x)
        logits = (norm(x) @ params["out"]).astype(jnp.float32)
        return jnp.mean(jax.nn.logsumexp(logits, -1) - logits[..., 0])

    return jax.tree.map(lambda p, g: (p - 0.001 * g).astype(p.dtype), params, jax.grad(loss)(params))


def network(weights, x, y):
    def loss(weights):
        h = x
        for w in weights:
            h = jax.nn.relu(h @ w)
        return jnp.mean((h - y) ** 2)

    return [w - 0.1 * g for w, g in zip(weights, jax.grad(loss)(weights))]


def decode(weights, keys, values, x, position):
    """A token with caches of all layers, which are donated."""

    def layer(x, layer):
        w, keys, values = layer
        y = norm(x)
        q, k, v = ((y @ w[n]).reshape(BATCH, 1, HEADS, -1) for n in "qkv")
        keys, values = (lax.dynamic_update_slice(c, n, (0, position, 0, 0)) for c, n in ((keys, k), (values, v)))
        s = jnp.einsum("bqhd,bthd->bhqt", q, keys, preferred_element_type=jnp.float32)
        p = jax.nn.softmax(jnp.where(jnp.arange(CACHE) <= position, s, -1e9), -1).astype(x.dtype)
        x = x + jnp.einsum("bhqt,bthd->bqhd", p, values).reshape(x.shape) @ w["o"]
        return x + jax.nn.gelu(norm(x) @ w["u"]) @ w["d"], (keys, values)

    return lax.scan(layer, x, (weights, keys, values))


def recurrent(w, u, xs):
    def loss(w, u):
        def step(carry, x):
            h, c = carry
            i, f, g, o = jnp.split(x @ w + h @ u, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        _, hs = lax.scan(step, (jnp.zeros(xs.shape[1:]),) * 2, xs)
        return jnp.mean(hs**2)

    gw, gu = jax.grad(loss, (0, 1))(w, u)
    return w - 0.1 * gw, u - 0.1 * gu


def programs(tensor: Any) -> dict[str, tuple[Any, tuple[Any, ...], tuple[int, ...]]]:
    """Functions by name, with their arguments and those that are donated."""
    wide = partial(tensor, dtype=jnp.float32)
    stacked = {n: tensor(LAYERS, *s) for n, s in WEIGHTS.items()}
    layers = [{n: tensor(*s) for n, s in WEIGHTS.items()} for _ in range(LAYERS)]
    ends = {"in": tensor(VOCAB, HIDDEN), "out": tensor(HIDDEN, VOCAB)}
    tokens = tensor(BATCH, SEQUENCE, dtype=jnp.int32)
    cache = tensor(LAYERS, BATCH, CACHE, HEADS, HIDDEN // HEADS)
    found = {}
    for scans in (False, True):
        params = {**ends, "layers": stacked if scans else layers}
        found["scan" if scans else "unrolled"] = (partial(gpt, scans=scans), (params, tokens), (0,))
    found["network"] = (network, ([wide(4096, 4096)] * 4, wide(8192, 4096), wide(8192, 4096)), (0,))
    found["decode"] = (decode, (stacked, cache, cache, tensor(BATCH, 1, HIDDEN), tensor(dtype=jnp.int32)), (1, 2))
    found["recurrent"] = (recurrent, (wide(1024, 4096), wide(1024, 4096), wide(64, 256, 1024)), (0, 1))
    return found


def main(platform: str, folder: pathlib.Path) -> None:
    given = (
        {"platform": "cuda", "topology_name": "h100", "topology": "1x1x1", "target_config": H100}
        if platform == "cuda"
        else {"platform": "tpu", "topology_name": platform}
    )
    devices = topologies.get_topology_desc(**given).devices
    sharding = NamedSharding(Mesh(np.array(list(devices)[:1]), ("x",)), PartitionSpec())

    def tensor(*shape, dtype=jnp.bfloat16):
        return jax.ShapeDtypeStruct(shape, dtype, sharding=sharding)

    folder.mkdir(exist_ok=True)
    for name, (function, arguments, donated) in programs(tensor).items():
        lowered = jax.jit(function, donate_argnums=donated).lower(*arguments)
        (folder / f"{name}.mlir").write_text(lowered.as_text())
        memory = lowered.compile().memory_analysis()
        total = memory.argument_size_in_bytes + memory.output_size_in_bytes - memory.alias_size_in_bytes
        print(f"{name:26} {(total + memory.temp_size_in_bytes) / 2**20:9.1f} MiB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else FOLDER)
