"""Compiles annotated StableHLO modules by XLA, and writes their HLO text. Started by `shardform compiled` and `shardform partition
--compare-xla`.

usage: compile_on_xla.py DEVICES [--partitioner-only] MODULE.mlir...

Each MODULE.mlir becomes MODULE.mlir.hlo. XLA propagates with Shardy, partitions with its own partitioner, and compiles for virtual CPU
devices. MODULE.mlir.hlo.pb gets the module with its buffer assignment as HloProto, where the version of jaxlib tells it. With
--partitioner-only, the combiners are off, so that collectives are those of the partitioner. Prints one line of JSON:
{"ok": true, "version": TEXT, "problems": [TEXT or null for each module]} or {"ok": false, "kind": "missing" | "failed", "message": TEXT}.
"""

import json
import os
import sys
import threading

# all-reduce-promotion computes sums of bf16 in f32, which is peculiar to CPUs.
COMBINERS = (
    "all-reduce-combiner,all-gather-combiner,reduce-scatter-combiner,cpu-all-reduce-combiner,cse_barrier_expander,"
    "all-reduce-promotion"
)

# Machine code that nobody executes: how LLVM optimizes it changes nothing of the HLO, and takes a third of the time.
UNOPTIMIZED = (("xla_backend_optimization_level", "0"), ("xla_llvm_disable_expensive_passes", "True"))


def finish(**answer):
    print(json.dumps(answer), flush=True)
    sys.stderr.flush()
    os._exit(0 if answer["ok"] else 1)


def end_with_the_command():
    """Nothing comes by standard input, but its end: that of the command that waits for the answer."""
    sys.stdin.buffer.read()
    os._exit(1)


def field(number, content):
    """A field of a protobuf message that holds bytes."""
    size, length = len(content), b""
    while size > 127:
        length += bytes([size & 127 | 128])
        size >>= 7
    return bytes([number << 3 | 2]) + length + bytes([size]) + content


def with_buffers(executable):
    """The module as HloProto with its buffer assignment; None where that is not told."""
    stats = getattr(executable, "get_compiled_memory_stats", lambda: None)()
    buffers = getattr(stats, "serialized_buffer_assignment_proto", b"")
    module = getattr(executable.hlo_modules()[0], "as_serialized_hlo_module_proto", lambda: b"")()
    return field(1, module) + field(3, buffers) if module and buffers else None


def compile_modules(devices, modules, partitioner_only):
    flags = os.environ.get("XLA_FLAGS", "")
    os.environ["XLA_FLAGS"] = f"{flags} --xla_force_host_platform_device_count={devices}".strip()
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["JAX_ENABLE_X64"] = "1"
    try:
        import jax
        import jaxlib
        import numpy as np
        from jaxlib import xla_client
    except ImportError as error:
        finish(ok=False, kind="missing", message=str(error))
    everything = jax.devices()
    if len(everything) != devices:
        raise RuntimeError(f"XLA has {len(everything)} devices, not {devices}")
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = 1, devices
    ids = np.array([[device.id for device in everything]], np.int32)
    options.device_assignment = xla_client.DeviceAssignment.create(ids)
    build = options.executable_build_options
    build.use_spmd_partitioning = build.use_shardy_partitioner = True
    if partitioner_only:
        options.env_option_overrides = [("xla_disable_hlo_passes", COMBINERS), *UNOPTIMIZED]
    client = everything[0].client
    compile = getattr(client, "compile_and_load", client.compile)
    devices = xla_client.DeviceList(tuple(everything))

    def problem(module):
        try:
            with open(module, encoding="utf-8") as file:
                executable = compile(file.read(), devices, options)
        except Exception as error:  # One module that XLA refuses says nothing of the others.
            return message(error)
        with open(f"{module}.hlo", "w", encoding="utf-8") as file:
            file.write(executable.hlo_modules()[0].to_string())
        proto = None if partitioner_only else with_buffers(executable)
        if proto is not None:
            with open(f"{module}.hlo.pb", "wb") as file:
                file.write(proto)
        return None

    finish(ok=True, version=jaxlib.__version__, problems=[problem(module) for module in modules])


def message(error):
    return f"{type(error).__name__}: {error}"


def main():
    threading.Thread(target=end_with_the_command, daemon=True).start()
    devices, *rest = sys.argv[1:]
    modules = [argument for argument in rest if argument != "--partitioner-only"]
    try:
        compile_modules(int(devices), modules, "--partitioner-only" in rest)
    except Exception as error:  # Whatever XLA finds wrong is told, not shown as a traceback.
        finish(ok=False, kind="failed", message=message(error))


if __name__ == "__main__":
    main()
