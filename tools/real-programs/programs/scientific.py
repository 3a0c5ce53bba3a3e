"""Simulation, sampling and statistics."""

import blackjax
import diffrax
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

from registry import Program, program


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


@program(dict(x=4, y=2))
def heat_equation_stencil():
    def run(u):
        def step(_, u):
            around = sum(jnp.roll(u, s, a) for a in (0, 1) for s in (1, -1))
            return u + 0.1 * (around - 4 * u)

        return jax.lax.fori_loop(0, 5, step, u)

    return Program(run, (normal(16, 16),), (P("x", "y"),))


@program(dict(body=8))
def n_body_leapfrog():
    def run(x, v, m):
        def acceleration(x):
            d = x[None] - x[:, None]
            r = jnp.sum(d**2, -1) + 0.1
            return jnp.einsum("ijk,ij,j->ik", d, r**-1.5, m)

        def step(carry, _):
            x, v = carry
            v = v + 0.005 * acceleration(x)
            x = x + 0.01 * v
            v = v + 0.005 * acceleration(x)
            return (x, v), 0.5 * jnp.sum(m[:, None] * v**2)

        return jax.lax.scan(step, (x, v), None, length=5)

    return Program(run, (normal(16, 3), normal(16, 3, seed=1), np.abs(normal(16, seed=2))), (P("body"), P("body"), P("body")))


@program(dict(data=8))
def k_means_lloyd():
    def run(x, centres):
        def step(state):
            centres, _, i = state
            assigned = jnp.argmin(jnp.sum((x[:, None] - centres[None]) ** 2, -1), -1)
            onehot = jax.nn.one_hot(assigned, centres.shape[0])
            new = onehot.T @ x / jnp.maximum(onehot.sum(0), 1)[:, None]
            return new, jnp.max(jnp.abs(new - centres)), i + 1

        return jax.lax.while_loop(lambda s: (s[1] > 1e-4) & (s[2] < 20), step, (centres, jnp.inf, 0))

    return Program(run, (normal(40, 4), normal(5, 4, seed=1)), (P("data"), P()))


@program(dict(chain=8))
def hamiltonian_monte_carlo_blackjax():
    def run(keys, positions, data):
        logdensity = lambda q: -jnp.sum((data - q) ** 2) / 2 - jnp.sum(q**2) / 8
        kernel = blackjax.hmc(logdensity, 0.1, jnp.ones(3), num_integration_steps=4)

        def one(key, position):
            def step(state, key):
                state, info = kernel.step(key, state)
                return state, (state.position, info.acceptance_rate)

            return jax.lax.scan(step, kernel.init(position), jax.random.split(key, 3))[1]

        return jax.vmap(one)(keys, positions)

    keys = np.asarray(jax.random.split(jax.random.PRNGKey(0), 8))
    return Program(run, (keys, normal(8, 3), normal(5, 3, seed=1)), (P("chain"), P("chain"), P()))


@program(dict(batch=8))
def neural_differential_equation():
    def run(w, y0):
        term = diffrax.ODETerm(lambda t, y, w: jnp.tanh(y @ w) - 0.1 * y)
        solve = lambda y: diffrax.diffeqsolve(term, diffrax.Heun(), 0.0, 1.0, 0.25, y, args=w, adjoint=diffrax.DirectAdjoint(), max_steps=8).ys[0]
        return jnp.mean(jax.vmap(solve)(y0) ** 2)

    return Program(jax.value_and_grad(run), (0.5 * normal(6, 6), normal(8, 6, seed=1)), (P(), P("batch")))


@program(dict(data=8))
def poisson_equation_by_fft():
    def solve(f):
        k = jnp.fft.fftfreq(16) * 16
        k2 = k[:, None] ** 2 + k[None] ** 2
        hat = jnp.where(k2 == 0, 0, jnp.fft.fft2(f) / jnp.where(k2 == 0, 1, -k2))
        return jnp.fft.ifft2(hat).real, jnp.fft.rfft(f, axis=-1).imag

    return Program(solve, (normal(8, 16, 16),), (P("data"),))


@program(dict(data=4, model=2))
def fourier_mixing_layer():
    def forward(w1, w2, x):
        mixed = jnp.fft.fft(jnp.fft.fft(x, axis=-1), axis=-2).real
        x = x + mixed / np.sqrt(mixed.shape[1] * mixed.shape[2])
        return x + jax.nn.gelu(x @ w1) @ w2

    return Program(forward, (0.2 * normal(16, 32), 0.2 * normal(32, 16, seed=1), normal(8, 10, 16, seed=2)), (P(None, "model"), P("model"), P("data")))


@program(dict(data=8))
def particle_filter_resampling():
    def step(particles, weights, observation, key):
        move, pick = jax.random.split(key)
        particles = particles + 0.3 * jax.random.normal(move, particles.shape)
        logw = jnp.log(weights) - 0.5 * jnp.sum((particles - observation) ** 2, -1)
        weights = jax.nn.softmax(logw)
        effective = 1 / jnp.sum(weights**2)
        positions = (jnp.arange(weights.size) + jax.random.uniform(pick)) / weights.size
        chosen = jnp.searchsorted(jnp.cumsum(weights), positions)
        return particles[jnp.minimum(chosen, weights.size - 1)], effective

    weights = np.full(32, 1 / 32, np.float32)
    return Program(step, (normal(32, 2), weights, normal(2, seed=3), np.asarray(jax.random.PRNGKey(2))), (P("data"), P("data"), P(), P()))


@program(dict(data=8))
def special_functions():
    def forward(x, y):
        s = jax.scipy.special
        p = jnp.abs(x) + 0.5
        return (
            s.erf(x), s.erfc(x), s.erfinv(jnp.tanh(x)), s.gammaln(p), s.digamma(p), jnp.sinh(x), jnp.cosh(x), jnp.arcsinh(x),
            jnp.arccosh(p + 1), jnp.arctanh(jnp.tanh(y)), jnp.arcsin(jnp.tanh(x)), jnp.arccos(jnp.tanh(y)), s.betainc(p, p, jax.nn.sigmoid(y)),
            s.gammainc(p, jnp.abs(y)), s.i0e(x), s.i1e(y), jnp.cbrt(x), jnp.nextafter(x, y), s.zeta(p + 1.5, p), s.polygamma(1, p),
        )  # fmt: skip

    return Program(forward, (normal(16, 6), normal(16, 6, seed=1)), (P("data"), P("data")))


@program(dict(data=8))
def moving_statistics_uneven():
    def forward(x):
        x = jax.lax.with_sharding_constraint(x, P("data"))
        windows = jnp.cumsum(x, 0)[5:] - jnp.cumsum(x, 0)[:-5]
        median, spread = jnp.median(x, 0), jnp.quantile(x, 0.75, axis=0) - jnp.quantile(x, 0.25, axis=0)
        return windows, jax.lax.cummax(x, 0), median, spread, jnp.corrcoef(x.T), jnp.std(x, 0, ddof=1), jnp.unique(jnp.round(x[:, 0]), size=8)

    return Program(forward, (normal(42, 3),), (P(),))
