import { type ConcatenateOp, SliceOp } from '@shardform/dialect-stablehlo';
import type { Tensor } from '@shardform/ir-core';

/** Returns whether XLA takes a concatenation for a rotation of one tensor, or for one with its ends repeated around it. */
export function movesAround(op: ConcatenateOp): boolean {
  const dim = op.dimension.number;
  const ranges = op.inputs.map((input) => rangeOf(input, dim));
  const [first, second, third] = ranges;
  if (first === undefined || second === undefined) return false;
  if (third === undefined) {
    const isOfOne = first.source === second.source;
    return (
      isOfOne && first.limit === sizeOf(first, dim) && second.start === 0 && second.limit === first.start
    );
  }
  const middle = op.inputs[1];
  return ranges.length === 3 && first.source === middle && third.source === middle;
}

/** A part of a tensor along a dimension. */
interface Range {
  readonly source: Tensor;
  readonly start: number;
  readonly limit: number;
}

function sizeOf({ source }: Range, dim: number): number {
  return source.type.dimSize(dim);
}

/** The range of a slice along a dimension, if other dimensions are taken as they are; otherwise that of the tensor itself. */
function rangeOf(tensor: Tensor, dim: number): Range {
  const whole = { source: tensor, start: 0, limit: tensor.type.dimSize(dim) };
  const { definingOp } = tensor;
  if (!(definingOp instanceof SliceOp)) return whole;
  const [starts, limits] = [definingOp.startIndices.numbers(), definingOp.limitIndices.numbers()];
  const source = definingOp.operand;
  const isRange =
    definingOp.strides.numbers().every((stride) => stride === 1) &&
    source.type.shape.every((size, d) => d === dim || (starts[d] === 0 && limits[d] === size));
  return isRange ? { source, start: starts[dim]!, limit: limits[dim]! } : whole;
}
