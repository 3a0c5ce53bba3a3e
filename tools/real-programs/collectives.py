#!/usr/bin/env python3
"""Compares the collectives of `shardform partition` with those that XLA compiles, before either combines them.

  python collectives.py [-o DIR] [--command "node .../shardform.js"] NAME...

A collective is its kind, the size of its groups, and the bytes of its result on each device, times its executions; loops count
their known trips. XLA's come from the program that it compiles for eight CPU devices with its combiners off. Its CPU compiler,
unlike those for GPU and TPU, never forms a reduce_scatter: an all_reduce of which only the device's slice is used counts as one.
"""

import argparse
import collections
import json
import math
import pathlib
import re
import shlex
import subprocess
import sys

import make  # first: it sets the environment for jax
import jax
import numpy as np
from jax.sharding import Mesh

from registry import PROGRAMS

COMBINERS = "all-reduce-combiner,all-gather-combiner,reduce-scatter-combiner,cpu-all-reduce-combiner,cse_barrier_expander,all-reduce-promotion"
SIZES = dict(pred=1, s8=1, u8=1, s16=2, u16=2, bf16=2, f16=2, s32=4, u32=4, f32=4, s64=8, u64=8, f64=8, c64=8, c128=16)
KINDS = "all-reduce|all-gather|reduce-scatter|all-to-all|collective-permute"


def bytes_of(shape):
    return sum(
        SIZES.get(kind, 1) * math.prod(int(n) for n in dims.split(",") if n)
        for kind, dims in re.findall(r"(\w+)\[([\d,]*)\]", shape)
    )


def group_size(line, devices):
    explicit = re.search(r"replica_groups=\{\{([\d,]+)\}", line)
    if explicit:
        return len(explicit[1].split(","))
    listed = re.search(r"replica_groups=\[(\d+),(\d+)\]", line)
    if listed:
        return int(listed[2])
    named = re.search(r"replica_groups=mesh\[(.*?)\](?:, device_ids=\S+)? \{(.*?)\}", line)
    if named:
        # {'axis'} or {'axis':(1)2}, a part of an axis
        sizes = dict(re.findall(r"'(\w+)'=(\d+)", named[1]))
        return math.prod(int(part or sizes[axis]) for axis, part in re.findall(r"'(\w+)'(?::\(\d+\)(\d+))?", named[2]))
    if "collective-permute" in line:
        return 2
    return devices


def xla_collectives(text, devices):
    """The collectives of an HLO module with their executions; loops whose trips XLA doesn't know count once."""
    computations, name = {}, None
    for line in text.splitlines():
        start = re.match(r"^(ENTRY )?%?([\w.\-]+) .*\{$", line)
        if start and not line.startswith(" "):
            name = "ENTRY" if start[1] else start[2]
            computations[name] = []
        elif name:
            computations[name].append(line)
    found = collections.Counter()

    def slices(name, value):
        """The bytes of the slice of `value` that is all its computation uses; None where more is used."""
        sizes = set()
        for line in computations[name]:
            use = re.search(r"= (\S+) ([\w-]+)\((.*?)\)(?:,|$)", line.replace("/*", "").replace("*/", ""))
            operands = re.findall(r"%[\w.\-]+", use[3]) if use else []
            if value not in operands:
                if use and value in re.findall(r"%[\w.\-]+", line.split(" = ", 1)[1]):
                    return None
                continue
            if use[2] == "dynamic-slice" and operands[0] == value and value not in operands[1:]:
                sizes.add(bytes_of(use[1]))
            elif use[2] == "fusion" and (callee := re.search(r"calls=%?([\w.\-]+)", line)):
                for index, operand in enumerate(operands):
                    if operand == value:
                        inner = next(re.search(r"%[\w.\-]+", l)[0] for l in computations[callee[1]] if f" parameter({index})" in l)
                        sizes.add(slices(callee[1], inner))
            else:
                return None
        return sizes.pop() if len(sizes) == 1 else None

    def visit(name, times):
        for line in computations.get(name, ()):
            op = re.search(rf"(%[\w.\-]+) = (.*?) ({KINDS})(-start)?\(", line)
            if op:
                kind, size, groups = op[3].replace("-", "_"), bytes_of(op[2]), group_size(line, devices)
                part = slices(name, op[1]) if kind == "all_reduce" and not line.lstrip().startswith("ROOT") else None
                if part is not None and part * groups == size:
                    kind, size = "reduce_scatter", part
                found[kind, groups, size] += times
            trips = re.search(r'known_trip_count":\{"n":"(\d+)"', line)
            for callee in re.findall(r"(?:body|to_apply|calls|condition)=%?([\w.\-]+)", line):
                visit(callee, times * (int(trips[1]) if trips and "body=" in line else 1))
            branches = re.search(r"branch_computations=\{(.*?)\}", line)
            for callee in re.findall(r"%?([\w.\-]+)", branches[1]) if branches else ():
                visit(callee, times)

    visit("ENTRY", 1)
    return found


def compile_by_xla(entry, kept):
    """The HLO text that XLA compiles for eight CPU devices; kept in a file, since nothing of ours changes it."""
    if kept.exists():
        return kept.read_text()
    shape = tuple(entry.mesh.values())
    mesh = Mesh(np.array(jax.devices()[: math.prod(shape)]).reshape(shape), tuple(entry.mesh))
    _, lowered, _, _ = make.execute((lambda: entry.build(jax.numpy.bfloat16)) if entry.narrow else entry.build, mesh)
    compiled = lowered.compile(compiler_options={"xla_disable_hlo_passes": COMBINERS})
    kept.write_text(compiled.as_text())
    return kept.read_text()


def ours(command, path):
    answer = json.loads(subprocess.run([*command, "partition", str(path), "--json"], capture_output=True, text=True, check=True).stdout)
    found = collections.Counter()
    for c in answer["collectives"]:
        kind = c["kind"]
        found[kind, 2 if kind == "collective_permute" else c["groupSize"], bytes_of_type(c["type"])] += c["executions"] or 1
    return found


def bytes_of_type(text):
    *dims, kind = re.fullmatch(r"tensor<(.*)>", text)[1].split("x")
    return math.prod(map(int, dims)) * {"i1": 1}.get(kind, int(re.sub(r"\D.*", "", kind.lstrip("uifcomplex<b")) or 32) // 8)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--out", type=pathlib.Path, default=pathlib.Path("/tmp/real"))
    parser.add_argument("--command", default=f"node {pathlib.Path(__file__).parents[2] / 'packages/cli/bin/shardform.js'}")
    parser.add_argument("names", nargs="+", metavar="NAME")
    options = parser.parse_args()
    equal = 0
    for name in options.names:
        entry = PROGRAMS[name]
        text = compile_by_xla(entry, options.out / f"{name}.hlo")
        xla = xla_collectives(text, math.prod(entry.mesh.values()))
        mine = ours(shlex.split(options.command), options.out / f"{name}.mlir")
        total = lambda c: sum(size * times for (_, _, size), times in c.items())
        equal += xla == mine
        print(f"{name}: {'equal' if xla == mine else 'different'}, {sum(mine.values())} of {total(mine)} bytes, XLA {sum(xla.values())} of {total(xla)}", flush=True)
        for title, counter in (("only here", mine - xla), ("only XLA", xla - mine)):
            for (kind, groups, size), times in sorted(counter.items()):
                print(f"  {title}: {times} x {kind} of {size} bytes in groups of {groups}")
    print(f"{equal} of {len(options.names)} equal")


if __name__ == "__main__":
    main()
