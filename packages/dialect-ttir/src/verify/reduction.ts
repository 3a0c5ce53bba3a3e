import type { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import { type ArrayAttr, haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import { shapeText } from '../broadcast.ts';
import { i32Numbers } from '../constraints.ts';
import { fromFront, isOn, isOutside, type Problems } from './problems.ts';

/** The operands and attributes that reductions have in common. */
export interface Reduction {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly keepDim: IntegerAttr;
  readonly dimArg: ArrayAttr | null;
}

/** Returns the shape after the reduction of some dimensions. */
export function reducedShape(
  shape: readonly number[],
  dims: readonly number[],
  keepDim: boolean,
): readonly number[] {
  const reduced = new Set(dims.map((dim) => fromFront(dim, shape.length)));
  return keepDim
    ? shape.map((size, d) => (reduced.has(d) ? 1 : size))
    : shape.filter((_, d) => !reduced.has(d));
}

/** The result has the shape of what the reduction leaves. */
export function* reductionProblems(op: Reduction): Problems {
  const { shape, rank } = op.input.type;
  const dims = op.dimArg === null ? shape.map((_, i) => i) : i32Numbers(op.dimArg);
  for (const dim of dims) {
    if (isOutside(dim, rank))
      yield `Reduce dimension ${dim} is out of range for input tensor of rank ${rank}`;
  }
  if (new Set(dims).size !== dims.length) yield 'Reduce dimensions are not unique';
  const expected = reducedShape(shape, dims, isOn(op.keepDim));
  const actual = op.result.type.shape;
  if (!haveSameElements(expected, actual))
    yield `Expected output shape ${shapeText(expected)}, got ${shapeText(actual)}`;
}

/** Running sums and products run along a dimension that the operand has. */
export function* runningProblems(op: { readonly input: Tensor; readonly dim: IntegerAttr }): Problems {
  const { rank } = op.input.type;
  const dim = op.dim.number;
  if (isOutside(dim, rank))
    yield `specified dimension should be between ${-rank} and ${rank - 1}, but got: ${dim}`;
}

/** What is wrong with a running reduction that names its kind. */
export function* cumulativeProblems(op: {
  readonly input: Tensor;
  readonly dim: IntegerAttr;
  readonly reduction: ReduceTypeAttr;
}): Problems {
  yield* runningProblems(op);
  const { value } = op.reduction;
  if (value !== 'max' && value !== 'min' && value !== 'logsumexp')
    yield `reduction should be max, min or logsumexp, but got: ${value}`;
}
