"""Bundles on several processes: the numbers of the simulation, who died, what a second start does."""

from __future__ import annotations

import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import numpy as np
import pytest

from shardform._process import ask

PROGRAM = """sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<8x4xbf16>) -> (tensor<8x8xf32>, tensor<8x4xbf16>) {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %b, %b : tensor<8x4xbf16>
  return %0, %1 : tensor<8x8xf32>, tensor<8x4xbf16>
}
"""


@pytest.fixture
def bundle(tmp_path: pathlib.Path) -> pathlib.Path:
    ask("bundle", program=PROGRAM, o=str(tmp_path / "b"), seed=0, simulate=True)
    return tmp_path / "b"


def launch(bundle: pathlib.Path, *flags: str, **environment: str) -> subprocess.Popen[str]:
    # What pytest's own jax was told is not for these.
    own = {name: value for name, value in os.environ.items() if not name.startswith(("XLA_", "JAX_"))}
    line = [sys.executable, str(bundle / "launch.py"), *flags]
    return subprocess.Popen(line, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env={**own, **environment})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_processes_compute_what_the_simulation_does_and_go_on_where_they_stopped(bundle: pathlib.Path) -> None:
    first = launch(bundle, "--local-processes", "2", "--check")
    said = first.communicate(timeout=120)[1]
    assert first.returncode == 0, said
    assert "executed in" in said and "shards equal the simulation" in said
    again = launch(bundle, "--local-processes", "2", "--check")
    said = again.communicate(timeout=120)[1]
    assert again.returncode == 0 and "are there already" in said and "executed in" not in said
    kept = bundle / "outputs" / "res0.0.npy"
    before = kept.stat().st_mtime_ns
    (bundle / "outputs" / "res0.1.npy").unlink()
    third = launch(bundle, "--check")
    assert third.wait(timeout=120) == 0
    assert (bundle / "outputs" / "res0.1.npy").exists() and kept.stat().st_mtime_ns == before


def test_a_file_of_inputs_is_read_by_slices(bundle: pathlib.Path, tmp_path: pathlib.Path) -> None:
    a = np.arange(64, dtype=np.float32).reshape(8, 8) / 64
    b = np.ones((8, 4), np.uint16).view("V2")
    np.savez(tmp_path / "in.npz", arg0=a, arg1=b)
    process = launch(bundle, "--inputs", str(tmp_path / "in.npz"), "--outputs", str(tmp_path / "out"))
    said = process.communicate(timeout=120)[1]
    assert process.returncode == 0, said
    parts = [np.load(tmp_path / "out" / f"res0.{i}.npy") for i in range(4)]
    np.testing.assert_allclose(np.block([parts[:2], parts[2:]]), a @ a, rtol=1e-5)
    wrong = launch(bundle, "--inputs", str(tmp_path / "none.npz"), "--outputs", str(tmp_path / "other"))
    assert "error: " in wrong.communicate(timeout=120)[1] and wrong.returncode == 1


def test_results_of_other_inputs_or_another_program_are_not_taken_for_finished(bundle: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert launch(bundle).wait(timeout=120) == 0
    a = np.arange(64, dtype=np.float32).reshape(8, 8) / 64
    np.savez(tmp_path / "in.npz", arg0=a, arg1=np.ones((8, 4), np.uint16).view("V2"))
    assert launch(bundle, "--inputs", str(tmp_path / "in.npz")).wait(timeout=120) == 0
    np.testing.assert_allclose(np.load(bundle / "outputs" / "res0.0.npy"), (a @ a)[:4, :4], rtol=1e-5)
    np.savez(tmp_path / "wrong.npz", arg0=a[:4], arg1=np.ones((8, 4), np.uint16).view("V2"))
    wrong = launch(bundle, "--inputs", str(tmp_path / "wrong.npz"))
    assert "has the shape (4, 8), expected (8, 8)" in wrong.communicate(timeout=120)[1] and wrong.returncode == 1
    both = launch(bundle, "--inputs", str(tmp_path / "in.npz"), "--check")
    assert "leave --inputs or --check out" in both.communicate(timeout=120)[1] and both.returncode == 1
    ask("bundle", program=PROGRAM, o=str(bundle), seed=1, simulate=True)
    again = launch(bundle, "--check")
    assert again.wait(timeout=120) == 0


def test_slurm_tells_who_is_who(bundle: pathlib.Path) -> None:
    job = str((free_port() - 61440) % 4096)
    slurm = {"SLURM_JOB_ID": job, "SLURM_STEP_NODELIST": "localhost", "SLURM_NTASKS": "2", "SLURM_LOCALID": "0"}
    processes = [launch(bundle, "--check", **slurm, SLURM_PROCID=str(i)) for i in range(2)]
    said = [process.communicate(timeout=120)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    assert "process 1 on" in said[1]


def test_processes_of_open_mpi_on_one_machine_meet_there(bundle: pathlib.Path) -> None:
    mpi = {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_LOCAL_SIZE": "2", "PMIX_NAMESPACE": str(free_port())}
    processes = [launch(bundle, "--check", **mpi, OMPI_COMM_WORLD_RANK=str(i)) for i in range(2)]
    said = [process.communicate(timeout=120)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    assert "process 1 on" in said[1] and "one of 2 processes at 127.0.0.1:" in said[1]


def test_run_joins_a_cluster_in_which_each_process_compares_the_whole(tmp_path: pathlib.Path) -> None:
    (tmp_path / "step.mlir").write_text(PROGRAM)
    flags = ["--engine", "xla", "--coordinator", f"127.0.0.1:{free_port()}", "--num-processes", "2"]
    own = {name: value for name, value in os.environ.items() if not name.startswith(("XLA_", "JAX_"))}
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "shardform", "run", "step.mlir", *flags, "--process-id", str(i)],
            cwd=tmp_path,
            env=own,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for i in range(2)
    ]
    said = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    for stdout, _ in said:
        assert stdout.startswith("executed by XLA on 4 devices in 2 processes\n")
        assert "res0" in stdout and "res1" in stdout


def test_a_process_that_dies_ends_the_others_which_say_so(bundle: pathlib.Path) -> None:
    flags = ["--coordinator", f"127.0.0.1:{free_port()}", "--num-processes", "2", "--heartbeat", "3"]
    survivor, victim = (launch(bundle, *flags, "--process-id", str(i)) for i in range(2))
    assert victim.stderr is not None
    while "joined" not in victim.stderr.readline():
        assert victim.poll() is None
    (worker,) = subprocess.run(["pgrep", "-P", str(victim.pid)], capture_output=True, text=True).stdout.split()
    os.kill(int(worker), signal.SIGKILL)
    died = time.monotonic()
    assert "was ended by SIGKILL" in victim.stderr.read() and victim.wait() == 128 + signal.SIGKILL
    said = survivor.communicate(timeout=60)[1]
    # It may have been done before that.
    assert survivor.returncode in (0, 3), said
    if survivor.returncode == 3:
        assert "process 1 died" in said or "lost the connection" in said
    assert time.monotonic() - died < 30


def test_too_few_devices_are_told(bundle: pathlib.Path) -> None:
    process = launch(bundle, XLA_FLAGS="--xla_force_host_platform_device_count=3")
    said = process.communicate(timeout=120)[1]
    assert "the program is for 4 devices, and there are 3 of cpu in 1 processes" in said
    assert process.returncode == 1
