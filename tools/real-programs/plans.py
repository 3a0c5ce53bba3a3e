#!/usr/bin/env python3
"""Compiles functions with the Python of `shardform plan --jax`, and compares bytes and numbers with the promised ones.

  python plans.py [--command "node .../shardform.js"] [--machine a100x8,t3k] [-o TABLE.jsonl] [NAME... | FILE.py:FUNCTION...]

NAME is a program of `programs/`, all of them by default; it is planned from scratch on the axes that its users chose. FILE.py has the
function and `arguments()`, which returns the types of its arguments; its axes are those of --mesh. Each is compiled by XLA for eight CPU
devices, as written and with the plan applied, and both are executed on the same random numbers. A line has the bytes that a device sends:

promised   by the plan
compiled   by the program of the plan, a sum of which each device uses only its part counted as a reduce-scatter
on CPUs    by the same, counted here from the text that XLA compiles, with the sums that CPUs make
written    by the program as its users sharded it, counted in the same two ways
"""

import argparse
import importlib.util
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["SHARDFORM_PYTHON"] = sys.executable
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh

import programs  # noqa: F401
from collectives import bytes_of
from make import execute, shardings
from registry import PROGRAMS, Program

KEPT = 1.1
# Results may differ by so many times what those on one and on all devices do.
ROUNDING = 10
# Combiners and decomposers change how collectives are counted, not what they send.
COMBINERS = "all-reduce-combiner,all-gather-combiner,reduce-scatter-combiner"
PARTITIONED = {"xla_disable_hlo_passes": COMBINERS, "xla_backend_optimization_level": 0}
SENT = {
    "all-reduce": lambda n: 2 * (n - 1) / n,
    "all-gather": lambda n: (n - 1) / n,
    "reduce-scatter": lambda n: n - 1,
    "all-to-all": lambda n: (n - 1) / n,
    "collective-permute": lambda n: 1,
}


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def group_size(line, devices):
    if listed := re.search(r"replica_groups=\{\{([\d,]*)\}", line):
        return len(listed[1].split(","))
    if iota := re.search(r"replica_groups=\[\d+,(\d+)\]", line):
        return int(iota[1])
    if mesh := re.search(r"replica_groups=mesh\[(.*?)\][^{]*\{('.*?)\}", line):
        sizes = dict(re.findall(r"'(\w+)'=(\d+)", mesh[1]))
        return math.prod(int(sub[1]) if (sub := re.search(r"\d+\)(\d+)$", axis)) else int(sizes[axis.strip("' ")]) for axis in mesh[2].split(","))
    if "replica_groups=" in line and "replica_groups={}" not in line:
        raise ValueError(f"replica groups of an unknown form: {line.strip()[:300]}")
    return devices


def sent_by(hlo, devices):
    """The bytes that each device sends in one execution of a compiled program. Loops count their known trips."""
    bodies, entry, name = {}, None, None
    for line in re.sub(r"/\*.*?\*/", "", hlo).splitlines():
        if head := re.match(r"(ENTRY )?%?([\w.\-]+) \(.*\{\s*$", line):
            name = head[2]
            bodies[name] = []
            entry = name if head[1] else entry
        elif name is not None:
            bodies[name].append(line)

    def total(body):
        found = 0
        for line in bodies[body]:
            if op := re.search(rf"= (.*?) ({'|'.join(SENT)})(?:-start)?\(", line):
                found += bytes_of(op[1]) * SENT[op[2]](group_size(line, devices))
            trips = re.search(r'known_trip_count":\{"n":"(\d+)"', line)
            for kind, called in re.findall(r"(body|to_apply|calls|true_computation|false_computation)=%?([\w.\-]+)", line):
                if called in bodies and not op:
                    found += total(called) * (int(trips[1]) if kind == "body" and trips else 1)
            if branches := re.search(r"branch_computations=\{(.*?)\}", line):
                found += sum(total(branch.strip(" %")) for branch in branches[1].split(","))
        return found

    return total(entry)


class Written:
    """A function as it is written, its arguments, and the same lowered; without a mesh, whose axes are not the user's."""

    def __init__(self, made, lowered, mesh, exact, run, alone):
        self.made, self.lowered, self.mesh = made, lowered, mesh
        # The same in f32, whose results on all devices, and on one, are compared.
        self.exact, self.run, self.alone = exact, run, alone


def mesh_of(devices, axes):
    return Mesh(np.array(devices).reshape(tuple(axes.values())), tuple(axes))


