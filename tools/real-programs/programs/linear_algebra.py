"""Decompositions and solvers; the batch is sharded as users do."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

from registry import Program, program


def matrices(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


@program(dict(data=8))
def gaussian_process_regression():
    def negative_log_likelihood(theta, x, y):
        length, scale, noise = jnp.exp(theta)
        distance = jnp.sum((x[:, None] - x[None]) ** 2, -1)
        k = scale * jnp.exp(-distance / (2 * length)) + (noise + 1e-3) * jnp.eye(x.shape[0])
        factor = jnp.linalg.cholesky(k)
        alpha = jax.scipy.linalg.cho_solve((factor, True), y)
        return y @ alpha / 2 + jnp.sum(jnp.log(jnp.diag(factor)))

    x, y = matrices(16, 3), matrices(16, seed=1)
    return Program(jax.value_and_grad(negative_log_likelihood), (np.zeros(3, np.float32), x, y), (P(), P("data"), P("data")))


@program(dict(data=8))
def batched_least_squares():
    def solve(a, b):
        q, r = jnp.linalg.qr(a)
        return jax.scipy.linalg.solve_triangular(r, jnp.einsum("nij,ni->nj", q, b)[..., None])[..., 0]

    return Program(solve, (matrices(8, 10, 4), matrices(8, 10, seed=1)), (P("data"), P("data")))


@program(dict(data=4, model=2))
def principal_components():
    def components(x):
        centred = x - x.mean(0)
        values, vectors = jnp.linalg.eigh(centred.T @ centred / x.shape[0])
        scores = centred @ vectors[:, -3:]
        return values, scores**2

    return Program(components, (matrices(32, 12),), (P("data", "model"),))


@program(dict(data=8))
def low_rank_by_svd():
    def approximate(a):
        u, s, vt = jnp.linalg.svd(a, full_matrices=False)
        return (u[..., :2] * s[..., None, :2]) @ vt[..., :2, :], s, jnp.linalg.matrix_norm(a, ord="nuc")

    return Program(approximate, (matrices(8, 9, 5),), (P("data"),))


@program(dict(data=8))
def batched_solve_inverse_determinant():
    def all_of(a, b):
        a = a + 4 * jnp.eye(a.shape[-1])
        sign, logdet = jnp.linalg.slogdet(a)
        return jnp.linalg.solve(a, b), jnp.linalg.inv(a), sign, logdet

    return Program(all_of, (matrices(8, 6, 6), matrices(8, 6, 2, seed=1)), (P("data"), P("data")))


@program(dict(data=8))
def matrix_exponential_flow():
    return Program(lambda a: jax.scipy.linalg.expm(0.3 * a), (matrices(8, 5, 5),), (P("data"),))


@program(dict(data=8))
def kalman_filter():
    f, h = 0.9 * np.eye(4, dtype=np.float32) + 0.05, matrices(2, 4)

    def run(f, h, ys):
        def step(carry, y):
            x, p = carry
            x, p = x @ f.T, f @ p @ f.T + 0.1 * jnp.eye(4)
            s = h @ p @ h.T + 0.5 * jnp.eye(2)
            gain = jnp.linalg.solve(s, h @ p).swapaxes(-1, -2)
            x = x + jnp.einsum("bij,bj->bi", gain, y - x @ h.T)
            return (x, p - gain @ h @ p), x

        start = (jnp.zeros((ys.shape[1], 4)), jnp.broadcast_to(jnp.eye(4), (ys.shape[1], 4, 4)))
        return jax.lax.scan(step, start, ys)

    return Program(run, (f, h, matrices(7, 8, 2)), (P(), P(), P(None, "data")))


@program(dict(x=8))
def conjugate_gradient():
    def solve(a, b):
        return jax.scipy.sparse.linalg.cg(lambda v: a @ v, b, tol=1e-5, maxiter=30)[0]

    m = matrices(24, 24)
    return Program(solve, ((m @ m.T / 24 + 2 * np.eye(24)).astype(np.float32), matrices(24, seed=1)), (P("x"), P("x")))
