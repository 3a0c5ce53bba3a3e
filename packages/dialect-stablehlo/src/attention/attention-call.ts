import * as hlo from '../ops/index.ts';
import type { Operation } from '@shardform/ir-core';
import type { AttentionDims } from './attention-dims.ts';
import { cudnnAttention } from './cudnn-attention.ts';
import { kernelAttention } from './kernel-attention.ts';
import { namedAttention } from './named-attention.ts';

/**
 * The part of attention that a call computes: `backward` gradients of queries, keys and values; `backward-keys` those of keys and
 * values, `backward-queries` those of queries. All backward passes compute the scores again.
 */
export type AttentionPass = 'forward' | 'backward' | 'backward-keys' | 'backward-queries';

/** An operand of a call of attention. */
export interface AttentionOperand {
  readonly index: number;
  readonly dims: AttentionDims;
}

/** A call of a fused kernel of attention. */
export interface AttentionCall {
  readonly pass: AttentionPass;
  readonly query: AttentionOperand;
  readonly key: AttentionOperand;
  readonly value: AttentionOperand;
  /** Whether a query sees only the keys up to its own position, counted from the first of both. */
  readonly isCausal: boolean;
  /**
   * Whether the queries are those tokens of a sequence that were dealt to a device, so that each has about half of all keys before
   * its queries, as context parallelism deals them.
   */
  readonly isDealt?: boolean;
  /** The number of keys up to its own that a query of causal attention sees; `null` for all. */
  readonly window: number | null;
}

/**
 * Returns the attention that an operation computes as one kernel: cuDNN's fMHA calls, kernels of Pallas and Triton whose names say
 * so, composites and calls of that name. `null` for all others, and where operands are not those of attention.
 */
export function attentionCall(op: Operation): AttentionCall | null {
  if (op instanceof hlo.CompositeOp) return namedAttention(op);
  if (!(op instanceof hlo.CustomCallOp)) return null;
  return cudnnAttention(op) ?? kernelAttention(op) ?? namedAttention(op);
}
