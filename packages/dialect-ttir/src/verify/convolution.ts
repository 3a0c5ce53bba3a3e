import type { IntegerAttr, StringAttr, Tensor } from '@shardform/ir-core';
import type { FlattenedCompatInfoAttr } from '../attrs/window-attrs.ts';
import type { WindowAttr } from '../constraints.ts';
import { type Problems, spaced } from './problems.ts';
import {
  extent,
  FLATTENED_DIM,
  flattenedProblem,
  numbersOr,
  pairOf,
  quadrupleOf,
  tripleOf,
} from './window.ts';

/** The operands and attributes that all convolutions have. */
interface Convolution {
  readonly input: Tensor;
  readonly weight: Tensor;
  readonly bias: Tensor | null;
  readonly result: Tensor;
  readonly groups: IntegerAttr;
  readonly channelDim: IntegerAttr | null;
}

/** A convolution in two dimensions. */
interface Convolution2d extends Convolution {
  readonly stride: WindowAttr;
  readonly padding: WindowAttr;
  readonly dilation: WindowAttr;
  readonly batchDim: IntegerAttr | null;
  readonly heightDim: IntegerAttr | null;
  readonly widthDim: IntegerAttr | null;
  readonly flattenedCompatInfo: FlattenedCompatInfoAttr | null;
}

/** Channels, groups and sizes of a convolution, whose dimensions are given by number. */
export interface ConvolutionSizes {
  readonly groups: number;
  /** Channels of the operand. */
  readonly inputChannels: number;
  /** Channels of the operand that one group of weights sees. */
  readonly weightInputChannels: number;
  readonly outputChannels: number;
  /** Channels of the offset, if there is one. */
  readonly biasChannels: number | null;
}

/** Channels fit to groups, weights and offset. */
export function* channelProblems(sizes: ConvolutionSizes): Problems {
  const { groups, inputChannels, weightInputChannels, outputChannels, biasChannels } = sizes;
  if (inputChannels % groups !== 0)
    yield `The number of input channels from the input tensor (${inputChannels}) is not divisible by the number of groups (${groups}).`;
  if (outputChannels % groups !== 0)
    yield `The number of output channels from the weight tensor (${outputChannels}) is not divisible by the number of groups (${groups}).`;
  if (Math.trunc(inputChannels / groups) !== weightInputChannels)
    yield `The number of input channels per group (${inputChannels}) must match the number of input channels in the weight tensor (${weightInputChannels}).`;
  if (biasChannels !== null && biasChannels !== outputChannels)
    yield `The number of output channels from the weight tensor (${outputChannels}) must match the number of output channels in the bias tensor (${biasChannels}).`;
}

/** The window fits into the padded operand. */
export function* windowFitProblems(
  kernel: readonly number[],
  padded: readonly number[],
  what: string,
): Problems {
  if (kernel.some((size, i) => size > padded[i]!))
    yield `The ${what} (${spaced(kernel)}) cannot be greater than the padded input size per channel (${spaced(padded)}).`;
}

/** Returns the number of positions of a window. */
export function windowCount(padded: number, kernel: number, stride: number): number {
  return Math.trunc((padded - kernel) / stride) + 1;
}

function* rankProblems(op: Convolution, rank: number): Problems {
  for (const [name, value] of [
    ['input', op.input],
    ['weight', op.weight],
    ['bias', op.bias],
    ['output', op.result],
  ] as const) {
    if (value === null || value.type.rank === rank) continue;
    yield rank === 5 && name === 'bias'
      ? 'bias must be a 5D tensor with shape (1,1,1,1,C_out)'
      : `${name} must be a ${rank}D tensor`;
  }
}

