import { haveSameElements, type IntegerAttr, type StringAttr, type Tensor } from '@shardform/ir-core';
import type { FlattenedCompatInfoAttr } from '../attrs/window-attrs.ts';
import type { WindowAttr } from '../constraints.ts';
import { isInteger, isOn, type Problems, spaced } from './problems.ts';
import { extent, FLATTENED_DIM, flattenedProblem, numbersOr, pairOf, quadrupleOf } from './window.ts';

/** An operation on windows of height and width; dimensions are batch, height, width and channel. */
interface Pooling {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly kernel: WindowAttr;
  readonly stride: WindowAttr;
  readonly dilation: WindowAttr;
  readonly padding: WindowAttr;
  readonly ceilMode: IntegerAttr;
  readonly flattenedCompatInfo: FlattenedCompatInfoAttr | null;
}

/**
 * Returns the number of positions of a window; with `ceil` also those that are only partly inside, unless the window
 * would lie in the padding alone.
 */
function windowCount(
  size: number,
  [before, after]: readonly [number, number],
  kernel: number,
  stride: number,
  ceil: boolean,
): number {
  const room = size + before + after - kernel;
  if (!ceil) return Math.floor(room / stride) + 1;
  const count = Math.ceil(room / stride) + 1;
  return (count - 1) * stride >= size + before ? count - 1 : count;
}

/** Windows over height and width. */
export function* poolingProblems(op: Pooling): Problems {
  const [input, result] = [op.input.type, op.result.type];
  if (input.rank !== 4) yield 'input must be a 4D tensor';
  if (result.rank !== 4) yield 'output must be a 4D tensor';
  const problem = flattenedProblem(op.flattenedCompatInfo, input.dimSize(FLATTENED_DIM));
  if (problem !== null) yield `t${problem}`;
  const kernel = yield* numbersOr(pairOf(op.kernel), ' for kernel attribute');
  const stride = yield* numbersOr(pairOf(op.stride), ' for stride attribute');
  const dilation = yield* numbersOr(pairOf(op.dilation), ' for dilation attribute');
  const padding = yield* numbersOr(quadrupleOf(op.padding), ' for padding attribute');
  for (const [name, sizes] of [
    ['kernel size', kernel],
    ['stride', stride],
    ['dilation', dilation],
  ] as const) {
    if (sizes.some((size) => size <= 0)) yield `${name} attribute values must be > 0`;
  }
  if (padding.some((size) => size < 0)) yield 'padding attribute values must be >= 0';
  const info = op.flattenedCompatInfo;
  const [batch, height, width] =
    info === null
      ? [input.dimSize(0), input.dimSize(1), input.dimSize(2)]
      : [info.batchSize, info.inputHeight, info.inputWidth];
  const [top, left, bottom, right] = padding;
  const padded = [height + top! + bottom!, width + left! + right!];
  const extents = kernel.map((size, i) => extent(size, dilation[i]!));
  if (extents.some((size, i) => size > padded[i]!))
    yield `effective kernel size (${spaced(extents)}) cannot be greater than the padded input size per channel (${spaced(padded)})`;
  const ceil = isOn(op.ceilMode);
  const expected = [
    windowCount(height, [top!, bottom!], extents[0]!, stride[0]!, ceil),
    windowCount(width, [left!, right!], extents[1]!, stride[1]!, ceil),
  ] as const;
  yield* resultProblems(op, batch, expected);
}

function* resultProblems(op: Pooling, batch: number, [height, width]: readonly [number, number]): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  const isFlattened = op.flattenedCompatInfo !== null;
  if (!isFlattened && to[0] !== batch)
    yield `batch size from the input tensor (${batch}) must match the first dimension of the output tensor (${to[0]!})`;
  if (to[3] !== from[3])
    yield `number of output channels from the output tensor (${to[3]!}) must match the number of input channels (${from[3]!})`;
  if (!isFlattened) {
    if (to[1] !== height || to[2] !== width)
      yield `output tensor height and width dimension (${to[1]!}, ${to[2]!}) do not match the expected dimensions (${height}, ${width})`;
    return;
  }
  const expected = batch * height * width;
  if (to[FLATTENED_DIM] !== expected)
    yield `output tensor's flattened dimension (${to[FLATTENED_DIM]!}) does not match the product of batch_size * output_height * output_width (${batch} * ${height} * ${width} = ${expected})`;
}

/** Checks windows over height and width, with the indices of what was found. */
export function* poolingWithIndicesProblems(op: Pooling & { readonly resultIndices: Tensor }): Problems {
  yield* poolingProblems(op);
  const indices = op.resultIndices.type;
  if (!haveSameElements(op.result.type.shape, indices.shape))
    yield 'Pooled values and indices must have the same shape';
  if (!isInteger(indices.elementType)) yield 'Indices result must have integer element type';
}

/** The mean of all of height and width. */
export function* globalPoolingProblems(op: { readonly input: Tensor; readonly result: Tensor }): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  if (from.length < 2)
    yield 'input tensor must have at least 2 dimensions for global average pooling over 2 spatial dimensions';
  if (to.length !== from.length) yield 'output tensor must have the same rank as input tensor';
  if (from[0] !== to[0]) yield 'batch dimension must remain the same between input and output';
  if (to.at(-2) !== 1 || to.at(-3) !== 1) yield 'spatial dimensions must be reduced to 1';
  if (from.at(-1) !== to.at(-1)) yield 'channel dimension must remain the same between input and output';
}

/** Enlargement of height and width by whole factors. */
export function* upsampleProblems(op: {
  readonly input: Tensor;
  readonly result: Tensor;
  readonly scaleFactor: WindowAttr;
  readonly mode: StringAttr | null;
}): Problems {
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  if (from.length !== 4) yield `Expected rank of input tensor is 4, got rank ${from.length}`;
  if (to.length !== 4) yield `Expected rank of output tensor is 4, got rank ${to.length}`;
  const [scaleH, scaleW] = yield* numbersOr(pairOf(op.scaleFactor), '');
  if (scaleH! <= 0 || scaleW! <= 0)
    yield `Scale factors H = ${scaleH!} and W = ${scaleW!} must be positive integers`;
  for (const [name, dim, scale] of [
    ['H', 1, scaleH!],
    ['W', 2, scaleW!],
  ] as const) {
    const expected = from[dim]! * scale;
    if (to[dim] !== expected)
      yield `Expected output ${name} dimension to be input ${name} dimension * scale${name} = ${expected}, got ${to[dim]!}`;
  }
  if (from[0] !== to[0]) yield `Expected output N dimension to be ${from[0]!}, got ${to[0]!}`;
  if (from[3] !== to[3]) yield `Expected output C dimension to be ${from[3]!}, got ${to[3]!}`;
  const mode = op.mode?.value ?? 'nearest';
  if (mode !== 'nearest' && mode !== 'bilinear')
    yield `Expected modes are (nearest, bilinear), got "${mode}"`;
}
