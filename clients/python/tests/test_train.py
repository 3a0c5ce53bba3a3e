"""Training runs are described by dictionaries and files."""

from __future__ import annotations

import json
import pathlib

import pytest

import shardform as sf

RUN = {
    "model": {"layers": 2, "hidden": 64, "heads": 4, "ffn": 256, "gated": False, "vocab": 512, "sequence": 64},
    "hardware": "h100-80gb",
    "devices": 2,
    "batch": 8,
    "microbatch": 2,
    "fsdp": 2,
}

#: Rates that no preset has a say in.
MACHINE = {"nodes": 1, "per_node": 2, "device": {"kind": "gpu", "flops": 1e12, "dram": 1e12, "launch": 0, "memory": 1e9}, "inside_gbps": 80, "between_gbps": 80}


def test_a_step_of_a_run() -> None:
    step = sf.train_run(RUN, machine=MACHINE)
    assert step.strategy == "fsdp 2"
    assert step.microbatch == 2
    assert step.tokens_per_second_per_device == pytest.approx(8 * 64 / 2 / step.seconds)
    parts = step.parts
    spent = (parts.products, parts.attention, parts.memory, parts.communication, parts.host, parts.optimizer, parts.pipeline)
    assert sum(spent) == pytest.approx(step.seconds)
    assert step.fits is True
    assert "a training step of 8 sequences" in str(step)


def test_the_days_of_training_on_tokens() -> None:
    step = sf.train_run(RUN, machine=MACHINE, tokens="15B")
    assert step.training is not None
    assert (step.training.tokens, step.training.steps) == (15e9, -(-15_000_000_000 // (8 * 64)))
    assert step.training.days == pytest.approx(step.training.steps * step.seconds / 86_400)
    assert step.tokens_per_second == pytest.approx(8 * 64 / step.seconds)
    assert sf.train_run(RUN, machine=MACHINE, tokens=15e9).training == step.training
    assert sf.train_run(RUN, machine=MACHINE).training is None


def test_a_file_is_the_same(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(RUN))
    assert sf.train_run(file, machine=MACHINE).seconds == sf.train_run(RUN, machine=MACHINE).seconds


def test_a_machine_takes_the_place_of_hardware() -> None:
    assert sf.train_run(RUN).machine == "h100:1x2"


def test_gradients_of_weights_fill_the_time_of_waiting() -> None:
    run = {**RUN, "fsdp": 1, "pipeline": 2}
    usual = sf.train_run(run, machine=MACHINE)
    filled = sf.train_run(run, machine=MACHINE, schedule="zb-h1")
    assert (usual.schedule, filled.schedule) == ("1f1b", "zb-h1")
    assert filled.parts.pipeline < usual.parts.pipeline
    assert filled.seconds < usual.seconds


def test_refuses_what_is_no_run() -> None:
    with pytest.raises(sf.UsageError, match="unknown field 'fsdpp'; did you mean 'fsdp'"):
        sf.train_run({**RUN, "fsdpp": 2})
    with pytest.raises(sf.UsageError, match="a list is not a run"):
        sf.train_run([RUN])  # type: ignore[arg-type]
