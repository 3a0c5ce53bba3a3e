"""Runs the bundle in this folder on real devices: those of this machine, or of all processes of a cluster.

  python launch.py                                            one process, this machine's devices
  python launch.py --local-processes 4                        four processes on this machine
  srun -n 4 python launch.py                                  under Slurm
  mpirun -np 4 python launch.py                               under Open MPI
  python launch.py --coordinator HOST:PORT --process-id I --num-processes N

Needs jax and NumPy; safetensors where --inputs names such a file. Exit codes: 0 done, 1 failed or numbers differ, 3 ended because
another process did, 128 and the number of the signal for a process that a signal ended.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
WORKER = "SHARDFORM_WORKER"
#: Set by those who start this program and keep its standard input open for as long as they live.
ENDS_WITH_INPUT = "SHARDFORM_ENDS_WITH_INPUT"
FAILED, ENDED_BY_ANOTHER = 1, 3


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--coordinator", metavar="HOST:PORT", help="where process 0 listens")
    add("--process-id", type=int, metavar="I")
    add("--num-processes", type=int, metavar="N")
    add("--local-processes", type=int, metavar="N", help="start so many processes on this machine")
    add("--platform", choices=("cpu", "cuda", "rocm", "tpu"), help="unless given, what jax finds; cpu makes devices as needed")
    add("--inputs", metavar="FILE", help="read the shards from this npz or safetensors file, by names or as arg0, arg1, ...")
    add("--outputs", metavar="FOLDER", default=str(HERE / "outputs"), help="where shards of results are written")
    add("--gather", action="store_true", help="each process writes the shards of all, not only those of its devices")
    add("--check", action="store_true", help="compare with what simulated devices computed")
    add("--tolerance", type=float, default=1e-4, help="largest difference, as a fraction of the largest magnitude of a result")
    add("--heartbeat", type=int, default=10, metavar="SECONDS", help="after which a silent process counts as dead")
    add("--connect", type=int, default=20, metavar="SECONDS", help="that processes wait for each other at the start")
    return parser.parse_args()


def cluster(given):
    """Returns coordinator, number and id of this process as given, or as Slurm or Open MPI tell; None for a process alone."""
    environment = os.environ
    if given.num_processes is not None or given.coordinator is not None or given.process_id is not None:
        if None in (given.coordinator, given.num_processes, given.process_id):
            sys.exit("launch.py: error: --coordinator, --process-id and --num-processes belong together")
        return given.coordinator, given.num_processes, given.process_id
    if "OMPI_COMM_WORLD_SIZE" in environment:
        count, own = int(environment["OMPI_COMM_WORLD_SIZE"]), int(environment["OMPI_COMM_WORLD_RANK"])
        if count == 1:
            return None
        # jax finds the coordinator by a variable that Open MPI 5 does not set any more.
        found = environment.get("JAX_COORDINATOR_ADDRESS") or open_mpi_here(environment) or open_mpi_coordinator(environment)
        if found is None:
            sys.exit("launch.py: error: this Open MPI does not tell where process 0 is; set JAX_COORDINATOR_ADDRESS=HOST:PORT")
        return found, count, own
    if {"SLURM_JOB_ID", "SLURM_STEP_NODELIST", "SLURM_NTASKS", "SLURM_PROCID"} <= set(environment):
        count = int(environment["SLURM_NTASKS"])
        if count == 1:
            return None
        port = 61440 + int(environment["SLURM_JOB_ID"]) % 4096
        return f"{first_host(environment['SLURM_STEP_NODELIST'])}:{port}", count, int(environment["SLURM_PROCID"])
    return None


def open_mpi_here(environment):
    """Returns where processes meet that are all on this machine, whose name may mean a loopback address."""
    job = environment.get("PMIX_NAMESPACE") or environment.get("OMPI_MCA_ess_base_jobid")
    if job is None or environment.get("OMPI_COMM_WORLD_LOCAL_SIZE") != environment["OMPI_COMM_WORLD_SIZE"]:
        return None
    return f"127.0.0.1:{61440 + zlib.crc32(job.encode()) % 4096}"


def open_mpi_coordinator(environment):
    uri = environment.get("OMPI_MCA_orte_hnp_uri")
    if uri is None:
        return None
    job, _, addresses = uri.partition(".")
    host = re.search(r"tcp[46]?://(\[[^\]]*\]|[^,:]+)", addresses)
    return None if host is None else f"{host[1]}:{int(job) // 4096 % 4096 + 61440}"


def first_host(nodes):
    """Returns `node01` of `node[01-04,07]`."""
    found = re.match(r"([^\[,]*)(?:\[(\w+))?", nodes)
    return found[1] + (found[2] or "")


def supervise(given, place):
    """Runs the worker as a child, so that somebody is left to tell how it ended. Returns the exit code."""
    own = 0 if place is None else place[2]
    name = f"process {own} on {socket.gethostname()}"
    worker = subprocess.Popen(
        [sys.executable, "-u", __file__, *sys.argv[1:]],
        env={**os.environ, WORKER: json.dumps(place)},
        stdin=subprocess.PIPE,
        # What has to be told goes to standard error; Gloo tells on standard output who met whom.
        stdout=None if "SHARDFORM_TRACE" in os.environ else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    end_with(lambda: worker.kill())
    lines = []
    for line in worker.stderr:
        lines.append(line.rstrip())
        if "SHARDFORM_TRACE" in os.environ:
            print(line, end="", file=sys.stderr)
        if line.startswith("launch.py: "):
            print(line.rstrip().replace("launch.py: ", f"{name}: ", 1), file=sys.stderr, flush=True)
    code = worker.wait()
    if code == 0:
        return 0
    found = re.search(r"stopped sending heartbeats\):((?:\s*[/\w:]*\d+)+)", "\n".join(lines))
    dead = [number for number in re.findall(r"\d+$", found[1], re.MULTILINE) if int(number) != own] if found else []
    if dead:
        who = ", ".join(dead)
        print(f"{name}: process{'es' if len(dead) > 1 else ''} {who} died; this one ended because of that", file=sys.stderr)
        return ENDED_BY_ANOTHER
    if any("RegisterTask" in line for line in lines):
        count = f" of {place[1]}" if place is not None else ""
        print(f"{name}: not all{count} processes came within {given.connect} s; --connect SECONDS waits longer", file=sys.stderr)
        return FAILED
    if code == -signal.SIGABRT or any("Connection closed by peer" in line or "Socket closed" in line for line in lines):
        print(f"{name}: lost the connection to another process, which died first; this one ended because of that", file=sys.stderr)
        return ENDED_BY_ANOTHER
    if code < 0:
        print(f"{name}: was ended by {signal.Signals(-code).name}", file=sys.stderr)
        return 128 - code
    if not any(line.startswith("launch.py: ") for line in lines):
        print("\n".join(lines[-20:]), file=sys.stderr)
    print(f"{name}: failed with exit code {code}", file=sys.stderr)
    return FAILED if code != ENDED_BY_ANOTHER else code


def end_with(stop):
    """Stops what was started when this process is asked to end, or when its starter ends, if that asks for it."""

    def wait():
        # Nothing comes by standard input but its end. Python's own reader could not be left when the interpreter ends.
        os.read(0, 1)
        stop()
        os._exit(FAILED)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: (stop(), sys.exit(128 + number)))
    if ENDS_WITH_INPUT in os.environ:
        threading.Thread(target=wait, daemon=True).start()


def start_local(given):
    """Starts processes on this machine, which meet at the loopback device. Ends all when one fails."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    rest = [own for i, own in enumerate(sys.argv[1:]) if not own.startswith("--local-processes") and sys.argv[i] != "--local-processes"]
    count = given.local_processes
    line = [sys.executable, __file__, *rest, "--coordinator", f"127.0.0.1:{port}", "--num-processes", str(count)]
    environment = {**os.environ, ENDS_WITH_INPUT: "1"}
    processes = [
        subprocess.Popen([*line, "--process-id", str(i)], stdin=subprocess.PIPE, env=environment) for i in range(count)
    ]
    end_with(lambda: [process.terminate() for process in processes])
    codes, failed_at = {}, None
    while len(codes) < count:
        for i, process in enumerate(processes):
            if i not in codes and process.poll() is not None:
                codes[i] = process.returncode
                if process.returncode and failed_at is None:
                    failed_at = time.monotonic()
        # The others tell themselves who died, if they are left the time for it.
        if failed_at is not None and time.monotonic() - failed_at > given.heartbeat + 10:
            for process in processes:
                process.kill()
        time.sleep(0.05)
    worst = [code for code in codes.values() if code not in (0, ENDED_BY_ANOTHER)] or list(codes.values())
    return next((code if code > 0 else 128 - code for code in worst if code), 0)


