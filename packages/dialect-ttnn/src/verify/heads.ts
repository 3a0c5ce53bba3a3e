import { bf16, haveSameElements, type IntegerAttr, type Tensor } from '@shardform/ir-core';
import { dataTypeOf } from '@shardform/dialect-ttcore';
import { checks, shapeText } from '@shardform/dialect-ttir';
import { layoutOf } from '../attrs/index.ts';

type Problems = checks.Problems;
interface Move {
  readonly input: Tensor;
  readonly result: Tensor;
}

/** Heads become one dimension: `[batch, heads, length, size]` to `[batch, length, heads * size]`. */
export function* concatenateHeadsProblems({ input, result }: Move): Problems {
  const [from, to] = [dataTypeOf(input.type.elementType), dataTypeOf(result.type.elementType)];
  if (from !== to)
    yield `input and output tensors must have the same dtype, got input dtype = ${String(from)}, output dtype = ${String(to)}`;
  if (input.type.rank !== 4) yield 'input tensor must be a 4D tensor';
  if (result.type.rank !== 3) yield 'output tensor must be a 3D tensor';
  const [batch, heads, length, size] = input.type.shape;
  const [toBatch, toLength, hidden] = result.type.shape;
  // Upstream's message lacks the space after the comma.
  if (batch !== toBatch)
    yield `input and output batch dimensions must match,got input batch size = ${batch!}, output batch size = ${toBatch!}`;
  if (length !== toLength)
    yield `input sequence dimension must match output sequence dimension, got input sequence size = ${length!}, output sequence size = ${toLength!}`;
  if (heads! * size! !== hidden)
    yield `output hidden dimension must equal num_heads * head_size, got num_heads = ${heads!}, head_size = ${size!}, expected hidden size = ${heads! * size!}, actual output hidden size = ${hidden!}`;
}

/** Heads become one dimension: `[batch, heads, length, size]` to `[batch, 1, length, heads * size]`. */
export function* joinHeadsProblems({ input, result }: Move): Problems {
  if (result.type.rank !== 4) yield 'output tensor must be a 4D tensor';
  if (input.type.rank !== 4) yield 'input tensor must be a 4D tensor';
  const [batch, heads, length, size] = input.type.shape;
  const expected = [batch!, 1, length!, heads! * size!];
  if (!haveSameElements(expected, result.type.shape))
    yield `expected output shape ${shapeText(expected)}, got ${shapeText(result.type.shape)}`;
}

/** Heads of one step become one dimension: `[1, batch, heads, size]` to `[1, 1, batch, heads * size]`. */
export function* joinDecodedHeadsProblems({
  input,
  result,
  numHeads,
}: Move & { readonly numHeads: IntegerAttr }): Problems {
  if (input.type.rank !== 4) yield 'input tensor must be a 4D tensor';
  if (result.type.rank !== 4) yield 'output tensor must be a 4D tensor';
  const [from, to] = [input.type.shape, result.type.shape];
  const heads = numHeads.number;
  if (to[1] !== 1) yield `output dimension 1 must be 1, got ${to[1]!}`;
  if (from[2]! < heads)
    yield `num_heads attribute must be less than or equal to input num_heads dimension, got num_heads = ${heads}, input num_heads dimension = ${from[2]!}`;
  if (from[0] !== to[0])
    yield `input sequence dimension must match output sequence dimension, got input sequence size = ${from[0]!}, output sequence size = ${to[0]!}`;
  const hidden = heads * from[3]!;
  // Upstream's message shows the two numbers of heads as heads and size.
  if (to[3] !== hidden)
    yield `Output hidden dimension must equal num_heads * head_size, got num_heads = ${from[2]!}, head_size = ${heads}, expected hidden size = ${hidden}, actual output hidden size = ${to[3]!}`;
}