/** A convolution in one dimension. */
export function* conv1dProblems(op: Convolution): Problems {
  const [input, weight, result] = [op.input.type, op.weight.type, op.result.type];
  if (input.rank !== 3) yield 'input must be a 3D tensor';
  if (weight.rank !== 3) yield 'weight must be a 3D tensor (O, C/G, K)';
  if (op.bias !== null && op.bias.type.rank !== 3) yield 'bias must be a 3D tensor (1, 1, O)';
  if (result.rank !== 3) yield 'output must be a 3D tensor';
  const dim = op.channelDim?.number ?? 2;
  const groups = op.groups.number;
  const [from, to] = [input.shape[dim]!, result.shape[dim]!];
  if (groups === 0) yield 'groups must be a positive integer';
  if (from % groups !== 0) yield `number of input channels (${from}) must be divisible by groups (${groups})`;
  if (to % groups !== 0) yield `number of output channels (${to}) must be divisible by groups (${groups})`;
  if (weight.shape[0] !== to)
    yield `expected weight's output channel dimension (${weight.dimSize(0)}) to match the output tensor's channel dimension (${to})`;
  const perGroup = Math.trunc(from / groups);
  if (weight.shape[1] !== perGroup)
    yield `expected weight's input channel dimension (${weight.dimSize(1)}) to match in_channels / groups (${perGroup})`;
}

/** Sizes of the operand of a convolution in two dimensions, flattened or not. */
function inputSizes(op: Convolution2d): readonly [number, number, number] {
  const info = op.flattenedCompatInfo;
  if (info !== null) return [info.batchSize, info.inputHeight, info.inputWidth];
  const { shape } = op.input.type;
  return [
    shape[op.batchDim?.number ?? 0]!,
    shape[op.heightDim?.number ?? 1]!,
    shape[op.widthDim?.number ?? 2]!,
  ];
}

/** A convolution in two dimensions. */
export function* conv2dProblems(op: Convolution2d): Problems {
  yield* rankProblems(op, 4);
  const { shape } = op.input.type;
  const problem = flattenedProblem(op.flattenedCompatInfo, shape[FLATTENED_DIM]!);
  if (problem !== null) yield `T${problem}.`;
  const [strideY, strideX] = yield* numbersOr(pairOf(op.stride), ' for stride');
  const [top, left, bottom, right] = yield* numbersOr(quadrupleOf(op.padding), ' for padding');
  const [dilationY, dilationX] = yield* numbersOr(pairOf(op.dilation), ' for dilation');
  if (strideY! <= 0 || strideX! <= 0) yield 'Stride attribute values must be > 0.';
  if (dilationY! <= 0 || dilationX! <= 0) yield 'Dilation attribute values must be > 0.';
  if ([top, left, bottom, right].some((size) => size! < 0)) yield 'Padding attribute values must be >= 0.';
  const channel = op.channelDim?.number ?? 3;
  const [outputChannels, weightInputChannels, kernelY, kernelX] = op.weight.type.shape;
  yield* channelProblems({
    groups: op.groups.number,
    inputChannels: shape[channel]!,
    weightInputChannels: weightInputChannels!,
    outputChannels: outputChannels!,
    biasChannels: op.bias?.type.shape[channel] ?? null,
  });
  const [batch, height, width] = inputSizes(op);
  const padded = [height + top! + bottom!, width + left! + right!];
  const kernel = [extent(kernelY!, dilationY!), extent(kernelX!, dilationX!)];
  yield* windowFitProblems(kernel, padded, 'effective kernel size');
  const windows: readonly [number, number] = [
    windowCount(padded[0]!, kernel[0]!, strideY!),
    windowCount(padded[1]!, kernel[1]!, strideX!),
  ];
  yield* result2dProblems(op, batch, windows, outputChannels!);
}

function* result2dProblems(
  op: Convolution2d,
  batch: number,
  [height, width]: readonly [number, number],
  channels: number,
): Problems {
  const { shape } = op.result.type;
  const actual = shape[op.channelDim?.number ?? 3]!;
  const channelProblem = `The number of output channels from the output tensor (${actual}) must match the number of output channels in the weight tensor (${channels}). `;
  if (op.flattenedCompatInfo !== null) {
    yield* flattenedResultProblems(shape[FLATTENED_DIM]!, batch, [height, width]);
    if (actual !== channels) yield channelProblem;
    return;
  }
  const first = shape[op.batchDim?.number ?? 0]!;
  if (first !== batch)
    yield `Batch size from the input tensor (${batch}) must match the first dimension of the output tensor (${first})`;
  if (actual !== channels) yield channelProblem;
  const size = [shape[op.heightDim?.number ?? 1]!, shape[op.widthDim?.number ?? 2]!];
  if (size[0] !== height || size[1] !== width)
    yield `The output tensor height and width dimension (${spaced(size)}) do not match the expected dimensions (${height}, ${width}).`;
}

