"""Sizes that the mesh does not divide: convolutions and their gradients, places that are computed, control flow."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from registry import Program, program


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def split(x, *spec):
    """A value that is split so, which its users can't have another way."""
    return jnp.sin(lax.with_sharding_constraint(jnp.sin(x), P(*spec)))


@program(dict(a=2, b=4))
def uneven_convolutions():
    numbers = ("NHWC", "HWIO", "NHWC")

    def convolved(x, kernel, strides=(1, 1), padding="SAME", **options):
        return lax.conv_general_dilated(x, kernel, strides, padding, dimension_numbers=numbers, **options)

    def strided(x, kernel):
        return (jnp.tanh(split(convolved(split(x, "a", "b"), kernel, (2, 2)), "a", "b")) ** 2).sum()

    def dilated(x, kernel):
        y = convolved(split(x, "b", "a"), kernel, padding=[(2, 2), (1, 1)], rhs_dilation=(2, 1))
        return (split(y, "b", "a") ** 2).sum()

    def transposed(x, kernel):
        y = lax.conv_transpose(split(x, None, "b", "a"), kernel, (2, 2), "SAME", dimension_numbers=numbers)
        return (split(y, "a", None, "b") ** 2).sum()

    def pooled(x):
        y = lax.reduce_window(split(x, "a", "b"), -jnp.inf, lax.max, (1, 3, 2, 1), (1, 2, 2, 1), "SAME")
        return (y**2).sum()

    def gradients(x, kernel):
        losses = [jax.grad(loss, (0, 1))(x, kernel) for loss in (strided, dilated, transposed)]
        resized = jax.image.resize(split(x, None, "b", "a"), (3, 22, 9, 3), "bilinear")
        return losses, jax.grad(pooled)(x), resized

    return Program(gradients, (normal(3, 11, 9, 3), normal(3, 3, 3, 5, seed=1)), (P(), P()))


@program(dict(a=2, b=4))
def uneven_places():
    def looked_up(x, i, y):
        rows, columns = split(x, "a"), split(x, None, "b")
        places = lax.with_sharding_constraint(i + 0, P("b"))
        return (
            split(lax.dynamic_slice(rows, (0, i[0]), (7, 4)), "a"),
            split(columns[places], "a", "b"),
            split(rows[:, places], "a"),
            split(rows.at[places].add(split(y, "b")), "a"),
            split(jnp.zeros((7, 13)).at[places].max(split(y, "b", None)), None, "a"),
            jax.ops.segment_sum(split(y, "b"), places, 7),
            split(jnp.take_along_axis(rows, jnp.argsort(rows, 1), 1), "a"),
            jax.grad(lambda t: (split(t, "a", "b")[places] ** 2).sum())(x),
        )

    i = np.random.default_rng(0).integers(0, 7, 9).astype(np.int32)
    return Program(looked_up, (normal(7, 13), i, normal(9, 13, seed=1)), (P(), P(), P()))


@program(dict(a=2, b=4))
def uneven_loops():
    def loops(x):
        both = split(x, "a", "b")
        constrained = lambda t, *spec: lax.with_sharding_constraint(t, P(*spec))
        last, count = lax.while_loop(
            lambda c: (c[0] ** 2).sum() > 1, lambda c: (constrained(c[0] * 0.8, "a", "b"), c[1] + 1), (both, 0)
        )
        scanned = lax.scan(
            lambda c, row: (constrained(c + row, "b"), constrained(c * row, "b")), split(x[0], "b"), split(x, "a", "b")
        )
        branch = lax.cond(count > 2, lambda t: split(t, "b", "a"), lambda t: split(-t, "a"), both)
        moved = lax.fori_loop(0, 3, lambda i, t: t.at[i].set(t[i + 1] * 2), split(x, "a"))
        return last, count, scanned, branch, moved, lax.associative_scan(jnp.add, split(x, "a"))

    return Program(loops, (normal(7, 13),), (P(),))
