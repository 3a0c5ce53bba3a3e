import * as hlo from '../ops/index.ts';
import { StringAttr } from '@shardform/ir-core';
import type { AttentionCall } from './attention-call.ts';
import { dimsOfLayout } from './attention-dims.ts';
import { floatRank, operandShape } from './attention-operands.ts';
import { callAttribute, callFlag } from './call-attributes.ts';

/** Names of attention as a whole, not of a form with a cache or pages, whose operands are others. */
const NAME =
  /(^|[._])(scaled_dot_product_attention|dot_product_attention|flash_attention|sdpa|sdpa_fw|attention)$/;

/** A composite of Tenstorrent's that computes the gradients: those of the result and the result come first. */
const TENSTORRENT_BACKWARD = 'tenstorrent.sdpa_bw';

/**
 * Returns the attention of a composite or call whose name is attention, with queries, keys and values first. They have heads before
 * the sequence, except those of Google's `odml`, those whose `layout` is `BSHD`, and where only that fits the shapes.
 */
export function namedAttention(op: hlo.CompositeOp | hlo.CustomCallOp): AttentionCall | null {
  const name = nameOf(op);
  const isBackward = name === TENSTORRENT_BACKWARD;
  if (!isBackward && !NAME.test(name)) return null;
  const first = isBackward ? 2 : 0;
  const ranks = [first, first + 1, first + 2].map((i) => floatRank(op, i));
  if ((ranks[0] !== 3 && ranks[0] !== 4) || ranks.some((rank) => rank !== ranks[0])) return null;
  const dims = dimsOfLayout(layoutOf(op, name, first));
  const window = Number(callAttribute(op, 'sliding_window_size') ?? 0);
  return {
    ...{ pass: isBackward ? 'backward' : 'forward', isCausal: isCausal(op, name) },
    query: { index: first, dims },
    key: { index: first + 1, dims },
    value: { index: first + 2, dims },
    window: window > 0 ? window : null,
  };
}

function nameOf(op: hlo.CompositeOp | hlo.CustomCallOp): string {
  if (op instanceof hlo.CustomCallOp) return op.callTargetName.value;
  const name = op.getAttr('name');
  return name instanceof StringAttr ? name.value : '';
}

function layoutOf(op: hlo.CompositeOp | hlo.CustomCallOp, name: string, first: number): string {
  const [query, key] = [operandShape(op, first), operandShape(op, first + 1)];
  if (query.length === 3) return 'bsd';
  const said = String(callAttribute(op, 'layout') ?? (name.startsWith('odml.') ? 'BSHD' : 'BHSD'));
  if (/^B[ST][HN][DH]$/i.test(said)) return 'bshd';
  const fits = (dim: number): boolean => (query[dim] ?? 1) % (key[dim] ?? 1) === 0;
  return !fits(1) && fits(2) ? 'bshd' : 'bhsd';
}

/** Tenstorrent's attention is causal unless it says otherwise; in training, `mask_type` 1 is causal. */
function isCausal(op: hlo.CompositeOp | hlo.CustomCallOp, name: string): boolean {
  if (/sdpa_(fw|bw)$/.test(name)) {
    const type = callAttribute(op, 'mask_type');
    return type === null ? name.endsWith('fw') : Number(type) === 1;
  }
  return callFlag(op, /^(tt|tenstorrent)\./.test(name), 'is_causal', 'causal');
}
