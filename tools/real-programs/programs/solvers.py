"""Solvers of lineax, jaxopt and ott, in batches or on sharded data."""

import jax
import jax.numpy as jnp
import jaxopt
import lineax
import numpy as np
from jax.sharding import PartitionSpec as P
from ott.geometry import pointcloud
from ott.solvers import linear

from registry import Program, program


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


@program(dict(data=8))
def batched_linear_solvers():
    def solve(a, b):
        def least_squares(a, b):
            return lineax.linear_solve(lineax.MatrixLinearOperator(a), b, lineax.QR(), throw=False).value

        def conjugate_gradients(a, b):
            operator = lineax.MatrixLinearOperator(a @ a.T + jnp.eye(4), lineax.positive_semidefinite_tag)
            return lineax.linear_solve(operator, b, lineax.CG(rtol=1e-4, atol=1e-4), throw=False).value

        return jax.vmap(least_squares)(a, b), jax.vmap(conjugate_gradients)(a, b)

    matrices = normal(8, 4, 4) + 3 * np.eye(4, dtype=np.float32)
    return Program(solve, (matrices, normal(8, 4, seed=1)), (P("data"), P("data")))


@program(dict(data=8))
def regularized_regression():
    def fit(x, y, start):
        def loss(w, x, y):
            return jnp.mean((x @ w - y) ** 2)

        newton = jaxopt.LBFGS(lambda w, x, y: loss(w, x, y) + 0.01 * (w**2).sum(), maxiter=6)
        lasso = jaxopt.ProximalGradient(loss, prox=jaxopt.prox.prox_lasso, maxiter=10)
        return newton.run(start, x, y).params, lasso.run(start, 0.05, x, y).params

    return Program(fit, (normal(32, 6), normal(32, seed=1), normal(6, seed=2)), (P("data"), P("data"), P()))


@program(dict(data=8))
def optimal_transport():
    def cost(x, y):
        return linear.solve(pointcloud.PointCloud(x, y, epsilon=0.1), max_iterations=40).reg_ot_cost

    return Program(jax.value_and_grad(cost), (normal(16, 3), normal(24, 3, seed=1)), (P("data"), P("data")))