def of_registry(name):
    entry = PROGRAMS[name]
    mesh = mesh_of(jax.devices()[: math.prod(entry.mesh.values())], entry.mesh)
    made = entry.build(jnp.bfloat16) if entry.narrow else entry.build()
    with jax.set_mesh(mesh):
        own = tuple(shardings(mesh, spec, argument) for spec, argument in zip(made.specs, made.arguments, strict=True))
        written = jax.jit(made.function, in_shardings=own, keep_unused=True)
        lowered = written.lower(*jax.tree.map(jax.device_put, made.arguments, own))
    exact = entry.build(jnp.float32) if entry.narrow else made
    alone = mesh_of(jax.devices()[:1], dict.fromkeys(entry.mesh, 1))
    # Another model would start from other random numbers.
    run, run_alone = (lambda own=own: execute(lambda: exact, own)[2] for own in (mesh, alone))
    return Written(made, lowered, mesh, exact, run, run_alone)


def of_file(named):
    file, name = named.rsplit(":", 1)
    module = load(pathlib.Path(file))
    function, types = getattr(module, name), module.arguments()
    random = np.random.default_rng(0)
    array = lambda own: (random.random(own.shape) if np.issubdtype(own.dtype, np.floating) else np.zeros(own.shape)).astype(own.dtype)
    arguments = jax.tree.map(array, types)
    written = jax.jit(function)
    run = lambda: written(*arguments)
    made = Program(function, arguments, ())
    return Written(made, written.lower(*arguments), None, made, run, run)


def numbers(tree):
    """The leaves of results as arrays of wide floats."""
    leaves = []
    for leaf in jax.tree.leaves(tree):
        if isinstance(leaf, jax.Array) and jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key):
            leaf = jax.random.key_data(leaf)
        leaves.append(np.asarray(leaf).astype(np.complex128 if np.iscomplexobj(leaf) else np.float64))
    return leaves


def largest_difference(own, written, alone):
    """The largest difference beyond what the results on all devices and on one differ by, as a fraction of the largest magnitude.

    A gradient that is zero but for rounding, such as that of the bias of keys, is of any sign, and an optimizer that divides it by its
    magnitude makes updates of it that are as large as others."""
    differences = [0.0]
    for a, b, c in zip(numbers(own), numbers(written), numbers(alone), strict=True):
        # What is infinite or not by the number of devices proves nothing.
        stable = np.isfinite(b) == np.isfinite(c)
        if not np.array_equal(np.isfinite(a)[stable], np.isfinite(b)[stable]):
            return math.inf
        finite = np.isfinite(a) & np.isfinite(b) & np.isfinite(c)
        a, b, c = a[finite], b[finite], c[finite]
        beyond = np.max(np.abs(a - b), initial=0) - ROUNDING * np.max(np.abs(b - c), initial=0)
        differences.append(float(beyond / max(np.max(np.abs(b), initial=0), 1e-30)))
    return max(differences)


class Compiled:
    """A function as it is written, lowered, compiled and executed; each machine has a plan of its own."""

    def __init__(self, named, options, folder):
        written = of_file(named) if ":" in named else of_registry(named)
        self.made, self.exact, mesh = written.made, written.exact, written.mesh
        self.name = named.rsplit(":", 1)[-1]
        self.devices = 8 if mesh is None else mesh.size
        self.mesh = options.mesh if mesh is None else ",".join(f"{axis}={size}" for axis, size in mesh.shape.items())
        self.folder, self.options = folder, options
        (folder / f"{self.name}.mlir").write_text(written.lowered.as_text(debug_info=True))
        self.written_on_cpus = sent_by(written.lowered.compile(compiler_options=PARTITIONED).as_text(), self.devices)
        if not options.no_run:
            self.results = written.run(), written.alone()

    def planned(self, machine):
        """Plans, compiles and executes the function; returns its line of the table."""
        made, options = self.made, self.options
        python = self.folder / f"{self.name}_{machine}_plan.py"
        flags = ["--from-scratch", "--mesh", self.mesh, "--machine", machine, "--verify", "--json", "--jax", str(python)]
        command = [*shlex.split(options.command), "plan", str(self.folder / f"{self.name}.mlir"), *flags]
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout)
        answer = json.loads(done.stdout)
        if "error" in answer:
            return dict(error=answer["error"]["message"].splitlines()[0])
        plan = load(python)
        best, verified = answer["best"], answer["verified"]
        row = dict(layout=best["layout"], given=best["isGiven"], promised=best["facts"]["sent"]["bytes"], seconds=best["facts"]["time"]["seconds"])
        row.update(rules=len(answer["rules"] or []), constraints=len(answer["constraints"] or []))
        for side in ("plan", "written"):
            if found := verified[side]:
                row[side] = dict(bytes=found["sentBytes"], on_cpus=found["sentBytesOnCpus"], seconds=found["seconds"])
        own = plan.jit(made.function, keep_unused=True)
        row["on_cpus"] = sent_by(own.lower(*made.arguments).compile(compiler_options=PARTITIONED).as_text(), self.devices)
        row["written_on_cpus"] = self.written_on_cpus
        if not options.no_run:
            own_exact = own if self.exact is made else plan.jit(self.exact.function, keep_unused=True)
            row["difference"] = largest_difference(own_exact(*self.exact.arguments), *self.results)
        return row


