import * as ttir from '@shardform/dialect-ttir';
import { FloatAttr, f32, IntegerAttr, type Value } from '@shardform/ir-core';
import { type CompositeCall, i64List, i64Of } from './composite-call.ts';
import type { CompositeLowering } from './legalize-composites.ts';

function epsilonOf(call: CompositeCall, otherwise: number): FloatAttr {
  return call.float('epsilon') ?? FloatAttr.get(otherwise, f32);
}

const rmsNorm: CompositeLowering = (call) => {
  const shape = call.list('normalized_shape');
  const [input, weight = null, bias = null] = call.operands;
  if (shape === null || input === undefined) return null;
  const args = { input, weight, bias, normalizedShape: i64List(shape), epsilon: epsilonOf(call, 1e-5) };
  return call.rewriter.create(ttir.RmsNormOp, args, [call.resultType()]);
};

const layerNorm: CompositeLowering = (call) => {
  const shape = call.list('normalized_shape');
  const [input, weight = null, bias = null] = call.operands;
  if (shape === null || input === undefined) return null;
  const args = { input, weight, bias, normalizedShape: i64List(shape), epsilon: epsilonOf(call, 1e-5) };
  return call.rewriter.create(ttir.LayerNormOp, args, [call.resultType()]);
};

const distributedRmsNorm: CompositeLowering = (call) => {
  const axis = call.integer('cluster_axis');
  const [input, weight = null, residual = null] = call.operands;
  if (axis === null || input === undefined) return null;
  const clusterAxis = IntegerAttr.get(axis, ttir.ui32);
  const args = { input, weight, residual, clusterAxis, epsilon: epsilonOf(call, 1e-5) };
  return call.rewriter.create(ttir.DistributedRMSNormOp, args, [call.resultType()]);
};

/** Group normalization takes tensors of rank four or more. */
const groupNorm: CompositeLowering = (call) => {
  const groups = call.integer('num_groups');
  const channel = call.integer('channel_dim');
  const [input, weight = null, bias = null] = call.operands;
  if (groups === null || channel === null || input === undefined || input.type.rank > 5) return null;
  const { shape } = input.type;
  const missing = Math.max(0, 4 - shape.length);
  const padded =
    missing === 0 ? input : call.reshape(input, [...shape, ...new Array<number>(missing).fill(1)]);
  const made = call.rewriter.create(
    ttir.GroupNormOp,
    {
      input: padded,
      inputMask: null,
      weight,
      bias,
      numGroups: i64Of(groups),
      epsilon: epsilonOf(call, 1e-12),
      channelDim: i64Of(channel),
    },
    [missing === 0 ? call.resultType() : padded.type],
  );
  if (missing === 0) return made;
  const whole: Value = call.reshape(made.result, call.resultType().shape);
  return [whole];
};

/** Lowerings of layer, RMS and group normalization, also over several devices. */
export const normalizations: Readonly<Record<string, CompositeLowering>> = {
  'tenstorrent.rms_norm': rmsNorm,
  'tenstorrent.layer_norm': layerNorm,
  'tenstorrent.distributed_rms_norm': distributedRmsNorm,
  'tenstorrent.group_norm': groupNorm,
};
