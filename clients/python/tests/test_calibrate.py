"""Devices are measured as jax has them."""

from __future__ import annotations

import sys

import pytest

import shardform as sf
from shardform._process import ask
from shardform.answers import Calibration


KINDS = ("allreduce", "allgather", "reducescatter", "alltoall", "permute")

STEP = """sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.add %x, %x : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""


def test_each_collective_in_groups_of_each_size_and_links_are_measured() -> None:
    answer = ask("calibrate", engine="xla", python=sys.executable, platform="cpu", devices=4)
    found = Calibration.from_json(answer["data"])
    for kind in KINDS:
        assert list(getattr(found, kind)) == ["2", "4"]
    assert found.network_bandwidth_gbps_uniform > 0
    assert [name for name in found.r_squared if "4" in name] == [f"{kind} of 4 devices" for kind in KINDS]


def test_a_calibration_is_a_machine() -> None:
    device = {"seconds_per_flop": 1e-12, "seconds_per_dram_byte": 1e-12, "kernel_launch_seconds": 0}
    seconds = {"4": {"seconds_per_Gb": 0, "constant_seconds": 0.25}}
    machine = {"device_parameters": device, "allgather": seconds, "network_bandwidth_Gbps_uniform": 1}
    study = sf.study(STEP)
    assert study.time(machine).seconds == pytest.approx(0.25, rel=1e-3)
    plan = study.plan(machine)
    assert plan.data.best.model is not None or plan.seconds > 0
