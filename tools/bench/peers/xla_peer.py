"""Times XLA on the CPU, and StableHLO's reference interpreter: python3 xla_peer.py RUNS FILE...; prints JSON.

The JSON holds milliseconds by file: "xla" for the compiled program, "reference" for the interpreter where the file's
name ends in `.reference.mlir`. Inputs are normally distributed.
"""

import json
import sys
import time

import jax
import ml_dtypes
import numpy as np
from jax._src.interpreters import mlir
from jaxlib import _jax, xla_client
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo


LEAST_SECONDS = 0.2


def repeat(work, runs):
    """Seconds of each of at least so many runs, which take LEAST_SECONDS or more."""
    times = []
    while len(times) < runs or sum(times) < LEAST_SECONDS:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return times


def median(work, runs):
    repeat(work, runs)
    times = repeat(work, runs)
    return 1e3 * sorted(times)[len(times) // 2]


def inputs_of(module):
    generator = np.random.default_rng(0)
    function = ir.FunctionType(ir.TypeAttr(module.body.operations[0].attributes["function_type"]).value)
    types = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "i32": np.int32, "i64": np.int64}
    tensors = [ir.RankedTensorType(type) for type in function.inputs]
    return [generator.standard_normal(t.shape).astype(types[str(t.element_type)]) for t in tensors]


jax.config.update("jax_enable_x64", True)
runs, files = int(sys.argv[1]), sys.argv[2:]
device = jax.devices("cpu")[0]
times = {}
for file in files:
    text = open(file).read()
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        inputs = inputs_of(module)
        executable = device.client.compile_and_load(
            mlir.module_to_bytecode(module), _jax.DeviceList((device,)), xla_client.CompileOptions()
        )
        buffers = [jax.device_put(x, device) for x in inputs]

        def execute():
            for result in executable.execute_sharded(buffers).disassemble_into_single_device_arrays():
                for array in result:
                    array.block_until_ready()

        times[file] = {"xla": median(execute, runs)}
        if file.endswith(".reference.mlir"):
            arguments = [ir.DenseElementsAttr.get(x) for x in inputs]
            start = time.perf_counter()
            stablehlo.eval_module(module, arguments)
            times[file]["reference"] = 1e3 * (time.perf_counter() - start)
print(json.dumps(times))
