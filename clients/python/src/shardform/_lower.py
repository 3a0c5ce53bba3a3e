"""Makes the text of a program from what Python has. The only file that knows jax's stages of lowering."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import os
import pathlib
import re
import tempfile
from collections.abc import Callable
from typing import Any

from ._mistakes import refuse_missing_mesh, refuse_other_signature, value_text
from ._process import ask
from .errors import LoweringError


@dataclasses.dataclass
class Source:
    """A program as text, and what Python knows of it."""

    text: str
    title: str
    #: A `jax.stages.Lowered` and what else is needed to call the function; `None` for text.
    lowered: Any = None
    jitted: Any = None
    arguments: tuple[tuple[Any, ...], dict[str, Any]] = ((), {})
    #: Positions of the leaves that the program has as arguments; `None` where all are.
    kept: tuple[int, ...] | None = None
    #: What was exported, which knows the pytrees of a program that is not lowered here.
    exported: Any = None
    #: Whether a library lowers another function than the user's, whose arguments are other pytrees.
    is_wrapped: bool = False

    def __getstate__(self) -> dict[str, Any]:
        """What other processes get: the text. What jax has stays in its process."""
        return {**vars(Source(self.text, self.title))}


def source_of(program: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Source:
    """Returns the program of a function and its arguments, or of what stands for a program by itself."""
    if isinstance(program, (str, os.PathLike, bytes)):
        refuse_arguments(args, kwargs, "text and files have theirs")
        return source_of_text(program)
    kind = type(program).__name__
    module = type(program).__module__.partition(".")[0]
    if hasattr(program, "mlir_module") and hasattr(program, "in_tree"):
        refuse_arguments(args, kwargs, "an Exported has its own")
        return source_of_exported(program)
    if module == "onnx":
        refuse_arguments(args, kwargs, "a model has its own")
        return source_of_onnx(program.SerializeToString(), program.graph.name or "model.onnx")
    if module == "torch" and kind == "ExportedProgram":
        refuse_arguments(args, kwargs, "an ExportedProgram has its own")
        return source_of_torch(program)
    if module == "jax" and kind == "Compiled":
        raise LoweringError("a Compiled is partitioned already, by XLA; study what it was compiled from: jax.jit(step).lower(...)")
    if hasattr(program, "as_text") and hasattr(program, "args_info"):
        refuse_arguments(args, kwargs, "a Lowered has its own")
        return source_of_lowered(program, None, args, kwargs)
    if hasattr(program, "lower") and hasattr(program, "jaxpr"):
        refuse_arguments(args, kwargs, "a Traced has its own")
        return source_of_lowered(lower(program.lower).stage, None, args, kwargs)
    if callable(program):
        return source_of_function(program, args, kwargs)
    hint = ", which is what a function without 'return' gives" if program is None else ""
    raise LoweringError(
        f"{value_text(program)} is no program{hint}; expected a function with its arguments, a Lowered, a Traced, an Exported, an ONNX model, "
        "a torch ExportedProgram, text of MLIR, or a path: sf.study(step, *args) or sf.study('step.mlir')"
    )


def refuse_arguments(args: tuple[Any, ...], kwargs: dict[str, Any], because: str) -> None:
    """Raises an error when there are arguments."""
    if args or kwargs:
        raise LoweringError(f"expected no arguments beside the program: {because}")


def source_of_text(program: str | bytes | os.PathLike[str]) -> Source:
    """Returns the program of a text, or of a file: text, bytecode, a serialized Exported or an ONNX model."""
    if isinstance(program, bytes):
        return converted(program, "<bytes>")
    if isinstance(program, str) and not program.strip():
        raise LoweringError("the program is an empty text; give the path of a file, text of MLIR, or a function with its arguments: sf.study(step, *args)")
    if isinstance(program, str) and ("\n" in program or "func" in program or "module" in program):
        return Source(program, "<text>")
    path = pathlib.Path(program)
    if path.is_dir():
        raise LoweringError(f"'{path}' is a folder, not a program; give the path of a file in it")
    if not path.is_file():
        where = "" if path.is_absolute() else f" in '{pathlib.Path.cwd()}'"
        raise LoweringError(
            f"there is no file '{path}'{where}; give the path of one that is there, or text of MLIR, which has a line break, 'func' or 'module' in it"
        )
    return converted(path.read_bytes(), path.name, path)


def converted(content: bytes, title: str, path: pathlib.Path | None = None) -> Source:
    """Returns the program of the bytes of a file."""
    if path is not None and path.suffix == ".onnx":
        return source_of_onnx(content, title)
    if path is not None and path.suffix == ".py":
        raise LoweringError(f"'{path}' is a Python program, not MLIR; import its function, and give it with its arguments: sf.study(step, *args)")
    try:
        return Source(content.decode("utf-8"), title)
    except UnicodeDecodeError:
        pass
    # Bytecode and serialized programs are read by the command.
    file = path
    with tempfile.TemporaryDirectory() as folder:
        if file is None:
            file = pathlib.Path(folder, "program")
            file.write_bytes(content)
        answer = ask("run_pipeline", file=str(file.resolve()), pipeline="builtin.module()")
    return Source(answer["data"]["output"], title)


def source_of_onnx(content: bytes, title: str) -> Source:
    """Returns the program of an ONNX model, its weights as arguments."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "model.onnx")
        file.write_bytes(content)
        answer = ask("translate", file=str(file), from_onnx=True, weights_as_arguments=True)
    return Source(answer["data"]["output"], title)


