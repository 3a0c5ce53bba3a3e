"""Transformers as written by hand: training steps with several optimizers, memory and layout techniques."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from registry import Program, by_path, fsdp, program

D, H, F, V, L, B, S = 64, 4, 128, 96, 2, 8, 16
MEGATRON = by_path(
    ("wq", P(None, "model")), ("wk", P(None, "model")), ("wv", P(None, "model")), ("wo", P("model")),
    ("w1", P(None, "model")), ("w2", P("model")), ("b1", P("model")), ("emb", P("model")),
)  # fmt: skip


def block_params(rng, d=D, h=H, f=F, kv=None, dtype=np.float32):
    kv = h if kv is None else kv
    normal = lambda *shape: rng.normal(0, shape[0] ** -0.5, shape).astype(dtype)
    return dict(
        wq=normal(d, h, d // h), wk=normal(d, kv, d // h), wv=normal(d, kv, d // h),
        wo=rng.normal(0, d**-0.5, (h, d // h, d)).astype(dtype),
        w1=normal(d, f), b1=np.zeros(f, dtype), w2=normal(f, d), b2=np.zeros(d, dtype),
        g1=np.ones(d, dtype), g2=np.ones(d, dtype),
    )  # fmt: skip


def model_params(seed=0, layers=L, **options):
    rng = np.random.default_rng(seed)
    return dict(
        emb=rng.normal(0, 0.02, (V, D)).astype(np.float32),
        pos=rng.normal(0, 0.02, (S, D)).astype(np.float32),
        layers=[block_params(rng, **options) for _ in range(layers)],
        gf=np.ones(D, np.float32),
    )


def tokens(seed=1, batch=B, length=S, vocab=V):
    return np.random.default_rng(seed).integers(0, vocab, (batch, length)).astype(np.int32)


def layer_norm(x, g):
    mean = x.mean(-1, keepdims=True)
    var = x.var(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(var + 1e-5) * g


def rms_norm(x, g):
    return x * jax.lax.rsqrt(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6) * g


def attention(p, x):
    q = jnp.einsum("bsd,dhk->bshk", x, p["wq"])
    k = jnp.einsum("bsd,dhk->bshk", x, p["wk"])
    v = jnp.einsum("bsd,dhk->bshk", x, p["wv"])
    scores = jnp.einsum("bshk,bthk->bhst", q, k) / np.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9).astype(jnp.float32), axis=-1).astype(x.dtype)
    return jnp.einsum("bhst,bthk,hkd->bsd", weights, v, p["wo"])


def block(p, x):
    x = x + attention(p, layer_norm(x, p["g1"]))
    hidden = jax.nn.gelu(layer_norm(x, p["g2"]) @ p["w1"] + p["b1"])
    return x + hidden @ p["w2"] + p["b2"]


def logits_of(p, tok, block=block):
    x = p["emb"][tok] + p["pos"][: tok.shape[1]]
    for layer in p["layers"]:
        x = block(layer, x)
    return layer_norm(x, p["gf"]) @ p["emb"].T


def loss_of(p, tok, target, **options):
    logits = logits_of(p, tok, **options)
    return optax.softmax_cross_entropy_with_integer_labels(logits.astype(jnp.float32), target).mean()


def training(optimizer, loss=loss_of, params=None, specs=MEGATRON, data=P("data"), donate=(0, 1)):
    params = model_params() if params is None else params
    state = jax.tree.map(np.asarray, optimizer.init(params))

    def step(params, state, tok, target):
        value, grads = jax.value_and_grad(loss)(params, tok, target)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value

    return Program(step, (params, state, tokens(1), tokens(2)), (specs, specs, data, data), donate)


@program(dict(data=2, model=4))
def transformer_adamw():
    return training(optax.adamw(1e-3, weight_decay=0.1))


@program(dict(data=2, model=4))
def transformer_adafactor():
    return training(optax.adafactor(1e-3, min_dim_size_to_factor=32))


@program(dict(data=2, model=4))
def transformer_lion_clip():
    return training(optax.chain(optax.clip_by_global_norm(1.0), optax.lion(1e-4)))


@program(dict(data=4, model=2))
def transformer_schedule_accumulation():
    schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 10, 100)
    return training(optax.MultiSteps(optax.adamw(schedule), every_k_schedule=4))


@program(dict(data=2, model=4))
def transformer_remat():
    checkpointed = jax.checkpoint(block, policy=jax.checkpoint_policies.dots_with_no_batch_dims_saveable)
    return training(optax.adam(1e-3), lambda p, x, y: loss_of(p, x, y, block=checkpointed))


def stacked_params():
    params = model_params(layers=4)
    params["layers"] = jax.tree.map(lambda *leaves: np.stack(leaves), *params["layers"])
    return params


def scanned_loss(p, tok, target):
    x = p["emb"][tok] + p["pos"]
    x, _ = jax.lax.scan(lambda x, layer: (jax.checkpoint(block)(layer, x), None), x, p["layers"])
    logits = layer_norm(x, p["gf"]) @ p["emb"].T
    return optax.softmax_cross_entropy_with_integer_labels(logits, target).mean()


@program(dict(data=8))
def transformer_scan_fsdp():
    return training(optax.adamw(1e-3), scanned_loss, stacked_params(), fsdp("data", 8))


@program(dict(data=2, model=4))
def transformer_scan_megatron():
    spec = by_path(
        ("emb", P("model")), ("wq", P(None, None, "model")), ("wk", P(None, None, "model")),
        ("wv", P(None, None, "model")), ("wo", P(None, "model")), ("w1", P(None, None, "model")), ("w2", P(None, "model")),
    )  # fmt: skip
    return training(optax.sgd(1e-2, momentum=0.9), scanned_loss, stacked_params(), spec)


@program(dict(data=2, seq=2, model=2))
def transformer_sequence_constraints():
    def constrained(p, x):
        x = jax.lax.with_sharding_constraint(x, P("data", "seq"))
        x = x + attention(p, layer_norm(x, p["g1"]))
        hidden = jax.lax.with_sharding_constraint(jax.nn.gelu(layer_norm(x, p["g2"]) @ p["w1"]), P("data", "seq", "model"))
        return x + hidden @ p["w2"]

    return training(optax.adam(1e-3), lambda p, x, y: loss_of(p, x, y, block=constrained), data=P("data", "seq"))


def rotary(x, base=10000.0):
    half = x.shape[-1] // 2
    angle = jnp.arange(x.shape[1])[:, None] * base ** (-jnp.arange(half) / half)
    sin, cos = jnp.sin(angle)[None, :, None], jnp.cos(angle)[None, :, None]
    a, b = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1).astype(x.dtype)


def llama_block(p, x):
    h = rms_norm(x, p["g1"])
    q = rotary(jnp.einsum("bsd,dhk->bshk", h, p["wq"]))
    k = rotary(jnp.einsum("bsd,dhk->bshk", h, p["wk"]))
    v = jnp.einsum("bsd,dhk->bshk", h, p["wv"])
    x = x + jnp.einsum("bshk,hkd->bsd", jax.nn.dot_product_attention(q, k, v, is_causal=True), p["wo"])
    h = rms_norm(x, p["g2"])
    return x + (jax.nn.silu(h @ p["w1"]) * (h @ p["w3"])) @ p["w2"]


def llama_params(kv=2):
    params = model_params(kv=kv)
    for i, layer in enumerate(params["layers"]):
        layer["w3"] = np.random.default_rng(50 + i).normal(0, D**-0.5, (D, F)).astype(np.float32)
    return params


LLAMA = by_path(
    ("wq", P(None, "model")), ("wk", P(None, "model")), ("wv", P(None, "model")), ("wo", P("model")),
    ("w1", P(None, "model")), ("w3", P(None, "model")), ("w2", P("model")), ("emb", P(None, "model")),
)  # fmt: skip


@program(dict(data=4, model=2))
def llama_rope_gqa_forward():
    return Program(lambda p, tok: logits_of(p, tok, block=llama_block), (llama_params(), tokens()), (LLAMA, P("data")))


@program(dict(data=4, model=2))
def llama_rope_gqa_train():
    return training(optax.adamw(1e-3), lambda p, x, y: loss_of(p, x, y, block=llama_block), llama_params(), LLAMA)


@program(dict(data=4, model=2))
def llama_lora():
    base = llama_params()
    rng = np.random.default_rng(3)
    lora = [dict(a=rng.normal(0, 0.1, (D, 4)).astype(np.float32), b=np.zeros((4, F), np.float32)) for _ in range(L)]

    def loss(lora, base, tok, target):
        adapted = dict(base, layers=[dict(p, w1=p["w1"] + a["a"] @ a["b"]) for p, a in zip(base["layers"], lora)])
        return loss_of(adapted, tok, target, block=llama_block)

    def step(lora, base, tok, target):
        value, grads = jax.value_and_grad(loss)(lora, base, tok, target)
        return jax.tree.map(lambda w, g: w - 0.1 * g, lora, grads), value

    return Program(step, (lora, base, tokens(1), tokens(2)), (by_path(("'b'", P(None, "model"))), LLAMA, P("data"), P("data")), (0,))


def switch_params(experts=8):
    rng = np.random.default_rng(7)
    return dict(
        router=rng.normal(0, D**-0.5, (D, experts)).astype(np.float32),
        w1=rng.normal(0, D**-0.5, (experts, D, F)).astype(np.float32),
        w2=rng.normal(0, F**-0.5, (experts, F, D)).astype(np.float32),
    )


def top2_moe(p, x, capacity=16):
    """Token choice of two experts with a capacity, by dispatch and combine tensors."""
    probs = jax.nn.softmax(x @ p["router"])
    weights, chosen = jax.lax.top_k(probs, 2)
    weights = weights / weights.sum(-1, keepdims=True)
    onehot = jax.nn.one_hot(chosen, probs.shape[-1])
    rank = jnp.cumsum(onehot.reshape(-1, onehot.shape[-1]), 0).reshape(onehot.shape) * onehot - 1
    slot = jax.nn.one_hot(rank.astype(jnp.int32), capacity) * onehot[..., None]
    combine = jnp.einsum("tk,tkec->tec", weights, slot)
    dispatched = jnp.einsum("tec,td->ecd", (combine > 0).astype(x.dtype), x)
    hidden = jax.nn.relu(jnp.einsum("ecd,edf->ecf", dispatched, p["w1"]))
    return jnp.einsum("tec,ecd->td", combine, jnp.einsum("ecf,efd->ecd", hidden, p["w2"]))


EXPERTS = by_path(("w1", P("expert")), ("w2", P("expert")))


@program(dict(data=2, expert=4))
def moe_top2_forward():
    x = np.random.default_rng(0).normal(size=(32, D)).astype(np.float32)
    return Program(top2_moe, (switch_params(), x), (EXPERTS, P("data")))


@program(dict(data=2, expert=4))
def moe_top2_train():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 32, D)).astype(np.float32)
    optimizer = optax.adam(1e-3)
    params = switch_params()
    state = jax.tree.map(np.asarray, optimizer.init(params))

    def step(params, state, x, y):
        value, grads = jax.value_and_grad(lambda p: jnp.mean((top2_moe(p, x) - y) ** 2))(params)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, value

    return Program(step, (params, state, x, y), (EXPERTS, EXPERTS, P("data"), P("data")), (0, 1))


@program(dict(data=8))
def bert_masked_language_model():
    def bidirectional(p, x):
        q, k, v = (jnp.einsum("bsd,dhk->bshk", x, p[n]) for n in ("wq", "wk", "wv"))
        a = jax.nn.softmax(jnp.einsum("bshk,bthk->bhst", q, k) / 4.0)
        x = layer_norm(x + jnp.einsum("bhst,bthk,hkd->bsd", a, v, p["wo"]), p["g1"])
        return layer_norm(x + jax.nn.gelu(x @ p["w1"] + p["b1"], approximate=False) @ p["w2"] + p["b2"], p["g2"])

    def loss(p, tok, mask, target):
        logp = jax.nn.log_softmax(logits_of(p, jnp.where(mask, 0, tok), block=bidirectional))
        picked = jnp.take_along_axis(logp, target[..., None], -1)[..., 0]
        return -jnp.sum(picked * mask) / jnp.maximum(mask.sum(), 1)

    mask = np.random.default_rng(4).random((B, S)) < 0.15
    return Program(jax.value_and_grad(loss), (model_params(), tokens(1), mask, tokens(2)), (P(), P("data"), P("data"), P("data")))


@program(dict(data=2, model=4))
def t5_encoder_decoder():
    rng = np.random.default_rng(0)
    params = dict(
        emb=rng.normal(0, 1, (V, D)).astype(np.float32), rel=rng.normal(0, 0.1, (8, H)).astype(np.float32),
        enc=block_params(rng), dec=block_params(rng), cross=block_params(rng),
    )  # fmt: skip

    def bias(table, n, m):
        distance = jnp.arange(m)[None] - jnp.arange(n)[:, None]
        bucket = jnp.clip(jnp.where(distance < 0, -distance, 0) + jnp.floor(jnp.log1p(jnp.abs(distance))).astype(jnp.int32), 0, 7)
        return table[bucket].transpose(2, 0, 1)[None]

    def attend(p, x, memory, bias):
        q, k, v = jnp.einsum("bsd,dhk->bshk", x, p["wq"]), *(jnp.einsum("bsd,dhk->bshk", memory, p[n]) for n in ("wk", "wv"))
        return jnp.einsum("bhst,bthk,hkd->bsd", jax.nn.softmax(jnp.einsum("bshk,bthk->bhst", q, k) + bias), v, p["wo"])

    def loss(p, source, target):
        x = p["emb"][source]
        x = x + attend(p["enc"], rms_norm(x, p["enc"]["g1"]), x, bias(p["rel"], S, S))
        x = x + jax.nn.relu(rms_norm(x, p["enc"]["g2"]) @ p["enc"]["w1"]) @ p["enc"]["w2"]
        shifted = jnp.pad(target, ((0, 0), (1, 0)))[:, :-1]
        y = p["emb"][shifted]
        causal = jnp.where(jnp.tril(jnp.ones((S, S), bool)), bias(p["rel"], S, S), -1e9)
        y = y + attend(p["dec"], rms_norm(y, p["dec"]["g1"]), y, causal)
        y = y + attend(p["cross"], y, x, 0.0)
        logits = rms_norm(y, p["dec"]["g2"]) @ p["emb"].T / np.sqrt(D)
        return optax.softmax_cross_entropy_with_integer_labels(logits, target).mean()

    return Program(jax.value_and_grad(loss), (params, tokens(1), tokens(2)), (MEGATRON, P("data"), P("data")))


@program(dict(data=4, model=2))
def vision_transformer():
    rng = np.random.default_rng(0)
    params = dict(
        patch=rng.normal(0, 0.1, (4, 4, 3, D)).astype(np.float32), cls=np.zeros((1, 1, D), np.float32),
        pos=rng.normal(0, 0.02, (17, D)).astype(np.float32), layers=[block_params(rng) for _ in range(L)],
        head=rng.normal(0, D**-0.5, (D, 10)).astype(np.float32),
    )  # fmt: skip
    images = rng.normal(size=(B, 16, 16, 3)).astype(np.float32)
    labels = rng.integers(0, 10, B).astype(np.int32)

    def loss(p, images, labels):
        x = jax.lax.conv_general_dilated(images, p["patch"], (4, 4), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        x = x.reshape(x.shape[0], -1, D)
        x = jnp.concatenate([jnp.broadcast_to(p["cls"], (x.shape[0], 1, D)), x], 1) + p["pos"]
        for layer in p["layers"]:
            x = block(layer, x)
        return optax.softmax_cross_entropy_with_integer_labels(x[:, 0] @ p["head"], labels).mean()

    return Program(jax.value_and_grad(loss), (params, images, labels), (MEGATRON, P("data"), P("data")))


@program(dict(data=8))
def clip_contrastive():
    rng = np.random.default_rng(0)
    params = dict(image=rng.normal(0, 0.1, (48, 32)).astype(np.float32), text=rng.normal(0, 0.1, (40, 32)).astype(np.float32), scale=np.float32(2.0))
    images, texts = rng.normal(size=(16, 48)).astype(np.float32), rng.normal(size=(16, 40)).astype(np.float32)

    def loss(p, images, texts):
        a, b = images @ p["image"], texts @ p["text"]
        a, b = (v / jnp.linalg.norm(v, axis=-1, keepdims=True) for v in (a, b))
        logits = jnp.exp(p["scale"]) * a @ b.T
        labels = jnp.arange(logits.shape[0])
        each = optax.softmax_cross_entropy_with_integer_labels
        return (each(logits, labels).mean() + each(logits.T, labels).mean()) / 2

    return Program(jax.value_and_grad(loss), (params, images, texts), (P(), P("data"), P("data")))
