"""What is said about arguments that are none."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import jax
import numpy as np
import pytest
from jax.sharding import AbstractMesh, AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import shardform as sf
from shardform import testing

X = np.ones((8, 8), "float32")


def step(x: Any, w: Any) -> Any:
    return jax.numpy.tanh(x @ w)


def test_a_tuple_of_the_arguments_is_told_apart_from_them() -> None:
    for packed in ((X, X), [X, X]):
        kind = type(packed).__name__
        with pytest.raises(sf.LoweringError) as raised:
            sf.study(step, packed)
        assert str(raised.value).endswith(f"missing a required argument: 'w'; the {kind} is one argument: write sf.study(step, *args)")
        with pytest.raises(sf.LoweringError, match=re.escape("the arguments are in one tuple: write *args in place of it")):
            sf.assert_equal(step, step, packed)
        with pytest.raises(sf.UsageError, match=re.escape(f"found 1 positional argument; the {kind} is one argument: write run(*args)")):
            sf.study(step, X, X).run(packed)


def test_a_call_that_a_function_does_not_take_is_refused_with_what_it_takes() -> None:
    for own in (step, jax.jit(step)):
        with pytest.raises(sf.LoweringError) as raised:
            sf.study(own, X)
        assert raised.value.message.endswith("does not take the arguments: missing a required argument: 'w'")
        assert raised.value.remedy == "give what it is called with: sf.study(step, x, w)"

    def wrong(x: Any) -> Any:
        return x + len(3)  # type: ignore[arg-type]

    # An error inside of the function is its own.
    with pytest.raises(TypeError, match="has no len"):
        sf.study(wrong, X)


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (X, r"args is an array float32\[8,8\], and has to be a tuple of the arguments of the program; write args=\(x,\) for one argument x"),
        ("x", r"args is a str, and has to be a tuple .*; write args=\(x,\) for one argument x"),
        (3, r"args is an int, and has to be a tuple .*; write args=\(x,\) for one argument x"),
        (None, r"args is None, and has to be a tuple of the arguments of the program; leave it out for no arguments"),
        ({"x": X, "w": X}, r"args is a dict, whose names are no arguments; write args=\(one,\) where the dict is an argument, or give a study, "),
    ],
)
def test_assertions_take_a_tuple_of_arguments(args: Any, problem: str) -> None:
    with pytest.raises(sf.UsageError, match=f"^{problem}"):
        testing.assert_collectives(step, args, at_most=1)
    with pytest.raises(sf.UsageError, match=f"^{problem}"):
        testing.assert_equal_on_devices(step, args)


def test_code_and_meshes_say_what_they_take() -> None:
    study = sf.study(step, X, X)
    plan = study.plan("a100x8", mesh={"data": 8})
    with pytest.raises(sf.UsageError, match=r"none is given; write code\('jax'\); there is code for jax, linen"):
        plan.code()
    assert repr(plan).startswith("predicted: ")
    assert "\ncompiled by jaxlib " in repr(plan)
    with pytest.raises(sf.UsageError, match=r"mesh is a tuple, and has to be .*; write mesh=\{'data': 4, 'model': 2\}"):
        study.plan("a100x8", mesh=(2, 4))  # type: ignore[arg-type]
    with pytest.raises(sf.UsageError, match=r"mesh is a Mesh, and has to be .*; write mesh=dict\(mesh.shape\)"):
        study.plan("a100x8", mesh=jax.make_mesh((8,), ("x",)))  # type: ignore[arg-type]
    with pytest.raises(sf.UsageError, match="mesh='data=0': axis 'data' has the size '0', "):
        study.plan("a100x8", mesh={"data": 0})


def test_two_meshes_are_named() -> None:
    text = """sdy.mesh @a = <["x"=8]>
