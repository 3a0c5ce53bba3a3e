#!/usr/bin/env python3
"""Tries every command on the programs that make.py wrote and prints a table.

  python check.py [-d DIR] [--command "node .../shardform.js"] [--jobs 2] [--only STEP,...] [NAME...]

propagate  text after -sdy-propagation-pipeline equal to that of the Shardy in jaxlib
run        `run --in` says that the devices agree with one
numbers    its results equal XLA's: within 1e-4 of a result's magnitude, beyond ten times what XLA's own results on one and on
           eight devices differ by; programs with narrow floats are as near to the same program in f32 as XLA is (twice its
           error, or one unit in the last place); or `run --expect` says that rounding explains the rest ("noise")
the rest   the command ends with exit code 0; `explain` is asked about the result of the dearest collective
"""

import argparse
import concurrent.futures
import json
import pathlib
import shlex
import subprocess
import sys
import time

import ml_dtypes
import numpy as np

ROOT = pathlib.Path(__file__).parents[2]
STEPS = ("propagate", "run", "numbers", "show", "partition", "explain", "sim", "report", "dist", "tt", "export")
SHARDY = """
import sys
from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager
with mlir.make_ir_context() as context:
    module = ir.Module.parse(open(sys.argv[1]).read())
    passmanager.PassManager.parse("builtin.module(sdy-propagation-pipeline)").run(module.operation)
    print(module)
"""


class Failed(Exception):
    pass


def call(command, *arguments, timeout=300):
    """Returns what the command prints. Raises Failed with its last lines."""
    try:
        done = subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failed(f"no answer in {timeout} s") from None
    if done.returncode != 0:
        lines = [l for l in (done.stderr.strip() or done.stdout.strip()).splitlines() if l.strip()]
        errors = [l for l in lines if "error" in l or "DIFFERENT" in l or "NaN" in l]
        raise Failed(f"rc {done.returncode}: " + " | ".join((errors or lines[-2:])[:2])[:220])
    return done.stdout


def arrays(path):
    """The arrays of an npz file by number; raw bytes of two are bf16."""
    with np.load(path) as file:
        found = {int(name.lstrip("abcdefghijklmnopqrstuvwxyz")): file[name] for name in file.files}
    return [found[i].view(ml_dtypes.bfloat16) if found[i].dtype == "V2" else found[i] for i in range(len(found))]


def wide(array):
    """Numbers in which differences are exact enough; `None` for what has to be equal."""
    if array.dtype == "V1" or array.dtype.kind not in "fcV":
        return None
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def worst(got, want, one, reference):
    """The largest difference beyond what XLA's own results on one and on eight devices differ by, as a fraction of the largest
    magnitude, and the largest that is allowed. With a reference in f32, differences are those from it."""
    numbers = wide(want)
    if numbers is None:
        raw = lambda a: a.view(np.uint8) if a.dtype == "V1" else a
        return float(np.any((raw(got) != raw(want)) & (raw(one) == raw(want)))), 0.0
    if got.shape != want.shape or got.dtype != want.dtype:
        return float("inf"), 0.0
    mine, other = wide(got), wide(one)
    # What XLA makes infinite or not by the number of devices proves nothing.
    stable = np.isfinite(numbers) == np.isfinite(other)
    finite = np.isfinite(numbers) & np.isfinite(other)
    if not np.array_equal(np.isfinite(mine)[stable], np.isfinite(numbers)[stable]):
        return float("inf"), 0.0
    if not finite.any():
        return 0.0, 0.0
    magnitude = max(np.max(np.abs(numbers[finite])), 1e-30)
    noise = np.abs(numbers - other)[finite]
    if reference is None:
        return float(np.max(np.abs(mine - numbers)[finite] - 10 * noise) / magnitude), 1e-4
    exact = wide(reference)[finite]
    error, xla = np.abs(mine[finite] - exact), np.maximum(np.abs(numbers[finite] - exact), np.abs(other[finite] - exact))
    unit = 2.0**-8 if want.dtype == ml_dtypes.bfloat16 else 1e-4
    return float(np.max(error - 10 * noise) / magnitude), max(2 * float(np.max(xla) / magnitude), unit)


def compare(folder, name):
    got, want, one = (arrays(folder / f"{name}.{suffix}.npz") for suffix in ("got", "out", "one"))
    path = folder / f"{name}.f32.npz"
    references = arrays(path) if path.exists() else [None] * len(want)
    largest, wrong = 0.0, []
    for i, values in enumerate(zip(got, want, one, references, strict=True)):
        error, allowed = worst(*values)
        largest = max(largest, error)
        if not error <= allowed:
            wrong.append(f"res{i} {error:.1e} (allowed {allowed:.0e})")
    if wrong:
        raise Failed(f"{len(wrong)} of {len(want)}: " + ", ".join(wrong[:4]))
    return f"{largest:.0e}"


