#!/usr/bin/env python3
"""Compiles functions with the Python of `shardform plan --jax`, and compares collectives and numbers.

  python plans.py [--command "node .../shardform.js"] [--machine a100x8] [--mesh 2x4] [--run] FILE.py:FUNCTION...

FILE.py has the function and `arguments()`, which returns the types of its arguments. It is lowered, planned, and compiled by XLA for
eight CPU devices with the plan applied. The collectives are compared with those of `shardform partition` on the annotated
program, as collectives.py does; --run executes both it and the function as it is.
"""

import argparse
import importlib.util
import pathlib
import shlex
import subprocess
import tempfile

import collectives  # first: it sets the environment for jax
import jax
import numpy as np


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def random_arrays(types):
    random = np.random.default_rng(0)
    array = lambda own: (random.random(own.shape) if np.issubdtype(own.dtype, np.floating) else np.zeros(own.shape)).astype(own.dtype)
    return jax.tree.map(array, types)


def largest_difference(one, other):
    differences = [0.0]
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True):
        a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
        differences.append(float(np.max(np.abs(a - b), initial=0) / max(np.max(np.abs(a), initial=0), 1e-30)))
    return max(differences)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=f"node {pathlib.Path(__file__).parents[2] / 'packages/cli/bin/shardform.js'}")
    parser.add_argument("--machine", default="a100x8")
    parser.add_argument("--mesh", default="2x4")
    parser.add_argument("--run", action="store_true")
    parser.add_argument("functions", nargs="+", metavar="FILE.py:FUNCTION")
    options = parser.parse_args()
    command, folder = shlex.split(options.command), pathlib.Path(tempfile.mkdtemp())
    for named in options.functions:
        file, name = named.rsplit(":", 1)
        module = load(pathlib.Path(file))
        function, types = getattr(module, name), module.arguments()
        given, python, annotated = (folder / f"{name}{end}" for end in (".mlir", "_plan.py", "_annotated.mlir"))
        given.write_text(jax.jit(function).lower(*types).as_text(debug_info=True))
        flags = ["--mesh", options.mesh, "--machine", options.machine, "--brief", "--jax", str(python)]
        subprocess.run([*command, "plan", str(given), *flags], check=True, capture_output=True)
        planned = load(python).jit(function)
        lowered = planned.lower(*types)
        annotated.write_text(lowered.as_text(debug_info=True))
        text = lowered.compile(compiler_options={"xla_disable_hlo_passes": collectives.COMBINERS}).as_text()
        xla, mine = collectives.xla_collectives(text, 8), collectives.ours(command, annotated)
        print(f"{named}: {'equal' if xla == mine else 'different'}, {sum(mine.values())} collectives, XLA {sum(xla.values())}", flush=True)
        for title, counter in (("only here", mine - xla), ("only XLA", xla - mine)):
            for (kind, groups, size), times in sorted(counter.items()):
                print(f"  {title}: {times} x {kind} of {size} bytes in groups of {groups}")
        if options.run:
            arrays = random_arrays(types)
            print(f"  largest relative difference {largest_difference(jax.jit(function)(*arrays), planned(*arrays)):.3g}", flush=True)


if __name__ == "__main__":
    main()
