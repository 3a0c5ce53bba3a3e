import {
  type ArrayAttr,
  type DenseArrayAttr,
  haveSameElements,
  type IntegerAttr,
  type Tensor,
} from '@shardform/ir-core';
import { broadcastShapes, shapeText } from '../broadcast.ts';
import { i32Numbers } from '../constraints.ts';
import { commas, fromFront, isOutside, type Problems, spaced } from './problems.ts';

interface Move {
  readonly input: Tensor;
  readonly result: Tensor;
}

/** Repetition of dimensions of size one. */
export function* broadcastProblems(op: Move & { readonly broadcastDimensions: DenseArrayAttr }): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  if (from.length !== to.length)
    yield `Input tensor rank of ${from.length} does not match output tensor rank of ${to.length}`;
  if (broadcastShapes(from, to) === null)
    yield `Input tensor shape (${commas(from)}) is not broadcastable to output shape (${commas(to)})`;
  const factors = op.broadcastDimensions.numbers();
  if (factors.length !== from.length) yield 'Input tensor rank should match output tensor rank.';
  for (const [i, factor] of factors.entries()) {
    if (from[i]! * factor !== to[i])
      yield `Input tensor shape (${commas(from)}) index ${i} does not broadcast to output (${commas(to)}) using broadcast value ${factor}`;
  }
}

/** The same elements under another shape. */
export function* reshapeProblems(op: Move & { readonly shape: ArrayAttr }): Problems {
  const [from, to] = [op.input.type, op.result.type];
  const shape = i32Numbers(op.shape);
  if (shape.length !== to.rank)
    yield `Shape attribute size ${shape.length} must match output tensor rank ${to.rank}`;
  if (from.elementCount !== to.elementCount)
    yield `Input tensor number of elements ${from.elementCount} and output tensor number of elements ${to.elementCount} must be the same`;
  let isOpen = false;
  for (const [i, size] of shape.entries()) {
    if (size === -1) {
      if (isOpen) yield 'Shape attribute must have at most one -1 element';
      isOpen = true;
    } else if (size < 0) yield 'All dimensions must be >= 0 except the one with -1';
    else if (size !== to.shape[i])
      yield `Shape attribute ${size} must match the output tensor shape ${to.dimSize(i)} at index ${i} for dimension that is not -1`;
  }
}

/** Exchange of dimensions. */
export function* permuteProblems(op: Move & { readonly permutation: DenseArrayAttr }): Problems {
  const { shape } = op.input.type;
  const permutation = op.permutation.numbers();
  const range = shape.map((_, i) => i);
  if (permutation.length !== shape.length || range.some((dim) => !permutation.includes(dim)))
    yield `Expected a permutation of ${shapeText(range)}, got ${shapeText(permutation)}`;
  const expected = permutation.map((dim) => shape[dim]!);
  if (!haveSameElements(expected, op.result.type.shape))
    yield `Expected result shape ${shapeText(expected)}, got ${shapeText(op.result.type.shape)}`;
}

/** Exchange of two dimensions. */
export function* transposeProblems(
  op: Move & { readonly dim0: IntegerAttr; readonly dim1: IntegerAttr },
): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  const rank = from.length;
  const dims = [op.dim0.number, op.dim1.number] as const;
  if (rank < 2) yield 'Input must be at least a 2D tensor';
  if (rank !== to.length) yield 'Input must have the same rank as output';
  for (const [i, dim] of dims.entries()) {
    if (isOutside(dim, rank)) yield `Dimension ${i} attribute must be within the bounds of the input tensor`;
  }
  const [first, second] = [fromFront(dims[0], rank), fromFront(dims[1], rank)];
  if (to[first] !== from[second] || to[second] !== from[first])
    yield 'Input-output transpose dimension mismatch.';
}

/** Removal of a dimension of size one. */
export function* squeezeProblems(op: Move & { readonly dim: IntegerAttr }): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  const dim = fromFront(op.dim.number, from.length);
  if (dim < 0 || dim >= from.length) yield `Invalid dimension ${dim} for squeezing.`;
  if (from[dim] !== 1) yield `Dimension ${dim} in the input tensor must be 1.`;
  if (to.length === 0) yield 'Output tensor must have at least one dimension.';
  if (to.length !== from.length - 1) yield 'Output tensor rank must be one less than the input tensor rank.';
  if (!haveSameElements(from.toSpliced(dim, 1), to))
    yield `Dimensions of the output tensor must be the same as the input tensor except for dimension ${dim}.`;
}