def steps(folder, name, command, only):
    text = folder / f"{name}.mlir"
    facts = json.loads((folder / f"{name}.json").read_text())
    shardform = lambda *arguments, **options: call(command, *arguments, **options)

    def propagate():
        wanted = folder / f"{name}.sdy"
        if not wanted.exists():
            wanted.write_text(call([sys.executable, "-c", SHARDY], text))
        ours = shardform("opt", text, "-sdy-propagation-pipeline").rstrip()
        if ours != wanted.read_text().rstrip():
            (folder / f"{name}.sdy.got").write_text(ours)
            raise Failed("text differs")

    def numbers():
        try:
            return compare(folder, name)
        except Failed as failed:
            try:
                shardform("run", text, "--in", folder / f"{name}.in.npz", "--expect", folder / f"{name}.out.npz")
            except Failed:
                raise failed from None
            return f"noise: {failed}"

    def explain():
        collectives = json.loads(shardform("partition", text, "--json"))["collectives"]
        if not collectives:
            return "no collective"
        dearest = max(collectives, key=lambda c: c.get("totalBytes", c.get("bytes", 0)) or 0)
        return shardform("explain", text, dearest.get("value") or "%arg0") and None

    def dist():
        batch = ",".join(map(str, facts["batch"]))
        degrees = ["--batch-args", batch, "--degrees", f"{facts['devices']}/1/1/1"] if batch and "sdy.manual_computation" not in text.read_text() else []
        shardform("dist", "simulate", text, *degrees, "--machine", "a100x8")

    def tt():
        mesh = [n for n in facts["mesh"] if n > 1]
        shape = [1, *mesh] if len(mesh) == 1 else mesh
        shardform("tt", text, "--mesh", "x".join(map(str, shape)), "--in", folder / f"{name}.in.npz", timeout=600)

    def export():
        for suffix in ("bc", "jaxexport", "debug.mlir"):
            if (folder / f"{name}.{suffix}").exists():
                shardform("partition", folder / f"{name}.{suffix}")

    tried = dict(
        propagate=propagate,
        run=lambda: shardform("run", text, "--in", folder / f"{name}.in.npz", "--out", folder / f"{name}.got.npz") and None,
        numbers=numbers,
        show=lambda: shardform("show", text) and None,
        partition=lambda: shardform("partition", text, "-o", folder / f"{name}.local.mlir") and None,
        explain=explain,
        sim=lambda: shardform("sim", text) and None,
        report=lambda: shardform("report", text, "-o", folder / f"{name}.html") and None,
        dist=dist, tt=tt, export=export,
    )  # fmt: skip
    row = {}
    for step in only:
        start = time.time()
        try:
            note = tried[step]()
            row[step] = dict(ok=True, note=note or "", seconds=time.time() - start)
        except Failed as failed:
            row[step] = dict(ok=False, note=str(failed), seconds=time.time() - start)
        except Exception as error:
            row[step] = dict(ok=False, note=f"{type(error).__name__}: {error}", seconds=time.time() - start)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-d", "--dir", type=pathlib.Path, default=pathlib.Path("/tmp/real"))
    parser.add_argument("--command", default=f"node {ROOT / 'packages/cli/bin/shardform.js'}")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default=",".join(STEPS))
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    names = options.names or sorted(p.stem for p in options.dir.glob("*.json"))
    only = options.only.split(",")
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(steps, options.dir, n, shlex.split(options.command), only): n for n in names}
        for future in concurrent.futures.as_completed(futures):
            rows[futures[future]] = future.result()
            failed = [s for s, r in future.result().items() if not r["ok"]]
            print(f"{len(rows)}/{len(names)} {futures[future]}: {'ok' if not failed else 'FAILED ' + ' '.join(failed)}", file=sys.stderr, flush=True)
    print("| program | " + " | ".join(only) + " |\n|" + " --- |" * (len(only) + 1))
    for name in names:
        cells = [(r["note"] if s == "numbers" else "ok") if r["ok"] else "**no**" for s, r in rows[name].items()]
        print(f"| {name} | " + " | ".join(cells) + " |")
    print(f"| {len(names)} | " + " | ".join(str(sum(rows[n][s]["ok"] for n in names)) for s in only) + " |\n")
    for name in names:
        for step, result in rows[name].items():
            if not result["ok"]:
                print(f"- {name}, {step}: {result['note']}")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