class Failure(Exception):
    """Something that the user can mend."""


def work(given, place):
    manifest = json.loads((HERE / "manifest.json").read_text(encoding="utf-8"))
    devices, processes = manifest["devices"], 1 if place is None else place[1]
    if given.platform is not None:
        os.environ["JAX_PLATFORMS"] = given.platform
    if given.platform == "cpu" or given.platform is None and "JAX_PLATFORMS" not in os.environ and not has_accelerator():
        if devices % processes:
            raise Failure(f"{devices} devices can't be divided among {processes} processes")
        flags = os.environ.get("XLA_FLAGS", "")
        if "xla_force_host_platform_device_count" not in flags:
            os.environ["XLA_FLAGS"] = f"{flags} --xla_force_host_platform_device_count={devices // processes}".strip()
        os.environ["JAX_PLATFORMS"] = "cpu"
    if given.check and given.inputs is not None:
        raise Failure("the simulation is of the bundle's own inputs: leave --inputs or --check out")
    every = manifest["arguments"] + manifest["results"]
    if any(own["dtype"].endswith(("64", "128")) for own in every):
        os.environ["JAX_ENABLE_X64"] = "1"
    # A process that is asked to end does so, instead of going on as if nothing was.
    os.environ.setdefault("JAX_ENABLE_PREEMPTION_SERVICE", "0")
    try:
        import jax
        import ml_dtypes  # noqa: F401 gives NumPy the narrow floats
        import numpy as np
    except ImportError as error:
        raise Failure(f"this Python lacks jax ({error}); python -m pip install jax") from error
    if place is not None:
        join_cluster(jax, place, given)
    everything = jax.devices()
    if len(everything) != devices:
        kind = everything[0].platform
        raise Failure(f"the program is for {devices} devices, and there are {len(everything)} of {kind} in {processes} processes")
    execute(jax, np, manifest, everything, given)


