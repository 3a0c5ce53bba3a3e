#!/usr/bin/env python3
"""Lowers the programs and records what XLA computes.

  python make.py [-o DIR] [NAME...]

For each program: NAME.mlir as `Lowered.as_text()` gives it, NAME.debug.mlir with locations, NAME.json with its mesh and which arguments
are batches, NAME.bc and NAME.jaxexport as
`jax.export` serializes the module and the whole, NAME.in.npz (arg0, arg1, ...), NAME.out.npz (res0, ...) as XLA computes them on eight CPU devices, NAME.one.npz as
it does on one, which tells what is only rounding noise, and for programs with narrow floats NAME.f32.npz, the same in f32.
"""

import argparse
import json
import math
import os
import pathlib
import sys
import traceback

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

import programs  # noqa: F401
from registry import PROGRAMS


def shardings(mesh, spec, argument):
    """Returns the sharding of each leaf of one argument. JAX takes no argument with a dimension that its axes don't divide: such a
    dimension stays whole."""
    if not callable(spec) and not isinstance(spec, PartitionSpec):
        is_spec = lambda s: callable(s) or isinstance(s, PartitionSpec)
        return jax.tree.map(lambda s, a: shardings(mesh, s, a), spec, argument, is_leaf=is_spec)

    def at(path, leaf):
        chosen = spec(jax.tree_util.keystr(path), np.asarray(leaf)) if callable(spec) else spec
        if len(chosen) > np.ndim(leaf):
            return NamedSharding(mesh, PartitionSpec())
        sizes = [math.prod(mesh.shape[a] for a in (axes if isinstance(axes, tuple) else (axes,)) if a) for axes in chosen]
        return NamedSharding(mesh, PartitionSpec(*(a if n % s == 0 else None for a, n, s in zip(chosen, np.shape(leaf), sizes))))

    return jax.tree_util.tree_map_with_path(at, argument)


# Custom calls that jax.export doesn't promise to keep.
CHECKS = [jax.export.DisabledSafetyCheck.custom_call(name) for name in ("lapack_sgetrf_ffi", "xla_ffi_python_cpu_callback")]


def execute(build, mesh):
    made = build()
    with jax.set_mesh(mesh):
        in_shardings = tuple(shardings(mesh, s, a) for s, a in zip(made.specs, made.arguments, strict=True))
        jitted = jax.jit(made.function, in_shardings=in_shardings, donate_argnums=made.donate, keep_unused=True)
        placed = jax.tree.map(lambda a, s: jax.device_put(a, s), made.arguments, in_shardings)
        lowered = jitted.lower(*placed)
        results = jax.tree.leaves(lowered.compile()(*placed))
    return made, lowered, results, lambda: jax.export.export(jitted, disabled_checks=CHECKS)(*placed)


def arrays(prefix, leaves):
    return {f"{prefix}{i}": np.asarray(leaf) for i, leaf in enumerate(leaves)}


def batches(made):
    """Returns the numbers of the arguments that are batches: placed by one spec whose first axis shards samples."""
    numbers, at = [], 0
    for spec, argument in zip(made.specs, made.arguments):
        leaves = jax.tree.leaves(argument)
        if isinstance(spec, PartitionSpec) and len(spec) > 0 and spec[0] == "data":
            numbers += [at + i for i, leaf in enumerate(leaves) if np.ndim(leaf) > 0]
        at += len(leaves)
    return numbers


def write(folder, entry):
    shape = tuple(entry.mesh.values())
    devices = np.array(jax.devices()[: math.prod(shape)]).reshape(shape)
    mesh = Mesh(devices, tuple(entry.mesh))
    build = (lambda: entry.build(jnp.bfloat16)) if entry.narrow else entry.build
    made, lowered, results, export = execute(build, mesh)
    path = folder / entry.name
    path.with_suffix(".mlir").write_text(lowered.as_text())
    path.with_suffix(".debug.mlir").write_text(lowered.as_text(debug_info=True))
    try:
        with jax.set_mesh(mesh):
            exported = export()
        path.with_suffix(".bc").write_bytes(exported.mlir_module_serialized)
        path.with_suffix(".jaxexport").write_bytes(exported.serialize())
    except (NotImplementedError, TypeError, ValueError) as refused:  # host callbacks; trees of types that jax.export doesn't know
        print(f"{entry.name}: not exported whole: {str(refused).splitlines()[0][:100]}")
    np.savez(path.with_suffix(".in.npz"), **arrays("arg", jax.tree.leaves(made.arguments)))
    np.savez(path.with_suffix(".out.npz"), **arrays("res", results))
    one = Mesh(np.array(jax.devices()[:1]).reshape((1,) * len(shape)), tuple(entry.mesh))
    np.savez(path.with_suffix(".one.npz"), **arrays("res", execute(build, one)[2]))
    path.with_suffix(".json").write_text(json.dumps(dict(mesh=shape, devices=math.prod(shape), batch=batches(made))))
    if entry.narrow:
        wide = execute(lambda: entry.build(jnp.float32), mesh)[2]
        np.savez(path.with_suffix(".f32.npz"), **arrays("res", wide))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--out", type=pathlib.Path, default=pathlib.Path("/tmp/real"))
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in options.names or PROGRAMS:
        try:
            write(options.out, PROGRAMS[name])
            print(f"{name}: written", flush=True)
        except Exception:
            failed += 1
            traceback.print_exc()
            print(f"{name}: FAILED", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
