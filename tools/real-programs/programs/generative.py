"""Probabilistic models and reinforcement learning."""

import distrax
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

from registry import Program, by_path, program


def normal(*shape, seed=0, scale=1.0):
    return np.random.default_rng(seed).normal(0, scale, shape).astype(np.float32)


@program(dict(data=8))
def distrax_mixture_likelihood():
    def loss(p, x):
        mixture = distrax.MixtureSameFamily(
            distrax.Categorical(logits=p["logits"]),
            distrax.MultivariateNormalDiag(p["mean"], jax.nn.softplus(p["scale"])),
        )
        return -mixture.log_prob(x).mean()

    p = dict(logits=np.zeros(4, np.float32), mean=normal(4, 3), scale=np.ones((4, 3), np.float32))
    return Program(jax.value_and_grad(loss), (p, normal(24, 3, seed=1)), (P(), P("data")))


@program(dict(data=8))
def distrax_coupling_flow():
    def flow(p):
        def bijector(params):
            shift, log_scale = jnp.split(params, 2, -1)
            return distrax.ScalarAffine(shift, log_scale=jnp.tanh(log_scale))

        layers = []
        for i, (w1, w2) in enumerate(p):
            mask = jnp.arange(6) % 2 == i % 2
            layers.append(distrax.MaskedCoupling(mask, lambda x, w1=w1, w2=w2: jax.nn.relu(x @ w1) @ w2, bijector))
        chain = distrax.Chain(layers)
        return distrax.Transformed(distrax.MultivariateNormalDiag(jnp.zeros(6), jnp.ones(6)), chain)

    p = [(normal(6, 16, seed=i, scale=0.3), normal(16, 12, seed=9 + i, scale=0.3)) for i in range(2)]
    return Program(jax.value_and_grad(lambda p, x: -flow(p).log_prob(x).mean()), (p, normal(16, 6)), (P(), P("data")))


@program(dict(data=8))
def distrax_policy_gradient():
    def loss(p, obs, action, advantage, old):
        hidden = jnp.tanh(obs @ p["w"])
        policy = distrax.Categorical(logits=hidden @ p["pi"])
        ratio = jnp.exp(policy.log_prob(action) - old)
        clipped = jnp.minimum(ratio * advantage, jnp.clip(ratio, 0.8, 1.2) * advantage)
        return -clipped.mean() - 0.01 * policy.entropy().mean() + 0.5 * jnp.mean((hidden @ p["v"])[:, 0] ** 2)

    rng = np.random.default_rng(0)
    p = dict(w=normal(8, 32, scale=0.3), pi=normal(32, 4, scale=0.2), v=normal(32, 1, scale=0.2))
    args = (p, normal(32, 8, seed=1), rng.integers(0, 4, 32).astype(np.int32), normal(32, seed=2), normal(32, seed=3, scale=0.1) - 1.4)
    return Program(jax.value_and_grad(loss), args, (P(),) + (P("data"),) * 4)


@program(dict(data=8))
def generalized_advantage_estimation():
    def advantages(rewards, values, done):
        def step(carry, t):
            reward, value, following, done = t
            delta = reward + 0.99 * following * (1 - done) - value
            carry = delta + 0.99 * 0.95 * (1 - done) * carry
            return carry, carry

        following = jnp.concatenate([values[1:], values[-1:]])
        _, out = jax.lax.scan(step, jnp.zeros(rewards.shape[1]), (rewards, values, following, done), reverse=True)
        return (out - out.mean()) / (out.std() + 1e-8)

    done = (np.random.default_rng(0).random((12, 16)) < 0.1).astype(np.float32)
    spec = P(None, "data")
    return Program(advantages, (normal(12, 16), normal(12, 16, seed=1), done), (spec, spec, spec))


@program(dict(data=4, model=2))
def diffusion_sampler():
    def sample(w1, w2, key):
        def step(x, t):
            key_t = jax.random.fold_in(key, t)
            eps = jnp.tanh(x @ w1 + t / 10.0) @ w2
            return (x - 0.1 * eps + 0.05 * jax.random.normal(key_t, x.shape)), None

        x = jax.lax.with_sharding_constraint(jax.random.normal(key, (16, 12)), P("data"))
        return jax.lax.scan(step, x, jnp.arange(4, 0, -1))[0]

    return Program(sample, (normal(12, 32, scale=0.3), normal(32, 12, seed=1, scale=0.2), np.asarray(jax.random.PRNGKey(5))), (P(None, "model"), P("model"), P()))


@program(dict(data=4, model=2))
def generative_adversarial_step():
    def discriminate(d, x):
        return jax.nn.leaky_relu(x @ d["w"]) @ d["v"]

    def step(g, d, z, real):
        fake = lambda g: jnp.tanh(jax.nn.relu(z @ g["a"]) @ g["b"])
        g_loss = lambda g: jnp.mean(jax.nn.softplus(-discriminate(d, fake(g))))
        d_loss = lambda d: jnp.mean(jax.nn.softplus(-discriminate(d, real))) + jnp.mean(jax.nn.softplus(discriminate(d, fake(g))))
        penalty = lambda d: jnp.mean(jnp.sum(jax.grad(lambda x: discriminate(d, x).sum())(real) ** 2, -1))
        update = lambda p, f: jax.tree.map(lambda w, gr: w - 0.05 * gr, p, jax.grad(f)(p))
        return update(g, g_loss), update(d, lambda d: d_loss(d) + 5 * penalty(d))

    g = dict(a=normal(8, 32, scale=0.3), b=normal(32, 20, scale=0.2))
    d = dict(w=normal(20, 32, seed=2, scale=0.2), v=normal(32, 1, seed=3, scale=0.2))
    spec_g, spec_d = by_path(("'a'", P(None, "model")), ("'b'", P("model"))), by_path(("'w'", P(None, "model")), ("'v'", P("model")))
    return Program(step, (g, d, normal(16, 8, seed=4), normal(16, 20, seed=5)), (spec_g, spec_d, P("data"), P("data")), (0, 1))
