"""What is wrong with arguments, and what to write instead."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

from .errors import LoweringError, UsageError

P = ParamSpec("P")
R = TypeVar("R")


def value_text(value: Any) -> str:
    """Returns what a value is: `an array float32[8,4]`, `a dict`, `None`."""
    if value is None:
        return "None"
    kind = type(value).__name__
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"an array {value.dtype}[{','.join(map(str, value.shape))}]"
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def checked_name(value: Any, parameter: str) -> str:
    """Returns the name of a value. Raises an error for what is no text."""
    if isinstance(value, str):
        return value
    raise UsageError(
        f"{parameter} is {value_text(value)}, and has to be the name of a value as `shardings` and `values()` list them; "
        "write a text such as \"params['w']\""
    )


def of_python(text: str, call: str) -> str:
    """Returns a text of the command in which a call of Python names a machine in place of the flag."""
    return text.replace("--machine names", f"{call} names")


#: What `jax.lax.with_sharding_constraint` says of a PartitionSpec where no mesh is set.
NO_MESH = "requires a non-empty mesh in context"

#: What to write where a PartitionSpec has no mesh. `jax.set_mesh` takes no AbstractMesh.
SET_MESH = (
    "write 'with jax.sharding.use_abstract_mesh(mesh):' around the call of shardform, which takes an AbstractMesh "
    "(of a Mesh, mesh.abstract_mesh), or give NamedSharding(mesh, P(...)) in place of P(...)"
)


def refuse_missing_mesh(error: BaseException) -> None:
    """Raises an error for a PartitionSpec without a mesh, with a remedy that holds without devices."""
    if NO_MESH not in str(error):
        return
    raise LoweringError(
        f"a PartitionSpec is given to with_sharding_constraint, and no mesh is set while the function is lowered; {SET_MESH}"
    ) from error


def takes_told_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Decorates an assertion, which takes the arguments of a program as one tuple: other calls are refused with the one that is meant."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        __tracebackhide__ = True
        problem = binding_problem(signature, args, kwargs)
        if problem is not None:
            name = function.__name__
            raise UsageError(f"{name} does not take the arguments: {problem}; write {name}({meant_call(signature, args, kwargs)})")
        return function(*args, **kwargs)

    return call


def meant_call(signature: inspect.Signature, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str:
    """Returns what an assertion is meant to be called with: `step, (p, x), at_most=...`."""
    own = list(signature.parameters.values())
    positional = [one.name for one in own if one.kind is one.POSITIONAL_OR_KEYWORD]
    named = [f"{one.name}=..." for one in own if one.kind is one.KEYWORD_ONLY and (one.default is one.empty or one.name in kwargs)]
    function = args[0] if args and callable(args[0]) else None
    known = signature_of(function) if function is not None else None
    name = getattr(function, "__name__", "step")
    names = ["x", "y"] if known is None else list(known.parameters)
    packed = f"({', '.join(names)}{',' if len(names) == 1 else ''})"
    return ", ".join([name if name.isidentifier() else "step", packed, *positional[2:], *named])


def checked_args(args: Any) -> tuple[Any, ...]:
    """Returns the arguments of a program as a tuple. Raises an error for what only looks like several arguments."""
    if isinstance(args, Mapping):
        raise UsageError(
            f"args is {value_text(args)}, whose names are no arguments; write args=(one,) where the dict is an argument, or give a study, which "
            "takes arguments by name: sf.study(step, **args)"
        )
    # Fields of a state are no arguments, nor are the rows of an array, or the letters of a text.
    is_one = hasattr(args, "shape") or hasattr(args, "_fields") or isinstance(args, (str, bytes)) or not hasattr(args, "__iter__")
    if is_one:
        remedy = "leave it out for no arguments" if args is None else "write args=(x,) for one argument x"
        raise UsageError(f"args is {value_text(args)}, and has to be a tuple of the arguments of the program; {remedy}")
    return tuple(args)


def refuse_other_signature(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any], cause: TypeError) -> None:
    """Raises an error for a function that does not take so many arguments, or these names."""
    signature = signature_of(function)
    problem = None if signature is None else binding_problem(signature, args, kwargs)
    if signature is None or problem is None:
        return
    name = getattr(function, "__name__", None) or type(function).__name__
    if packs_arguments(function, args, kwargs):
        remedy = f"the {type(args[0]).__name__} is one argument: write sf.study({name}, *args)"
    else:
        remedy = f"give what it is called with: sf.study({', '.join([name, *signature.parameters])})"
    raise LoweringError(f"{name}{signature} does not take the arguments: {problem}; {remedy}") from cause


def packs_arguments(function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
    """Whether the only argument is a tuple or list of those that a function takes."""
    signature = signature_of(function)
    if signature is None or len(args) != 1 or not isinstance(args[0], (tuple, list)):
        return False
    is_call = binding_problem(signature, args, kwargs) is None
    return not is_call and binding_problem(signature, tuple(args[0]), kwargs) is None


def signature_of(function: Callable[..., Any]) -> inspect.Signature | None:
    """Returns what a function takes; `None` where Python does not know."""
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def binding_problem(signature: inspect.Signature, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str | None:
    """Returns why a call is none of a function; `None` if it is one."""
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        return str(error)
    return None
