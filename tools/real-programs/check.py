#!/usr/bin/env python3
"""Tries every command on the programs that make.py wrote and prints a table.

  python check.py [-d DIR] [--command "node .../shardform.js"] [--jobs 2] [--only STEP,...] [NAME...]

propagate  text after -sdy-propagation-pipeline equal to that of the Shardy in jaxlib
run        `run --in` says that the devices agree with one
numbers    its results equal XLA's: within 1e-4 of a result's magnitude; programs with narrow floats are as near to the same
           program in f32 as XLA is (twice its error, or one unit in the last place)
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


def distance(got, want):
    """The largest difference as a fraction of the largest magnitude; NaN and infinities must be in the same places."""
    if got.dtype.kind not in "fcV" or want.dtype.kind not in "fcV":
        return float(np.any(got != want))
    if want.dtype == "V1":
        return float(np.any(got.view(np.uint8) != want.view(np.uint8)))
    wide = np.complex128 if want.dtype.kind == "c" else np.float64
    got, want = got.astype(wide), want.astype(wide)
    finite = np.isfinite(want)
    if got.shape != want.shape or not np.array_equal(np.isfinite(got), finite) or not np.array_equal(got[~finite], want[~finite], equal_nan=True):
        return float("inf")
    if not finite.any():
        return 0.0
    return float(np.max(np.abs(got[finite] - want[finite])) / max(np.max(np.abs(want[finite])), 1e-30))


def compare(folder, name):
    got, want = arrays(folder / f"{name}.got.npz"), arrays(folder / f"{name}.out.npz")
    wide = arrays(folder / f"{name}.f32.npz") if (folder / f"{name}.f32.npz").exists() else [None] * len(want)
    worst = 0.0
    wrong = []
    for i, (g, w, f) in enumerate(zip(got, want, wide, strict=True)):
        error = distance(g, w)
        allowed = 1e-4
        if f is not None and w.dtype.kind in "fV":
            error, allowed = distance(g, f), max(2 * distance(w, f), 2.0**-8 if w.dtype == ml_dtypes.bfloat16 else 1e-4)
        worst = max(worst, error)
        if not error <= allowed:
            wrong.append(f"res{i} {error:.1e} (allowed {allowed:.0e})")
    if wrong:
        raise Failed(f"{len(wrong)} of {len(want)}: " + ", ".join(wrong[:4]))
    return f"{worst:.0e}"


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

    def explain():
        collectives = json.loads(shardform("partition", text, "--json"))["collectives"]
        if not collectives:
            return "no collective"
        dearest = max(collectives, key=lambda c: c.get("totalBytes", c.get("bytes", 0)) or 0)
        return shardform("explain", text, dearest.get("value") or "%arg0") and None

    def dist():
        batch = ",".join(map(str, facts["batch"]))
        degrees = ["--batch-args", batch, "--degrees", f"{facts['devices']}/1/1/1"] if batch else ["--degrees", "1/1/1/1"]
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
        numbers=lambda: compare(folder, name),
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