/** The flattened result has an element for each batch and window. */
export function* flattenedResultProblems(
  size: number,
  batch: number,
  [height, width]: readonly [number, number],
): Problems {
  const expected = batch * height * width;
  if (size !== expected)
    yield `The output tensor's flattened dimension (${size}) does not match the product of batch_size * output_height * output_width (${batch} * ${height} * ${width} = ${expected}).`;
}

/** A convolution in three dimensions. */
export function* conv3dProblems(
  op: Convolution & {
    readonly stride: WindowAttr;
    readonly padding: WindowAttr;
    readonly paddingMode: StringAttr | null;
    readonly batchDim: IntegerAttr | null;
    readonly depthDim: IntegerAttr | null;
    readonly heightDim: IntegerAttr | null;
    readonly widthDim: IntegerAttr | null;
  },
): Problems {
  yield* rankProblems(op, 5);
  const stride = yield* numbersOr(tripleOf(op.stride), ' for stride');
  const padding = yield* numbersOr(tripleOf(op.padding), ' for padding');
  if (stride.some((size) => size <= 0)) yield 'Stride attribute values must be > 0.';
  if (padding.some((size) => size < 0)) yield 'Padding attribute values must be >= 0.';
  const mode = op.paddingMode?.value ?? 'zeros';
  if (mode !== 'zeros' && mode !== 'replicate') yield "padding_mode must be either 'zeros' or 'replicate'";
  const channel = op.channelDim?.number ?? 4;
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  const [outputChannels, weightInputChannels, ...kernel] = op.weight.type.shape;
  yield* channelProblems({
    groups: op.groups.number,
    inputChannels: from[channel]!,
    weightInputChannels: weightInputChannels!,
    outputChannels: outputChannels!,
    biasChannels: op.bias?.type.shape[channel] ?? null,
  });
  const spatial = [op.depthDim?.number ?? 1, op.heightDim?.number ?? 2, op.widthDim?.number ?? 3];
  const padded = spatial.map((dim, i) => from[dim]! + 2 * padding[i]!);
  yield* windowFitProblems(kernel, padded, 'kernel size');
  const batch = op.batchDim?.number ?? 0;
  if (from[batch] !== to[batch])
    yield `Batch size from the input tensor (${from[batch]!}) must match the first dimension of the output tensor (${to[batch]!})`;
  if (to[channel] !== outputChannels)
    yield `The number of output channels from the output tensor (${to[channel]!}) must match the number of output channels in the weight tensor (${outputChannels!}). `;
  const expected = padded.map((size, i) => windowCount(size, kernel[i]!, stride[i]!));
  const actual = spatial.map((dim) => to[dim]!);
  if (expected.some((size, i) => size !== actual[i]))
    yield `The output tensor spatial dimensions (${spaced(actual)}) do not match the expected dimensions (${spaced(expected)}).`;
}

function* transposedRankProblems({ input, result, weight, bias }: Convolution2d): Problems {
  if (input.type.rank !== 4) yield 'Input must be a 4D tensor';
  if (result.type.rank !== 4) yield 'Output must be a 4D tensor';
  if (weight.type.rank !== 4) yield 'Weight must be a 4D tensor';
  if (bias !== null && bias.type.rank !== 4) yield 'Bias must be a 4D tensor';
}

