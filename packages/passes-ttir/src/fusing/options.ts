import { booleanOption, integerOption, type PassOption } from '@shardform/ir-core';

const PERMUTE_MATMUL = 'enable-permute-matmul-fusion';
const SLICE_AFTER_MATMUL = 'enable-permute-slice-after-matmul-fusion';

/** Returns the options' texts; the pass and the pipeline name the first one differently. */
/* @__NO_SIDE_EFFECTS__ */
export function fusingOptionSpecs<const N extends string>(
  conv2dWithMultiply: N,
): Readonly<
  Record<N | 'enable-permute-matmul-fusion' | 'enable-permute-slice-after-matmul-fusion', PassOption<boolean>>
> {
  // The record has exactly the three keys.
  return {
    [conv2dWithMultiply]: booleanOption('move a factor per output channel into the weights of conv2d'),
    [PERMUTE_MATMUL]: booleanOption('make transpositions of operands flags of matrix products'),
    [SLICE_AFTER_MATMUL]: booleanOption('slice an operand in place of the matrix product', true),
  } as ReturnType<typeof fusingOptionSpecs<N>>;
}

/** How many products with the same first operand are worth joining. */
export const sharedLhsOptions = {
  'shared-lhs-minimum': integerOption(
    'products with one first operand that are joined when there are as many: tt-mlir of August 2026 has 3',
    2,
    'uint',
  ),
} as const;
