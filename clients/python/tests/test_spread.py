"""Searches and plans are the same with any executor."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from test_study import LOOP

import shardform as sf
from shardform import _spread
from shardform._search import search

STEP = """func.func @main(%w: tensor<64x256xf32>, %v: tensor<256x64xf32>, %x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x256xf32>) -> tensor<32x256xf32>
  %1 = stablehlo.dot_general %0, %v, contracting_dims = [1] x [0] : (tensor<32x256xf32>, tensor<256x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
"""

#: Slow enough that communication pays, and no file that other computers lack.
MACHINE = {"devices": 4, "device": {"flops": 1e9, "dram": 1e9, "launch": 0}, "default_gbps": 8}


def loky(workers: int) -> concurrent.futures.Executor:
    return pytest.importorskip("loky").ProcessPoolExecutor(workers)


def spawned(workers: int) -> concurrent.futures.Executor:
    return concurrent.futures.ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


@pytest.fixture(scope="module", params=[(concurrent.futures.ThreadPoolExecutor, 1), (concurrent.futures.ThreadPoolExecutor, 3), (spawned, 2), (loky, 2)])
def executor(request: pytest.FixtureRequest) -> Iterator[concurrent.futures.Executor]:
    make, workers = request.param
    with make(workers) as made:
        yield made


def shown(answer: Any) -> tuple[str, Any]:
    return answer.text, answer.data


def test_search_of_a_model_is_the_same(executor: concurrent.futures.Executor) -> None:
    def found(**options: Any) -> Any:
        return shown(search("mlp-xs", batch=64, devices=4, schedules="all", memory="5MB", **options))

    expected = found()
    assert found(executor=executor, parts=3) == expected
    assert found(executor=executor, parts=1) == expected


def test_search_of_a_study_is_the_same(executor: concurrent.futures.Executor) -> None:
    study = sf.study(STEP)

    def found(**options: Any) -> Any:
        return shown(search(study, batch=[2], devices=4, machine=MACHINE, pareto=True, **options))

    assert found(executor=executor, parts=2) == found()


def test_plan_is_the_same(executor: concurrent.futures.Executor) -> None:
    study = sf.study(STEP)
    alone = study.plan(MACHINE, devices=4)
    plan = study.plan(MACHINE, devices=4, executor=executor)
    assert (plan.text, plan.data, plan.python) == (alone.text, alone.data, alone.python)
    assert {own.mesh for own in plan.data.tried} == {"x=4", "x=2, y=2"}


def test_errors_of_workers_are_those_of_the_tool(executor: concurrent.futures.Executor) -> None:
    with pytest.raises(sf.UsageError, match="unknown machine 'galaxi'; did you mean 'galaxy'"):
        search("mlp-xs", batch=64, devices=2, machine="galaxi", executor=executor, parts=2)
    with pytest.raises(sf.UsageError, match="galaxi"):
        sf.study(STEP).plan("galaxi", devices=2, executor=executor)


def test_refuses_what_is_no_search() -> None:
    study = sf.study(STEP)
    with pytest.raises(sf.UsageError, match="there is no argument 'z'; there are"):
        search(study, batch=["z"], devices=2)
    with pytest.raises(sf.UsageError, match="is a list of its arguments"):
        search(study, batch=4, devices=2)
    with pytest.raises(sf.UsageError, match="study a function"):
        search("mlp-xs", batch=[0], devices=2)
    with pytest.raises(sf.UsageError, match="at least one part, not 0"):
        search("mlp-xs", batch=64, devices=2, parts=0)
    with concurrent.futures.ThreadPoolExecutor(1) as one, pytest.raises(sf.UsageError, match="give devices"):
        study.plan(mesh="2", executor=one)


def test_ctrl_c_cancels() -> None:
    def interrupt() -> None:
        while not any(list(_spread._working.values())):
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        threading.Thread(target=interrupt).start()
        # The second task is never begun.
        with pytest.raises(KeyboardInterrupt):
            _spread.spread(executor, [("run", {"program": LOOP})] * 2)
        executor.submit(int).result(60)


def test_processes_end_with_their_threads() -> None:
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        _spread.spread(executor, [("meshes", {"devices": 2})])
        server = executor.submit(lambda: _spread.own_server(())).result()
        assert server.is_alive
    assert not server.is_alive
