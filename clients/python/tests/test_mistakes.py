"""What is said about arguments that are none."""

from __future__ import annotations

import re
from typing import Any

import jax
import numpy as np
import pytest

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