/** Insertion of a dimension of size one. */
export function* unsqueezeProblems(op: Move & { readonly dim: IntegerAttr }): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  const dim = op.dim.number < 0 ? op.dim.number + from.length + 1 : op.dim.number;
  if (dim < 0 || dim > from.length) yield 'Dimension attribute must be within the bounds of the input tensor';
  if (to.length !== from.length + 1) yield 'Output tensor must have one more dimension than the input tensor';
  if (to[dim] !== 1) yield 'Dimension added must be of size 1';
  if (!haveSameElements(to.toSpliced(dim, 1), from))
    yield 'All dimensions of the input tensor must be the same as the output tensor except for the dimension added';
}

/** Concatenation of tensors. */
export function* concatProblems(op: {
  readonly inputs: readonly Tensor[];
  readonly result: Tensor;
  readonly dim: IntegerAttr;
}): Problems {
  const shapes = op.inputs.map(({ type }) => type.shape);
  const [first] = shapes;
  if (first === undefined) return yield 'expects at least one operand';
  const dim = fromFront(op.dim.number, first.length);
  if (dim < 0 || dim >= first.length) yield `Invalid dimension ${op.dim.number} for concatenation.`;
  for (const shape of shapes.slice(1)) {
    if (shape.length !== first.length) yield 'All input tensors must have the same rank.';
    if (shape.some((size, i) => i !== dim && size !== first[i]))
      yield `All input tensors must have the same dimensions, except for dimension ${dim}.`;
  }
  const total = shapes.reduce((sum, shape) => sum + shape[dim]!, 0);
  const size = op.result.type.shape[dim];
  if (size !== total)
    yield `Output tensor dimension ${dim} does not match the sum of input tensor dimensions: ${size ?? 0} vs. ${total}.`;
}

/** Repetition of a whole tensor. */
export function* repeatProblems(op: Move, factors: readonly number[]): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  if (from.length !== factors.length)
    yield `Input tensor rank ${from.length} doesn't match the number of repeat dimensions ${factors.length}.`;
  if (from.length !== to.length)
    yield `Input tensor rank ${from.length} doesn't match the output tensor rank ${to.length}.`;
  for (const [i, factor] of factors.entries()) {
    if (factor <= 0) yield `Repeat dimension at index ${i} must be greater than 0.`;
    if (from[i]! * factor !== to[i])
      yield `Input tensor shape (${commas(from)}) at index ${i} does not repeat to output (${commas(to)}) using repeat value ${factor}.`;
  }
}

/** Repetition of each slice of a dimension. */
export function* repeatInterleaveProblems(
  op: Move & { readonly repeats: IntegerAttr; readonly dim: IntegerAttr },
): Problems {
  const { shape, rank } = op.input.type;
  if (rank < 1) yield 'Input must be at least a 1D tensor';
  if (op.repeats.number === 0) yield 'Repeats attribute must be non-zero';
  // Upstream's message shows the rank instead of the dimension.
  if (isOutside(op.dim.number, rank))
    yield `Dimension attribute must be within the bounds[${-rank}, ${rank}), got ${rank}`;
  const dim = fromFront(op.dim.number, rank);
  const expected = shape.with(dim, shape[dim]! * op.repeats.number);
  const actual = op.result.type.shape;
  if (!haveSameElements(expected, actual))
    yield `Output shape [${commas(actual)}] does not match the expected shape [${commas(expected)}]`;
}

/** A number around a tensor. */
export function* padProblems(op: Move & { readonly padding: DenseArrayAttr }): Problems {
  const { shape } = op.input.type;
  const padding = op.padding.numbers();
  if (padding.length !== 2 * shape.length)
    yield 'Padding must have the same number of elements as twice the rank of the input tensor';
  const expected = shape.map((size, d) => size + padding[2 * d]! + padding[2 * d + 1]!);
  const actual = op.result.type.shape;
  if (!haveSameElements(expected, actual))
    yield `Output tensor shape (${commas(actual)}) must match the inferred shape: (${commas(expected)})`;
}

/** Reversal of dimensions. */
export function* reverseProblems(op: {
  readonly input: Tensor;
  readonly dimensions: DenseArrayAttr;
}): Problems {
  const dims = op.dimensions.numbers();
  const { rank } = op.input.type;
  if (new Set(dims).size !== dims.length) yield `dimensions should be unique. Got: ${spaced(dims)}`;
  for (const dim of dims) {
    if (dim < 0) yield `all dimensions should be non-negative. Got dimension: ${dim}`;
    if (dim >= rank) yield `all dimensions should be in interval [0, ${rank}). Got dimension: ${dim}`;
  }
}
