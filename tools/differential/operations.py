"""Operations that random programs are made of.

Each takes a random generator, a value and the values so far, and returns a value, or None where it doesn't apply. Values stay
within bounds, so that programs are well-conditioned.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def floating(v):
    return jnp.issubdtype(v.dtype, jnp.floating)


def real(v):
    return v if floating(v) else jnp.tanh(jnp.real(v).astype(jnp.float32) * 0.25)


def unary(rng, v, pool):
    if not floating(v):
        return rng.choice([lambda a: -a, jnp.abs, lambda a: a * 3, lambda a: a // 2, lambda a: a ^ 5])(v) if v.dtype == jnp.int32 else None
    return rng.choice([jnp.tanh, jnp.sin, jnp.abs, lax.logistic, lambda a: jnp.exp(-jnp.abs(a)), lambda a: jnp.sqrt(jnp.abs(a) + 1), jnp.sign, jnp.floor, lambda a: -a, jax.nn.relu])(v)  # fmt: skip


def binary(rng, v, pool):
    others = [o for o in pool if o.shape == v.shape and o.dtype == v.dtype]
    other = rng.choice(others)
    choices = [lax.add, lax.sub, lax.mul, lax.max, lax.min]
    if not floating(v) and v.dtype != jnp.int32:
        return None
    out = rng.choice(choices)(v, other)
    return jnp.tanh(out) if floating(v) and rng.random() < 0.3 else out


def compare_select(rng, v, pool):
    v = real(v)
    other = rng.choice([o for o in pool if o.shape == v.shape and floating(o)] or [v * 0.5])
    return jnp.where(v > other.astype(v.dtype), v, other.astype(v.dtype) * 0.5)


def clamp(rng, v, pool):
    return jnp.clip(v, -1, 1) if floating(v) else None


def convert(rng, v, pool):
    if floating(v):
        return jnp.round(jnp.clip(v, -50, 50)).astype(jnp.int32) if rng.random() < 0.3 else None
    return v.astype(jnp.float32) * 0.25 if v.dtype == jnp.int32 else None


def matmul(rng, v, pool):
    v = real(v)
    if v.ndim == 0:
        return None
    for other in rng.sample(pool, len(pool)):
        if not floating(other) or other.ndim == 0 or other.dtype != v.dtype:
            continue
        for i in range(v.ndim):
            for j in range(other.ndim):
                if v.shape[i] == other.shape[j]:
                    return lax.dot_general(v, other, (((i,), (j,)), ((), ()))) / np.sqrt(max(v.shape[i], 1)).astype(v.dtype)
    w = jnp.asarray(np.random.default_rng(v.shape[-1]).normal(size=(v.shape[-1], 8)), v.dtype)
    return v @ w / np.sqrt(max(v.shape[-1], 1)).astype(v.dtype)


def batch_matmul(rng, v, pool):
    v = real(v)
    if v.ndim < 2:
        return None
    return jnp.einsum("b...i,b...j->bij", v.reshape(v.shape[0], -1, v.shape[-1]), v.reshape(v.shape[0], -1, v.shape[-1])) * 0.1


def reduction(rng, v, pool):
    if v.ndim == 0 or 0 in v.shape or v.dtype == jnp.bool_ or jnp.iscomplexobj(v):
        return None
    axes = tuple(sorted(rng.sample(range(v.ndim), rng.randint(1, v.ndim))))
    if floating(v):
        return rng.choice([jnp.mean, jnp.max, jnp.min, lambda a, axis: jnp.sum(a, axis) * 0.1])(v, axis=axes)
    return rng.choice([jnp.sum, jnp.max, jnp.min])(v, axis=axes)


def softmax(rng, v, pool):
    return jax.nn.softmax(v, axis=rng.randrange(v.ndim)) if floating(v) and v.ndim > 0 and 0 not in v.shape else None


def normalize(rng, v, pool):
    if not floating(v) or v.ndim == 0 or 0 in v.shape:
        return None
    return (v - v.mean(-1, keepdims=True)) * lax.rsqrt(v.var(-1, keepdims=True) + 0.1)


def arg_reduction(rng, v, pool):
    if v.ndim == 0 or 0 in v.shape or not floating(v):
        return None
    return rng.choice([jnp.argmax, jnp.argmin])(v, axis=rng.randrange(v.ndim)).astype(jnp.int32)


def transpose(rng, v, pool):
    order = list(range(v.ndim))
    rng.shuffle(order)
    return v.transpose(order) if v.ndim > 1 else None


def reshape(rng, v, pool):
    if v.ndim == 0:
        return None
    if v.ndim > 1 and rng.random() < 0.5:
        d = rng.randrange(v.ndim - 1)
        return v.reshape(v.shape[:d] + (v.shape[d] * v.shape[d + 1],) + v.shape[d + 2 :])
    d = rng.randrange(v.ndim)
    factors = [f for f in (2, 3, 4) if v.shape[d] % f == 0]
    if not factors or v.ndim > 3:
        return None
    f = rng.choice(factors)
    parts = (f, v.shape[d] // f) if rng.random() < 0.5 else (v.shape[d] // f, f)
    return v.reshape(v.shape[:d] + parts + v.shape[d + 1 :])


def broadcast(rng, v, pool):
    if v.ndim > 2:
        return None
    if rng.random() < 0.5:
        return jnp.tile(v, (2,) + (1,) * (v.ndim - 1)) if v.ndim else None
    d, size = rng.randint(0, v.ndim), rng.choice((2, 4))
    return jnp.broadcast_to(jnp.expand_dims(v, d), v.shape[:d] + (size,) + v.shape[d:])


def slicing(rng, v, pool):
    if v.ndim == 0:
        return None
    index = []
    for size in v.shape:
        start = rng.randint(0, max(0, size // 3))
        stop = rng.randint(start + 1, size) if size > start else size
        index.append(slice(start, stop, rng.choice((1, 1, 1, 2))))
    return v[tuple(index)]


def padding(rng, v, pool):
    if v.ndim == 0 or v.dtype == jnp.bool_:
        return None
    config = [(rng.randint(-1, 2) if s > 2 else rng.randint(0, 2), rng.randint(0, 2), rng.choice((0, 0, 1))) for s in v.shape]
    return lax.pad(v, jnp.zeros((), v.dtype) + (0 if rng.random() < 0.5 else 1), config)


def concatenate(rng, v, pool):
    if v.ndim == 0:
        return None
    d = rng.randrange(v.ndim)
    same = [o for o in pool if o.ndim == v.ndim and o.dtype == v.dtype and all(o.shape[i] == v.shape[i] for i in range(v.ndim) if i != d)]
    return jnp.concatenate([v, rng.choice(same)], d)


def reverse(rng, v, pool):
    return jnp.flip(v, rng.randrange(v.ndim)) if v.ndim else None


def roll(rng, v, pool):
    return jnp.roll(v, rng.randint(-3, 3), rng.randrange(v.ndim)) if v.ndim and 0 not in v.shape else None


def iota(rng, v, pool):
    return lax.broadcasted_iota(jnp.float32, v.shape, rng.randrange(v.ndim)) * 0.1 if v.ndim else None


def cumulative(rng, v, pool):
    if v.ndim == 0 or not floating(v):
        return None
    return rng.choice([lambda a, axis: jnp.cumsum(a, axis) * 0.1, lax.cummax])(v, axis=rng.randrange(v.ndim))


def take(rng, v, pool):
    if v.ndim == 0 or 0 in v.shape:
        return None
    indices = [o for o in pool if o.dtype == jnp.int32 and o.ndim <= 2]
    ids = rng.choice(indices) if indices else jnp.arange(6, dtype=jnp.int32) * 2
    mode = rng.choice(["clip", "fill", "wrap"])
    return jnp.nan_to_num(jnp.take(v, ids, axis=rng.randrange(v.ndim), mode=mode)) if floating(v) else jnp.take(v, ids, axis=0, mode="clip")


def dynamic_slice(rng, v, pool):
    if v.ndim == 0 or 0 in v.shape:
        return None
    start = [jnp.int32(rng.randint(-1, s)) + (jnp.abs(p).sum().astype(jnp.int32) % 2 if (p := rng.choice(pool)).dtype == jnp.int32 else 0) for s in v.shape]
    return lax.dynamic_slice(v, start, [max(1, s // 2) for s in v.shape])


def dynamic_update(rng, v, pool):
    if v.ndim == 0 or 0 in v.shape:
        return None
    patch = v[tuple(slice(0, max(1, s // 2)) for s in v.shape)]
    return lax.dynamic_update_slice(v, patch + patch, [jnp.int32(rng.randint(0, s)) for s in v.shape])


def convolution(rng, v, pool):
    if not floating(v) or v.ndim != 3 or 0 in v.shape or v.shape[1] < 3:
        return None
    w = jnp.asarray(np.random.default_rng(v.shape[2]).normal(size=(3, v.shape[2], 4)), v.dtype) * 0.2
    return lax.conv_general_dilated(v, w, (rng.choice((1, 2)),), rng.choice(("SAME", "VALID")), dimension_numbers=("NWC", "WIO", "NWC"))


def pooling(rng, v, pool):
    if not floating(v) or v.ndim < 2 or 0 in v.shape or v.shape[0] < 3:
        return None
    window, strides = (3,) + (1,) * (v.ndim - 1), (rng.choice((1, 2)),) + (1,) * (v.ndim - 1)
    return lax.reduce_window(v, -jnp.inf, lax.max, window, strides, rng.choice(("SAME", "VALID"))) if rng.random() < 0.5 else lax.reduce_window(v, 0.0, lax.add, window, strides, "SAME") / 3


def loop(rng, v, pool):
    if not floating(v):
        return None
    return lax.fori_loop(0, rng.randint(1, 3), lambda i, a: jnp.tanh(a + 0.1 * i), v)


def scan(rng, v, pool):
    if not floating(v) or v.ndim < 2 or 0 in v.shape:
        return None
    carry, out = lax.scan(lambda c, x: (jnp.tanh(c + x), c * x), jnp.zeros(v.shape[1:], v.dtype), v)
    return out if rng.random() < 0.5 else carry


def gradient(rng, v, pool):
    if not floating(v):
        return None
    return jax.grad(lambda a: jnp.sum(jnp.tanh(a) ** 2))(v)


def called(rng, v, pool):
    return jax.jit(lambda a: jax.nn.silu(a) + 1)(v) if floating(v) else None


EVEN = [
    unary, unary, binary, binary, compare_select, clamp, convert, matmul, matmul, matmul, batch_matmul, reduction, reduction, softmax,
    normalize, arg_reduction, transpose, transpose, reshape, reshape, reshape, broadcast, slicing, padding, concatenate, reverse, roll,
    iota, cumulative, take, dynamic_slice, dynamic_update, convolution, pooling, loop, scan, gradient, called,
]  # fmt: skip


def special(rng, v, pool):
    v = real(v)
    s, p = jax.scipy.special, jnp.abs(real(v)) + 0.5
    return rng.choice([
        lambda: s.erf(v), lambda: s.erfc(v), lambda: s.erfinv(jnp.tanh(v) * 0.9), lambda: s.gammaln(p), lambda: s.digamma(p), lambda: jnp.sinh(jnp.tanh(v)),
        lambda: jnp.cosh(jnp.tanh(v)), lambda: jnp.arcsinh(v), lambda: jnp.arccosh(p + 1), lambda: jnp.arctanh(jnp.tanh(v) * 0.9), lambda: jnp.square(v),
        lambda: jnp.arctan2(v, p), lambda: jnp.arcsin(jnp.tanh(v)), lambda: jnp.tan(jnp.tanh(v)), lambda: s.i0e(v), lambda: jnp.cbrt(v), lambda: jax.nn.gelu(v, approximate=False),
        lambda: jnp.log1p(p), lambda: jnp.expm1(-p), lambda: p ** 1.5, lambda: jnp.var(v), lambda: jnp.hypot(v, p),
    ])().astype(v.dtype)  # fmt: skip


def top_k(rng, v, pool):
    if v.ndim == 0 or not floating(v) or v.shape[-1] < 2:
        return None
    values, indices = lax.top_k(v, rng.randint(1, min(4, v.shape[-1])))
    return values if rng.random() < 0.6 else indices


def sort(rng, v, pool):
    if v.ndim == 0 or not floating(v) or 0 in v.shape:
        return None
    d = rng.randrange(v.ndim)
    return rng.choice([lambda: jnp.sort(v, d), lambda: jnp.argsort(v, d).astype(jnp.int32), lambda: lax.sort((v, v * 2), dimension=d, num_keys=1)[1], lambda: jnp.sort(v, d, descending=True), lambda: jnp.median(v, d)])()  # fmt: skip


def square_batches(v):
    """A batch of well-conditioned square matrices."""
    v = real(v).astype(jnp.float32)
    if v.ndim < 2 or 0 in v.shape:
        return None
    n = min(v.shape[-1], v.shape[-2], 4)
    return 0.3 * jnp.tanh(v[..., :n, :n]) + jnp.eye(n)


def decomposition(rng, v, pool):
    a = square_batches(v)
    if a is None:
        return None
    spd = a @ a.swapaxes(-1, -2) + 0.5 * jnp.eye(a.shape[-1])
    return rng.choice([
        lambda: jnp.linalg.cholesky(spd), lambda: jnp.linalg.solve(a, a.swapaxes(-1, -2)), lambda: jnp.linalg.inv(a),
        lambda: jnp.linalg.slogdet(spd)[1], lambda: jnp.linalg.det(a), lambda: jnp.linalg.eigvalsh(spd), lambda: jnp.abs(jnp.linalg.qr(a)[1]),
        lambda: jnp.linalg.svd(a, compute_uv=False), lambda: jax.scipy.linalg.solve_triangular(jnp.tril(a) + jnp.eye(a.shape[-1]), a, lower=True),
        lambda: (lambda w, q: q @ (w[..., None] * q.swapaxes(-1, -2)))(*jnp.linalg.eigh(spd)),
    ])()  # fmt: skip


def scatter(rng, v, pool):
    if v.ndim == 0 or 0 in v.shape or not floating(v):
        return None
    indices = [o for o in pool if o.dtype == jnp.int32 and o.ndim == 1]
    ids = rng.choice(indices) if indices else jnp.asarray([0, 2, 1, 9, -1], jnp.int32)
    updates = jnp.broadcast_to(jnp.linspace(0, 1, ids.shape[0]).reshape((-1,) + (1,) * (v.ndim - 1)), ids.shape + v.shape[1:]).astype(v.dtype)
    at, mode = v.at[ids], rng.choice(["drop", "clip"])
    return rng.choice([at.add, at.max, at.min, at.mul])(updates, mode=mode)


def segment(rng, v, pool):
    if v.ndim == 0 or 0 in v.shape or not floating(v):
        return None
    ids = jnp.arange(v.shape[0], dtype=jnp.int32) * 5 % 4
    return rng.choice([lambda: jax.ops.segment_sum(v, ids, 4), lambda: jnp.nan_to_num(jax.ops.segment_max(v, ids, 5), neginf=0.0)])()


def along_axis(rng, v, pool):
    if v.ndim == 0 or 0 in v.shape:
        return None
    d = rng.randrange(v.ndim)
    ids = (lax.broadcasted_iota(jnp.int32, v.shape, d) * 3 + 1) % v.shape[d]
    return jnp.take_along_axis(v, ids, d)


def until(rng, v, pool):
    if not floating(v) or 0 in v.shape:
        return None
    return lax.while_loop(lambda s: (s[0] < 5) & (jnp.max(jnp.abs(s[1])) > 0.5), lambda s: (s[0] + 1, s[1] * 0.7), (0, v))[1]


def branches(rng, v, pool):
    if not floating(v) or 0 in v.shape:
        return None
    flags = [o for o in pool if o.dtype == jnp.int32 and o.size]
    choice = jnp.abs(flags[0]).sum() % 3 if flags else jnp.int32(1)
    return lax.switch(choice, [jnp.sin, lambda a: a * 0.5, lambda a: jnp.flip(a, 0) if a.ndim else a], v)


def complex_numbers(rng, v, pool):
    v = real(v).astype(jnp.float32)
    z = lax.complex(v, jnp.tanh(v) * 0.5)
    return rng.choice([lambda: jnp.abs(z), lambda: jnp.real(jnp.exp(z) * 0.2), lambda: jnp.imag(z * jnp.conj(z) * z) * 0.1, lambda: jnp.angle(z + 0.3), lambda: jnp.real(jnp.sqrt(z)), lambda: jnp.real(z / (1 + jnp.abs(z)))])()  # fmt: skip


def fft(rng, v, pool):
    v = real(v).astype(jnp.float32)
    if v.ndim == 0 or 0 in v.shape:
        return None
    d = rng.randrange(v.ndim)
    return rng.choice([lambda: jnp.fft.fft(v, axis=d).real * 0.2, lambda: jnp.abs(jnp.fft.rfft(v, axis=d)) * 0.2, lambda: jnp.fft.irfft(jnp.fft.rfft(v, axis=d), axis=d, n=v.shape[d])])()  # fmt: skip


def narrow(rng, v, pool):
    v = real(v)
    dtype = rng.choice([jnp.bfloat16, jnp.float16, jnp.float8_e4m3fn, jnp.float8_e5m2])
    small = v.astype(dtype)
    # The next operations are in f32: a chain of narrow ones is rounded differently by every compiler.
    return small.astype(jnp.float32) if rng.random() < 0.7 else (small.astype(jnp.float32) * 2)


def narrow_product(rng, v, pool):
    v = real(v)
    if v.ndim < 2 or 0 in v.shape:
        return None
    dtype = rng.choice([jnp.bfloat16, jnp.float16])
    a = v.astype(dtype).reshape(v.shape[0], -1)
    return lax.dot_general(a, a, (((1,), (1,)), ((), ())), preferred_element_type=jnp.float32) * 0.1


def bits(rng, v, pool):
    # Bits of what was computed depend on the last rounding: numbers are rounded to eighths first.
    v = jnp.round(jnp.clip(real(v), -100, 100).astype(jnp.float32) * 8) / 8
    as_int = lax.bitcast_convert_type(v, jnp.int32)
    return rng.choice([lambda: lax.population_count(as_int), lambda: lax.shift_right_logical(as_int, jnp.int32(20)), lambda: lax.clz(as_int), lambda: as_int & 255])()  # fmt: skip


def random_draw(rng, v, pool):
    key = jax.random.PRNGKey(rng.randrange(100))
    return rng.choice([lambda: jax.random.normal(key, v.shape), lambda: jax.random.uniform(key, v.shape), lambda: jax.random.bernoulli(key, 0.3, v.shape).astype(jnp.float32)])()  # fmt: skip


def small_integers(rng, v, pool):
    v = real(v)
    if v.ndim < 2 or 0 in v.shape:
        return None
    a = jnp.round(jnp.clip(v, -3, 3) * 20).astype(jnp.int8).reshape(v.shape[0], -1)
    return lax.dot_general(a, a, (((1,), (1,)), ((), ())), preferred_element_type=jnp.int32)


def associative(rng, v, pool):
    if not floating(v) or v.ndim == 0 or 0 in v.shape:
        return None
    return lax.associative_scan(lambda a, b: a * 0.5 + b, v, axis=rng.randrange(v.ndim))


def masked_pool_gradient(rng, v, pool):
    if not floating(v) or v.ndim < 2 or 0 in v.shape or v.shape[0] < 4:
        return None
    window = (2,) + (1,) * (v.ndim - 1)
    return jax.grad(lambda a: jnp.sum(lax.reduce_window(a, -jnp.inf, lax.max, window, window, "VALID") ** 2))(v)


EXOTIC = [
    special, special, special, top_k, sort, sort, decomposition, decomposition, scatter, scatter, segment, along_axis, until, branches,
    complex_numbers, fft, narrow, narrow_product, bits, random_draw, small_integers, associative, masked_pool_gradient,
]  # fmt: skip