def has_accelerator():
    """Whether there is another device than CPUs, without starting one."""
    return any(os.path.exists(path) for path in ("/dev/nvidia0", "/dev/kfd", "/dev/accel0", "/dev/vfio/0"))


def join_cluster(jax, place, given):
    coordinator, count, own = place
    host = coordinator.rpartition(":")[0].strip("[]")
    is_local = is_loopback(host)
    if not is_local and is_loopback(socket.gethostname()):
        raise Failure(
            f"this host's name, '{socket.gethostname()}', means a loopback address, where other hosts cannot reach it: give it its "
            "own address in /etc/hosts"
        )
    jax.distributed.initialize(
        coordinator_address=coordinator,
        num_processes=count,
        process_id=own,
        initialization_timeout=given.connect,
        heartbeat_timeout_seconds=given.heartbeat,
        shutdown_timeout_seconds=given.heartbeat,
        # Otherwise it listens on all interfaces.
        **({"coordinator_bind_address": coordinator} if is_local and own == 0 else {}),
    )
    say(f"joined, one of {count} processes at {coordinator}")


def is_loopback(host):
    try:
        return socket.gethostbyname(host).startswith("127.")
    except OSError:
        return host == "::1"


def execute(jax, np, manifest, everything, given):
    from jax.sharding import NamedSharding, PartitionSpec

    position = {device: number for number, device in enumerate(everything)}
    local = [device for device in everything if device.process_index == jax.process_index()]
    outputs = pathlib.Path(given.outputs)
    outputs.mkdir(parents=True, exist_ok=True)
    # A shard that several devices hold is written by the first of them.
    own = {
        (i, shard): number
        for i, result in enumerate(manifest["results"])
        for number, shard in reversed(list(enumerate(result["shardOfDevice"])))
    }
    numbers = {position[device] for device in local}
    mine = [place for place, number in own.items() if given.gather or number in numbers]
    origin = origin_of(manifest, given)
    missing = [place for place in mine if not is_from(shard_file(outputs, "res", *place), origin)]
    #: What there is to compare: shards of results, as each device of this process has them, or as they were written before.
    found = [(*place, lambda place=place: stored_shard(np, manifest, outputs, *place)) for place in mine]
    if not any_process(jax, np, bool(missing)):
        say(f"all of the {len(mine)} shards of results are there already")
    else:
        mesh = jax.sharding.Mesh(np.array(everything), ("device",))
        stacked = NamedSharding(mesh, PartitionSpec("device"))
        whole = NamedSharding(mesh, PartitionSpec())
        source = Source(np, manifest, given.inputs)
        values = []
        for i, argument in enumerate(manifest["arguments"]):
            shape = argument["localShape"]
            parts = {}
            for device in local:
                shard = argument["shardOfDevice"][position[device]]
                if shard not in parts:
                    parts[shard] = source.shard(i, argument, shard)
            buffers = [jax.device_put(parts[argument["shardOfDevice"][position[device]]], device) for device in local]
            # Only the parts count; the whole is all of them, one behind the other.
            global_shape = (shape[0] * len(everything), *shape[1:]) if shape else ()
            values.append(
                jax.make_array_from_single_device_arrays(global_shape, stacked if shape else whole, buffers)
            )
        before = time.perf_counter()
        compiled = compiled_program(jax, np, manifest, mesh, everything[0].platform, values)
        between = time.perf_counter()
        results = jax.block_until_ready(compiled(*values))
        say(f"compiled in {between - before:.2f} s, executed in {time.perf_counter() - between:.4f} s on {len(local)} of {len(everything)} devices")
        read = gathered if given.gather and jax.process_count() > 1 else own_parts
        parts_of = [read(jax, np, result, everything) for result in results]
        for i, shard in missing:
            part = parts_of[i][own[i, shard]]
            file = shard_file(outputs, "res", i, shard)
            origin_file(file).unlink(missing_ok=True)
            write_shard(np, file, np.asarray(part))
            origin_file(file).write_text(origin, encoding="utf-8")
        found = [
            (i, result["shardOfDevice"][number], lambda part=part: np.asarray(part))
            for i, result in enumerate(manifest["results"])
            for number, part in own_parts(jax, np, results[i], everything).items()
        ]
    wrong = compare(np, manifest, found, given) if given.check else 0
    # Nobody leaves before all have written.
    wrong_anywhere = any_process(jax, np, wrong > 0)
    if jax.process_count() > 1:
        jax.distributed.shutdown()
    if wrong_anywhere:
        raise Failure(f"{wrong} shards of this process differ from the simulation" if wrong else "shards of another process differ from the simulation")