/** A projection of one step `[1, 1, batch, hidden]` becomes queries, keys and values. */
export function* createDecodedHeadsProblems(op: {
  readonly input: Tensor;
  readonly batchOffset: Tensor | null;
  readonly sliceSize: IntegerAttr | null;
  readonly numHeads: IntegerAttr;
  readonly numKvHeads: IntegerAttr | null;
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
}): Problems {
  for (const [name, { type }] of [
    ['input', op.input],
    ['query', op.query],
    ['key', op.key],
    ['value', op.value],
  ] as const) {
    if (type.rank !== 4) yield `${name} tensor must be a 4D tensor`;
  }
  if ((op.batchOffset === null) !== (op.sliceSize === null))
    yield 'both or neither of batch_offset and slice_size must be set';
  if (op.batchOffset !== null && op.batchOffset.type.elementCount !== 1)
    yield `batch_offset must be a scalar, got shape ${shapeText(op.batchOffset.type.shape)}`;
  const { shape } = op.input.type;
  for (const dim of [0, 1]) {
    if (shape[dim] !== 1) yield `input tensor dimension ${dim} must be 1, got ${shape[dim]!}`;
  }
  const heads = op.numHeads.number;
  const otherHeads = op.numKvHeads?.number ?? heads;
  const batch = op.sliceSize?.number ?? shape[2]!;
  const size = Math.trunc(shape[3]! / (heads + 2 * otherHeads));
  for (const [name, { type }, count] of [
    ['query', op.query, heads],
    ['key', op.key, otherHeads],
    ['value', op.value, otherHeads],
  ] as const) {
    const expected = [1, batch, count, size];
    if (!haveSameElements(type.shape, expected))
      yield `expected ${name} shape ${shapeText(expected)}, got ${shapeText(type.shape)}`;
  }
}

interface Rotation extends Move {
  readonly cosCache: Tensor;
  readonly sinCache: Tensor;
}

/** Features are rotated by tables of cosines and sines. */
export function* rotaryProblems({ input, cosCache, sinCache, result }: Rotation): Problems {
  const [cos, sin] = [cosCache.type, sinCache.type];
  if (cos.elementType !== sin.elementType) yield 'cos and sin tensor dtypes must match.';
  if (!haveSameElements(cos.shape, sin.shape)) yield 'cos and sin tensor shapes must match.';
  if ([input.type, cos, sin, result.type].some(({ rank }) => rank !== 4))
    yield 'all input and output tensors must be 4D tensors.';
}

/** The greatest number of features of a head. */
const MAX_HEAD_SIZE = 256;

/** The matrix of a rotation is one tile. */
const ROTATION_SHAPE: readonly number[] = [1, 1, 32, 32];

/** Features are rotated by tables and a matrix, all in tiles on the device. */
export function* rotaryLlamaProblems(
  op: Rotation & { readonly transMat: Tensor; readonly isDecodeMode: IntegerAttr | null },
): Problems {
  const tensors = [op.input, op.cosCache, op.sinCache, op.transMat].map(({ type }) => type);
  const layouts = tensors.map(layoutOf);
  if (tensors.some(({ elementType }) => elementType !== bf16))
    yield 'all input tensors must be bfloat16 type.';
  if (layouts.some((layout) => layout?.isTiled === false)) yield 'all input tensors must have tiled layout.';
  if (layouts.some((layout) => layout?.isOnHost === true)) yield 'all input tensors must be on device.';
  if (!haveSameElements(op.cosCache.type.shape, op.sinCache.type.shape))
    yield 'cos and sin tensors must have the same shape.';
  const size = op.input.type.shape.at(-1)!;
  if (size > MAX_HEAD_SIZE) yield `head dimension must be ≤ ${MAX_HEAD_SIZE}, got ${size}.`;
  const matrix = op.transMat.type.shape;
  if (matrix.length !== 4) yield 'transformation matrix must be at least 4D tensor.';
  if (!haveSameElements(matrix, ROTATION_SHAPE))
    yield `transformation matrix must have shape (${checks.commas(ROTATION_SHAPE)}) but got (${checks.commas(matrix)}).`;
  const isSpread = layouts.every((layout) => layout?.memoryLayout?.value === 'height_sharded');
  if (checks.isOn(op.isDecodeMode) && !isSpread)
    yield 'in decode mode, all input tensors must have HeightSharded memory layout.';
  if (!haveSameElements(op.result.type.shape, op.input.type.shape))
    yield 'output shape must match input shape.';
}
