import { DotDimensionNumbersAttr, DotGeneralOp, tensorOf } from '@shardform/dialect-stablehlo';
import { RankedTensorType, type Tensor } from '@shardform/ir-core';
import { broadcastShape, type BroadcastingBuilder } from '../broadcasting-builder.ts';
import { OnnxImportError } from '../import-node.ts';

/** Dimensions of the operands of a product. */
export interface DotDims {
  readonly lhsBatchingDimensions: readonly number[];
  readonly rhsBatchingDimensions: readonly number[];
  readonly lhsContractingDimensions: readonly number[];
  readonly rhsContractingDimensions: readonly number[];
}

/** Creates a product of tensors. */
export function dot(
  lhs: Tensor,
  rhs: Tensor,
  dims: DotDims,
  shape: readonly number[],
  build: BroadcastingBuilder,
): Tensor {
  const dotDimensionNumbers = DotDimensionNumbersAttr.get(dims);
  const type = RankedTensorType.get(shape, lhs.type.elementType);
  return tensorOf(build.builder.create(DotGeneralOp, { lhs, rhs, dotDimensionNumbers }, [type]).result);
}

/** Returns the products of matrices, whose batches are repeated to fit. @throws OnnxImportError when they can't. */
export function batchedProduct(lhs: Tensor, rhs: Tensor, build: BroadcastingBuilder): Tensor {
  const [m, k] = lhs.type.shape.slice(-2);
  const n = rhs.type.dimSize(-1);
  const outer = broadcastShape([lhs, rhs].map((tensor) => tensor.type.shape.slice(0, -2)));
  if (outer === null) throw new OnnxImportError(`can't multiply batches of different sizes`);
  const batch = outer.map((_, dim) => dim);
  const [row, column] = [outer.length, outer.length + 1];
  const dims = {
    lhsBatchingDimensions: batch,
    rhsBatchingDimensions: batch,
    lhsContractingDimensions: [column],
    rhsContractingDimensions: [row],
  };
  const [left, right] = [build.repeated(lhs, [...outer, m!, k!]), build.repeated(rhs, [...outer, k!, n])];
  return dot(left, right, dims, [...outer, m!, n], build);
}