def own_parts(jax, np, result, everything):
    """Returns what the devices of this process have of a result, by device."""
    position = {device: number for number, device in enumerate(everything)}
    return {position[one.device]: one.data for one in result.addressable_shards}


def gathered(jax, np, result, everything):
    """Returns what all devices have of a result, by device."""
    from jax.experimental import multihost_utils

    parts = own_parts(jax, np, result, everything)
    held = np.stack([np.asarray(parts[number]) for number in sorted(parts)])
    if held.nbytes == 0:
        return dict.fromkeys(range(len(everything)), held[0])
    # Bytes arrive as they are, whatever numbers they mean.
    raw = np.frombuffer(held.tobytes(), np.uint8)
    rows = np.asarray(multihost_utils.process_allgather(raw)).reshape(-1, held[0].nbytes)
    # Rows are in the order of processes, and of the devices of each.
    order = sorted(range(len(everything)), key=lambda number: (everything[number].process_index, number))
    return {number: np.frombuffer(row.tobytes(), held.dtype).reshape(held[0].shape) for number, row in zip(order, rows)}


def any_process(jax, np, value):
    """Whether it holds in any process."""
    if jax.process_count() == 1:
        return value
    from jax.experimental import multihost_utils

    return bool(np.any(multihost_utils.process_allgather(np.array([value]))))


