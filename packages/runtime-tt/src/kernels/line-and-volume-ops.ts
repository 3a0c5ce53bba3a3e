import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import {
  DenseArrayAttr,
  type IntegerAttr,
  type InterfaceImplementation,
  product,
  lastOf,
} from '@shardform/ir-core';
import {
  binary,
  convert,
  convolution,
  ExecutionError,
  interpretable,
  type NdArray,
  pad,
  reshape,
  scalarArray,
  type WindowDim,
} from '@shardform/runtime-sim';
import { asResult, resultType, spread } from '../result.ts';
import { both } from './both.ts';
import { conv3dWeightsOf, preparedConv3dWeights } from './prepared-weights.ts';
import { type WeightedInput, weightedInput } from './windows.ts';

/** The numbers of one attribute: one for all dimensions, or one for each. */
function numbersOf(attr: DenseArrayAttr | IntegerAttr, count: number): readonly number[] {
  const numbers = attr instanceof DenseArrayAttr ? attr.numbers() : [attr.number];
  return numbers.length === 1 ? new Array<number>(count).fill(numbers[0]) : numbers;
}

/** The kernel has zeros for channels that only fill up a tile. */
function withChannels(kernel: NdArray, channels: number): NdArray {
  const missing = channels - kernel.shape[1];
  if (missing === 0) return kernel;
  const none = kernel.shape.map(() => 0);
  return pad(kernel, scalarArray(kernel.kind, 0), none, none.with(1, missing), none);
}

interface Geometry {
  /** The dimensions of batch, space and channels, in this order. */
  readonly dims: readonly number[];
  readonly windows: readonly WindowDim[];
  readonly groups: number;
}

/** A convolution along any number of dimensions, with weights of output channels, input channels and space. */
function convolved(
  op: Convolution,
  [x, weight, bias]: WeightedInput,
  { dims, windows, groups }: Geometry,
): NdArray {
  const { kind } = resultType(op);
  const [batch, spatial, feature] = [dims[0], dims.slice(1, -1), lastOf(dims)];
  const made = convolution(
    x,
    withChannels(weight, x.shape[feature] / groups),
    {
      inputBatchDimension: batch,
      inputFeatureDimension: feature,
      inputSpatialDimensions: spatial,
      outputBatchDimension: batch,
      outputFeatureDimension: feature,
      outputSpatialDimensions: spatial,
      kernelOutputFeatureDimension: 0,
      kernelInputFeatureDimension: 1,
      kernelSpatialDimensions: spatial.map((_, i) => 2 + i),
    },
    { windows, reversed: windows.map(() => false), featureGroups: groups, batchGroups: 1 },
    kind,
  );
  if (bias === undefined) return made;
  // As many dimensions as the result, or one: the channels.
  const own = reshape(bias, [product(bias.shape)]);
  const shape = made.shape.map((_, d) => (d === feature ? own.shape[0] : 1));
  return binary('add', made, spread(convert(reshape(own, shape), kind), made.shape));
}

type Convolution = ttir.Conv1dOp | ttnn.Conv1dOp | ttir.Conv3dOp | ttnn.Conv3dOp;

function windowOf(size: number, stride: number, [low, high]: readonly [number, number], dilation: number) {
  return { size, stride, padLow: low, padHigh: high, baseDilation: 1, windowDilation: dilation };
}

function dimsOf(op: Convolution, rank: number): readonly number[] {
  if (op instanceof ttir.Conv1dOp) return [op.batchDim!.number, op.lengthDim!.number, op.channelDim!.number];
  if (op instanceof ttir.Conv3dOp) {
    const { batchDim, depthDim, heightDim, widthDim, channelDim } = op;
    return [batchDim, depthDim, heightDim, widthDim, channelDim].map((dim, d) => dim?.number ?? d);
  }
  return Array.from({ length: rank }, (_, d) => d);
}

function alongLine(op: ttir.Conv1dOp | ttnn.Conv1dOp, inputs: WeightedInput): NdArray {
  const [low, high] = numbersOf(op.padding, 2);
  const size = inputs[1].shape[2];
  const [stride, dilation] = [numbersOf(op.stride, 1)[0], numbersOf(op.dilation, 1)[0]];
  const windows = [windowOf(size, stride, [low, high], dilation)];
  return convolved(op, inputs, { dims: dimsOf(op, 3), windows, groups: op.groups.number });
}

/** @throws ExecutionError for padding by other numbers than zeros. */
function overVolume(op: ttir.Conv3dOp | ttnn.Conv3dOp, [x, given, bias]: WeightedInput): NdArray {
  const isPrepared = op instanceof ttnn.Conv3dOp && given.shape.length === 2;
  const weight = isPrepared ? conv3dWeightsOf(op, given) : given;
  const mode = op.paddingMode?.value ?? 'zeros';
  if (mode !== 'zeros')
    throw new ExecutionError(op, `'${op.name}' op pads by '${mode}', which has no kernel here; use 'zeros'`);
  const [stride, padding] = [numbersOf(op.stride, 3), numbersOf(op.padding, 3)];
  const windows = weight.shape
    .slice(2)
    .map((size, i) => windowOf(size, stride[i], [padding[i], padding[i]], 1));
  return convolved(op, [x, weight, bias], { dims: dimsOf(op, 5), windows, groups: op.groups.number });
}

/** Convolutions along one dimension and over three. */
export const lineAndVolumeInterpreters: readonly InterfaceImplementation[] = [
  ...both(ttir.Conv1dOp, ttnn.Conv1dOp, (op) => (inputs) => [
    asResult(op, alongLine(op, weightedInput(op, inputs))),
  ]),
  ...both(ttir.Conv3dOp, ttnn.Conv3dOp, (op) => (inputs) => [
    asResult(op, overVolume(op, weightedInput(op, inputs))),
  ]),
  interpretable.implementFor(ttnn.PrepareConv3dWeightsOp, (op) => ([weights]) => [
    asResult(op, preparedConv3dWeights(op, weights)),
  ]),
];
