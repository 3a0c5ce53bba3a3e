/**
 * What operations of TTIR that the host executes are in Python, as in the table of TTNN's; functions are those of
 * tt-mlir's module `ttir_cpu`, which computes with PyTorch. Names with `@` follow from types and attributes: `@dtype` of
 * the result, its `@shape`, `@batch`, `@height`, `@width` and `@channels` of a pool's input, `@edges` the padding at the top, bottom, left and
 * right, `@pair:name` and `@quad:name` two or four numbers that may be given as fewer.
 */
export const HOST_FUNCTION_TABLE = `
abs acos asin asinh atan bitwise_not cbrt ceil cos exp expm1 erf erfc floor gelu hardsigmoid isfinite log log1p logical_not mish neg reciprocal relu relu6 rsqrt sigmoid sign silu sin sqrt tan tanh: (input)
leaky_relu: (input, negative_slope=parameter)
add subtract multiply div eq ne gt ge lt le logical_and logical_or logical_xor maximum minimum atan2 remainder pow bitwise_and bitwise_or bitwise_xor logical_left_shift logical_right_shift: (lhs, rhs)
gelu_bw: (lhs, rhs, approximate=)
where: (first, second, third)
sum mean max min prod argmax reduce_or: (input, dim=dim_arg, keepdim=keep_dim)
softmax: (input, dim=dimension)
cumsum: (input, dim=)
reshape: (input, shape)
permute: (input, permutation)
squeeze unsqueeze: (input, dim)
transpose: (input, dim0, dim1)
repeat: (input, repeat_dimensions)
pad: (input, padding, value)
slice_static: (input, begins, ends, step)
broadcast: (input, @shape)
concat: (inputs, dim=)
matmul: (a, b)
linear: (a, b, bias=, transpose_a=, transpose_b=)
dot_general: (lhs, rhs, batch_dims_lhs=, contract_dims_lhs=, batch_dims_rhs=, contract_dims_rhs=)
embedding: (input, weight)
layer_norm: (input, weight=, bias=, epsilon=)
clamp_scalar clamp_tensor: (input, min, max)
typecast: (input, dtype=@dtype)
zeros ones: (shape=, dtype=@dtype)
full: (shape=, fill_value=, dtype=@dtype)
empty: (shape=@shape, dtype=@dtype)
arange: (start, end, step, arange_dimension=, shape=@shape, dtype=@dtype)
global_avg_pool2d concatenate_heads: (input)
split_query_key_value_and_split_heads: (input_tensor, kv_input_tensor=, num_heads=, num_kv_heads=, transpose_key=)
max_pool2d max_pool2d_with_indices: (input, @batch, @height, @width, @channels, @pair:kernel, @pair:stride, @edges, @pair:dilation, ceil_mode)
avg_pool2d: (input, @batch, @height, @width, @channels, @pair:kernel, @pair:stride, @edges, ceil_mode=, count_include_pad=)
conv2d: (input, weight, bias=, stride=@pair:stride, padding=@quad:padding, dilation=@pair:dilation, groups=, batch_dim=, height_dim=, width_dim=, channel_dim=)
`;
