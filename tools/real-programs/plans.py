#!/usr/bin/env python3
"""Compiles functions with the Python of `shardform plan --jax`, and compares bytes and numbers with the promised ones.

  python plans.py [--command "node .../shardform.js"] [--machine a100x8] [-o TABLE.jsonl] [NAME... | FILE.py:FUNCTION...]

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
from make import shardings
from registry import PROGRAMS, Program

KEPT = 1.1
# Combiners and decomposers change how collectives are counted, not what they send.
PARTITIONED = {"xla_disable_hlo_passes": "all-reduce-combiner,all-gather-combiner,reduce-scatter-combiner"}
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


def of_registry(name):
    entry = PROGRAMS[name]
    mesh = Mesh(np.array(jax.devices()[: math.prod(entry.mesh.values())]).reshape(tuple(entry.mesh.values())), tuple(entry.mesh))
    made = entry.build(jnp.bfloat16) if entry.narrow else entry.build()
    with jax.set_mesh(mesh):
        own = tuple(shardings(mesh, spec, argument) for spec, argument in zip(made.specs, made.arguments, strict=True))
        written = jax.jit(made.function, in_shardings=own, keep_unused=True)
        placed = jax.tree.map(jax.device_put, made.arguments, own)
        lowered = written.lower(*placed)

    def run(*_):
        with jax.set_mesh(mesh):
            return written(*placed)

    return made, run, lowered, mesh


def of_file(named, mesh):
    file, name = named.rsplit(":", 1)
    module = load(pathlib.Path(file))
    function, types = getattr(module, name), module.arguments()
    random = np.random.default_rng(0)
    array = lambda own: (random.random(own.shape) if np.issubdtype(own.dtype, np.floating) else np.zeros(own.shape)).astype(own.dtype)
    arguments = jax.tree.map(array, types)
    written = jax.jit(function)
    return Program(function, arguments, ()), written, written.lower(*arguments), None


def largest_difference(one, other):
    differences = [0.0]
    for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True):
        if jnp.issubdtype(jnp.asarray(a).dtype, jax.dtypes.prng_key):
            a, b = jax.random.key_data(a), jax.random.key_data(b)
        kind = np.complex128 if np.iscomplexobj(a) else np.float64
        a, b = np.asarray(a).astype(kind), np.asarray(b).astype(kind)
        same = np.isnan(a) & np.isnan(b) | (a == b)
        if same.all():
            continue
        a, b = np.where(same, 0, a), np.where(same, 0, b)
        differences.append(float(np.max(np.abs(a - b), initial=0) / max(np.max(np.abs(b), initial=0), 1e-30)))
    return max(differences)


def planned(named, options, folder):
    """Plans, compiles and executes one function; returns its line of the table."""
    made, expected, lowered, mesh = of_file(named, options.mesh) if ":" in named else of_registry(named)
    name = named.rsplit(":", 1)[-1]
    given, python = folder / f"{name}.mlir", folder / f"{name}_plan.py"
    given.write_text(lowered.as_text(debug_info=True))
    sizes = options.mesh if mesh is None else ",".join(f"{axis}={size}" for axis, size in mesh.shape.items())
    flags = ["--from-scratch", "--mesh", sizes, "--machine", options.machine, "--verify", "--json", "--jax", str(python)]
    done = subprocess.run([*shlex.split(options.command), "plan", str(given), *flags], capture_output=True, text=True, timeout=options.timeout)
    answer = json.loads(done.stdout)
    if "error" in answer:
        return dict(error=answer["error"]["message"].splitlines()[0])
    plan = load(python)
    best, verified = answer["best"], answer["verified"]
    devices = 8 if mesh is None else mesh.size
    row = dict(layout=best["layout"], given=best["isGiven"], promised=best["facts"]["sent"]["bytes"], seconds=best["facts"]["time"]["seconds"])
    row.update(rules=len(answer["rules"] or []), constraints=len(answer["constraints"] or []))
    for side in ("plan", "written"):
        if found := verified[side]:
            row[side] = dict(bytes=found["sentBytes"], on_cpus=found["sentBytesOnCpus"], seconds=found["seconds"])
    own = plan.jit(made.function, keep_unused=True)
    row["on_cpus"] = sent_by(own.lower(*made.arguments).compile(compiler_options=PARTITIONED).as_text(), devices)
    row["written_on_cpus"] = sent_by(lowered.compile(compiler_options=PARTITIONED).as_text(), devices)
    if not options.no_run:
        row["difference"] = largest_difference(own(*made.arguments), expected(*made.arguments))
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
    if not bounded(row["on_cpus"], KEPT * row["promised"]):
        broken.append("sends more than promised on CPUs")
    if not bounded(row["on_cpus"], max(compiled["on_cpus"], KEPT * row["promised"])):
        broken.append("its Python compiles to another program")
    if written and not bounded(compiled["bytes"], written["bytes"]) and compiled["seconds"] > written["seconds"]:
        broken.append("worse than written")
    if not bounded(row["on_cpus"], row["written_on_cpus"]) and written and compiled["seconds"] > written["seconds"]:
        broken.append("worse than written on CPUs")
    if row.get("difference", 0) > 1e-2:
        broken.append(f"numbers differ by {row['difference']:.2g}")
    return broken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=f"node {pathlib.Path(__file__).parents[2] / 'packages/cli/bin/shardform.js'}")
    parser.add_argument("--machine", default="a100x8")
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
        try:
            row = planned(named, options, folder)
        except Exception as error:
            row = dict(error=f"{type(error).__name__}: {str(error).splitlines()[0][:160] if str(error) else ''}")
        jax.clear_caches()
        found = verdict(row)
        for reason in found:
            broken.setdefault(reason if "error" not in row else "errors", []).append(named)
        sizes = "" if "error" in row else f"promised {row['promised']:.0f}, compiled {(row.get('plan') or {}).get('bytes', math.nan):.0f}, on CPUs {row['on_cpus']:.0f}, written {(row.get('written') or {}).get('bytes', math.nan):.0f} / {row['written_on_cpus']:.0f}, {row['rules']} rules, {row['constraints']} constraints, {row['layout']}"
        print(f"{named}: {'; '.join(found) or 'kept'}; {sizes}", flush=True)
        if options.out:
            with options.out.open("a") as out:
                out.write(json.dumps(dict(name=named, machine=options.machine, **row)) + "\n")
    print(f"{len(chosen)} programs")
    for reason, names in broken.items():
        print(f"{reason}: {len(names)}: {', '.join(names)}")


if __name__ == "__main__":
    main()
