#!/usr/bin/env python3
"""Compares the collectives of `shardform partition` with those that XLA compiles, before either combines them.

  python collectives.py [--command "node .../shardform.js"] FILE.mlir...

A collective is its kind, the size of its groups, and the bytes of its result on each device, times its executions; loops count
their known trips. The last lines sum up what devices send. `shardform partition --compare-xla` says how XLA's are counted.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys


def counted(side):
    found = collections.Counter()
    for c in side["collectives"]:
        groups = 2 if c["kind"] == "collective_permute" else c["groupSize"]
        found[c["kind"], groups, bytes_of(c["type"])] += c["executions"]
    return found


def bytes_of(text):
    """Bytes of a type as HLO (f32[2,3], ...) or StableHLO (tensor<2x3xf32>) writes it."""
    local = re.fullmatch(r"tensor<((?:\d+x)*)(.*)>", text)
    shapes = [(local[2], local[1].split("x"))] if local else [(kind, dims.split(",")) for kind, dims in re.findall(r"(\w+)\[([\d,]*)\]", text)]
    return sum(width_of(kind) * math.prod(int(size) for size in sizes if size) for kind, sizes in shapes)


def width_of(kind):
    if kind.startswith("complex"):
        return 2 * width_of(kind[len("complex<") : -1])
    width = re.search(r"\d+", kind)
    return max(int(width[0]) // 8, 1) if width else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=f"node {pathlib.Path(__file__).parents[2] / 'packages/cli/bin/shardform.js'}")
    parser.add_argument("--partitioner", choices=["xla", "shardy", "best"], default="xla")
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    equal, ratios, more = 0, [], []
    for file in options.files:
        line = [*shlex.split(options.command), "partition", str(file), "--json", "--emit", "none", "--compare-xla", "--partitioner", options.partitioner]
        done = subprocess.run(line, capture_output=True, text=True, env={"SHARDFORM_PYTHON": sys.executable, **os.environ})
        answer = json.loads(done.stdout)
        if "error" in answer:
            print(f"{file.stem}: {answer['error']['message']}", flush=True)
            continue
        sent, by_xla = answer["totals"]["bytes"], answer["xla"]["totals"]["bytes"]
        mine, xla = counted(answer), counted(answer["xla"])
        equal += xla == mine
        if sent > by_xla:
            more.append(file.stem)
        # A program without communication has no ratio to one that has some: one byte stands for none.
        ratios.append(max(sent, 1) / max(by_xla, 1))
        print(f"{file.stem}: {'equal' if xla == mine else 'different'}, {sum(mine.values())} of {sent:.0f} bytes, XLA {sum(xla.values())} of {by_xla:.0f}", flush=True)
        for title, counter in (("only here", mine - xla), ("only XLA", xla - mine)):
            for (kind, groups, size), times in sorted(counter.items()):
                print(f"  {title}: {times} x {kind} of {size} bytes in groups of {groups}")
    print(f"{equal} of {len(ratios)} equal; more bytes for {len(more)}: {', '.join(more)}")
    if ratios:
        print(f"bytes here / XLA, geometric mean: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.3f}")


if __name__ == "__main__":
    main()