def compiled_program(jax, np, manifest, mesh, platform, values):
    """Makes the program of one device a jitted function of all: its collectives stay as they are."""
    import dataclasses

    import jax.export
    import jax.numpy as jnp
    from jax.sharding import PartitionSpec

    def struct(own):
        return jax.ShapeDtypeStruct(own["localShape"], np_dtype(np, own))

    ins, outs = map(struct, manifest["arguments"]), [struct(own) for own in manifest["results"]]
    # Something with the same arguments and results, in whose place the program is put.
    stub = jax.export.export(
        jax.jit(lambda *_: tuple(jnp.zeros(own.shape, own.dtype) for own in outs), keep_unused=True), platforms=(platform,)
    )(*ins)
    program = dataclasses.replace(stub, mlir_module_serialized=(HERE / manifest["program"]).read_bytes(), fun_name="step")

    def spec(own):
        return PartitionSpec("device") if own["localShape"] else PartitionSpec()

    def step(*args):
        return program.call(*args)

    mapped = jax.shard_map(
        step,
        mesh=mesh,
        in_specs=tuple(map(spec, manifest["arguments"])),
        out_specs=tuple(map(spec, manifest["results"])),
        check_vma=False,
    )
    return jax.jit(mapped).lower(*values).compile()


def dtype_of(name):
    import ml_dtypes

    return getattr(ml_dtypes, name, None) or name


class Source:
    """Where shards of inputs come from: files of the bundle, or slices of a file with all of them."""

    def __init__(self, np, manifest, file):
        self._np, self._file, self._opened = np, file, None
        if file is None and not manifest["hasInputs"] and manifest["arguments"]:
            raise Failure("the bundle has no inputs: name a file by --inputs, or make it with --in or --seed")
        if file is not None and file.endswith(".safetensors"):
            from safetensors import safe_open

            self._opened = safe_open(file, framework="flax")
            self._names = set(self._opened.keys())
        elif file is not None:
            self._opened = np.load(file, mmap_mode="r")
            self._names = set(self._opened.files)

    def shard(self, index, argument, shard):
        np, dtype = self._np, np_dtype(self._np, argument)
        if self._opened is None:
            return read_shard(np, shard_file(HERE / "inputs", "arg", index, shard), dtype)
        name = next((own for own in (argument["name"], f"arg{index}") if own in self._names), None)
        if name is None:
            raise Failure(f"'{self._file}' has no '{argument['name']}', and no 'arg{index}'")
        is_sliced = hasattr(self._opened, "get_slice")
        stored = self._opened.get_slice(name) if is_sliced else self._opened[name]
        shape = tuple(stored.get_shape()) if is_sliced else stored.shape
        if shape != tuple(argument["shape"]):
            raise Failure(f"'{name}' in '{self._file}' has the shape {shape}, expected {tuple(argument['shape'])}")
        offset = argument["offsets"][shard]
        index = tuple(slice(begin, min(begin + size, whole)) for begin, size, whole in zip(offset, argument["localShape"], shape))
        part = np.asarray(stored[index] if index else self._opened.get_tensor(name) if is_sliced else stored)
        if part.dtype != dtype:
            if part.dtype.kind != "V":
                raise Failure(f"'{name}' in '{self._file}' has elements of {part.dtype}, expected {dtype}")
            part = part.view(dtype)
        # The last shard of an uneven split ends with zeros.
        padding = [(0, size - have) for size, have in zip(argument["localShape"], part.shape)]
        return np.pad(part, padding) if any(after for _, after in padding) else part


def np_dtype(np, own):
    return np.dtype(dtype_of(own["dtype"]))


def shard_file(folder, prefix, index, shard):
    return folder / f"{prefix}{index}.{shard}.npy"


