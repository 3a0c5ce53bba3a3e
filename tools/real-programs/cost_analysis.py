#!/usr/bin/env python3
"""Records what XLA's cost analysis says of the programs, and of each of their operations alone.

  python cost_analysis.py [-o DIR] [--compiled] [NAME...]

Programs are those of make.py, for one device, and those of operation_programs.py. For each: NAME.mlir, without unused operations, and in NAME.json the floating-point
operations, transcendental functions and bytes that XLA counts in the program before (with --compiled, also after) its optimizations, and which
operations it consists of, how often, where a body of a loop counts once, as XLA counts it, before and after those on constants are folded. operations.json has the program of each operation
alone, what XLA counts in it, and for functions what they are expanded to. `node tools/bench/src/costs/main.mjs DIR` compares all of
this with the cost model.
"""

import argparse
import collections
import hashlib
import json
import math
import os
import pathlib
import sys
import traceback

os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import jax
import jax.numpy as jnp
from jax._src.lib import _jax
from jax._src.lib.mlir import ir, passmanager
from jax._src.lib.mlir.dialects import func
from jaxlib.mlir.dialects import stablehlo

from operation_programs import OPERATIONS

FIELDS = {"flops": "flops", "transcendentals": "transcendentals", "bytes": "bytes accessed"}
REGIONS = {"stablehlo.while", "stablehlo.if", "stablehlo.case"}
NOTHING = {"stablehlo.constant", "stablehlo.return", "func.return", "sdy.sharding_constraint"}


def fields(analysis):
    return {name: analysis.get(key, 0.0) for name, key in FIELDS.items()}


def counted(text):
    computation = _jax.mlir.mlir_module_to_xla_computation(text, use_tuple_args=False)
    return fields(_jax.hlo_module_cost_analysis(jax.devices()[0].client, computation.as_hlo_module()))


def constant_behind(value):
    """Returns a copy of a constant, perhaps broadcast, that a value is; `None` if it is none."""
    op = value.owner
    if isinstance(op, ir.Block) or op.name not in ("stablehlo.constant", "stablehlo.broadcast_in_dim"):
        return None
    operands = [constant_behind(operand) for operand in op.operands]
    if any(operand is None for operand in operands):
        return None
    copy = op.clone()
    for i, operand in enumerate(operands):
        copy.operands[i] = operand
    return copy.results[0]


def alone(op):
    """Returns the module of one operation whose operands are arguments. Functions keep constants, by which their expansions differ."""
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):
        main = func.FuncOp("main", ([value.type for value in op.operands], [value.type for value in op.results]))
        block = main.add_entry_block()
        with ir.InsertionPoint(block):
            keeps = op.name.startswith("chlo.")
            operands = [keeps and constant_behind(value) or block.arguments[i] for i, value in enumerate(op.operands)]
            copy = op.clone()
            for name in list(copy.attributes):
                if name.startswith(("sdy.", "mhlo.sharding", "mhlo.frontend_attributes")):
                    del copy.attributes[name]
            for i, operand in enumerate(operands):
                copy.operands[i] = operand
            func.ReturnOp(copy.results)
    return module


class Counter:
    def __init__(self):
        self.operations = {}
        self.functions = {}

    def of_module(self, module):
        functions = [op.operation for op in module.body.operations if op.operation.name == "func.func"]
        self.functions = {ir.StringAttr(op.attributes["sym_name"]).value: op for op in functions}
        return self.of_function("main")

    def of_function(self, name):
        return self.of_block(self.functions[name].regions[0].blocks[0])

    def of_block(self, block):
        total = collections.Counter()
        for op in block.operations:
            total.update(self.of_operation(op.operation))
        return total

    def of_operation(self, op):
        if op.name in NOTHING:
            return {}
        if op.name == "func.call":
            return self.of_function(ir.FlatSymbolRefAttr(op.attributes["callee"]).value)
        regions = [self.of_block(region.blocks[0]) for region in op.regions] if op.name in REGIONS else []
        if op.name == "stablehlo.while":
            return regions[0] + regions[1]
        if regions:
            return max(regions, key=self.work)
        return {self.of_leaf(op): 1}

    def of_leaf(self, op):
        module = alone(op)
        text = str(module)
        key = hashlib.sha256(text.encode()).hexdigest()[:16]
        if key not in self.operations:
            about = dict(name=op.name, text=text, **counted(text))
            if op.name.startswith("chlo.") or "complex" in text:
                about["expanded"] = expanded(module)
            self.operations[key] = about
        return key

    def work(self, counts):
        return sum(n * (self.operations[key]["flops"] + self.operations[key]["transcendentals"]) for key, n in counts.items())


def expanded(module):
    """Returns the text of a module without operations of CHLO, nor operations on constants, which XLA folds, too."""
    passmanager.PassManager.parse("builtin.module(func.func(stablehlo-complex-math-expander,chlo-legalize-to-stablehlo))").run(module.operation)
    for op in module.body.operations:
        fold(op.operation.regions[0].blocks[0])
    return str(module)


