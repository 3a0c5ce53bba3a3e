"""Measures what computing and communicating cost on the devices that jax has. Started by `shardform calibrate --engine xla`.

usage: measure_on_xla.py OUTPUT.csv [--platform PLATFORM] [--devices N] [--coordinator HOST:PORT --process-id I --num-processes N]

Writes a measurement on each line: matmul,M,K,N,BYTES_PER_ELEMENT,SECONDS, elementwise,BYTES,SECONDS, COLLECTIVE,DEVICES,BYTES,SECONDS and
send,BYTES,SECONDS. Of several processes, the first one writes. A problem is the last line of standard error.
"""

import argparse
import os
import sys
import threading
import time

SIZES = (64, 256, 1024)
BYTES = (1 << 10, 1 << 16, 1 << 20, 1 << 23)
RUNS = 5

# What a program does at most, on all devices together, by repeating what is measured.
TIMES, OPERATIONS, TRAFFIC = 64, 1 << 32, 1 << 27


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("output")
    parser.add_argument("--platform")
    parser.add_argument("--devices", type=int)
    parser.add_argument("--coordinator")
    parser.add_argument("--process-id", type=int)
    parser.add_argument("--num-processes", type=int)
    return parser.parse_args()


def end_with_the_command():
    """Nothing comes by standard input but its end: that of the command that waits for the file."""
    sys.stdin.buffer.read()
    os._exit(1)


def fail(message):
    """Ends at once: the thread that waits for standard input would make an abort of the interpreter's own end."""
    print(message, file=sys.stderr, flush=True)
    os._exit(1)


def fastest(jax, run, value):
    """Returns the seconds of the fastest of several runs, after one that compiles."""
    jax.block_until_ready(run(value))
    seconds = float("inf")
    for _ in range(RUNS):
        before = time.perf_counter()
        jax.block_until_ready(run(value))
        seconds = min(seconds, time.perf_counter() - before)
    return seconds


def on_each(jax, np, mesh, shapes, function, times):
    """Returns the seconds of a function of arrays that each device has, all devices at once.

    Within a program it is repeated, since what starting a program takes is no part of it.
    """
    spec = jax.sharding.PartitionSpec(mesh.axis_names)
    sharding = jax.sharding.NamedSharding(mesh, spec)

    def split(shape):
        whole = (mesh.size * shape[0], *shape[1:])
        return jax.make_array_from_callback(whole, sharding, lambda _: np.ones(shape, np.float32))

    def repeated(*own):
        # Behind a barrier, each time reads other values as far as the compiler knows.
        again = lambda _, carried: jax.lax.optimization_barrier((carried[0], function(*carried[0])))
        return jax.lax.fori_loop(1, times, again, (own, function(*own)))[1]

    mapped = jax.jit(jax.shard_map(repeated, mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False))
    return fastest(jax, lambda own: mapped(*own), [split(shape) for shape in shapes]) / times


def computations(jax, np):
    """On all devices at once: those of CPUs share the cores and the memory of a host."""
    devices = np.array(jax.devices())
    mesh = jax.sharding.Mesh(devices, ("device",))
    for m in SIZES:
        for n in SIZES:
            for k in SIZES:
                times = times_of(2 * m * n * k, OPERATIONS, devices)
                seconds = on_each(jax, np, mesh, ((m, k), (k, n)), lambda a, b: a @ b, times)
                yield f"matmul,{m},{k},{n},4,{seconds:.9f}"
    for size in BYTES:
        seconds = on_each(jax, np, mesh, ((size // 4,),), lambda own: own + 1, times_of(size, TRAFFIC, devices))
        yield f"elementwise,{2 * size},{seconds:.9f}"


def times_of(cost, most, devices):
    return max(1, min(TIMES, most // (cost * len(devices))))


def collectives(jax, np):
    """In groups of each size that divides the number of devices; all groups work at once, so that each process has a part in it.

    The bytes are those that a device has: of an all-gather in its result, of the others in its operand.
    """
    lax, devices = jax.lax, np.array(jax.devices())
    for count in range(2, len(devices) + 1):
        if len(devices) % count != 0:
            continue
        mesh = jax.sharding.Mesh(devices.reshape(-1, count), ("group", "device"))
        ring = [(own, (own + 1) % count) for own in range(count)]
        kinds = {
            "allreduce": lambda own: lax.psum(own, "device"),
            "allgather": lambda own: lax.all_gather(own, "device", tiled=True),
            "reducescatter": lambda own: lax.psum_scatter(own, "device", tiled=True),
            "alltoall": lambda own: lax.all_to_all(own, "device", 0, 0, tiled=True),
            "permute": lambda own: lax.ppermute(own, "device", ring),
        }
        for size in BYTES:
            part = size // 4 // count
            for kind, function in kinds.items():
                elements = part if kind == "allgather" else part * count
                seconds = on_each(jax, np, mesh, ((elements,),), function, times_of(size, TRAFFIC, devices))
                yield f"{kind},{count},{4 * part * count},{seconds:.9f}"


def sends(jax, np):
    """From the first device to the last one: of a cluster, these are of different processes."""
    devices = np.array(jax.devices())
    if len(devices) == 1:
        return
    mesh = jax.sharding.Mesh(devices, ("device",))
    for size in BYTES:
        pair = [(0, len(devices) - 1)]
        send = lambda own: jax.lax.ppermute(own, "device", pair)
        seconds = on_each(jax, np, mesh, ((size // 4,),), send, times_of(size, TRAFFIC, devices))
        yield f"send,{size},{seconds:.9f}"


def main():
    given = arguments()
    if given.platform is not None:
        os.environ["JAX_PLATFORMS"] = given.platform
    if given.devices is not None:
        flags = os.environ.get("XLA_FLAGS", "")
        own = given.devices // (given.num_processes or 1)
        os.environ["XLA_FLAGS"] = f"{flags} --xla_force_host_platform_device_count={own}".strip()
    try:
        import jax
        import numpy as np
    except ImportError as error:
        fail(f"this Python lacks jax ({error})")
    if given.coordinator is not None:
        jax.distributed.initialize(given.coordinator, given.num_processes, given.process_id)
    lines = [*computations(jax, np), *collectives(jax, np), *sends(jax, np)]
    if jax.process_index() == 0:
        with open(given.output, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    if jax.process_count() > 1:
        jax.distributed.shutdown()


if __name__ == "__main__":
    threading.Thread(target=end_with_the_command, daemon=True).start()
    try:
        main()
    except Exception as error:
        fail(f"{type(error).__name__}: {error}".splitlines()[0])
    os._exit(0)
