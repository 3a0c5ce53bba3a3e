"""Runs a StableHLO module of per-device sizes on CPU devices of XLA. Started by `shardform run --engine xla`.

usage: run_on_xla.py PLAN.json PROCESS

PLAN.json says what to run; see `XlaPlan` in the command's sources. Prints one line of JSON: {"ok": true} or
{"ok": false, "kind": "missing" | "failed", "message": TEXT}.
"""

import json
import os
import sys
import threading


def finish(**answer):
    print(json.dumps(answer), flush=True)
    sys.stderr.flush()
    # After a failure, the ordinary end of the interpreter would wait for the other processes.
    os._exit(0 if answer["ok"] else 1)


def end_with_the_command():
    """Nothing comes by standard input, but its end: that of the command that waits for the answer."""
    sys.stdin.buffer.read()
    os._exit(1)


def run(plan, process):
    devices, processes = plan["devices"], plan["processes"]
    flags = os.environ.get("XLA_FLAGS", "")
    os.environ["XLA_FLAGS"] = f"{flags} --xla_force_host_platform_device_count={devices // processes}".strip()
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["JAX_ENABLE_X64"] = "1"
    try:
        import numpy as np
        import jax
        import ml_dtypes
        from jaxlib import xla_client
    except ImportError as error:
        finish(ok=False, kind="missing", message=str(error))
    if processes > 1:
        jax.distributed.initialize(
            coordinator_address=plan["coordinator"], num_processes=processes, process_id=process
        )
    # Ids of devices have gaps with several processes; positions in the list have not.
    everything = jax.devices()
    if len(everything) != devices:
        raise RuntimeError(f"XLA has {len(everything)} devices, not {devices}")
    position = {device: number for number, device in enumerate(everything)}
    local = [device for device in everything if device.process_index == jax.process_index()]

    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = devices, 1
    ids = np.array([device.id for device in everything], np.int32).reshape(devices, 1)
    options.device_assignment = xla_client.DeviceAssignment.create(ids)
    client = everything[0].client
    with open(plan["module"], encoding="utf-8") as file:
        text = file.read()
    if hasattr(client, "compile_and_load"):
        executable = client.compile_and_load(text, xla_client.DeviceList(tuple(everything)), options)
    else:
        executable = client.compile(text, options)

    def dtype(name):
        return np.dtype(getattr(ml_dtypes, name, None) or name)

    given = np.load(plan["inputs"])
    mesh = jax.sharding.Mesh(np.array(everything), ("device",))
    arguments = []
    for index, name in enumerate(plan["arguments"]):
        parts = []
        for device in local:
            own = f"arg{index}.d{position[device]}"
            part = given[own if own in given.files else f"arg{index}"]
            # Files have no names for narrow floats: they hold their bytes.
            parts.append(part if part.dtype == dtype(name) else part.view(dtype(name)))
        # Only the parts count; the shape of the whole is whatever they fit into.
        shape = parts[0].shape
        spec = jax.sharding.PartitionSpec("device") if shape else jax.sharding.PartitionSpec()
        whole = (shape[0] * devices, *shape[1:]) if shape else ()
        sharding = jax.sharding.NamedSharding(mesh, spec)
        buffers = [jax.device_put(part, device) for part, device in zip(parts, local)]
        arguments.append(jax.make_array_from_single_device_arrays(whole, sharding, buffers))
    results = executable.execute_sharded(arguments).disassemble_into_single_device_arrays()

    made = {}
    for index, parts in enumerate(results):
        for device, part in zip(local, parts):
            array = np.asarray(part, order="C")
            made[f"res{index}.d{position[device]}"] = array if array.dtype.isbuiltin == 1 else bytes_of(np, array)
    np.savez(f"{plan['outputs']}.{process}.npz", **made)
    if processes > 1:
        # Waits for the others, to which this process may be the coordinator.
        jax.distributed.shutdown()
    finish(ok=True)


def bytes_of(np, array):
    """The elements of a narrow float as raw bytes, which a file can hold."""
    return array.view(np.dtype(f"V{array.dtype.itemsize}"))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        plan = json.load(file)
    threading.Thread(target=end_with_the_command, daemon=True).start()
    try:
        run(plan, int(sys.argv[2]))
    except Exception as error:  # Whatever XLA finds wrong is told, not shown as a traceback.
        finish(ok=False, kind="failed", message=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
