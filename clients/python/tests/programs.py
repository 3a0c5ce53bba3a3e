"""Training steps as people write them, with each library."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P


def make_mesh() -> Mesh:
    return jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


def put(tree: Any, mesh: Mesh) -> Any:
    """Splits matrices along model, replicates the rest."""

    def place(leaf: Any) -> Any:
        wide = leaf.ndim == 2 and leaf.shape[1] % 2 == 0
        return jax.device_put(leaf, NamedSharding(mesh, P(None, "model") if wide else P()))

    return jax.tree.map(place, tree)


def batch(mesh: Mesh, vocabulary: int = 64) -> tuple[Any, Any]:
    tokens = jax.random.randint(jax.random.key(0), (8, 16), 0, vocabulary)
    tokens = jax.device_put(tokens, NamedSharding(mesh, P("data", None)))
    return tokens, jnp.roll(tokens, -1, axis=1)


def cross_entropy(logits: Any, labels: Any) -> Any:
    picked = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1)
    return -jnp.mean(picked)


def flax_linen() -> tuple[Any, tuple[Any, ...]]:
    """A transformer with Adam, as the examples of flax have it."""
    import flax.linen as nn
    import optax
    from flax.training.train_state import TrainState

    class Block(nn.Module):
        @nn.compact
        def __call__(self, x: Any) -> Any:
            y = nn.LayerNorm()(x)
            x = x + nn.MultiHeadDotProductAttention(num_heads=4)(y, y)
            y = nn.LayerNorm()(x)
            return x + nn.Dense(32)(nn.gelu(nn.Dense(128)(y)))

    class Transformer(nn.Module):
        @nn.compact
        def __call__(self, tokens: Any) -> Any:
            x = nn.Embed(64, 32)(tokens)
            for _ in range(2):
                x = Block()(x)
            return nn.Dense(64)(nn.LayerNorm()(x))

    mesh = make_mesh()
    tokens, labels = batch(mesh)
    model = Transformer()
    params = put(model.init(jax.random.key(1), tokens)["params"], mesh)
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adamw(1e-3))

    def step(state: Any, tokens: Any, labels: Any) -> Any:
        def loss(params: Any) -> Any:
            return cross_entropy(state.apply_fn({"params": params}, tokens), labels)

        value, grads = jax.value_and_grad(loss)(state.params)
        return state.apply_gradients(grads=grads), value

    return jax.jit(step, donate_argnums=0), (state, tokens, labels)


def flax_nnx() -> tuple[Any, tuple[Any, ...]]:
    import optax
    from flax import nnx

    class Net(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.embed = nnx.Embed(64, 32, rngs=rngs)
            self.up = nnx.Linear(32, 128, rngs=rngs)
            self.down = nnx.Linear(128, 64, rngs=rngs)

        def __call__(self, tokens: Any) -> Any:
            return self.down(nnx.relu(self.up(self.embed(tokens))))

    mesh = make_mesh()
    tokens, labels = batch(mesh)
    model = Net(nnx.Rngs(0))
    graph, weights = nnx.split(model)
    weights = put(weights, mesh)
    optimizer = optax.sgd(0.1, momentum=0.9)
    state = optimizer.init(weights)

    def step(weights: Any, state: Any, tokens: Any, labels: Any) -> Any:
        def loss(weights: Any) -> Any:
            return cross_entropy(nnx.merge(graph, weights)(tokens), labels)

        value, grads = jax.value_and_grad(loss)(weights)
        updates, state = optimizer.update(grads, state, weights)
        return optax.apply_updates(weights, updates), state, value

    return jax.jit(step), (weights, state, tokens, labels)


def flax_nnx_jit() -> tuple[Any, tuple[Any, ...]]:
    """Modules as arguments, which flax lowers as other pytrees and updates in place."""
    import optax
    from flax import nnx

    class Net(nnx.Module):
        def __init__(self, rngs: nnx.Rngs) -> None:
            self.embed = nnx.Embed(64, 32, rngs=rngs)
            self.layers = nnx.List([nnx.Linear(32, 32, rngs=rngs) for _ in range(11)])
            self.down = nnx.Linear(32, 64, rngs=rngs)

        def __call__(self, tokens: Any) -> Any:
            x = self.embed(tokens)
            for layer in self.layers:
                x = x + nnx.relu(layer(x))
            return self.down(x)

    mesh = make_mesh()
    tokens, labels = batch(mesh)
    model = Net(nnx.Rngs(0))
    nnx.update(model, put(nnx.state(model), mesh))
    optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)

    @nnx.jit
    def step(model: Any, optimizer: Any, tokens: Any, labels: Any) -> Any:
        value, grads = nnx.value_and_grad(lambda own: cross_entropy(own(tokens), labels))(model)
        optimizer.update(model, grads)
        return value

    return step, (model, optimizer, tokens, labels)


def haiku() -> tuple[Any, tuple[Any, ...]]:
    import haiku as hk

    def forward(tokens: Any) -> Any:
        x = hk.Embed(64, 32)(tokens)
        x = x + hk.MultiHeadAttention(4, 8, w_init=hk.initializers.VarianceScaling(), model_size=32)(x, x, x)
        return hk.Linear(64)(hk.LayerNorm(-1, True, True)(x))

    mesh = make_mesh()
    tokens, labels = batch(mesh)
    net = hk.without_apply_rng(hk.transform(forward))
    params = put(net.init(jax.random.key(1), tokens), mesh)

    def step(params: Any, tokens: Any, labels: Any) -> Any:
        value, grads = jax.value_and_grad(lambda own: cross_entropy(net.apply(own, tokens), labels))(params)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), value

    return jax.jit(step), (params, tokens, labels)


def equinox() -> tuple[Any, tuple[Any, ...]]:
    import equinox as eqx

    class Net(eqx.Module):
        embed: eqx.nn.Embedding
        mlp: eqx.nn.MLP

        def __init__(self, key: Any) -> None:
            first, second = jax.random.split(key)
            self.embed = eqx.nn.Embedding(64, 32, key=first)
            self.mlp = eqx.nn.MLP(32, 64, 128, 2, key=second)

        def __call__(self, tokens: Any) -> Any:
            return jax.vmap(jax.vmap(lambda token: self.mlp(self.embed(token))))(tokens)

    mesh = make_mesh()
    tokens, labels = batch(mesh)
    arrays, rest = eqx.partition(Net(jax.random.key(1)), eqx.is_array)
    model = eqx.combine(put(arrays, mesh), rest)

    @eqx.filter_jit
    def step(model: Any, tokens: Any, labels: Any) -> Any:
        value, grads = eqx.filter_value_and_grad(lambda own: cross_entropy(own(tokens), labels))(model)
        return eqx.apply_updates(model, jax.tree.map(lambda g: -0.1 * g, grads)), value

    return step, (model, tokens, labels)


def plain() -> tuple[Any, tuple[Any, ...]]:
    """Scanned layers, a dropped argument, a key, bf16, keywords with defaults."""
    mesh = make_mesh()
    tokens, labels = batch(mesh)
    keys = jax.random.split(jax.random.key(3), 3)
    params = {
        "emb": jax.random.normal(keys[0], (64, 32), jnp.bfloat16),
        "layers": {"w": jax.random.normal(keys[1], (3, 32, 32), jnp.bfloat16) * 0.1},
        "unused": jnp.zeros((3,)),
    }
    params["emb"] = jax.device_put(params["emb"], NamedSharding(mesh, P("model", None)))
    params["layers"]["w"] = jax.device_put(params["layers"]["w"], NamedSharding(mesh, P(None, None, "model")))

    def step(params: Any, key: Any, tokens: Any, labels: Any) -> Any:
        def loss(params: Any) -> Any:
            x = params["emb"][tokens]
            keep = jax.random.bernoulli(key, 0.9, x.shape)
            x = jnp.where(keep, x, 0)
            x, _ = jax.lax.scan(lambda h, w: (h + jnp.tanh(h @ w), None), x, params["layers"]["w"])
            return cross_entropy((x @ params["emb"].T).astype(jnp.float32), labels)

        used = {name: own for name, own in params.items() if name != "unused"}
        value, grads = jax.value_and_grad(loss)(used)
        return jax.tree.map(lambda p, g: p - 0.1 * g.astype(p.dtype), used, grads), value

    return jax.jit(step), (params, jax.random.key(7), tokens, labels)


def optax_chain() -> tuple[Any, tuple[Any, ...]]:
    """A scheduled, clipped optimizer on an MLP without a library for layers."""
    import optax

    mesh = make_mesh()
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(optax.cosine_decay_schedule(1e-2, 100)))
    params = put([jax.random.normal(jax.random.key(i), (32, 32)) for i in range(3)], mesh)
    state = optimizer.init(params)
    x = jax.device_put(jax.random.normal(jax.random.key(9), (16, 32)), NamedSharding(mesh, P("data", None)))

    def step(params: Any, state: Any, x: Any) -> Any:
        def loss(params: Any) -> Any:
            h = x
            for w in params:
                h = jnp.sin(h @ w)
            return jnp.mean(h**2)

        grads = jax.grad(loss)(params)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state

    return jax.jit(step), (params, state, x)


PROGRAMS = {
    "flax linen": flax_linen,
    "flax nnx": flax_nnx,
    "flax nnx.jit": flax_nnx_jit,
    "haiku": haiku,
    "equinox": equinox,
    "plain": plain,
    "optax": optax_chain,
}
