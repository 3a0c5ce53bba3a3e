import type { Operation } from '@shardform/ir-core';

/** Operations of TTIR that tt-mlir makes code for the host of. */
const HOSTED: ReadonlySet<string> = new Set(
  `abs acos add arange argmax asin asinh atan atan2 avg_pool2d bitwise_and bitwise_not bitwise_or bitwise_xor broadcast
  cbrt ceil clamp_scalar concat concatenate_heads constant conv2d cos cumsum div dot_general embedding empty eq erf erfc
  exp expm1 floor full ge gelu gelu_bw global_avg_pool2d gt hardsigmoid isfinite layer_norm le leaky_relu linear log
  log1p logical_and logical_left_shift logical_not logical_or logical_right_shift logical_xor lt matmul max max_pool2d
  max_pool2d_with_indices maximum mean min minimum mish multiply ne neg ones pad permute pow prod reciprocal reduce_and
  reduce_or relu relu6 remainder repeat reshape rsqrt sigmoid sign silu sin slice_static softmax
  split_query_key_value_and_split_heads sqrt squeeze subtract sum tan tanh transpose typecast unsqueeze where zeros`
    .split(/\s+/)
    .map((name) => `ttir.${name}`),
);

/** Returns true if the host can execute an operation, as tt-mlir's lowering of TTIR to Linalg has it. */
export function hasHostCode({ name }: Operation): boolean {
  return HOSTED.has(name);
}
