"""Models of flax, by linen and by nnx."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx
from jax.sharding import PartitionSpec as P

from registry import Program, by_path, fsdp, program


def host(tree):
    return jax.tree.map(np.asarray, tree)


def images(batch=8, size=16, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(batch, size, size, 3)).astype(np.float32), rng.integers(0, 10, batch).astype(np.int32)


def cross_entropy(logits, labels):
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


class Mlp(nn.Module):
    @nn.compact
    def __call__(self, x):
        for width in (64, 48):
            x = nn.gelu(nn.Dense(width)(x), approximate=False)
        return nn.Dense(10)(x)


@program(dict(data=2, model=4))
def linen_mlp_adam():
    model, optimizer = Mlp(), optax.adam(1e-3)
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(16, 32)).astype(np.float32), rng.integers(0, 10, 16).astype(np.int32)
    params = host(model.init(jax.random.key(0), x))
    state = host(optimizer.init(params))

    def step(params, state, x, y):
        value, grads = jax.value_and_grad(lambda p: cross_entropy(model.apply(p, x), y))(params)
        updates, state = optimizer.update(grads, state)
        return optax.apply_updates(params, updates), state, value

    spec = by_path(("Dense_0']['kernel", P(None, "model")), ("Dense_0']['bias", P("model")), ("Dense_1']['kernel", P("model")))
    return Program(step, (params, state, x, y), (spec, spec, P("data"), P("data")), (0, 1))


class Encoder(nn.Module):
    @nn.compact
    def __call__(self, tokens, train: bool):
        x = nn.Embed(50, 32)(tokens)
        for _ in range(2):
            h = nn.LayerNorm()(x)
            h = nn.MultiHeadDotProductAttention(num_heads=4, dropout_rate=0.1, deterministic=not train)(h)
            x = x + nn.Dropout(0.1, deterministic=not train)(h)
            h = nn.Dense(64)(nn.LayerNorm()(x))
            x = x + nn.Dropout(0.1, deterministic=not train)(nn.Dense(32)(nn.gelu(h)))
        return nn.Dense(50)(nn.LayerNorm()(x))


@program(dict(data=4, model=2))
def linen_transformer_dropout():
    model, optimizer = Encoder(), optax.adamw(1e-3)
    tok = np.random.default_rng(0).integers(0, 50, (8, 12)).astype(np.int32)
    params = host(model.init(jax.random.key(0), tok, False)["params"])
    state = host(optimizer.init(params))
    key = np.asarray(jax.random.PRNGKey(3))

    def step(params, state, tok, key):
        def loss(p):
            logits = model.apply({"params": p}, tok, True, rngs={"dropout": key})
            return cross_entropy(logits[:, :-1], tok[:, 1:])

        value, grads = jax.value_and_grad(loss)(params)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value

    spec = by_path(
        ("query']['kernel", P(None, "model")), ("key']['kernel", P(None, "model")), ("value']['kernel", P(None, "model")),
        ("out']['kernel", P("model")), ("Dense_0']['kernel", P(None, "model")),
    )  # fmt: skip
    return Program(step, (params, state, tok, key), (spec, spec, P("data"), P()), (0, 1))


class Cnn(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        for features in (16, 32):
            x = nn.Conv(features, (3, 3), use_bias=False)(x)
            x = nn.relu(nn.BatchNorm(use_running_average=not train, momentum=0.9)(x))
            x = nn.max_pool(x, (2, 2), (2, 2))
        return nn.Dense(10)(x.mean((1, 2)))


@program(dict(data=8))
def linen_cnn_batch_norm():
    model, optimizer = Cnn(), optax.sgd(0.1, momentum=0.9)
    x, y = images()
    variables = host(model.init(jax.random.key(0), x, False))
    params, stats = variables["params"], variables["batch_stats"]
    state = host(optimizer.init(params))

    def step(params, stats, state, x, y):
        def loss(p):
            logits, updated = model.apply({"params": p, "batch_stats": stats}, x, True, mutable=["batch_stats"])
            return cross_entropy(logits, y), updated["batch_stats"]

        (value, stats_), grads = jax.value_and_grad(loss, has_aux=True)(params)
        updates, state_ = optimizer.update(grads, state)
        return optax.apply_updates(params, updates), stats_, state_, value

    return Program(step, (params, stats, state, x, y), (P(), P(), P(), P("data"), P("data")), (0, 1, 2))


class Residual(nn.Module):
    features: int
    stride: int = 1

    @nn.compact
    def __call__(self, x):
        y = nn.Conv(self.features, (3, 3), (self.stride, self.stride), use_bias=False)(x)
        y = nn.relu(nn.GroupNorm(num_groups=4)(y))
        y = nn.GroupNorm(num_groups=4)(nn.Conv(self.features, (3, 3), use_bias=False)(y))
        if x.shape != y.shape:
            x = nn.Conv(self.features, (1, 1), (self.stride, self.stride), use_bias=False)(x)
        return nn.relu(x + y)


class ResNet(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Conv(16, (3, 3))(x))
        for features, stride in ((16, 1), (32, 2)):
            x = Residual(features, stride)(x)
        return nn.Dense(10)(x.mean((1, 2)))


@program(dict(data=4, model=2))
def linen_resnet_train():
    model = ResNet()
    x, y = images()
    params = host(model.init(jax.random.key(0), x))

    def step(params, x, y):
        value, grads = jax.value_and_grad(lambda p: cross_entropy(model.apply(p, x), y))(params)
        return jax.tree.map(lambda w, g: w - 0.1 * g, params, grads), value

    return Program(step, (params, x, y), (by_path(("kernel", P(None, None, None, "model"))), P("data"), P("data")), (0,))


class Lstm(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(5)(nn.RNN(nn.OptimizedLSTMCell(32))(x))


@program(dict(data=8))
def linen_lstm_train():
    model = Lstm()
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(8, 10, 6)).astype(np.float32), rng.normal(size=(8, 10, 5)).astype(np.float32)
    params = host(model.init(jax.random.key(0), x))

    def step(params, x, y):
        value, grads = jax.value_and_grad(lambda p: jnp.mean((model.apply(p, x) - y) ** 2))(params)
        return jax.tree.map(lambda w, g: w - 0.1 * g, params, grads), value

    return Program(step, (params, x, y), (P(), P("data"), P("data")), (0,))


@program(dict(data=4, model=2))
def linen_scan_layers():
    class Layer(nn.Module):
        @nn.compact
        def __call__(self, x, _):
            return x + nn.Dense(32)(nn.silu(nn.Dense(64)(nn.RMSNorm()(x)))), None

    class Stack(nn.Module):
        @nn.compact
        def __call__(self, x):
            layers = nn.scan(nn.remat(Layer), variable_axes={"params": 0}, split_rngs={"params": True}, length=4)
            x, _ = layers()(x, None)
            return x

    model = Stack()
    x = np.random.default_rng(0).normal(size=(16, 32)).astype(np.float32)
    params = host(model.init(jax.random.key(0), x))
    spec = by_path(("Dense_0']['kernel", P(None, None, "model")), ("Dense_1']['kernel", P(None, "model")))
    return Program(lambda p, x: jax.grad(lambda p: jnp.sum(model.apply(p, x) ** 2))(p), (params, x), (spec, P("data")))


def nnx_step(model, optimizer, loss, arguments, specs):
    """A training step over the state of an nnx model and optimizer, as nnx.jit makes it."""
    graph, state = nnx.split((model, optimizer))
    state = jax.tree.map(np.asarray, nnx.to_pure_dict(nnx.state((model, optimizer))))
    template = nnx.state((model, optimizer))

    def step(pure, *arguments):
        full = jax.tree.map(lambda x: x, template)
        nnx.replace_by_pure_dict(full, pure)
        model, optimizer = nnx.merge(graph, full)
        value, grads = nnx.value_and_grad(loss)(model, *arguments)
        optimizer.update(model, grads)
        return nnx.to_pure_dict(nnx.state((model, optimizer))), value

    return Program(step, (state, *arguments), specs, (0,))


class NnxMlp(nnx.Module):
    def __init__(self, rngs):
        self.first = nnx.Linear(24, 64, rngs=rngs)
        self.norm = nnx.LayerNorm(64, rngs=rngs)
        self.second = nnx.Linear(64, 10, rngs=rngs)

    def __call__(self, x):
        return self.second(nnx.elu(self.norm(self.first(x))))


@program(dict(data=4, model=2))
def nnx_mlp_train():
    model = NnxMlp(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(16, 24)).astype(np.float32), rng.integers(0, 10, 16).astype(np.int32)
    spec = by_path(("['first']['kernel']", P(None, "model")), ("['second']['kernel']", P("model")))
    return nnx_step(model, optimizer, lambda m, x, y: cross_entropy(m(x), y), (x, y), (spec, P("data"), P("data")))


class NnxBlock(nnx.Module):
    def __init__(self, rngs):
        self.attention = nnx.MultiHeadAttention(4, 32, decode=False, rngs=rngs)
        self.norm1, self.norm2 = nnx.RMSNorm(32, rngs=rngs), nnx.RMSNorm(32, rngs=rngs)
        self.up, self.down = nnx.Linear(32, 64, rngs=rngs), nnx.Linear(64, 32, rngs=rngs)

    def __call__(self, x):
        mask = nnx.make_causal_mask(x[..., 0])
        x = x + self.attention(self.norm1(x), mask=mask)
        return x + self.down(nnx.silu(self.up(self.norm2(x))))


class NnxTransformer(nnx.Module):
    def __init__(self, rngs):
        self.embed = nnx.Embed(40, 32, rngs=rngs)
        self.blocks = nnx.List([NnxBlock(rngs) for _ in range(2)])
        self.head = nnx.Linear(32, 40, rngs=rngs)

    def __call__(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


@program(dict(data=2, model=4))
def nnx_transformer_train():
    model = NnxTransformer(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.lion(1e-4), wrt=nnx.Param)
    tok = np.random.default_rng(0).integers(0, 40, (8, 12)).astype(np.int32)
    spec = by_path(
        ("query']['kernel", P(None, "model")), ("key']['kernel", P(None, "model")), ("value']['kernel", P(None, "model")),
        ("out']['kernel", P("model")), ("up']['kernel", P(None, "model")), ("down']['kernel", P("model")),
        ("head']['kernel", P(None, "model")),
    )  # fmt: skip
    return nnx_step(model, optimizer, lambda m, t: cross_entropy(m(t)[:, :-1], t[:, 1:]), (tok,), (spec, P("data")))


class NnxCnn(nnx.Module):
    def __init__(self, rngs):
        self.conv = nnx.Conv(3, 16, (3, 3), rngs=rngs)
        self.norm = nnx.BatchNorm(16, rngs=rngs)
        self.dropout = nnx.Dropout(0.2, rngs=rngs)
        self.head = nnx.Linear(16, 10, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.norm(self.conv(x)))
        return self.head(self.dropout(nnx.avg_pool(x, (4, 4), (4, 4)).mean((1, 2))))


@program(dict(data=8))
def nnx_cnn_batch_norm_forward():
    model = NnxCnn(nnx.Rngs(0))
    model.eval()
    graph, state = nnx.split(model)
    pure = jax.tree.map(
        lambda leaf: leaf if jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key) else np.asarray(leaf), nnx.to_pure_dict(nnx.state(model, nnx.Not(nnx.RngState)))
    )
    rest = nnx.state(model)

    def forward(pure, x):
        full = jax.tree.map(lambda v: v, rest)
        nnx.replace_by_pure_dict(full, pure)
        return nnx.merge(graph, full)(x)

    return Program(forward, (pure, images()[0]), (P(), P("data")))


@program(dict(data=4, model=2))
def linen_mixture_of_experts_fsdp():
    class Moe(nn.Module):
        @nn.compact
        def __call__(self, x):
            gate = nn.softmax(nn.Dense(4)(x))
            w1 = self.param("w1", nn.initializers.lecun_normal(batch_axis=0), (4, 32, 64))
            w2 = self.param("w2", nn.initializers.lecun_normal(batch_axis=0), (4, 64, 32))
            h = nn.relu(jnp.einsum("bd,edf->bef", x, w1))
            return jnp.einsum("bef,efd,be->bd", h, w2, gate)

    model = Moe()
    x = np.random.default_rng(0).normal(size=(16, 32)).astype(np.float32)
    params = host(model.init(jax.random.key(0), x))
    return Program(jax.grad(lambda p, x: jnp.sum(model.apply(p, x) ** 2)), (params, x), (fsdp("model", 2), P("data")))
