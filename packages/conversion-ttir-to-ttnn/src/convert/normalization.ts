import {
  BlockArgument,
  type ConversionPattern,
  inversePermutation,
  product,
  type Tensor,
  lastOf,
} from '@shardform/ir-core';
import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { exactConfig, TensorBuilder } from '@shardform/dialect-ttnn';
import { conversion, type ConversionScope, sameArguments } from './convertible.ts';

/** The library normalises over the last dimension only. */
function overLast(op: ttir.LayerNormOp | ttir.RmsNormOp, { refuse }: ConversionScope): boolean {
  const shape = op.normalizedShape.numbers();
  const last = op.input.type.shape.at(-1);
  if (shape.length === 1 && shape[0] === last) return true;
  refuse(
    `normalizes over dimensions of sizes ${shape.join('x')}, but TTNN normalizes over the last one (${last ?? 0}) only; reshape the tensor so that these are its last dimension`,
  );
  return false;
}

/** The library normalises images whose channels are dimension 1. */
function hasImages(
  op: ttir.BatchNormInferenceOp | ttir.BatchNormTrainingOp,
  { refuse }: ConversionScope,
): boolean {
  const { rank } = op.operand.type;
  if (rank !== 4) refuse(`Operand must be a 4-dimensional tensor, but has ${rank} dimensions; reshape it`);
  else if (op.dimension.number !== 1)
    refuse(`We can only exclude dimension 1, not ${op.dimension.number}; permute the tensor`);
  else return true;
  return false;
}

/** A tensor to write to: a copy of what others read, or what is computed once for all executions. */
function ownTensor(input: Tensor, { builder }: ConversionScope): Tensor {
  if (input instanceof BlockArgument && input.hasOneUse) return input;
  return builder.create(ttnn.AssignOp, { input }, [input.type]).result;
}

/** Weight and bias as the operation has them, made of ones and zeros where it has not. */
function affine(
  op: ttir.GroupNormOp,
  input: Tensor,
  { builder, device }: ConversionScope,
): readonly Tensor[] {
  const { weight, bias } = op;
  if (weight !== null && bias !== null) return [weight, bias];
  const type =
    weight?.type ?? bias?.type ?? ttnn.changedTensor(input.type, { shape: [input.type.dimSize(-1)] });
  const isOnHost = ttnn.layoutOf(type)?.isOnHost === true;
  const args = { device: isOnHost ? null : device(), shape: ttnn.ShapeAttr.get({ shape: type.shape }) };
  return [
    weight ?? builder.create(ttnn.OnesOp, args, [type]).result,
    bias ?? builder.create(ttnn.ZerosOp, args, [type]).result,
  ];
}

/** The library takes tensors of shape `[batch, 1, positions, channels]`. */
const groupNorm = conversion(ttir.GroupNormOp, (op, scope) => {
  const { builder } = scope;
  const { rank } = op.input.type;
  const channel = op.channelDim!.number;
  const order = [...Array(rank).keys()].filter((dim) => dim !== channel).concat(channel);
  let input: Tensor = op.input;
  const tensors = new TensorBuilder(builder);
  if (channel !== rank - 1) input = tensors.permute(input, order);
  const { shape } = input.type;
  if (rank > 4 || shape[1] !== 1) {
    const places = product(shape.slice(1, -1));
    input = tensors.reshape(input, [shape[0]!, 1, places, lastOf(shape)]);
  }
  const [weight, bias] = affine(op, input, scope);
  const { inputMask, numGroups, epsilon } = op;
  const args = { input, inputMask, weight: weight!, bias: bias!, numGroups, epsilon };
  let result: Tensor = builder.create(ttnn.GroupNormOp, args, [input.type]).result;
  if (input.type.rank !== rank || shape[1] !== 1) result = tensors.reshape(result, shape);
  return channel === rank - 1 ? result : tensors.permute(result, inversePermutation(order));
});

/** Normalisations. */
export const normalizationConversions: readonly ConversionPattern[] = [
  sameArguments(ttir.SoftmaxOp, ttnn.SoftmaxOp, () => ({ computeConfig: exactConfig() })),
  conversion(ttir.LayerNormOp, (op, scope) => {
    if (!overLast(op, scope)) return null;
    const { input, weight, bias, epsilon } = op;
    return scope.builder.create(ttnn.LayerNormOp, { input, weight, bias, epsilon }, op.resultTypes());
  }),
  conversion(ttir.RmsNormOp, (op, scope) => {
    if (!overLast(op, scope)) return null;
    const { input, weight, bias, epsilon } = op;
    return scope.builder.create(ttnn.RmsNormOp, { input, weight, bias, epsilon }, op.resultTypes());
  }),
  groupNorm,
  sameArguments(ttir.DistributedRMSNormOp, ttnn.DistributedRMSNormOp),
  sameArguments(ttir.DistributedLayerNormOp, ttnn.DistributedLayerNormOp),
  conversion(ttir.BatchNormInferenceOp, (op, scope) => {
    if (!hasImages(op, scope)) return null;
    const args = {
      input: op.operand,
      runningMean: op.mean,
      runningVar: op.variance,
      weight: op.scale,
      bias: op.offset,
      epsilon: op.epsilon,
    };
    return scope.builder.create(ttnn.BatchNormInferenceOp, args, op.resultTypes());
  }),
  // The library writes the new statistics over the old ones.
  conversion(ttir.BatchNormTrainingOp, (op, scope) => {
    if (!hasImages(op, scope)) return null;
    const { epsilon, momentum } = op;
    // Two tensors become two.
    const [runningMean, runningVariance] = [op.runningMean, op.runningVariance].map((own) =>
      ownTensor(own, scope),
    ) as [Tensor, Tensor];
    const args = {
      input: op.operand,
      runningMean,
      runningVar: runningVariance,
      weight: op.scale,
      bias: op.offset,
      epsilon,
      momentum,
    };
    const made = scope.builder.create(ttnn.BatchNormTrainingOp, args, [op.result.type]);
    return [made.result, runningMean, runningVariance];
  }),
];