def origin_of(manifest, given):
    """Returns what results depend on, as digits: the program, and which inputs it is given."""
    digest = hashlib.sha256((HERE / manifest["program"]).read_bytes())
    digest.update(json.dumps(manifest, sort_keys=True).encode())
    files = sorted((HERE / "inputs").glob("*.npy")) if given.inputs is None else [pathlib.Path(given.inputs)]
    for file in files:
        try:
            state = file.stat()
        except OSError as error:
            raise Failure(f"cannot read '{file}': {error.strerror or error}") from error
        digest.update(f"{file.resolve()} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def origin_file(shard):
    return shard.with_suffix(".origin")


def is_from(shard, origin):
    """True of a finished shard of the same program and inputs; others are computed again."""
    known = origin_file(shard)
    return shard.exists() and known.exists() and known.read_text(encoding="utf-8") == origin


def read_shard(np, file, dtype):
    try:
        array = np.load(file)
    except OSError as error:
        raise Failure(f"cannot read '{file}': {error.strerror or error}") from error
    return array if array.dtype == dtype else array.view(dtype)


def write_shard(np, file, array):
    """Writes a file whole or not at all."""
    array = np.asarray(array, order="C")
    temporary = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    with open(temporary, "wb") as opened:
        # Files have no names for narrow floats: they hold their bytes.
        np.save(opened, array if array.dtype.isbuiltin == 1 else array.view(f"V{array.dtype.itemsize}"))
    os.replace(temporary, file)


def stored_shard(np, manifest, outputs, index, shard):
    return read_shard(np, shard_file(outputs, "res", index, shard), np_dtype(np, manifest["results"][index]))


def compare(np, manifest, parts, given):
    """Returns how many shards of this process are not those of the simulation."""
    if not manifest["hasExpected"]:
        raise Failure("the bundle has nothing to compare with: make it with --simulate")
    wrong, largest = 0, 0.0
    for i, shard, read in parts:
        result = manifest["results"][i]
        dtype, found = np_dtype(np, result), read()
        expected = read_shard(np, shard_file(HERE / "expected", "res", i, shard), dtype)
        # What lies beyond the end of an uneven split is nobody's.
        inside = tuple(
            slice(0, max(0, min(size, whole - begin)))
            for size, whole, begin in zip(result["localShape"], result["shape"], result["offsets"][shard])
        )
        found, expected = (own[inside].astype(np.complex128 if dtype.kind == "c" else np.float64) for own in (found, expected))
        if found.size == 0:
            continue
        equal_nan = np.isnan(found) & np.isnan(expected) | (found == expected)
        difference = float(np.max(np.where(equal_nan, 0, np.abs(found - expected))))
        magnitude = float(np.max(np.abs(np.where(np.isfinite(expected), expected, 0)))) or 1.0
        is_close = difference <= given.tolerance * magnitude if dtype.kind in "fcV" else difference == 0
        largest = max(largest, difference / magnitude)
        if not is_close:
            wrong += 1
            say(f"{result['name']}, shard {shard}: differs by {difference:.3g}, {difference / magnitude:.2g} of the largest magnitude")
    say(f"{len(parts) - wrong} of {len(parts)} shards equal the simulation, largest difference {largest:.2g} of the largest magnitude")
    return wrong


def say(text):
    print(f"launch.py: {text}", file=sys.stderr, flush=True)


def end_with_the_supervisor():
    """Nothing comes by standard input but its end."""
    sys.stdin.buffer.read()
    os._exit(FAILED)


def main():
    given = arguments()
    if given.local_processes is not None:
        return start_local(given)
    if WORKER not in os.environ:
        return supervise(given, cluster(given))
    threading.Thread(target=end_with_the_supervisor, daemon=True).start()
    code = 0
    try:
        work(given, json.loads(os.environ[WORKER]))
    except Failure as failure:
        say(f"error: {failure}")
        code = FAILED
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        broken = re.search(r"closed by peer|Gloo .* failed|heartbeat|coordination service|UNAVAILABLE|DEADLINE", text)
        say(f"error: {text.splitlines()[0][:500]}")
        code = ENDED_BY_ANOTHER if broken else FAILED
    sys.stdout.flush()
    sys.stderr.flush()
    # After a failure, the ordinary end of the interpreter would wait for the other processes.
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
