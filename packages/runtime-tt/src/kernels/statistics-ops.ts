import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { type InterfaceImplementation, product } from '@shardform/ir-core';
import {
  arrayOf,
  batchNormInference,
  batchNormTraining,
  binary,
  convert,
  filled,
  interpretable,
  type NdArray,
  reshape,
  transpose,
} from '@shardform/runtime-sim';
import { asResult, resultType, spread } from '../result.ts';
import { both } from './both.ts';
import { writeTo } from './in-place-ops.ts';

/** One number per channel, in whatever shape it comes. */
function perChannel(x: NdArray): NdArray {
  return convert(reshape(x, [product(x.shape)]), 'f32');
}

/** Running statistics move towards those of the batch. */
function moved(running: NdArray, batch: NdArray, momentum: number): NdArray {
  const own = perChannel(running);
  const scaled = (x: NdArray, factor: number): NdArray =>
    binary('multiply', x, filled('f32', x.shape, factor));
  return binary('add', scaled(own, 1 - momentum), scaled(batch, momentum));
}

/** Groups of channels are normalized together, over all positions; scale and offset are per channel. */
function groupNormalized(
  op: ttir.GroupNormOp | ttnn.GroupNormOp,
  x: NdArray,
  [weight, bias]: readonly (NdArray | null)[],
): NdArray {
  const rank = x.shape.length;
  const channel = 'channelDim' in op ? (op.channelDim?.number ?? rank - 1) : rank - 1;
  const others = x.shape.map((_, d) => d).filter((d) => d !== 0 && d !== channel);
  const order = [0, channel, ...others];
  const ordered = transpose(convert(x, 'f32'), order);
  // The transposition has put the channels behind the batch.
  const [batch, channels] = ordered.shape as readonly [number, number];
  const groups = op.numGroups.number;
  const places = product(ordered.shape.slice(2));
  // Each group of each image is one feature.
  const rows = reshape(ordered, [batch * groups, (channels / groups) * places]);
  const [ones, zeros] = [1, 0].map((number) => filled('f32', [batch * groups], number));
  const [normalized] = batchNormTraining(rows, ones, zeros, op.epsilon?.value ?? 1e-12, 0);
  const apart = reshape(normalized, [batch, channels, places]);
  const wide = (vector: NdArray): NdArray =>
    spread(reshape(perChannel(vector), [1, channels, 1]), apart.shape);
  let made = apart;
  if (weight !== null) made = binary('multiply', made, wide(weight));
  if (bias !== null) made = binary('add', made, wide(bias));
  const back = order.map((_, d) => order.indexOf(d));
  return transpose(reshape(made, ordered.shape), back);
}

/** The mean over height and width, the two dimensions before the channels. */
function meanOverPlaces(x: NdArray): NdArray {
  const wide = convert(x, 'f32');
  // Verified: images have at least three dimensions.
  const [height, width, channels] = wide.shape.slice(-3) as [number, number, number];
  // Converted to f32.
  const data = wide.data as Float32Array;
  const count = data.length / (height * width * channels);
  const sums = new Float64Array(count * channels);
  for (let i = 0; i < data.length; i++) {
    const image = Math.floor(i / (height * width * channels));
    sums[image * channels + (i % channels)] += data[i];
  }
  const shape = [...wide.shape.slice(0, -3), 1, 1, channels];
  return arrayOf(
    'f32',
    shape,
    Array.from(sums, (sum) => sum / (height * width)),
  );
}

/** Normalizations by statistics of a batch or of groups of channels, and means. */
export const statisticsInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(ttir.BatchNormInferenceOp, (op) => ([x, ...parameters]) => {
    const [scale, offset, mean, variance] = parameters.map(perChannel);
    const wide = convert(x, 'f32');
    const made = batchNormInference(
      wide,
      scale,
      offset,
      mean,
      variance,
      op.epsilon.value,
      op.dimension.number,
    );
    return [asResult(op, made)];
  }),
  interpretable.implementFor(ttnn.BatchNormInferenceOp, (op) => (inputs) => {
    const [, mean, variance, scale, offset] = presentOperands(op, inputs);
    const { shape } = resultType(op);
    const whole = (given: NdArray | null, otherwise: number): NdArray =>
      given === null ? filled('f32', [shape[1]], otherwise) : perChannel(given);
    const wide = convert(inputs[0], 'f32');
    const epsilon = op.epsilon?.value ?? 1e-5;
    const moments = [whole(mean, 0), whole(variance, 1)] as const;
    return [
      asResult(op, batchNormInference(wide, whole(scale, 1), whole(offset, 0), ...moments, epsilon, 1)),
    ];
  }),
  interpretable.implementFor(ttir.BatchNormTrainingOp, (op) => ([x, ...parameters]) => {
    const [scale, offset, runningMean, runningVariance] = parameters.map(perChannel);
    const { number: dim } = op.dimension;
    const wide = convert(x, 'f32');
    const [made, mean, variance] = batchNormTraining(wide, scale, offset, op.epsilon.value, dim);
    const { value: momentum } = op.momentum;
    return [
      asResult(op, made),
      asResult(op, moved(runningMean, mean, momentum), 1),
      asResult(op, moved(runningVariance, variance, momentum), 2),
    ];
  }),
  // The running statistics are written over.
  interpretable.implementFor(ttnn.BatchNormTrainingOp, (op) => (inputs, state) => {
    const [, mean, variance, scale, offset] = presentOperands(op, inputs);
    const channels = op.input.type.dimSize(1);
    const whole = (given: NdArray | null, otherwise: number): NdArray =>
      given === null ? filled('f32', [channels], otherwise) : perChannel(given);
    const epsilon = op.epsilon?.value ?? 1e-5;
    const [made, ...batch] = batchNormTraining(
      convert(inputs[0], 'f32'),
      whole(scale, 1),
      whole(offset, 0),
      epsilon,
      1,
    );
    const momentum = op.momentum?.value ?? 0.1;
    for (const [i, [operand, running]] of [
      [op.runningMean, mean] as const,
      [op.runningVar, variance] as const,
    ].entries())
      if (operand !== null && running !== null)
        writeTo(op, operand, moved(running, batch[i], momentum), state);
    return [asResult(op, made)];
  }),
  ...both(ttir.GroupNormOp, ttnn.GroupNormOp, (op) => (inputs) => {
    const [, , weight, bias] = presentOperands(op, inputs);
    return [asResult(op, groupNormalized(op, inputs[0], [weight, bias]))];
  }),
  ...both(ttir.GlobalAvgPool2dOp, ttnn.GlobalAvgPool2dOp, (op) => ([x]) => [asResult(op, meanOverPlaces(x))]),
];

/** Returns the operands by their declared positions, `null` for those that are absent. */
function presentOperands(
  op: ttnn.BatchNormInferenceOp | ttnn.BatchNormTrainingOp | ttir.GroupNormOp | ttnn.GroupNormOp,
  inputs: readonly NdArray[],
): readonly (NdArray | null)[] {
  const given =
    op instanceof ttnn.BatchNormInferenceOp || op instanceof ttnn.BatchNormTrainingOp
      ? [op.input, op.runningMean, op.runningVar, op.weight, op.bias]
      : [op.input, op.inputMask, op.weight, op.bias];
  let next = 0;
  return given.map((value) => (value === null ? null : inputs[next++]));
}
