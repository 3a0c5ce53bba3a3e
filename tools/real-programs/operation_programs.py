"""Small programs of single operations and their odd cases, for cost_analysis.py: a function and its arguments by name."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

f32, f16, bf16, f64, i8, i32, c64 = (jnp.dtype(name) for name in ("f4", "f2", "bfloat16", "f8", "i1", "i4", "c8"))


def of(*shape, dtype=f32):
    return jax.ShapeDtypeStruct(shape, dtype)


OPERATIONS = {}


def add(name, function, *arguments):
    if name in OPERATIONS:
        raise ValueError(f"two programs are called {name}")
    OPERATIONS[name] = (function, arguments)


# Contractions.
def dot(contracting, batch, dtype=None):
    return lambda a, b: lax.dot_general(a, b, (contracting, batch), preferred_element_type=dtype)


add("dot_matrix", jnp.dot, of(32, 48), of(48, 24))
add("dot_vector", jnp.dot, of(64), of(64))
add("dot_matrix_vector", jnp.dot, of(32, 64), of(64))
add("dot_outer", dot(((), ()), ((), ())), of(16), of(24))
add("dot_batch", dot(((2,), (1,)), ((0,), (0,))), of(4, 16, 32), of(4, 32, 8))
add("dot_two_batches", dot(((3,), (2,)), ((0, 1), (0, 1))), of(2, 3, 16, 32), of(2, 3, 32, 8))
add("dot_two_contracting", dot(((1, 2), (0, 1)), ((), ())), of(16, 8, 4), of(8, 4, 12))
add("dot_batch_two_contracting", dot(((1, 3), (3, 1)), ((2,), (0,))), of(16, 8, 5, 4), of(5, 4, 12, 8))
add("dot_all_contracting", dot(((0, 1), (0, 1)), ((), ())), of(16, 24), of(16, 24))
add("dot_batches_only", dot(((), ()), ((0, 1), (0, 1))), of(16, 24), of(16, 24))
add("dot_bf16", dot(((1,), (0,)), ((), ()), f32), of(32, 48, dtype=bf16), of(48, 24, dtype=bf16))
add("dot_i8", dot(((1,), (0,)), ((), ()), i32), of(32, 48, dtype=i8), of(48, 24, dtype=i8))
add("dot_f8", dot(((1,), (0,)), ((), ()), f32), of(32, 48, dtype=jnp.float8_e4m3fn), of(48, 24, dtype=jnp.float8_e4m3fn))
add("dot_complex", jnp.dot, of(32, 48, dtype=c64), of(48, 24, dtype=c64))
add("dot_empty", jnp.dot, of(8, 0), of(0, 8))
add("einsum_chain", lambda a, b, c: jnp.einsum("ij,jk,kl->il", a, b, c), of(8, 16), of(16, 24), of(24, 32))
add("einsum_diagonal", lambda a, b: jnp.einsum("bii,bij->bj", a, b), of(4, 8, 8), of(4, 8, 16))
add("ragged_dot", lax.ragged_dot, of(64, 32), of(4, 32, 16), of(4, dtype=i32))


# Convolutions.
def conv(layout="NCHW", kernel="OIHW", **options):
    def function(a, b):
        return lax.conv_general_dilated(a, b, **dict(dict(window_strides=(1, 1), padding="VALID"), **options), dimension_numbers=(layout, kernel, layout))

    return function


image, taps = of(2, 8, 17, 19), of(12, 8, 3, 3)
add("conv_valid", conv(), image, taps)
add("conv_same", conv(padding="SAME"), image, taps)
add("conv_strided", conv(window_strides=(2, 3)), image, taps)
add("conv_same_strided", conv(padding="SAME", window_strides=(2, 2)), image, taps)
add("conv_padded_unevenly", conv(padding=((0, 3), (4, 1))), image, taps)
add("conv_negative_padding", conv(padding=((-1, 2), (1, -2))), image, taps)
add("conv_kernel_dilated", conv(rhs_dilation=(2, 3), padding="SAME"), image, taps)
add("conv_input_dilated", conv(lhs_dilation=(2, 2), padding=((2, 2), (2, 2))), image, taps)
add("conv_all", conv(window_strides=(2, 1), lhs_dilation=(3, 2), rhs_dilation=(1, 2), padding=((2, 1), (3, 0))), image, taps)
add("conv_grouped", conv(feature_group_count=4, padding="SAME"), image, of(12, 2, 3, 3))
add("conv_depthwise", conv(feature_group_count=8, padding="SAME"), image, of(8, 1, 3, 3))
add("conv_batch_grouped", conv(batch_group_count=2), image, taps)
add("conv_pointwise", conv(), image, of(12, 8, 1, 1))
add("conv_nhwc", conv("NHWC", "HWIO", padding="SAME"), of(2, 17, 19, 8), of(3, 3, 8, 12))
add("conv_bf16", conv(padding="SAME"), of(2, 8, 17, 19, dtype=bf16), of(12, 8, 3, 3, dtype=bf16))
add("conv_1d", lambda a, b: lax.conv_general_dilated(a, b, (2,), "SAME"), of(2, 8, 33), of(12, 8, 5))
add("conv_3d", lambda a, b: lax.conv_general_dilated(a, b, (1, 2, 1), "SAME"), of(1, 4, 7, 9, 8), of(6, 4, 3, 3, 3))
add("conv_transposed", lambda a, b: lax.conv_transpose(a, b, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), of(2, 9, 9, 8), of(3, 3, 8, 12))
add("conv_gradient_of_input", jax.grad(lambda a, b: conv(window_strides=(2, 2), padding="SAME")(a, b).sum()), image, taps)
add("conv_gradient_of_kernel", jax.grad(lambda a, b: conv(window_strides=(2, 2), padding="SAME")(a, b).sum(), 1), image, taps)
add("conv_gradient_of_grouped", jax.grad(lambda a, b: (conv(feature_group_count=4)(a, b) ** 2).sum(), (0, 1)), image, of(12, 2, 3, 3))
add("convolve_1d", lambda a, b: jnp.convolve(a, b, mode="full"), of(64), of(9))
add("conv_complex", lambda a, b: lax.conv_general_dilated(a, b, (1,), "VALID"), of(2, 4, 33, dtype=c64), of(6, 4, 5, dtype=c64))

# Reductions and windows.
matrix = of(24, 40)
add("reduce_sum", jnp.sum, matrix)
add("reduce_rows", lambda a: a.sum(1), matrix)
add("reduce_columns_max", lambda a: a.max(0), matrix)
add("reduce_all_dimensions_kept", lambda a: a.sum((0, 2), keepdims=True), of(4, 8, 6))
add("reduce_one", lambda a: a.sum(1), of(24, 1))
add("reduce_argmax", lambda a: a.argmax(1), matrix)
add("reduce_variance", lambda a: a.var(0), matrix)
add("reduce_any", lambda a: (a > 0).any(1), matrix)
add("reduce_product_i32", lambda a: a.prod(1), of(24, 40, dtype=i32))
add("reduce_complex", lambda a: a.sum(1), of(24, 40, dtype=c64))
add("reduce_logsumexp", lambda a: jax.nn.logsumexp(a, 1), matrix)


def pool(operation, start, window, strides, padding="VALID", **options):
    return lambda a: lax.reduce_window(a, np.asarray(start, a.dtype), operation, window, strides, padding, **options)


add("window_max", pool(lax.max, -jnp.inf, (1, 1, 2, 2), (1, 1, 2, 2)), of(2, 8, 16, 16))
add("window_sum_overlapping", pool(lax.add, 0, (1, 1, 3, 3), (1, 1, 1, 1), "SAME"), of(2, 8, 16, 16))
add("window_strided_same", pool(lax.add, 0, (1, 1, 3, 3), (1, 1, 2, 2), "SAME"), of(2, 8, 15, 15))
add("window_dilated", pool(lax.add, 0, (3, 3), (1, 1), window_dilation=(2, 3)), of(24, 24))
add("window_base_dilated", pool(lax.add, 0, (3, 3), (1, 1), base_dilation=(2, 2)), of(24, 24))
add("window_one", pool(lax.max, -jnp.inf, (1, 1), (2, 2)), of(24, 24))
add("max_pool_gradient", jax.grad(lambda a: (pool(lax.max, -jnp.inf, (1, 1, 2, 2), (1, 1, 2, 2))(a) ** 2).sum()), of(2, 8, 16, 16))
add("max_pool_gradient_overlapping", jax.grad(lambda a: (pool(lax.max, -jnp.inf, (1, 1, 3, 3), (1, 1, 2, 2), "SAME")(a) ** 2).sum()), of(2, 8, 16, 16))
add("cumsum", lambda a: jnp.cumsum(a, 0), matrix)
add("cumsum_reversed", lambda a: lax.cumsum(a, 1, reverse=True), matrix)
add("cummax", lambda a: lax.cummax(a, 1), matrix)
add("cumlogsumexp", lambda a: lax.cumlogsumexp(a, 0), matrix)
add("cumsum_as_window", lambda a: lax.reduce_window(a, 0.0, lax.add, (24, 1), (1, 1), ((23, 0), (0, 0))), matrix)
add("associative_scan", lambda a: lax.associative_scan(jnp.multiply, a), of(64, 8))

# Indexing.
add("gather_rows", lambda a, i: a[i], of(100, 16), of(32, dtype=i32))
add("gather_elements", lambda a, i: jnp.take_along_axis(a, i, 1), of(32, 16), of(32, 4, dtype=i32))
add("gather_clipped", lambda a, i: jnp.take(a, i, axis=1, mode="clip"), of(8, 100), of(32, dtype=i32))
add("scatter_set", lambda a, i, u: a.at[i].set(u), of(100, 16), of(32, dtype=i32), of(32, 16))
add("scatter_add", lambda a, i, u: a.at[i].add(u), of(100, 16), of(32, dtype=i32), of(32, 16))
add("scatter_multiply", lambda a, i, u: a.at[:, i].multiply(u), of(16, 100), of(32, dtype=i32), of(16, 32))
add("segment_sum", lambda a, i: jax.ops.segment_sum(a, i, 10), of(200, 8), of(200, dtype=i32))
add("gather_gradient", jax.grad(lambda a, i: (a[i] ** 2).sum()), of(100, 16), of(32, dtype=i32))
add("dynamic_slice", lambda a, i: lax.dynamic_slice(a, (i, i), (8, 8)), of(64, 64), of(dtype=i32))
add("dynamic_update_slice", lambda a, u, i: lax.dynamic_update_slice(a, u, (i, i)), of(64, 64), of(8, 8), of(dtype=i32))
add("static_slice", lambda a: a[3:40:2, ::3], of(64, 64))
add("one_hot", lambda i: jax.nn.one_hot(i, 50), of(40, dtype=i32))

# Orders.
add("sort", lambda a: jnp.sort(a, 1), of(16, 100))
add("sort_vector", jnp.sort, of(1000))
add("sort_i32", lambda a: jnp.sort(a, 0), of(100, 16, dtype=i32))
add("argsort", lambda a: jnp.argsort(a, 1), of(16, 100))
add("sort_by_two_keys", lambda a, b: lax.sort((a, b), num_keys=2), of(16, 100), of(16, 100))
add("top_k", lambda a: lax.top_k(a, 5), of(16, 100))
add("median", lambda a: jnp.median(a, 1), of(16, 101))
add("unique", lambda a: jnp.unique(a, size=20), of(100, dtype=i32))
add("searchsorted", lambda a, b: jnp.searchsorted(a, b), of(128), of(40))
add("permutation", lambda k: jax.random.permutation(jax.random.wrap_key_data(k), 100), of(2, dtype=jnp.uint32))

# Fourier transforms.
add("fft", jnp.fft.fft, of(8, 64, dtype=c64))
add("ifft", jnp.fft.ifft, of(8, 64, dtype=c64))
add("fft_odd", jnp.fft.fft, of(8, 60, dtype=c64))
add("rfft", jnp.fft.rfft, of(8, 64))
add("irfft", jnp.fft.irfft, of(8, 33, dtype=c64))
add("fft_2d", jnp.fft.fft2, of(4, 32, 64, dtype=c64))
add("rfft_2d", jnp.fft.rfft2, of(4, 32, 64))
add("irfft_2d", jnp.fft.irfft2, of(4, 32, 33, dtype=c64))
add("fft_3d", lambda a: jnp.fft.fftn(a, axes=(0, 1, 2)), of(8, 16, 32, dtype=c64))
add("fft_one", jnp.fft.fft, of(8, 1, dtype=c64))

# Decompositions.
square, rows = of(24, 24), of(40, 24)
solve = lax.linalg.triangular_solve
add("cholesky", jnp.linalg.cholesky, square)
add("cholesky_batch", jnp.linalg.cholesky, of(5, 24, 24))
add("triangular_solve", lambda a, b: solve(a, b, left_side=True, lower=True), square, of(24, 7))
add("triangular_solve_right", lambda a, b: solve(a, b, left_side=False, lower=True), square, of(7, 24))
add("triangular_solve_batch", lambda a, b: solve(a, b, left_side=True, transpose_a=True), of(3, 24, 24), of(3, 24, 7))
add("triangular_solve_unit", lambda a, b: solve(a, b, left_side=True, unit_diagonal=True), square, of(24, 7))
add("lu", lax.linalg.lu, square)
add("lu_tall", lax.linalg.lu, rows)
add("solve", jnp.linalg.solve, square, of(24, 7))
add("inverse", jnp.linalg.inv, square)
add("determinant", jnp.linalg.det, square)
add("qr", jnp.linalg.qr, rows)
add("qr_complete", lambda a: jnp.linalg.qr(a, mode="complete"), rows)
add("eigh", jnp.linalg.eigh, square)
add("eig", jnp.linalg.eig, square)
add("svd", lambda a: jnp.linalg.svd(a, full_matrices=False), rows)
add("singular_values", lambda a: jnp.linalg.svd(a, compute_uv=False), rows)
add("schur", lax.linalg.schur, square)
add("hessenberg", lax.linalg.hessenberg, square)
add("tridiagonal", lambda a: lax.linalg.tridiagonal(a), square)
add("tridiagonal_solve", lax.linalg.tridiagonal_solve, of(24), of(24), of(24), of(24, 3))
add("cholesky_complex", jnp.linalg.cholesky, of(24, 24, dtype=c64))
add("matrix_exponential", jax.scipy.linalg.expm, of(12, 12))

# Control flow.
add("loop_of_products", lambda a: lax.fori_loop(0, 9, lambda _, x: x @ a, a), square)
add("loop_unknown", lambda a, n: lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, jnp.tanh(s[1] @ a)), (0, a))[1], square, of(dtype=i32))
add("scan", lambda a, x: lax.scan(lambda c, row: (jnp.tanh(c @ a + row), c.sum()), x[0], x), square, of(11, 24))
add("nested_loops", lambda a: lax.fori_loop(0, 3, lambda _, x: lax.fori_loop(0, 5, lambda _, y: y @ a, x), a), square)
add("map", lambda a: lax.map(lambda row: jnp.exp(row).sum(), a), matrix)
add("conditional", lambda p, a: lax.cond(p, lambda x: x @ x, lambda x: x + 1, a), of(dtype=jnp.bool_), square)
add("switch", lambda i, a: lax.switch(i, [lambda x: x @ x, jnp.sin, lambda x: x @ x @ x], a), of(dtype=i32), square)
add("conditional_in_loop", lambda a: lax.fori_loop(0, 4, lambda i, x: lax.cond(i > 1, lambda y: y @ a, lambda y: y * 2, x), a), square)

# Random numbers.
key = of(2, dtype=jnp.uint32)
add("random_bits", lambda k: jax.random.bits(jax.random.wrap_key_data(k), (1000,)), key)
add("random_normal", lambda k: jax.random.normal(jax.random.wrap_key_data(k), (40, 25)), key)
add("random_categorical", lambda k, a: jax.random.categorical(jax.random.wrap_key_data(k), a), key, matrix)
add("random_bit_generator", lambda k: lax.rng_bit_generator(k, (1000,)), of(4, dtype=jnp.uint32))
add("random_uniform_generator", lambda a, b: lax.rng_uniform(a, b, (1000,)), of(), of())

# Elementwise, by type.
numbers = dict(f32=f32, bf16=bf16, f16=f16, i32=i32, i8=i8, c64=c64, f8=jnp.float8_e5m2)
for name, dtype in numbers.items():
    add(f"add_multiply_{name}", lambda a, b: a * b + a, of(50, 20, dtype=dtype), of(50, 20, dtype=dtype))
add("divide_complex", lambda a, b: a / b, of(50, 20, dtype=c64), of(50, 20, dtype=c64))
add("exponential_complex", jnp.exp, of(50, 20, dtype=c64))
add("absolute_complex", jnp.abs, of(50, 20, dtype=c64))
add("compare_select_clamp", lambda a: jnp.clip(jnp.where(a > 0, a, -a), 0.1, 0.9), matrix)
add("convert", lambda a: a.astype(bf16).astype(f32), matrix)
add("shifts", lambda a: (a << 3) ^ (a >> 2) | ~a, of(50, 20, dtype=i32))
add("round_and_sign", lambda a: jnp.round(a) + jnp.sign(a) * jnp.floor(a), matrix)
add("remainder", lambda a, b: a % b, of(50, 20, dtype=i32), of(50, 20, dtype=i32))
for name in ("exp", "log1p", "tanh", "sin", "sqrt", "cbrt", "sinh", "arcsin", "arctan", "arccosh", "expm1"):
    add(f"elementwise_{name}", getattr(jnp, name), matrix)
for name in ("erf", "erf_inv", "erfc", "digamma", "lgamma", "logistic", "rsqrt"):
    add(f"elementwise_{name}", getattr(lax, name), matrix)
add("power", lambda a, b: a**b, matrix, matrix)
add("arctan2", jnp.arctan2, matrix, matrix)
add("next_after", jnp.nextafter, matrix, matrix)
add("bessel", jax.scipy.special.i1e, matrix)
add("zeta", jax.scipy.special.zeta, matrix, matrix)
add("polygamma", lambda a: jax.scipy.special.polygamma(2, a), matrix)
add("softmax", lambda a: jax.nn.softmax(a, -1), matrix)
add("gelu", jax.nn.gelu, matrix)
add("layer_norm", lambda a: (a - a.mean(1, keepdims=True)) * lax.rsqrt(a.var(1, keepdims=True) + 1e-5), matrix)

# Moves.
add("transpose", lambda a: a.T, matrix)
add("reshape_broadcast", lambda a: jnp.broadcast_to(a.reshape(24, 1, 40), (24, 5, 40)), matrix)
add("pad", lambda a: jnp.pad(a, ((1, 2), (3, 4))), matrix)
add("concatenate", lambda a, b: jnp.concatenate([a, b]), matrix, matrix)
add("reverse", lambda a: a[::-1], matrix)
add("iota", lambda: jnp.arange(1000) * 2)
add("bitcast", lambda a: lax.bitcast_convert_type(a, i32), matrix)
add("tile_roll", lambda a: jnp.roll(jnp.tile(a, (2, 2)), 3, 0), matrix)
