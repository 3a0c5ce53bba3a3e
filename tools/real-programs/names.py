#!/usr/bin/env python3
"""Measures how much of what a program sends and holds has a name of the user's program.

  python names.py [--command "node .../shardform.js"] [--jobs 2] [--min 95] FILE.mlir...

FILE is a program with locations, such as NAME.debug.mlir of make.py. Of the bytes in the table of collectives (`show --collectives`) and of the
bytes that a device holds at the peak (`sim --peak`), those count whose name has a path of an argument or a result (params['layers']['wg']),
a scope that a module of the user has (Encoder/mlp), or a line of a source file (model.py:36). Names that JAX gives on its own,
such as jvp()/while, don't. Gaps between temporaries hold nothing. Prints the programs below the limit, and both sums.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys

PATH = re.compile(r"""(?:jax\.(?:arg|result)_info = |loc\()"((?:[^"\\/]|\\.)+)"[,})(]""")
LINE = re.compile(r"[\w.-]+\.\w+:\d+\b")
# Parts of names that JAX makes of its own accord, and names of its operations.
OF_JAX = re.compile(r"(?:jit|pjit|jvp|transpose|vmap)\((.*)\)|(?:[\w.,]*->[\w.]*)|branch_\d+_fun")
JAX_SCOPES = {"", "body", "checkpoint", "closed_call", "cond", "core_call", "custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "jit"}
JAX_SCOPES |= {"pjit", "remat", "remat2", "rematted_computation", "scan", "shard_map", "while"}


def paths(text):
    """The paths that the program gives its arguments and results, which are in their attributes or locations."""
    found = {path for line in text.splitlines() if line.startswith("#loc") or "func.func" in line for path in PATH.findall(line)}
    return {path for path in found if not path.startswith("jit(")}


def is_scope(segment):
    while (around := OF_JAX.fullmatch(segment)) is not None:
        segment = around[1] or ""
    return segment not in JAX_SCOPES


def is_named(name, known):
    if name is None:
        return False
    if LINE.search(name) is not None or any(map(is_scope, name.split("/")[:-1])):
        return True
    return any(re.search(rf"(?<![\w'/]){re.escape(path)}(?![\w'/])", name) for path in known)


def rows(command, arguments, key):
    done = subprocess.run([*command, *arguments, "--json"], capture_output=True, text=True, timeout=900)
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RuntimeError(done.stderr.strip()[:200]) from None
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    return answer[key]


def measure(command, file):
    """Named bytes, all bytes and the rows without a name of both tables; a text where a table could not be had."""
    known = paths(file.read_text())
    found = {}
    for title, arguments, key in (("sent", ("show", str(file), "--collectives"), "collectives"), ("held", ("sim", str(file), "--peak"), "held")):
        try:
            own = [row for row in rows(command, arguments, key) if row.get("kind") not in ("gaps", "addresses")]
        except (RuntimeError, subprocess.TimeoutExpired) as problem:
            found[title] = str(problem)
            continue
        unnamed = [row for row in own if not is_named(row["name"], known)]
        total = sum(row["bytes"] for row in own)
        found[title] = (total - sum(row["bytes"] for row in unnamed), total, unnamed)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=f"node {pathlib.Path(__file__).parents[2] / 'packages/cli/bin/shardform.js'}")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--min", type=float, default=95.0, help="per cent of the bytes of a program that have to have a name")
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    command = shlex.split(options.command)
    below = 0
    sums = {"sent": [0, 0], "held": [0, 0]}
    shares = {"sent": [], "held": []}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for file, found in zip(options.files, pool.map(lambda own: measure(command, own), options.files)):
            for title, answer in found.items():
                if isinstance(answer, str):
                    print(f"{file.stem} {title}: {answer}", flush=True)
                    continue
                named, total, unnamed = answer
                if total == 0:
                    continue
                sums[title][0] += named
                sums[title][1] += total
                shares[title].append(named / total)
                if named / total * 100 >= options.min:
                    continue
                below += 1
                print(f"{file.stem} {title}: {named / total:.1%} of {total:.0f} bytes", flush=True)
                for row in sorted(unnamed, key=lambda own: -own["bytes"])[:3]:
                    print(f"  {row['bytes']:.0f} {row['kind']} {row['value']} {row['name']}")
    for title, (named, total) in sums.items():
        least = sum(share * 100 >= options.min for share in shares[title])
        print(f"{title}: {named / max(total, 1):.2%} of {total:.0f} bytes named; {least} of {len(shares[title])} programs at {options.min:g} % or more")
    return below > 0


if __name__ == "__main__":
    sys.exit(main())
