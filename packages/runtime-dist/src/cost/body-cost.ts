import type { OnOp } from '@shardform/dialect-dist';
import { ConvolutionOp, DotGeneralOp, ReduceOp } from '@shardform/dialect-stablehlo';
import {
  type Context,
  defineOpInterface,
  type Operation,
  type OpInterface,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';

/** Number of floating-point operations of an operation on tensors of known shapes. */
export type FlopCount = () => number;

/** How many floating-point operations an operation takes. A package can implement it for its own operations. */
export const flopCount: OpInterface<FlopCount> = /* @__PURE__ */ defineOpInterface<FlopCount>(
  'dist.flop_count',
  'a number of floating-point operations',
);

function elementsOf(type: Type | undefined): number {
  return type instanceof RankedTensorType ? type.shape.reduce((count, size) => count * size, 1) : 0;
}

/**
 * Floating-point operations of one operation: two per product of dots and convolutions, one per element that a
 * reduction reads, one per element of other results.
 */
export function operationFlops(op: Operation, context: Context): number {
  const counted = context.query(flopCount, op);
  if (counted !== undefined) return counted();
  const results = elementsOf(op.results[0]?.type);
  if (op instanceof DotGeneralOp) {
    const { shape } = op.lhs.type;
    return op.dotDimensionNumbers.lhsContracting.reduce((product, dim) => product * shape[dim]!, 2 * results);
  }
  if (op instanceof ConvolutionOp) {
    const { kernelOutputFeature } = op.dimensionNumbers.dimensions;
    return (2 * results * elementsOf(op.rhs.type)) / op.rhs.type.shape[kernelOutputFeature]!;
  }
  return op instanceof ReduceOp ? elementsOf(op.inputs[0]?.type) : results;
}

/** Floating-point operations of a body. */
export function bodyCost(op: OnOp, context: Context): number {
  let flops = 0;
  for (const inner of op.entry) if (!inner.definition.isTerminator) flops += operationFlops(inner, context);
  return flops;
}
