"""Writes JAX programs as MPMD programs: named computations for the stages of a pipeline, calls for its microbatches.

JAX alone executes such a program as if nothing had a name. For jax 0.10.2.
"""

import functools

import jax
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import mpmd


def _primitive(name, lowering):
    primitive = Primitive(name)
    primitive.multiple_results = True
    primitive.def_impl(lambda *args, jaxpr, **_: jax.core.eval_jaxpr(jaxpr.jaxpr, jaxpr.consts, *args))
    primitive.def_abstract_eval(lambda *_, jaxpr, **__: jaxpr.out_avals)
    mlir.register_lowering(primitive, lowering)
    return primitive


def _types(ctx, avals):
    return [mlir.aval_to_ir_type(ctx.module_context, aval) for aval in avals]


def _body(ctx, jaxpr, block):
    """Fills a block, whose arguments are those of a jaxpr."""
    with ir.InsertionPoint(block):
        consts = [mlir.ir_constant(const) for const in jaxpr.consts]
        results, _ = mlir.jaxpr_subcomp(
            ctx.module_context, jaxpr.jaxpr, ctx.name_stack, mlir.TokenSet(), consts,
            *block.arguments, dim_var_values=ctx.dim_var_values, const_lowering=ctx.const_lowering, outer_traceback=ctx.traceback,
        )
        return mlir.flatten_ir_values(results)


def _lower_named(ctx, *operands, jaxpr, name, count):
    mpmd.register_dialect(ctx.module_context.context)
    transposed = f"({count})" if count > 0 else ""
    origin = ir.Attribute.parse(f'#mpmd.user_origin<"{name}"{transposed}>')
    operands = mlir.flatten_ir_values(operands)
    op = mpmd.NamedComputationOp(_types(ctx, jaxpr.out_avals), operands, origin)
    block = op.regions[0].blocks.append(*[operand.type for operand in operands])
    results = _body(ctx, jaxpr, block)
    with ir.InsertionPoint(block):
        mpmd.ReturnOp(results)
    return list(op.results)


def _lower_call(ctx, *operands, jaxpr, name, counter):
    module = ctx.module_context
    mpmd.register_dialect(module.context)
    key = (name, id(jaxpr))
    if key not in module.cached_primitive_lowerings:
        effects = list(jaxpr.effects)
        func = mlir.lower_jaxpr_to_fun(module, name, jaxpr, effects, num_const_args=0, in_avals=jaxpr.in_avals)
        func.attributes["sym_visibility"] = ir.StringAttr.get("private")
        module.cached_primitive_lowerings[key] = func
    callee = module.cached_primitive_lowerings[key].name.value
    op = mpmd.CallOp(_types(ctx, jaxpr.out_avals), mlir.flatten_ir_values(operands), ir.FlatSymbolRefAttr.get(callee))
    op.attributes["call_counter"] = ir.IntegerAttr.get(ir.IntegerType.get_unsigned(32), counter)
    return list(op.results)


_named_p = _primitive("mpmd_named_computation", _lower_named)
_call_p = _primitive("mpmd_call", _lower_call)


def _bind(primitive, fn, args, **params):
    flat, _ = jax.tree.flatten(args)
    jaxpr, out_shape = jax.make_jaxpr(fn, return_shape=True)(*args)
    results = primitive.bind(*flat, jaxpr=jaxpr, **params)
    return jax.tree.unflatten(jax.tree.structure(out_shape), results)


def named_computation(name):
    """Gives a function a name, by which it is assigned to a mesh.

    Its gradient is a computation of the same name, which computes the function again from its arguments.
    """

    def decorate(fn):
        def backward(args, gradient):
            return jax.vjp(fn, *args)[1](gradient)

        @jax.custom_vjp
        @functools.wraps(fn)
        def named(*args):
            return _bind(_named_p, fn, args, name=name, count=0)

        named.defvjp(
            lambda *args: (named(*args), args),
            lambda args, gradient: _bind(_named_p, backward, (args, gradient), name=name, count=1),
        )
        return named

    return decorate


def microbatches(fn):
    """Makes a function one that is called once for each microbatch: `fn(i, *args)`."""
    traced = []

    def call(counter, *args):
        if not traced:
            traced.append(jax.make_jaxpr(fn, return_shape=True)(*args))
        jaxpr, out_shape = traced[0]
        results = _call_p.bind(*jax.tree.leaves(args), jaxpr=jaxpr, name=fn.__name__, counter=counter)
        return jax.tree.unflatten(jax.tree.structure(out_shape), results)

    return call


def mpmd_text(fn, *args, topology):
    """Returns the text of a program of several meshes.

    `topology`: by mesh, its axes with their sizes: `{"m1": {"x": 8}, "m2": {"x": 8}}`.
    """
    lowered = jax.jit(fn, keep_unused=True).lower(*args)
    module = lowered.compiler_ir("stablehlo")
    meshes = ", ".join(
        f'<"{name}" : <[{", ".join(f"{chr(34)}{axis}{chr(34)}={size}" for axis, size in axes.items())}]>>'
        for name, axes in topology.items()
    )
    with module.context:
        mpmd.register_dialect(module.context)
        main = next(op for op in module.body if op.attributes["sym_name"] == ir.StringAttr.get("main"))
        main.attributes["topology"] = ir.Attribute.parse(f"#mpmd.topology<{meshes}>")
        module.operation.verify()
        return module.operation.get_asm(enable_debug_info=True)