def source_of_torch(program: Any) -> Source:
    """Returns the program of a `torch.export.ExportedProgram`, by way of ONNX."""
    import torch

    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "model.onnx")
        try:
            torch.onnx.export(program, (), str(file), dynamo=True, external_data=False)
        except ImportError as error:
            raise LoweringError(f"torch cannot write the model as ONNX: {error}; pip install onnx onnxscript") from error
        return source_of_onnx(file.read_bytes(), "torch.export")


def source_of_exported(exported: Any) -> Source:
    """Returns the program of a `jax.export.Exported`."""
    return Source(exported.mlir_module(), exported.fun_name, kept=tuple(exported.module_kept_var_idx), exported=exported)


def source_of_function(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Source:
    """Lowers a function, jitted by jax or by one of the libraries on it, or not yet jitted."""
    exclude_own_frames()
    if not hasattr(function, "lower"):
        import jax

        function = jax.jit(function)
    own: Any = function
    try:
        lowered = lower(lambda: own.lower(*args, **kwargs), lambda: own.trace(*args, **kwargs).lower)
    except TypeError as error:
        refuse_other_signature(function, args, kwargs, error)
        raise
    return source_of_lowered(lowered.stage, function, args, kwargs)


@functools.cache
def exclude_own_frames() -> None:
    """Keeps the files of this package out of the places of operations: they are those of the user's program."""
    from jax.extend import source_info_util

    register = getattr(source_info_util, "register_exclusion", None)
    if register is not None:
        for file in pathlib.Path(__file__).parent.glob("*.py"):
            register(str(file))


@dataclasses.dataclass
class LoweredStage:
    """A function that jax has lowered."""

    #: A `jax.stages.Lowered`, or what a library has around one.
    stage: Any
    #: Whether jax has lowered it without any devices.
    has_no_devices: bool


def lower(stage: Callable[..., Any], traced: Callable[[], Callable[..., Any]] | None = None) -> LoweredStage:
    """Lowers a function, for CPU where the devices of an `AbstractMesh` are not there.

    `traced` returns the stage that takes platforms where `stage` takes none.
    """
    try:
        return LoweredStage(stage(), has_no_devices=False)
    except RuntimeError as error:
        refuse_missing_mesh(error)
        raise
    except ValueError as error:
        if "lowering_platforms" not in str(error):
            raise
        own = stage if traced is None else traced()
        return LoweredStage(own(lowering_platforms=("cpu",)), has_no_devices=True)


def source_of_lowered(lowered: Any, jitted: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Source:
    """Returns the program of a `jax.stages.Lowered`, or of what equinox and nnx have around one."""
    inner = lowered
    while hasattr(inner, "lowered"):
        inner = inner.lowered
    text = inner.as_text(debug_info=True)
    if inner is not lowered:
        text = with_own_names(text, inner, jitted, args, kwargs)
    name = getattr(jitted, "__name__", None) or module_name(text)
    return Source(text, name, inner, jitted, (args, kwargs), kept_leaves(inner), is_wrapped=inner is not lowered)


def with_own_names(text: str, inner: Any, jitted: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Returns a text in which arguments have the names of the user's function, not of what a library lowers instead."""
    import jax

    paths = jax.tree_util.tree_flatten_with_path
    given = [(path, own) for path, own in paths((args, kwargs))[0] if hasattr(own, "shape") and hasattr(own, "dtype")]
    wanted = jax.tree.leaves(inner.args_info)
    if [(own.shape, own.dtype) for _, own in given] != [(own.shape, own.dtype) for own in wanted]:
        return text
    kept = kept_leaves(inner)
    known = argument_names(text)
    parameters = signature_of(getattr(jitted, "__wrapped__", jitted))
    names = [path_name(given[i][0], parameters) for i in (range(len(given)) if kept is None else kept)]
    if len(known) != len(names):
        return text
    escaped = [name.replace("\\", "\\\\").replace('"', '\\"') for name in names]
    renamed = dict(zip(known, escaped))
    return STRING.sub(lambda found: f'"{renamed.get(found[1], found[1])}"', text)


#: A string of MLIR.
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def argument_names(text: str) -> list[str]:
    """Returns the names that jax gave the arguments of the program, as they are written in its text."""
    signature = next((line for line in text.splitlines() if re.match(r"\s*func\.func public @main\(", line)), "")
    starts = [found.start() for found in re.finditer(r"%arg\d+: ", signature)]
    ends = [*starts[1:], signature.rfind(") -> (")]
    parts = [signature[start:end] for start, end in zip(starts, ends)]
    found = [re.search(rf"loc\({STRING.pattern}\)[,)\s]*$", part) for part in parts]
    return [own[1] for own in found if own is not None]


def path_name(path: tuple[Any, ...], parameters: list[str]) -> str:
    """Returns the name of a leaf of `(args, kwargs)` as jax has it: `params['w']`."""
    import jax

    inside, first, *rest = path
    if inside.idx == 1:
        return f"{first.key}{jax.tree_util.keystr(tuple(rest))}"
    name = parameters[first.idx] if first.idx < len(parameters) else f"args[{first.idx}]"
    return f"{name}{jax.tree_util.keystr(tuple(rest))}"


def signature_of(function: Any) -> list[str]:
    """Returns the names of the positional parameters of a function."""
    try:
        own = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [parameter.name for parameter in own if parameter.kind is not parameter.VAR_POSITIONAL]


def module_name(text: str) -> str:
    """Returns `step` of `module @jit_step`."""
    _, found, rest = text.partition("module @")
    return rest.split(" ", 1)[0].removeprefix("jit_") if found else "program"


def kept_leaves(lowered: Any) -> tuple[int, ...] | None:
    """Returns which leaves of the arguments the program has: jax drops those that it does not use."""
    inside = getattr(getattr(lowered, "_lowering", None), "compile_args", None) or {}
    kept = inside.get("kept_var_idx")
    return None if kept is None else tuple(sorted(kept))