# What changes nothing, by the name of the operation: as its second operand.
NEUTRAL = {"stablehlo.add": 0, "stablehlo.subtract": 0, "stablehlo.multiply": 1, "stablehlo.divide": 1}


def number_of(value):
    """Returns the number that all elements of a value are, as far as constants and broadcasts say; otherwise `None`."""
    op = value.owner
    if isinstance(op, ir.Block):
        return None
    if op.name == "stablehlo.constant":
        try:
            elements = op.attributes["value"]
            return elements.get_splat_value().value if elements.is_splat else math.nan
        except (TypeError, ValueError):  # narrow floats and complex numbers
            return math.nan
    # Operations on constants are constants by the time that one on their results is looked at.
    if op.name in ("stablehlo.broadcast_in_dim", "stablehlo.reshape"):
        return number_of(op.operands[0])
    return None


def is_known(op):
    """Whether all operands of an operation without regions are known."""
    if len(op.results) != 1 or not op.operands or len(op.regions) > 0 or op.name.startswith("stablehlo.rng"):
        return False
    return all(number_of(operand) is not None for operand in op.operands)


def constant_of(type):
    """Returns a constant of a type: of some number, none that is neutral to an operation."""
    text = str(type.element_type)
    element = "(2.0,2.0)" if "complex" in text else "2.0" if "f" in text else "true" if text == "i1" else "2"
    value = ir.Attribute.parse(f"dense<{element}> : {type}")
    return ir.Operation.create("stablehlo.constant", [type], attributes={"value": value})


def fold(block):
    """Replaces operations on constants by constants, and those by neutral numbers by their operands, as the translation to HLO does."""
    for op in [op.operation for op in block.operations]:
        for region in op.regions if op.name in REGIONS else []:
            for inner in region.blocks:
                fold(inner)
        if op.name in NEUTRAL:
            for i in (0, 1) if op.name in ("stablehlo.add", "stablehlo.multiply") else (1,):
                if number_of(op.operands[i]) == NEUTRAL[op.name]:
                    op.results[0].replace_all_uses_with(op.operands[1 - i])
                    break
        if op.name not in ("stablehlo.broadcast_in_dim", "stablehlo.reshape") and is_known(op):
            with ir.InsertionPoint(op):
                constant = constant_of(op.results[0].type)
            op.results[0].replace_all_uses_with(constant.results[0])
    remove_unused(block)


def remove_unused(block):
    """Removes operations whose results nothing uses, as the translation to HLO does."""
    for op in reversed([op.operation for op in block.operations]):
        if op.results and not any(True for result in op.results for _ in result.uses):
            op.erase()
            continue
        for region in op.regions if op.name in REGIONS | {"func.func"} else []:
            for inner in region.blocks:
                remove_unused(inner)


def write(folder, name, lowered, counter, compiled):
    program = fields(lowered.cost_analysis())
    compilation = fields(lowered.compile().cost_analysis() or {}) if compiled else None
    module = lowered.compiler_ir("stablehlo")
    with module.context, ir.Location.unknown():
        remove_unused(module.body)
        (folder / name).with_suffix(".mlir").write_text(str(module))
        counts = counter.of_module(module)
        for op in module.body.operations:
            if op.operation.name == "func.func":
                fold(op.operation.regions[0].blocks[0])
        folded = counter.of_module(module)
    about = dict(program=program, compiled=compilation, operations=counts, folded=folded)
    (folder / name).with_suffix(".json").write_text(json.dumps(about))


def lowerings(names):
    """Yields the names of programs, and functions that lower them."""
    for name, (function, arguments) in OPERATIONS.items():
        if not names or name in names:
            yield name, lambda function=function, arguments=arguments: jax.jit(function, keep_unused=True).lower(*arguments)
    import numpy as np
    import programs  # noqa: F401
    from jax.sharding import Mesh
    from registry import PROGRAMS

    def of_one_device(entry):
        made = entry.build(jnp.bfloat16) if entry.narrow else entry.build()
        mesh = Mesh(np.array(jax.devices()[:1]).reshape((1,) * len(entry.mesh)), tuple(entry.mesh))
        with jax.set_mesh(mesh):
            return jax.jit(made.function, donate_argnums=made.donate, keep_unused=True).lower(*made.arguments)

    for name, entry in PROGRAMS.items():
        if not names or name in names:
            yield name, lambda entry=entry: of_one_device(entry)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--out", type=pathlib.Path, default=pathlib.Path("/tmp/costs"))
    parser.add_argument("--compiled", action="store_true", help="also compile the programs, which takes minutes")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    (options.out / "programs").mkdir(parents=True, exist_ok=True)
    stablehlo.register_stablehlo_passes()
    counter, failed = Counter(), 0
    operations = options.out / "operations.json"
    if operations.exists():
        counter.operations = json.loads(operations.read_text())
    try:
        for name, lower in lowerings(options.names):
            try:
                write(options.out / "programs", name, lower(), counter, options.compiled)
            except Exception:
                failed += 1
                traceback.print_exc()
                print(f"{name}: FAILED", flush=True)
    finally:
        operations.write_text(json.dumps(counter.operations))
    return failed


if __name__ == "__main__":
    sys.exit(main())