/** A transposed convolution: its result is what a convolution's operand would be. */
export function* convTranspose2dProblems(
  op: Convolution2d & { readonly outputPadding: WindowAttr },
): Problems {
  const [input, weight, result] = [op.input.type, op.weight.type, op.result.type];
  const info = op.flattenedCompatInfo;
  const problem = flattenedProblem(op.flattenedCompatInfo, input.shape[FLATTENED_DIM] ?? 0);
  if (problem !== null) yield `T${problem}.`;
  yield* transposedRankProblems(op);
  const batch = op.batchDim?.number ?? 0;
  if (info === null && input.shape[batch] !== result.shape[batch])
    yield 'Batch size of input and output tensors must match';
  const stride = yield* numbersOr(pairOf(op.stride), ' for stride');
  if (stride.some((size) => size < 1)) yield 'Stride values must be greater than 0';
  const [top, left, bottom, right] = yield* numbersOr(quadrupleOf(op.padding), ' for padding');
  if ([top, left, bottom, right].some((size) => size! < 0))
    yield 'Padding values must be greater or equal than 0';
  const outputPadding = yield* numbersOr(pairOf(op.outputPadding), ' for output padding');
  if (outputPadding.some((size) => size < 0)) yield 'Output padding values must be greater or equal than 0';
  const dilation = yield* numbersOr(pairOf(op.dilation), ' for dilation');
  if (dilation.some((size) => size < 1)) yield 'Dilation values must be greater than 0';
  const channel = op.channelDim?.number ?? 3;
  yield* transposedChannelProblems({
    inputChannels: input.shape[channel]!,
    outputChannels: result.shape[channel]!,
    groups: op.groups.number,
    weight: weight.shape,
    biasChannels: op.bias?.type.shape[channel] ?? null,
  });
  const [heightDim, widthDim] = [op.heightDim?.number ?? 1, op.widthDim?.number ?? 2];
  const height = info?.inputHeight ?? input.shape[heightDim]!;
  const width = info?.inputWidth ?? input.shape[widthDim]!;
  const expected = [
    transposedSize(height, stride[0]!, top! + bottom!, dilation[0]!, weight.dimSize(2), outputPadding[0]!),
    transposedSize(width, stride[1]!, left! + right!, dilation[1]!, weight.dimSize(3), outputPadding[1]!),
  ] as const;
  yield* transposedSizeProblems([height, width], expected);
  if (info !== null) {
    const flattened = info.batchSize * expected[0] * expected[1];
    const actual = result.dimSize(FLATTENED_DIM);
    if (flattened !== actual)
      yield `Mismatch between expected flattened NHW dim size. Expected: ${flattened}, got: ${actual}.`;
    return;
  }
  const actual = [result.shape[heightDim]!, result.shape[widthDim]!];
  if (actual.some((size, i) => size !== expected[i]))
    yield `Mismatch between expected output size per channel and got output tensor dimensions. Expected: (${expected.join(' x ')}), got: (${actual.join(' x ')}).`;
}

/** Channels of a transposed convolution; the weights are `[inputs, outputs per group, height, width]`. */
export function* transposedChannelProblems(sizes: {
  readonly inputChannels: number;
  readonly outputChannels: number;
  readonly groups: number;
  /** `null` where the weights are in an order of the library's. */
  readonly weight: readonly number[] | null;
  readonly biasChannels: number | null;
}): Problems {
  const { inputChannels, outputChannels, groups, weight, biasChannels } = sizes;
  if (inputChannels % groups !== 0)
    yield `Number of input channels from input tensor must be divisible by the number of groups. Got ${inputChannels} input channels and ${groups} groups.`;
  if (outputChannels % groups !== 0)
    yield `Number of output channels from output tensor must be divisible by the number of groups. Got ${outputChannels} output channels and ${groups} groups.`;
  if (weight !== null) {
    if (inputChannels !== weight[0])
      yield `Number of input channels from input tensor must match the first dimension of the weight tensor. Got ${inputChannels} input channels and ${weight[0]!} in the weight tensor.`;
    const perGroup = Math.trunc(outputChannels / groups);
    if (perGroup !== weight[1])
      yield `Number of output channels per group must match the second dimension of the weight tensor. Got ${perGroup} output channels per group and ${weight[1]!} in the weight tensor.`;
  }
  if (biasChannels !== null && biasChannels !== outputChannels)
    yield `Mismatch in bias tensor dimensions. Bias tensor has ${biasChannels} channels, but the output tensor has ${outputChannels} channels.`;
}

/** Height or width of the result of a transposed convolution. */
export function transposedSize(
  size: number,
  stride: number,
  padding: number,
  dilation: number,
  kernel: number,
  outputPadding: number,
): number {
  return (size - 1) * stride - padding + dilation * (kernel - 1) + outputPadding + 1;
}

/** Something is left of the result. */
export function* transposedSizeProblems(
  input: readonly [number, number],
  output: readonly [number, number],
): Problems {
  if (output.some((size) => size < 0))
    yield `Given input size per channel: (${input.join(' x ')}). Calculated output size per channel: (${output.join(' x ')}). Output size is too small`;
}
