"""Times jaxlib's MLIR on a module: python3 jaxlib_peer.py FILE RUNS [PIPELINE]; prints JSON with milliseconds."""

import io
import json
import sys
import time

from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager

path, runs, pipeline = sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None
text = open(path).read()
times = {"parse": [], "print": [], "write": [], "read": [], "pipeline": []}
context = mlir.make_ir_context()
with context:
    for _ in range(runs):
        start = time.perf_counter()
        module = ir.Module.parse(text)  # parses and verifies
        times["parse"].append(time.perf_counter() - start)
        start = time.perf_counter()
        str(module)
        times["print"].append(time.perf_counter() - start)
        start = time.perf_counter()
        bytecode = io.BytesIO()
        module.operation.write_bytecode(bytecode)
        times["write"].append(time.perf_counter() - start)
        start = time.perf_counter()
        ir.Module.parse(bytecode.getvalue())  # reads and verifies
        times["read"].append(time.perf_counter() - start)
        if pipeline:
            manager = passmanager.PassManager.parse(pipeline)
            start = time.perf_counter()
            manager.run(module.operation)
            times["pipeline"].append(time.perf_counter() - start)
print(json.dumps({name: 1e3 * sorted(values)[len(values) // 2] for name, values in times.items() if values}))
