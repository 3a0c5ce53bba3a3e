import type { ArrayAttr, IntegerAttr, Tensor } from '@shardform/ir-core';
import { shapeText } from '../broadcast.ts';
import { i32Numbers } from '../constraints.ts';
import { fromFront, type Problems } from './problems.ts';

interface Move {
  readonly input: Tensor;
  readonly result: Tensor;
}

/** A range of indices of one dimension. */
interface Range {
  readonly dim: number;
  readonly begin: number;
  readonly end: number;
  readonly step: number;
  /** True if an empty range may lie out of bounds. */
  readonly mayBeEmpty: boolean;
}

function* rangeProblems({ input, result }: Move, { dim, begin, end, step, mayBeEmpty }: Range): Problems {
  const size = input.type.dimSize(dim);
  const [from, to] = [fromFront(begin, size), fromFront(end, size)];
  const shape = shapeText(input.type.shape);
  const isEmpty = mayBeEmpty && from === to;
  if (!isEmpty && (from < 0 || from >= size))
    yield `Invalid begin index for dimension ${dim}. Expected value in range [${-size}, ${size}), got ${begin}. Input shape: ${shape}`;
  if (!isEmpty && (to < 0 || to > size))
    yield `Invalid end index for dimension ${dim}. Expected value in range [${-size}, ${size}], got ${end}. Input shape: ${shape}`;
  if (step === 0) yield `Step value for dimension ${dim} cannot be zero`;
  const text = (given: number, index: number): string => (given < 0 ? `${index} (${given})` : String(given));
  const got = `for dimension ${dim}. Got begin: ${text(begin, from)}, end: ${text(end, to)}, step: ${step}, input shape: ${shape}`;
  if (step > 0 && from > to)
    yield `For positive step, begin index must be less than or equal to end index ${got}`;
  if (step < 0 && from < to)
    yield `For negative step, begin index must be greater than or equal to end index ${got}`;
  const expected = Math.ceil(Math.abs(to - from) / Math.abs(step));
  const actual = result.type.dimSize(dim);
  if (actual !== expected)
    yield `Mismatch in dimension ${dim} of the output tensor: expected size ${expected}, but got ${actual}`;
}

function* sameKindProblems({ input, result }: Move): Problems {
  if (input.type.elementType !== result.type.elementType)
    yield 'Output tensor must have the same element type as the input tensor';
  if (input.type.rank !== result.type.rank) yield 'Output tensor must have the same rank as the input tensor';
}

/** Checks a slice whose bounds are attributes. */
export function* sliceStaticProblems(
  op: Move & { readonly begins: ArrayAttr; readonly ends: ArrayAttr; readonly step: ArrayAttr },
): Problems {
  const { rank } = op.input.type;
  if (rank < 1) yield 'Input must be at least a 1D tensor';
  const [begins, ends, steps] = [i32Numbers(op.begins), i32Numbers(op.ends), i32Numbers(op.step)];
  if ([begins, ends, steps].some(({ length }) => length !== rank))
    yield 'Begins, ends, and step attributes must have the same number of elements as the input tensor rank';
  yield* sameKindProblems(op);
  for (const [dim, begin] of begins.entries())
    yield* rangeProblems(op, { dim, begin, end: ends[dim]!, step: steps[dim]!, mayBeEmpty: true });
}

/** Checks a slice whose bounds are tensors. */
export function* sliceDynamicProblems(
  op: Move & { readonly begins: Tensor; readonly ends: Tensor; readonly step: ArrayAttr | null },
): Problems {
  const { rank } = op.input.type;
  if (rank < 1) yield 'Input must be at least a 1D tensor';
  const [begins, ends] = [op.begins.type.shape, op.ends.type.shape];
  if (begins.length !== 1 || ends.length !== 1) yield 'Begins and ends must be 1D tensors';
  const steps = op.step === null ? [] : i32Numbers(op.step);
  if (begins[0] !== rank || ends[0] !== rank || (op.step !== null && steps.length !== rank))
    yield 'Begins, ends, and step must have the same number of elements as the input tensor rank';
  yield* sameKindProblems(op);
  const zero = steps.indexOf(0);
  if (zero >= 0) yield `Step value for dimension ${zero} cannot be zero`;
}

/** Slices of one dimension. */
export function* indexProblems(
  op: Move & {
    readonly dim: IntegerAttr;
    readonly begin: IntegerAttr;
    readonly end: IntegerAttr;
    readonly step: IntegerAttr;
  },
): Problems {
  const { rank } = op.input.type;
  const dim = op.dim.number;
  if (rank < 1) yield 'Input must be at least a 1D tensor';
  yield* sameKindProblems(op);
  if (dim < 0 || dim >= rank) yield `Invalid dimension index ${dim}. Input tensor rank is ${rank}`;
  const [begin, end, step] = [op.begin.number, op.end.number, op.step.number];
  yield* rangeProblems(op, { dim, begin, end, step, mayBeEmpty: false });
}

/** Groups of slices of one dimension. */
export function* indexSelectProblems(
  op: Move & {
    readonly dim: IntegerAttr;
    readonly begin: IntegerAttr;
    readonly length: IntegerAttr;
    readonly stride: IntegerAttr | null;
  },
): Problems {
  const [from, to] = [op.input.type, op.result.type];
  if (from.rank !== to.rank) yield 'Input and output tensors must have the same rank.';
  if (from.elementType !== to.elementType) yield 'Input and output tensors must have the same element type.';
  const dim = fromFront(op.dim.number, from.rank);
  if (dim < 0 || dim >= from.rank)
    yield `Invalid dimension ${op.dim.number} for select op with input tensor rank ${from.rank}`;
  const size = from.dimSize(dim);
  const given = op.stride?.number ?? 0;
  const stride = given === 0 ? size : given;
  const place = `for dimension ${dim} with size ${size}`;
  if (stride < 0) yield `Invalid stride ${stride} for dimension ${dim}, stride must be non-negative`;
  if (stride > size)
    yield `Invalid stride ${stride} ${place}. stride must be less than or equal to the dimension size`;
  const [begin, length] = [op.begin.number, op.length.number];
  if (begin < 0 || begin >= size)
    yield `Invalid begin index ${begin} ${place}. begin must be in the range [0, dimSize)`;
  if (length < 1 || length > stride)
    yield `Invalid length ${length} for begin index ${begin} and stride ${stride} ${place}. stride must be greater than or equal to length`;
  if (begin + length > size)
    yield `Invalid length ${length} for begin index ${begin} and dimension ${dim} with size ${size}. begin + length must be less than or equal to the dimension size`;
  let total = 0;
  for (let start = begin; start < size; start += stride) total += Math.min(start + length, size) - start;
  if (total !== to.shape[dim])
    yield `Sum of all slices must be equal to the output dimension size for the given dimension. Expected output dimension size: ${to.dimSize(dim)}, but got ${total}`;
}
