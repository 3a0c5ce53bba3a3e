#!/usr/bin/env python3
"""Ranks plans by simulated time and by the time of XLA on eight CPU devices, and prints Spearman's correlation.

  shardform calibrate --engine xla --devices 8 -o cpu.json
  python plan_ranks.py --machine cpu.json [--command "node .../shardform.js"] [--plans 20] [--runs 15]

Plans are random shardings of the arguments, and of the results that take their place. Of the times of XLA the least of several runs counts,
the runs of all plans in turn, since other work on a machine makes times longer, never shorter.
"""

import argparse
import json
import os
import pathlib
import random
import shlex
import subprocess
import tempfile
import time

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

AXES = {"x": 2, "y": 4}


def descend(loss):
    def step(parameters, *data):
        value, gradients = jax.value_and_grad(loss)(parameters, *data)
        return value, jax.tree.map(lambda p, g: p - 0.01 * g, parameters, gradients)

    return step


def layers(p, x, y):
    return ((jnp.tanh(x @ p["w1"]) @ p["w2"] - y) ** 2).mean()


def attention(p, x, y):
    q, k, v = (jnp.einsum("bsd,dhk->bshk", x, p[n]) for n in ("q", "k", "v"))
    a = jax.nn.softmax(jnp.einsum("bshk,bthk->bhst", q, k) / 8, axis=-1)
    x = x + jnp.einsum("bhst,bthk,hkd->bsd", a, v, p["o"])
    return ((x + jax.nn.gelu(x @ p["w1"]) @ p["w2"] - y) ** 2).mean()


def experts(p, x, y):
    return ((jnp.einsum("ecf,efd->ecd", jax.nn.relu(jnp.einsum("ecd,edf->ecf", x, p["w1"])), p["w2"]) - y) ** 2).mean()


PROGRAMS = {
    "two layers": (layers, dict(w1=(512, 2048), w2=(2048, 512)), (2048, 512)),
    "a block of a transformer": (
        attention,
        dict(q=(256, 8, 32), k=(256, 8, 32), v=(256, 8, 32), o=(8, 32, 256), w1=(256, 1024), w2=(1024, 256)),
        (16, 128, 256),
    ),
    "eight experts": (experts, dict(w1=(8, 256, 1024), w2=(8, 1024, 256)), (8, 256, 256)),
}


def random_spec(sizes, choose):
    """Each axis of the mesh splits a dimension that it divides, or none."""
    axes = [[] for _ in sizes]
    for name, size in AXES.items():
        parts = [int(np.prod([AXES[axis] for axis in own])) * size for own in axes]
        fitting = [None] + [dim for dim, own in enumerate(sizes) if own % parts[dim] == 0]
        dim = choose.choice(fitting)
        if dim is not None:
            axes[dim].append(name)
    return P(*(tuple(own) if own else None for own in axes))


def ranks(values):
    """Of equal values, the mean of their places."""
    values = np.asarray(values)
    return np.array([(values < own).sum() + ((values == own).sum() - 1) / 2 for own in values])


def spearman(one, other):
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=f"node {pathlib.Path(__file__).parents[2] / 'packages/cli/bin/shardform.js'}")
    parser.add_argument("--machine", required=True)
    parser.add_argument("--plans", type=int, default=20)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    command, folder = shlex.split(options.command), pathlib.Path(tempfile.mkdtemp())
    mesh = Mesh(np.array(jax.devices()[:8]).reshape(*AXES.values()), tuple(AXES))
    for name, (loss, shapes, data) in PROGRAMS.items():
        choose = random.Random(0)
        simulated, calls = [], []
        for plan in range(options.plans):
            at = lambda sizes: NamedSharding(mesh, random_spec(sizes, choose))
            parameters = {own: at(sizes) for own, sizes in shapes.items()}
            inputs = at(data)
            step = jax.jit(descend(loss), in_shardings=(parameters, inputs, inputs), out_shardings=(None, parameters))
            types = {own: jax.ShapeDtypeStruct(sizes, jnp.float32) for own, sizes in shapes.items()}
            tensor = jax.ShapeDtypeStruct(data, jnp.float32)
            lowered = step.lower(types, tensor, tensor)
            file = folder / f"plan{plan}.mlir"
            file.write_text(lowered.as_text())
            told = subprocess.run([*command, "sim", str(file), "--machine", options.machine, "--json"], check=True, capture_output=True)
            simulated.append(json.loads(told.stdout)["seconds"])
            make = lambda sizes, sharding: jax.device_put(np.random.default_rng(0).normal(size=sizes).astype(np.float32), sharding)
            arrays = ({own: make(sizes, parameters[own]) for own, sizes in shapes.items()}, make(data, inputs), make(data, inputs))
            compiled = lowered.compile()
            jax.block_until_ready(compiled(*arrays))
            calls.append((compiled, arrays))
        measured = [float("inf")] * len(calls)
        for _ in range(options.runs):
            for plan, (compiled, arrays) in enumerate(calls):
                start = time.perf_counter()
                jax.block_until_ready(compiled(*arrays))
                measured[plan] = min(measured[plan], time.perf_counter() - start)
        for plan in np.argsort(measured):
            print(f"  plan {plan}: XLA {1e3 * measured[plan]:.2f} ms, simulated {1e3 * simulated[plan]:.2f} ms")
        print(f"{name}: {len(calls)} plans, Spearman's correlation {spearman(simulated, measured):.3f}", flush=True)


if __name__ == "__main__":
    main()