def verdict(row):
    """The promises that a line of the table breaks."""
    if "error" in row:
        return [row["error"]]
    broken = []
    bounded = lambda bytes, of: bytes <= of * (1 + 1e-9) + 64
    compiled, written = row.get("plan"), row.get("written")
    if compiled is None:
        return ["not verified"]
    if not bounded(compiled["bytes"], KEPT * row["promised"]):
        broken.append("sends more than promised")
    if not bounded(row["on_cpus"], max(compiled["on_cpus"], KEPT * row["promised"])):
        broken.append("its Python compiles to another program")
    if written and not bounded(compiled["bytes"], written["bytes"]) and compiled["seconds"] > written["seconds"]:
        broken.append("worse than written")
    if not bounded(row["on_cpus"], row["written_on_cpus"]) and written and compiled["seconds"] > written["seconds"]:
        broken.append("worse than written on CPUs")
    if row.get("difference", 0) > 1e-2:
        broken.append(f"numbers differ by {row['difference']:.2g}")
    return broken


def error_row(error):
    return dict(error=f"{type(error).__name__}: {str(error).splitlines()[0][:160] if str(error) else ''}")


def sizes_of(row):
    if "error" in row:
        return ""
    compiled, written = ((row.get(side) or {}).get("bytes", math.nan) for side in ("plan", "written"))
    sent = f"promised {row['promised']:.0f}, compiled {compiled:.0f}, on CPUs {row['on_cpus']:.0f}, written {written:.0f} / {row['written_on_cpus']:.0f}"
    # Compilers for CPUs widen 16-bit floats, and sum where a reduce-scatter would do, of which plans tell.
    more = ", more on CPUs" if row["on_cpus"] > KEPT * row["promised"] + 64 else ""
    return f"; {sent}{more}, {row['rules']} rules, {row['constraints']} constraints, {row['layout']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=f"node {pathlib.Path(__file__).parents[2] / 'packages/cli/bin/shardform.js'}")
    parser.add_argument("--machine", default="a100x8", metavar="NAME,...")
    parser.add_argument("--mesh", default="2x4")
    parser.add_argument("--no-run", action="store_true")
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--part", default="0/1", metavar="I/N", help="the I-th of N parts of the programs")
    parser.add_argument("-o", "--out", type=pathlib.Path)
    parser.add_argument("functions", nargs="*", metavar="NAME")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp())
    index, parts = map(int, options.part.split("/"))
    broken = {}
    chosen = (options.functions or list(PROGRAMS))[index::parts]
    for named in chosen:
        compiled, problem = None, None
        try:
            compiled = Compiled(named, options, folder)
        except Exception as error:
            problem = error_row(error)
        for machine in options.machine.split(","):
            try:
                row = problem if compiled is None else compiled.planned(machine)
            except Exception as error:
                row = error_row(error)
            found = verdict(row)
            for reason in found:
                broken.setdefault((machine, reason if "error" not in row else "errors"), []).append(named)
            print(f"{named} {machine}: {'; '.join(found) or 'kept'}{sizes_of(row)}", flush=True)
            if options.out:
                with options.out.open("a") as out:
                    out.write(json.dumps(dict(name=named, machine=machine, **row)) + "\n")
        jax.clear_caches()
    print(f"{len(chosen)} programs")
    for (machine, reason), names in broken.items():
        print(f"{machine}: {reason}: {len(names)}: {', '.join(names)}")


if __name__ == "__main__":
    main()
