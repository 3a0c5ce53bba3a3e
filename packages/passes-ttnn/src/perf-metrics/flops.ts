import {
  AllReduceAsyncOp,
  AllReduceOp,
  Conv1dOp,
  Conv2dOp,
  Conv3dOp,
  ConvTranspose2dOp,
  FlashMlaPrefillOp,
  LinearOp,
  MatmulOp,
  ReduceScatterOp,
  ScaledDotProductAttentionOp,
  SparseMatmulOp,
} from '@shardform/dialect-ttnn';
import type { Operation, RankedTensorType } from '@shardform/ir-core';
import { attentionSizes, type Attention, type Product, productSizes } from './products.ts';

/** Counts may be larger than the integers that numbers hold. */
const product = (factors: readonly (number | bigint)[]): bigint =>
  factors.reduce<bigint>((all, factor) => all * BigInt(factor), 1n);

const numbersIn = ({ type }: { readonly type: RankedTensorType }): bigint => product(type.shape);

function matmulFlops(op: Product, isTransposed: boolean): bigint {
  const sizes = productSizes(op, isTransposed);
  return sizes === null ? 0n : product([2, sizes.count, sizes.rows, sizes.inner, sizes.columns]);
}

/** Only the blocks that take part count, of those in the third dimension from the end of the result. */
function sparseMatmulFlops(op: SparseMatmulOp): bigint {
  const dense = matmulFlops(op, false);
  const blocks = op.result.type.shape.at(-3);
  if (op.nnz === null || blocks === undefined || blocks === 0) return dense;
  return (dense / BigInt(blocks)) * op.nnz.value;
}

const kernelOf = (op: Conv1dOp | Conv2dOp | Conv3dOp | ConvTranspose2dOp): bigint =>
  op instanceof Conv1dOp ? op.kernelSize.value : product(op.kernelSize.numbers());

/** Channels come from the attributes: weights may be padded. */
function convolutionFlops(op: Conv1dOp | Conv2dOp | Conv3dOp): bigint {
  return product([2, numbersIn(op.result), op.inChannels.value / op.groups.value, kernelOf(op)]);
}

/** Each number of the input goes to as many places as the kernel has; the result is larger by the stride. */
function transposedConvolutionFlops(op: ConvTranspose2dOp): bigint {
  return product([2, numbersIn(op.input), op.outChannels.value / op.groups.value, kernelOf(op)]);
}

function attentionFlops(attention: Attention): bigint {
  const sizes = attentionSizes(attention);
  if (sizes === null) return 0n;
  const { count, queries, keys, keyLength, valueLength } = sizes;
  const all = product([2, count, queries, keys, keyLength + valueLength]);
  return sizes.isHalved ? all / 2n : all;
}

/** A ring of devices spreads the additions of all copies but the first over all of them. */
function reductionFlops(
  op: AllReduceOp | AllReduceAsyncOp | ReduceScatterOp,
  mesh: readonly number[],
): bigint {
  const devices = mesh[Number(op.clusterAxis.value)];
  if (devices === undefined) return 0n;
  const count = numbersIn(op.input);
  return count - count / BigInt(Math.max(1, devices));
}

/** The parts of attention that its work depends on. */
export const attentionOf = (op: ScaledDotProductAttentionOp): Attention => ({
  query: op.query,
  key: op.key,
  valueLength: op.value.type.shape.at(-1) ?? 0,
  isCausal: op.isCausal?.value !== 0n,
  window: op.slidingWindowSize === null ? null : Number(op.slidingWindowSize.value),
});

/**
 * Returns the operations that an operation does on the matrix engines of one device, on shapes without padding; 0 for
 * operations of other units, and where the length of the work is known only when it runs.
 */
export function flopsOf(op: Operation, mesh: readonly number[]): bigint {
  if (op instanceof MatmulOp || op instanceof LinearOp) return matmulFlops(op, op.transposeA?.value === 1n);
  if (op instanceof SparseMatmulOp) return sparseMatmulFlops(op);
  if (op instanceof Conv1dOp || op instanceof Conv2dOp || op instanceof Conv3dOp) return convolutionFlops(op);
  if (op instanceof ConvTranspose2dOp) return transposedConvolutionFlops(op);
  if (op instanceof ScaledDotProductAttentionOp) return attentionFlops(attentionOf(op));
  if (op instanceof FlashMlaPrefillOp) {
    const { query, key, isCausal, headDimV } = op;
    const valueLength = Number(headDimV.value);
    return attentionFlops({ query, key, valueLength, isCausal: isCausal?.value !== 0n, window: null });
  }
  if (op instanceof AllReduceOp || op instanceof AllReduceAsyncOp || op instanceof ReduceScatterOp)
    return reductionFlops(op, mesh);
  return 0n;
}
