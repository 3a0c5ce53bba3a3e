#!/usr/bin/env python3
"""Writes random JAX programs with random shardings, and what Shardy and XLA make of them.

  python generate.py -o DIR [--seed N] [--count N] [--kind even|uneven|exotic|loops|unreduced]

For each seed: N.mlir as JAX lowers it, N.sdy as the Shardy in jaxlib propagates it, N.in.npz and N.out.npz as XLA
computes it on one device; where it computes other numbers on the mesh, a line says so. `even` sizes are divided by every axis; `uneven` ones need not be; `exotic` programs are made of
special functions, decompositions, scatters, sorts, loops, complex numbers and narrow floats; `loops` call functions;
`unreduced` ones are in JAX's explicit mode, with values that are partial sums on purpose.
"""

import argparse
import math
import os
import pathlib
import random
import sys
import traceback

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.interpreters import mlir as jax_mlir
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from jaxlib.mlir import ir, passmanager

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import explicit
from loops import LOOPS
from operations import EVEN, EXOTIC

MESHES = [dict(x=8), dict(x=2, y=4), dict(x=4, y=2), dict(x=2, y=2, z=2), dict(x=4), dict(x=2), dict(x=2, y=2), dict(x=3, y=2), dict(x=6)]
SIZES = dict(even=(4, 8, 16, 24), uneven=(3, 5, 6, 7, 8, 10, 12), exotic=(4, 6, 8, 12), loops=(4, 6, 8, 12))
KINDS = (*SIZES, "unreduced")
TABLES = dict(exotic=EXOTIC, loops=LOOPS)


def random_spec(rng, mesh, shape, *, divide):
    """A PartitionSpec that uses each axis at most once."""
    axes = [a for a in mesh if rng.random() < 0.6]
    rng.shuffle(axes)
    spec = [[] for _ in shape]
    for axis in axes:
        if not shape:
            break
        d = rng.randrange(len(shape))
        factor = math.prod(mesh[a] for a in spec[d]) * mesh[axis]
        if shape[d] % factor == 0 if divide else shape[d] >= 2:
            spec[d].append(axis)
    return P(*(tuple(s) if len(s) > 1 else s[0] if s else None for s in spec))


def arguments(rng, kind):
    """Random arrays: floats for the most part."""
    made = []
    for _ in range(rng.randint(2, 4)):
        shape = tuple(rng.choice(SIZES[kind]) for _ in range(rng.choice((1, 2, 2, 2, 3, 3))))
        values = np.random.default_rng(rng.randrange(2**32))
        made.append(
            values.integers(-4, 9, shape).astype(np.int32) if rng.random() < 0.2 else values.normal(size=shape).astype(np.float32)
        )
    return made


def build(seed, kind, sizes, mesh):
    """Returns a function whose every tracing draws the same operations, its arguments and their shardings. Without a mesh it has
    no constraints."""
    rng = random.Random(seed * 7919 + 1)
    inputs = arguments(rng, kind)
    specs = [random_spec(rng, sizes, a.shape, divide=True) for a in inputs]
    body_seed, count = rng.randrange(2**32), rng.randint(4, 14)
    table = TABLES.get(kind, EVEN)
    wide = EVEN if kind in TABLES else []

    def function(*args):
        rng = random.Random(body_seed)
        pool = list(args)
        for _ in range(count):
            make = rng.choice(table if rng.random() < 0.6 or not wide else wide)
            # What was made last is read most, so that programs are deep.
            recent = pool[-3:] if rng.random() < 0.7 else pool
            value = make(rng, rng.choice(recent), pool)
            if value is None or value.size > 4096 or (value.size == 0 and rng.random() < 0.9):
                continue
            if rng.random() < 0.15:
                spec = random_spec(rng, sizes, value.shape, divide=kind == "even")
                if mesh is not None:
                    value = lax.with_sharding_constraint(value, NamedSharding(mesh, spec))
            pool.append(value)
        made = pool[len(args) :] or [pool[0] * 2]
        return tuple(made[-3:])

    return function, inputs, specs


def propagated(text):
    with jax_mlir.make_ir_context():
        module = ir.Module.parse(text)
        passmanager.PassManager.parse("builtin.module(sdy-propagation-pipeline)").run(module.operation)
        return str(module)


def differ(a, b):
    if a.dtype.kind not in "fc":
        return not np.array_equal(a, b)
    return not np.allclose(a, b, rtol=0, atol=1e-4 * max(np.max(np.abs(b), initial=0), 1e-30), equal_nan=True)


def write(folder, seed, kind):
    if kind == "unreduced":
        save(folder / f"{kind}-{seed}", *explicit.lower(seed))
        return
    rng = random.Random(seed)
    sizes = rng.choice(MESHES)
    mesh = Mesh(np.array(jax.devices()[: math.prod(sizes.values())]).reshape(tuple(sizes.values())), tuple(sizes))
    function, inputs, specs = build(seed, kind, sizes, mesh)
    shardings = [NamedSharding(mesh, s) for s in specs]
    jitted = jax.jit(function, in_shardings=tuple(shardings), keep_unused=True)
    placed = [jax.device_put(a, s) for a, s in zip(inputs, shardings)]
    lowered = jitted.lower(*placed)
    text = lowered.as_text()
    sharded = lowered.compile()(*placed)
    results = jax.jit(build(seed, kind, sizes, None)[0])(*inputs)
    save(folder / f"{kind}-{seed}", text, inputs, sharded, results, mesh.size)


def save(path, text, inputs, sharded, results, devices):
    if any(differ(np.asarray(a), np.asarray(b)) for a, b in zip(sharded, results)):
        print(f"{path.name}: XLA computes other numbers on {devices} devices than on one", file=sys.stderr)
    path.with_suffix(".sdy").write_text(propagated(text))
    np.savez(path.with_suffix(".in.npz"), **{f"arg{i}": a for i, a in enumerate(inputs)})
    np.savez(path.with_suffix(".out.npz"), **{f"res{i}": np.asarray(r) for i, r in enumerate(results)})
    path.with_suffix(".mlir").write_text(text)


def attempt(options, seed):
    """Whether the program was written: what JAX or XLA refuses is no program."""
    try:
        write(options.out, seed, options.kind)
        return True
    except Exception as error:
        if options.verbose:
            traceback.print_exc()
        first = str(error).splitlines()[0][:160] if str(error) else ""
        print(f"{options.kind}-{seed}: {type(error).__name__}: {first}", file=sys.stderr)
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--out", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--kind", choices=KINDS, default="even")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    made = crashed = 0
    seed, end = options.seed, options.seed + options.count
    while seed < end:
        # XLA ends the process where its checks fail: a child takes each batch, and what ended it is skipped.
        batch = range(seed, min(seed + 50, end))
        read, written = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            for each in batch:
                os.write(written, b"+" if attempt(options, each) else b"-")
            os._exit(0)
        os.close(written)
        with os.fdopen(read, "rb") as pipe:
            outcome = pipe.read()
        os.waitpid(child, 0)
        made += outcome.count(b"+")
        seed += len(outcome)
        if len(outcome) < len(batch):
            print(f"{options.kind}-{seed}: ended XLA", file=sys.stderr)
            crashed += 1
            seed += 1
    print(f"{made} programs of {options.count} seeds; XLA crashed on {crashed}")


if __name__ == "__main__":
    main()