sdy.mesh @b = <["y"=2, "z"=4]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"y"}, {"z"}]>}) {
  return %x : tensor<8x8xf32>
}
"""
    with pytest.raises(sf.ProgramError, match=r"on two meshes, @a \(x=8\) and @b \(y=2, z=4\)"):
        sf.study(text)


def p_and_x() -> tuple[Any, Any]:
    mesh = AbstractMesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)

    def on(shape: tuple[int, ...], *spec: Any) -> Any:
        return jax.ShapeDtypeStruct(shape, np.float32, sharding=NamedSharding(mesh, P(*spec)))

    return {"wi": on((16, 32), None, "model"), "wo": on((32, 16), "model")}, on((8, 16), "data")


def mlp(p: Any, x: Any) -> Any:
    return jax.nn.relu(x @ p["wi"]) @ p["wo"]


def test_assertions_that_are_called_otherwise_say_how() -> None:
    p, x = p_and_x()
    # Their types refuse these calls, too.
    own: Any = testing
    calls: list[tuple[Any, str]] = [
        (lambda: own.assert_collectives(mlp, p, x, at_most=0), "too many positional arguments; write assert_collectives(mlp, (p, x), at_most=...)"),
        (lambda: own.assert_sharding(mlp, (p, x), {"x": P()}), "too many positional arguments; write assert_sharding(mlp, (p, x), expected=...)"),
        (lambda: own.assert_fits(mlp, (p, x), machine="t3k"), "missing a required argument: 'memory'; write assert_fits(mlp, (p, x), machine=..., memory=...)"),
        (lambda: own.assert_budget(mlp, p, x, {"memory": 1}), "too many positional arguments; write assert_budget(mlp, (p, x), budget)"),
        (lambda: own.assert_snapshot(mlp, p, x, file="s.txt"), "too many positional arguments; write assert_snapshot(mlp, (p, x), file=...)"),
        (lambda: own.assert_equal_on_devices(mlp, p, x), "too many positional arguments; write assert_equal_on_devices(mlp, (p, x))"),
        (lambda: own.assert_collectives(lambda x: x, x, x, at_most=0), "too many positional arguments; write assert_collectives(step, (x,), at_most=...)"),
    ]
    for call, problem in calls:
        with pytest.raises(sf.UsageError) as raised:
            call()
        assert str(raised.value).endswith(f" does not take the arguments: {problem}")


def test_values_and_shardings_that_are_none_are_told() -> None:
    study = sf.study(mlp, *p_and_x(), partitioner="shardform")
    for call in (study.show, study.explain):
        with pytest.raises(sf.UsageError, match="^value is an int, and has to be the name of a value as .*; write a text such as "):
            call(3)  # type: ignore[arg-type]
    with pytest.raises(sf.UsageError, match=re.escape("'data' is the name of an axis, and no sharding of 'x'; write P('data')")):
        study.compare({"x": "data"})
    with pytest.raises(sf.UsageError, match=re.escape("'data,_,model' is names of axes, and no sharding of 'x'; write P('data', None, 'model')")):
        study.compare({"x": "data,_,model"})
    with pytest.raises(sf.UsageError, match=re.escape("write P('data')")):
        testing.assert_sharding(study, expected={"x": "data"})
    # As the command takes them.
    assert study.compare({"x": "data,_"}).text == study.compare({"x": P("data", None)}).text


def test_batches_of_a_search_have_names() -> None:
    study = sf.study(mlp, *p_and_x(), partitioner="shardform")
    with pytest.raises(sf.UsageError) as raised:
        sf.search(study, batch=["p['wi']"], devices=8, machine="a100x8")
    assert str(raised.value).startswith("batch: p['wi'] is used as a parameter: its first dimension is no batch, since dot_general (")
    assert str(raised.value).endswith("; did you mean ['x']? the arguments are p['wi'], p['wo'], x")
    with pytest.raises(sf.UsageError, match=r"^batch has 9, which is the number of no argument; write the names of the arguments that are batches, of "):
        sf.search(study, batch=[9], devices=8)
    with pytest.raises(sf.UsageError, match=r"^batch is empty; write the names "):
        sf.search(study, batch=[], devices=8)


def test_a_time_without_a_machine_says_how_to_name_one_in_python() -> None:
    study = sf.study(mlp, *p_and_x(), partitioner="shardform")
    assert '\non h100:1x8, assumed; time("a100x8") names another\n' in study.time().text
    assert "--machine" not in study.time("a100x8").text


def test_a_constraint_without_a_mesh_says_what_works() -> None:
    _, x = p_and_x()

    def constrained(x: Any) -> Any:
        return jax.lax.with_sharding_constraint(x, P("data")) * 2

    calls: list[Any] = [
        lambda: sf.study(constrained, x),
        lambda: sf.study(jax.jit(constrained), x),
        lambda: sf.assert_equal(constrained, lambda x: x * 2, x),
    ]
    for call in calls:
        with pytest.raises(sf.LoweringError, match=r"no mesh is set .*; write 'with jax.sharding.use_abstract_mesh\(mesh\):' around the call") as raised:
            call()
        assert "set_mesh" not in str(raised.value)
    with jax.sharding.use_abstract_mesh(x.sharding.mesh):
        assert sf.study(constrained, x).devices == 8
    mesh = x.sharding.mesh
    assert sf.study(lambda x: jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P("data"))) * 2, x).devices == 8


def test_reports_and_plans_have_the_name_of_the_function(tmp_path: pathlib.Path) -> None:
    study = sf.study(mlp, *p_and_x(), partitioner="shardform")
    page = study.report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<title>Report on mlp</title>" in page and "standard input" not in page
    plan = study.plan("a100x8", verify=False)
    assert "The plan of mlp, made by shardform" in plan.python
    assert all("The plan of mlp, made by shardform" in own.text for own in plan.data.code)


def test_memory_says_whether_it_fits() -> None:
    study = sf.study(mlp, *p_and_x(), partitioner="shardform")

    def machine(memory: float) -> dict[str, Any]:
        return {"name": "ours", "devices": 8, "device": {"kind": "gpu", "memory": memory}, "default_gbps": 100}

    peak = study.memory(machine(1e9)).bytes
    second = [repr(study.memory(machine(own))).splitlines()[1] for own in (10 * peak, peak / 0.95, peak / 2)]
    assert re.fullmatch(r"fits into the \S+ \S+ of ours", second[0])
    assert re.fullmatch(r"fits into the \S+ \S+ of ours, with [\d.]+ % to spare: allocators of frameworks keep some of it", second[1])
    assert re.fullmatch(r"DOES NOT FIT into the \S+ \S+ of ours", second[2])
    assert study.memory("v5e-8").capacity == 16e9
    with pytest.raises(AssertionError) as raised:
        testing.assert_fits(study, machine="v5e-8", memory="1KB")
    lines = str(raised.value).splitlines()
    assert lines[2].startswith("    argument p['w") and lines[2].endswith(" at the peak") and 4 <= len(lines) <= 7
