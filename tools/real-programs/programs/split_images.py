"""Images, grids and signals that are split in space: windows, shifts, borders, transforms."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from registry import Program, program


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def held(x, *spec):
    return lax.with_sharding_constraint(x, P(*spec))


NHWC = ("NHWC", "HWIO", "NHWC")


def conv(x, kernel, strides=(1, 1), padding="SAME", **options):
    return lax.conv_general_dilated(x, kernel, strides, padding, dimension_numbers=NHWC, **options)


@program(dict(rows=4, cols=2))
def tiled_edge_detector():
    def detect(image):
        gray = image.mean(-1, keepdims=True)
        sobel = jnp.array([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]], jnp.float32)
        dx, dy = (conv(gray, k[:, :, None, None]) for k in (sobel, sobel.T))
        strength = jnp.sqrt(dx**2 + dy**2)
        return jnp.where(strength > strength.mean(), 1.0, 0.0)

    return Program(detect, (normal(2, 64, 48, 3),), (P(None, "rows", "cols"),))


@program(dict(rows=8))
def dilated_segmentation():
    def segment(image, a, b, c):
        x = jax.nn.relu(conv(image, a))
        x = jax.nn.relu(conv(x, b, rhs_dilation=(2, 2)))
        return jax.nn.log_softmax(conv(x, c, rhs_dilation=(4, 4)))

    arguments = (normal(1, 64, 32, 3), normal(3, 3, 3, 8), normal(3, 3, 8, 8, seed=1), normal(3, 3, 8, 4, seed=2))
    return Program(segment, arguments, (P(None, "rows"), P(), P(), P()))


@program(dict(rows=4, cols=2))
def strided_encoder_gradient():
    def loss(kernels, image):
        for kernel in kernels:
            image = jax.nn.gelu(conv(image, kernel, (2, 2)))
        return (image**2).mean()

    kernels = [normal(3, 3, 3, 8) * 0.2, normal(3, 3, 8, 16, seed=1) * 0.2]
    return Program(jax.value_and_grad(loss), (kernels, normal(4, 32, 32, 3)), (P(), P(None, "rows", "cols")))


@program(dict(data=2, rows=4))
def pooled_pyramid():
    def pyramid(x):
        levels = []
        for _ in range(3):
            x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
            levels.append(x.mean((1, 2)))
        return jnp.concatenate(levels, -1)

    return Program(pyramid, (normal(4, 64, 32, 4),), (P("data", "rows"),))


@program(dict(rows=8))
def heat_equation():
    def step(u, _):
        lap = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u
        return u + 0.1 * lap, u.sum()

    return Program(lambda u: lax.scan(step, u, None, length=12), (normal(64, 64),), (P("rows"),))


@program(dict(x=4, y=2))
def wave_with_walls():
    def step(i, state):
        now, before = state
        padded = jnp.pad(now, 1)
        lap = padded[2:, 1:-1] + padded[:-2, 1:-1] + padded[1:-1, 2:] + padded[1:-1, :-2] - 4 * now
        return 2 * now - before + 0.2 * lap, now

    return Program(lambda u: lax.fori_loop(0, 10, step, (u, u)), (normal(40, 48),), (P("x", "y"),))


@program(dict(x=4, y=2))
def upwind_advection_uneven():
    def advect(u, v):
        u = held(jnp.sin(u), "x", "y")
        flux = jnp.where(v > 0, u, jnp.roll(u, -1, 0))
        return u - 0.3 * (flux - jnp.roll(flux, 1, 0)), jnp.diff(u, axis=0), jnp.diff(u, axis=1, n=2)

    return Program(advect, (normal(38, 21), normal(38, 21, seed=1)), (P(), P()))


@program(dict(t=8))
def spectrogram():
    def stft(signal):
        frames = jnp.stack([signal[:, i : i + 961 : 64] for i in range(64)], -1)
        return jnp.abs(jnp.fft.rfft(frames * jnp.hanning(64))) ** 2

    return Program(stft, (normal(8, 1024),), (P("t"),))


@program(dict(a=4, b=2))
def spectral_filter_2d():
    def apply(image, gain):
        image = held(image, "a")
        return jnp.fft.irfft2(jnp.fft.rfft2(image) * gain)

    return Program(apply, (normal(32, 32), normal(32, 17, seed=1)), (P("a", "b"), P("a")))


@program(dict(t=8))
def causal_wavenet():
    def wavenet(x, kernels):
        for i, (gate, out) in enumerate(kernels):
            d = 2**i
            y = lax.conv_general_dilated(x, gate, (1,), [(d, 0)], rhs_dilation=(d,), dimension_numbers=("NTC", "TIO", "NTC"))
            x = x + (jnp.tanh(y[..., :8]) * jax.nn.sigmoid(y[..., 8:])) @ out
        return x

    kernels = [(normal(2, 8, 16, seed=i) * 0.3, normal(8, 8, seed=9 + i) * 0.3) for i in range(4)]
    return Program(wavenet, (normal(2, 256, 8), kernels), (P(None, "t"), P()))


@program(dict(rows=4, cols=2))
def pixel_shuffle_decoder():
    def decode(x, a, b):
        x = conv(x, a)
        n, h, w, c = x.shape
        x = x.reshape(n, h, w, 2, 2, c // 4).transpose(0, 1, 3, 2, 4, 5).reshape(n, 2 * h, 2 * w, c // 4)
        return conv(x, b)

    arguments = (normal(2, 16, 16, 8), normal(3, 3, 8, 32) * 0.1, normal(5, 5, 8, 3, seed=1) * 0.1)
    return Program(decode, arguments, (P(None, "rows", "cols"), P(), P()))


@program(dict(rows=4, cols=2))
def transposed_upsampling():
    def decode(x, a, b):
        for kernel in (a, b):
            x = jax.nn.relu(lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=NHWC))
        return x

    arguments = (normal(2, 16, 16, 16), normal(4, 4, 16, 8) * 0.1, normal(4, 4, 8, 4, seed=1) * 0.1)
    return Program(decode, arguments, (P(None, "rows", "cols"), P(), P()))


@program(dict(rows=8))
def random_crops():
    def crop(images, corners):
        cut = jax.vmap(lambda image, at: lax.dynamic_slice(image, (at[0], at[1], 0), (24, 24, 3)))(images, corners)
        return jnp.flip(cut, 2)

    corners = np.random.default_rng(1).integers(0, 8, (16, 2)).astype(np.int32)
    return Program(crop, (normal(16, 32, 32, 3), corners), (P("rows"), P("rows")))


@program(dict(rows=4, cols=2))
def shifted_windows():
    def swin(x, w):
        x = jnp.roll(x, (-2, -2), (1, 2))
        n, h, _, c = x.shape
        windows = x.reshape(n, h // 4, 4, h // 4, 4, c).transpose(0, 1, 3, 2, 4, 5).reshape(-1, 16, c)
        y = jax.nn.softmax(windows @ w @ windows.swapaxes(1, 2)) @ windows
        y = y.reshape(n, h // 4, h // 4, 4, 4, c).transpose(0, 1, 3, 2, 4, 5).reshape(n, h, h, c)
        return jnp.roll(y, (2, 2), (1, 2))

    return Program(swin, (normal(2, 32, 32, 8), normal(8, 8, seed=1) * 0.1), (P(None, "rows", "cols"), P()))


@program(dict(z=8))
def volume_smoothing():
    def smooth(volume):
        edges = jnp.pad(volume, ((1, 1), (1, 1), (1, 1)), mode="edge")
        return sum(edges[i : i + 24, j : j + 16, k : k + 16] for i in range(3) for j in range(3) for k in range(3)) / 27

    return Program(smooth, (normal(24, 16, 16),), (P("z"),))


@program(dict(rows=4, cols=2), narrow=True)
def depthwise_block_bf16(dtype=jnp.bfloat16):
    def block(x, depth, point, scale):
        y = conv(x, depth, feature_group_count=x.shape[-1])
        y = (y - y.mean((0, 1, 2))) * lax.rsqrt(y.var((0, 1, 2)) + 1e-3) * scale
        return x + jax.nn.silu(y) @ point

    arguments = (normal(2, 32, 32, 16), normal(7, 7, 1, 16) * 0.1, normal(16, 16, seed=1) * 0.2, np.ones(16, np.float32))
    return Program(block, tuple(a.astype(dtype) for a in arguments), (P(None, "rows", "cols"), P(), P(), P()))


@program(dict(x=8))
def odd_even_wavelet():
    def lift(signal):
        for _ in range(3):
            even, odd = signal[..., ::2], signal[..., 1::2]
            detail = odd - (even + jnp.roll(even, -1, -1)) / 2
            signal = even + (detail + jnp.roll(detail, 1, -1)) / 4
        return signal, detail

    return Program(lift, (normal(4, 512),), (P(None, "x"),))
