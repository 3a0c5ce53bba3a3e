import type * as hlo from '../ops/index.ts';
import { RankedTensorType } from '@shardform/ir-core';
import type { AttentionCall, AttentionOperand, AttentionPass } from './attention-call.ts';
import { type AttentionDims, dimsOfLayout } from './attention-dims.ts';
import { floatRank } from './attention-operands.ts';
import { callAttribute, callFlag, fieldsOf, jsonConfig } from './call-attributes.ts';

/** Calls of kernels that a program brings with it. */
const TARGETS = /^(tpu_custom_call|mosaic_gpu\w*|mosaic_gpu\.\w+|__gpu\$xla\.gpu\.triton|triton\w*)$/;

const NAME = /flash_?attention|splash|(^|_)m[hq]a(_|$)|attention|sdpa|fmha/i;

/** Kernels with pages or a cache, whose operands are others, and those before the backward pass. */
const OTHERS = /paged|ragged|decode|preprocess/i;

/**
 * Returns the attention of a kernel of Pallas, Mosaic or Triton by its name, such as `_flash_attention_dkv_kernel`,
 * `splash_mha_fwd_residuals` and `mha_forward`: the first three tensors of floats are queries, keys and values. `null` for others.
 */
export function kernelAttention(op: hlo.CustomCallOp): AttentionCall | null {
  const target = op.callTargetName.value;
  const name = TARGETS.test(target) ? callAttribute(op, 'kernel_name', 'name') : null;
  if (typeof name !== 'string' || !NAME.test(name) || OTHERS.test(name)) return null;
  const isSplash = name.includes('splash');
  const found = operandsOf(op, target === 'tpu_custom_call', isSplash);
  if (found === null) return null;
  const [query, key, value] = found;
  return {
    ...{ pass: passOf(op, name, query), query, key, value, window: null },
    isCausal: isSplash ? hasPositions(op, value.index) : comparesPositions(op),
  };
}

/** Whether a call is the kernel that sums the products of a result and its gradient, before the backward pass. */
export function isAttentionPreprocessing(op: hlo.CustomCallOp): boolean {
  const name = TARGETS.test(op.callTargetName.value) ? callAttribute(op, 'kernel_name', 'name') : null;
  return typeof name === 'string' && NAME.test(name) && name.includes('preprocess');
}

function passOf(op: hlo.CustomCallOp, name: string, query: AttentionOperand): AttentionPass {
  if (/_dq(_|$)/.test(name)) return 'backward-queries';
  const rank = floatRank(op, query.index);
  // A kernel for all gradients gives those of queries for each block of keys, to be summed.
  if (/_dkv(_|$)/.test(name))
    return op.results.some(({ type }) => rankOf(type) > rank) ? 'backward' : 'backward-keys';
  return /bwd|backward|grad/i.test(name) ? 'backward' : 'forward';
}

function rankOf(type: unknown): number {
  return type instanceof RankedTensorType ? type.rank : 0;
}

/** Queries, keys and values: on TPUs with heads before the sequence, on GPUs after it. One head of keys has no dimension. */
function operandsOf(
  op: hlo.CustomCallOp,
  isTpu: boolean,
  isSplash: boolean,
): readonly [AttentionOperand, AttentionOperand, AttentionOperand] | null {
  const floats = op.operands.flatMap((_, i) => (floatRank(op, i) >= 2 ? [i] : []));
  const first = floats.findIndex((i) => floatRank(op, i) >= 3);
  if (first < 0) return null;
  const [query, key, value] = floats.slice(first);
  if (query === undefined || key === undefined || value === undefined) return null;
  const rank = floatRank(op, query);
  const [keyRank, valueRank] = [floatRank(op, key), floatRank(op, value)];
  if (keyRank !== valueRank || keyRank > rank || keyRank < rank - 1) return null;
  const dims = (own: number, letter: string): AttentionDims => {
    const inner = isSplash && isSequenceMinor(op, letter) ? 'ds' : 'sd';
    if (own < rank) return dimsOfLayout('b'.repeat(own - 2) + inner);
    if (isTpu || rank === 3) return dimsOfLayout(`${'b'.repeat(own - 3)}h${inner}`);
    return dimsOfLayout(`${'b'.repeat(own - 3)}shd`);
  };
  return [
    { index: query, dims: dims(rank, 'q') },
    { index: key, dims: dims(keyRank, 'k') },
    { index: value, dims: dims(valueRank, 'v') },
  ];
}

/** Splash attention says of each operand whether its last dimension is the sequence. */
function isSequenceMinor(op: hlo.CustomCallOp, letter: string): boolean {
  const metadata = callAttribute(op, 'kernel_metadata');
  return typeof metadata === 'string' && new RegExp(`${letter}_layout\\\\?": 2`).test(metadata);
}

/**
 * Whether splash attention computes its mask of positions, which it is given for causal masks: the identifiers of segments, which
 * have the same type, come in pairs.
 */
function hasPositions(op: hlo.CustomCallOp, last: number): boolean {
  const integers = op
    .operandValues()
    .slice(last + 1)
    .filter(({ type }) => type instanceof RankedTensorType && String(type.elementType) === 'i32');
  return integers.length % 2 === 1;
}

/** Whether a kernel of Mosaic makes positions, which flash attention does for causal masks only. */
function comparesPositions(op: hlo.CustomCallOp): boolean {
  const { body } = fieldsOf(fieldsOf(jsonConfig(op)).custom_call_config);
  return callFlag(op, typeof body === 'string' && decoded(body).includes('iota'), 'is_causal', 'causal');
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return base64;
  }
}
