import {
  AllGatherOp,
  AllSliceOp,
  AllToAllOp,
  ReduceScatterOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  type InterfaceImplementation,
  type Operation,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import { opPadding } from './op-padding.ts';
import type { Padder } from './padder.ts';

/** Pads the operand so that it can be split as the result is; the result is as large. */
function padForResult(op: Operation, outSharding: TensorShardingAttr, padder: Padder): Tensor {
  const operand = op.operands[0]!;
  // Collectives are of tensors.
  const input = operand.value as Tensor;
  const result = op.results[0] as unknown as Tensor;
  const type = padder.divisibleType(input.type, outSharding);
  let isZeroPadded = padder.isZeroPadded(input);
  if (type instanceof RankedTensorType && type !== input.type) {
    // Zeros beside unknown elements make unknown elements.
    isZeroPadded ||= !padder.isPadded(input);
    padder.buildBefore(op);
    operand.set(padder.padTo(input, type));
  }
  padder.setType(result, type);
  if (isZeroPadded) padder.markZeroPadded(result);
  return result;
}

/** Takes off what was added to dimensions that are split less now. */
function trimResult(op: Operation, result: Tensor, dims: readonly number[], padder: Padder): void {
  padder.buildAfter(op);
  const sharding = padder.shardingOf(result);
  // Results of collectives are tensors.
  const { shape } = padder.divisibleType(padder.originalType(result), sharding) as RankedTensorType;
  const trimmed = padder.trim(result, shape, dims, sharding);
  if (trimmed === result) return;
  padder.replaceUses(result, trimmed);
  if (padder.isZeroPadded(result)) padder.markZeroPadded(trimmed);
}

/** Padding of the operands and results of collectives. */
export const collectivePaddings: readonly InterfaceImplementation[] = [
  opPadding.implementFor(AllSliceOp, (op) => (padder) => {
    padForResult(op, op.outSharding, padder);
    return true;
  }),
  opPadding.implementFor(ReduceScatterOp, (op) => (padder) => {
    padForResult(op, op.outSharding, padder);
    return true;
  }),
  opPadding.implementFor(AllToAllOp, (op) => (padder) => {
    const result = padForResult(op, op.outSharding, padder);
    trimResult(
      op,
      result,
      op.params.value.map(({ srcDim: sourceDim }) => sourceDim),
      padder,
    );
    return true;
  }),
  opPadding.implementFor(AllGatherOp, (op) => (padder) => {
    // Collectives are of tensors.
    const result = op.result as unknown as Tensor;
    const input = op.tensor as Tensor;
    const padded = padder.divisibleType(result.type, op.outSharding) as RankedTensorType;
    padder.setType(
      result,
      padded.withShape(padded.shape.map((size, d) => Math.max(size, input.type.dimSize(d)))),
    );
    if (padder.isZeroPadded(input)) padder.markZeroPadded(result);
    const gathered = op.gatheringAxes.value.flatMap(({ value: axes }, d) => (axes.length > 0 ? [d] : []));
    trimResult(op, result, gathered, padder);
    return true;
  }),
];
