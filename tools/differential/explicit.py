"""Programs of JAX's explicit mode, in which values are partial sums on purpose: `unreduced` results and `reduced` operands."""

import math
import random
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

MESHES = [dict(x=8), dict(x=2, y=4), dict(x=4, y=2), dict(x=2, y=2, z=2), dict(x=4), dict(x=2, y=2)]


def lower(seed):
    """Returns the text of a program, its arguments, its results on the mesh and on one device, and the number of devices."""
    sizes = random.Random(seed).choice(MESHES)
    count = math.prod(sizes.values())
    types = (AxisType.Explicit,) * len(sizes)
    mesh = jax.make_mesh(tuple(sizes.values()), tuple(sizes), axis_types=types, devices=jax.devices()[:count])
    function, inputs, specs = build(seed, sizes)
    with jax.set_mesh(mesh):
        placed = [jax.device_put(a, NamedSharding(mesh, s)) for a, s in zip(inputs, specs)]
        lowered = jax.jit(partial(function, True), keep_unused=True).lower(*placed)
        sharded = lowered.compile()(*placed)
    return lowered.as_text(), inputs, sharded, jax.jit(partial(function, False))(*inputs), count


def build(seed, sizes):
    """Returns a function, its arguments and their specs. With `explicit` False it is the same function of whole values."""
    rng = random.Random(seed * 6007 + 5)
    axes = list(sizes)
    split = rng.choice(axes)
    other = rng.choice([a for a in axes if a != split] or [None])
    rows, inner, columns = 8 * rng.choice((1, 2, 4)), 8 * rng.choice((1, 2, 8)), 8 * rng.choice((1, 2))
    tokens = 8 * rng.choice((1, 2, 4, 16))
    values = np.random.default_rng(seed)
    normal = lambda *shape: values.normal(size=shape).astype(np.float32)
    inputs = [normal(rows, inner), normal(inner, columns), values.integers(0, rows, (tokens,)).astype(np.int32), normal(tokens, columns), normal(rows, columns)]
    keep = rng.random() < 0.5 and other is not None
    specs = [P(other if keep else None, split), P(split, None), P(split), P(split, None), P(None, None)]
    plan = [rng.randrange(1 << 30) for _ in range(rng.randint(2, 6))]
    ending = rng.choice(["whole", "split", "split columns", "loss"])

    def function(explicit, a, b, ids, updates, w):
        put = lambda v, spec: jax.sharding.reshard(v, spec) if explicit else v
        out = lambda spec: dict(out_sharding=spec) if explicit else {}
        row = other if keep else None
        U = P(row, None, unreduced={split})
        V = P(None, None, unreduced={split})

        def scattered(scale):
            table = jnp.zeros((rows, columns), jnp.float32)
            if explicit:
                table = put(table, P(None, None))
            return table.at[ids].add(updates * scale, **out(V))

        def product(r):
            return lax.dot_general(jnp.tanh(a) if r % 2 else a, b, (((1,), (0,)), ((), ())), **out(U))

        def segment(r):
            return jax.ops.segment_sum(updates, ids, rows, **out(V))

        def reduced(r):
            wide = lax.broadcast_in_dim(updates, (rows, tokens, columns), (1, 2), **out(P(None, split, None)))
            return lax.reduce_sum(wide * 0.1, (1,), **out(V))

        def grad_embedding(r):
            weights = put(w, P(None, None, reduced={split})) if explicit else w
            look = lambda t: jnp.sum(jnp.tanh(t.at[ids].get(**out(P(split, None)))) * updates)
            return jax.grad(look)(weights)

        def grad_product(r):
            weights = put(b_whole, P(None, None, reduced={split})) if explicit else b_whole
            data = updates
            loss = lambda t: jnp.sum(jnp.tanh(data @ t) ** 2)
            g = jax.grad(loss)(weights)
            return jnp.concatenate([g] * (rows // columns), 0) if rows % columns == 0 and rows >= columns else None

        b_whole = lax.iota(jnp.float32, columns * columns).reshape(columns, columns) / (columns * columns)
        if explicit:
            b_whole = put(b_whole, P(None, None))
        total = None
        for r in plan:
            makers = [lambda r: scattered(1 + r % 3), segment, reduced, grad_embedding, grad_product]
            if not keep:
                makers += [product, product]
            value = makers[r % len(makers)](r)
            if value is None:
                continue
            if r % 7 == 0:
                value = value.T.T
            if r % 11 == 0:
                value = value.reshape(rows, 1, columns, **out(P(None, None, None, unreduced={split}))).reshape(rows, columns, **out(V))
            total = value if total is None else total + value
        if total is None:
            total = scattered(1)
        if keep and plan[0] % 2:
            total2 = product(plan[0])
            first = put(total2, P(row, None)) if explicit else total2
        else:
            first = None
        target = {"whole": P(None, None), "split": P(split, None), "split columns": P(None, split), "loss": P(None, None)}[ending]
        done = put(total, target) if explicit else total
        # The partial value has a second use.
        again = put(total, P(None, None)) if explicit and plan[-1] % 2 else total if not explicit and plan[-1] % 2 else None
        results = [jnp.sum(jnp.tanh(done)) if ending == "loss" else jnp.tanh(done)]
        if again is not None:
            results.append(again * 2)
        if first is not None:
            results.append(first)
        return tuple(results)

    return function, inputs, specs
