"""Assertions and the pytest plugin."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import jax
import numpy as np
import programs
import pytest
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import shardform as sf
from shardform import testing


@pytest.fixture(scope="module")
def step() -> tuple[Any, tuple[Any, ...]]:
    """A hidden layer whose weights are split the wrong way round, so that they are gathered."""
    mesh = programs.make_mesh()

    def on(shape: tuple[int, ...], *spec: Any) -> Any:
        return jax.ShapeDtypeStruct(shape, np.float32, sharding=NamedSharding(mesh, P(*spec)))

    def step(x: Any, w: Any) -> Any:
        return jax.numpy.tanh(x @ w)

    return jax.jit(step), (on((64, 32), "data", "model"), on((32, 128), None, "model"))


def test_an_unwanted_all_gather_is_told_with_its_line_and_reason(step: Any) -> None:
    testing.assert_collectives(*step, at_most={"all_gather": 1, "*": 0})
    with pytest.raises(AssertionError) as raised:
        testing.assert_collectives(*step, at_most={"all_gather": 0})
    message = re.sub(r"/\S+/", "", str(raised.value))
    head, limit, finding = message.splitlines()[:3]
    assert re.fullmatch(r"step, as compiled by jaxlib [\d.]+ for CPUs: 1 of 1 limits exceeded", head)
    assert limit == "  1 all_gather, none allowed"
    assert re.fullmatch(
        r"    test_testing.py:\d+: all_gather along model of x, 1.0 KiB: dot_general \(test_testing.py:\d+\): "
        r"dimension 1 of x is split along model, but the matching dimension 0 of w is not",
        finding,
    )


def test_budgets_are_compared_with_the_program_that_runs() -> None:
    mesh = programs.make_mesh()
    x = jax.ShapeDtypeStruct((16, 64, 32), np.float32, sharding=NamedSharding(mesh, P("data", None, "model")))

    def spectrum(x: Any) -> Any:
        return jax.numpy.fft.fft(x, axis=1).real

    # XLA gathers the operand of a Fourier transform whole.
    with pytest.raises(AssertionError, match=r"spectrum, as compiled by jaxlib [\d.]+ for CPUs: \d of \d limits exceeded"):
        testing.assert_collectives(spectrum, (x,), at_most={"*": 0})
    with pytest.raises(AssertionError, match="spectrum, as XLA would, predicted: 1 of 1 limits exceeded"):
        testing.assert_collectives(spectrum, (x,), at_most={"*": 0}, partitioner="shardform")


def test_a_compiled_program_has_lines_values_and_causes(step: Any) -> None:
    fn, args = step
    compiled = sf.study(fn, *args).compiled()
    assert re.fullmatch(r"jaxlib [\d.]+ for CPUs", compiled.compiler)
    [row] = compiled.collectives
    assert (row.kind, row.axes, row.bytes, row.executions) == ("all_gather", ("model",), 1024, 1)
    [moved] = row.moved
    assert (moved.name, moved.from_, moved.to, moved.cause.kind) == ("x", "[{data}, {model}]", "[{data}, {}]", "conflict")
    assert row.place is not None and pathlib.Path(row.place.rpartition(":")[0]).name == "test_testing.py"


def test_bytes_of_collectives_are_limited(step: Any) -> None:
    testing.assert_collectives(*step, at_most={"all_gather": "1KiB"})
    with pytest.raises(AssertionError, match="sends 1.0 KiB, at most 1000 B allowed"):
        testing.assert_collectives(*step, at_most={"all_gather": "1KB"})


def test_shardings_are_compared_by_name(step: Any) -> None:
    testing.assert_sharding(*step, expected={"x": P("data", "model"), "result": "P('data', 'model')"})
    with pytest.raises(AssertionError, match=r"w is P\(None, 'model'\), expected P\('data', None\)"):
        testing.assert_sharding(*step, expected={"w": P("data", None)})
    with pytest.raises(AssertionError, match="there is no 'v'"):
        testing.assert_sharding(*step, expected={"v": P()})


def test_memory_has_to_fit(step: Any) -> None:
    testing.assert_fits(*step, machine="a100x8", memory="1MB")
    with pytest.raises(AssertionError, match="a device holds"):
        testing.assert_fits(*step, machine="a100x8", memory="1KB")


def test_budgets_that_say_nothing_sensible_are_refused(step: Any) -> None:
    with pytest.raises(sf.UsageError, match="did you mean 'all_gather'"):
        testing.assert_collectives(*step, at_most={"allgather": 0})


def test_numbers_of_devices_are_compared_with_jax() -> None:
    fn, args = programs.plain()
    testing.assert_equal_on_devices(fn, args)


def test_snapshots_say_what_changed(product: str, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "step.txt"
    testing.assert_snapshot(product, file=file)
    testing.assert_snapshot(product, file=file)
    assert file.read_text() == (
        "program: compiled by XLA\nmesh: x=2\nvalues:\n  argument 0: f32[4,16] P(None, 'x')\n  result 0: f32[4,4] P()\n"
        "collectives:\n  all_reduce along x of %0: 64 B\nsent by each device: 64 B\n"
    )
    with pytest.raises(AssertionError) as raised:
        testing.assert_snapshot(product.replace('[{}, {"x"}]', '[{"x"}, {}]'), file=file)
    assert str(raised.value).splitlines()[1:] == [
        "  values:",
        "-   argument 0: f32[4,16] P(None, 'x')",
        "+   argument 0: f32[4,16] P('x')",
        "-   result 0: f32[4,4] P()",
        "+   result 0: f32[4,4] P('x')",
        "  collectives:",
        "-   all_reduce along x of %0: 64 B",
        "+   all_gather along x of %a: 128 B",
        "- sent by each device: 64 B",
        "+ sent by each device: 128 B",
    ]


def test_snapshots_of_predicted_and_compiled_programs_are_not_compared(product: str, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "step.txt"
    testing.assert_snapshot(product, file=file, partitioner="shardform")
    predicted = file.read_text()
    assert predicted.startswith("program: predicted\nmesh: x=2\n")
    with pytest.raises(AssertionError, match="has the program of <text> predicted, which is not compared with the one compiled by XLA"):
        testing.assert_snapshot(product, file=file)
    # Snapshots of older versions don't say that they are predicted.
    file.write_text(predicted.partition("\n")[2])
    testing.assert_snapshot(product, file=file, partitioner="shardform")
    with pytest.raises(AssertionError, match="which is not compared"):
        testing.assert_snapshot(product, file=file)
    with pytest.raises(sf.UsageError, match="the study has partitioner='xla', not 'shardform'"):
        testing.assert_snapshot(sf.study(product), file=file, partitioner="shardform")


def test_memory_is_compared_with_that_of_xla(step: Any) -> None:
    fn, args = step
    analysis = fn.lower(*args).compile().memory_analysis()
    bytes = analysis.argument_size_in_bytes + analysis.output_size_in_bytes + analysis.temp_size_in_bytes
    testing.assert_fits(*step, memory=bytes)
    with pytest.raises(AssertionError, match=r"step, as compiled by jaxlib [\d.]+ for CPUs: 1 of 1 limits exceeded"):
        testing.assert_fits(*step, memory=bytes - 1)


def test_the_plugin_keeps_snapshots_beside_tests(pytester: pytest.Pytester, product: str) -> None:
    body = f'''
PRODUCT = """{product}"""

def test_product(shardform, shardform_snapshot):
    shardform.assert_collectives(PRODUCT, at_most={{"all_gather": 0}})
    shardform_snapshot(PRODUCT)
'''
    pytester.makepyfile(body)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    assert (pytester.path / "__shardings__" / "test_the_plugin_keeps_snapshots_beside_tests.test_product.txt").exists()
    pytester.makepyfile(body.replace("4x4", "8x8").replace("4x16", "8x16"))
    changed = pytester.runpytest_subprocess()
    changed.assert_outcomes(failed=1)
    changed.stdout.fnmatch_lines(["*-   argument 0: f32[[]4,16[]] P(None, 'x')", "*+   argument 0: f32[[]8,16[]] P(None, 'x')"])
    pytester.runpytest_subprocess("--shardform-update").assert_outcomes(passed=1)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_the_plugin_keeps_snapshots_of_tests_apart(pytester: pytest.Pytester, product: str) -> None:
    body = f'''
import pytest
PRODUCT = """{product}"""

def test(shardform_snapshot):
    shardform_snapshot(PRODUCT)

class TestOne:
    def test(self, shardform_snapshot):
        shardform_snapshot(PRODUCT.replace("4x16", "4x32"))

class TestTwo:
    @pytest.mark.parametrize("of", ["a/b", "a b"])
    def test(self, of, shardform_snapshot):
        shardform_snapshot(PRODUCT.replace("4x16", "4x64"))
'''
    pytester.makepyfile(test_a=body, test_b=body.replace("4x16", "4x24"))
    for _ in range(2):
        run = pytester.runpytest_subprocess()
        run.assert_outcomes(passed=6, failed=2)
        run.stdout.fnmatch_lines(["the snapshot 'test_a.TestTwo.test-a-b' is that of test_a.py::TestTwo::test*, too: give one of them a name"])


def test_budgets_that_are_none_are_told(product: str) -> None:
    with pytest.raises(sf.UsageError, match="^the budget: unknown kind of collectives 'allreduce'"):
        testing.assert_collectives(product, at_most={"allreduce": 0})


def test_the_plugin_costs_nothing_where_it_is_not_used(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("import sys\ndef test(): assert not {'jax', 'numpy', 'shardform.study'} & set(sys.modules)")
    pytester.runpytest_subprocess("-p", "no:jaxtyping").assert_outcomes(passed=1)


def test_a_limit_alone_is_that_of_all_collectives(step: Any) -> None:
    testing.assert_collectives(*step, at_most=1)
    with pytest.raises(AssertionError, match="none allowed"):
        testing.assert_collectives(*step, at_most=0)


def test_a_budget_that_limits_nothing_is_refused(step: Any) -> None:
    with pytest.raises(sf.UsageError, match="limits nothing"):
        testing.assert_budget(*step, {})


def test_a_plan_for_a_memory_without_unit_is_refused(step: Any) -> None:
    with pytest.raises(sf.UsageError, match="memory=40 is a number of bytes; write '40GB'"):
        sf.study(*step[:1], *step[1]).plan("a100x8", memory=40)
