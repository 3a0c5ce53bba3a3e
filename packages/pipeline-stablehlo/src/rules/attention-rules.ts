import { DictionaryAttr, type Operation, RankedTensorType, StringAttr } from '@shardform/ir-core';
import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { FRONTEND_ATTRIBUTES } from '../attribute-names.ts';
import { einsumRule, summed, whole } from './einsum-rule.ts';

/** The rule of a custom call, or `null` when its operands are of another form. */
export type CallRule = (op: Operation) => OpShardingRuleAttr | null;

/** Returns true if the front end set a flag, which is a string. */
function hasFlag(op: Operation, name: string): boolean {
  const frontend = op.getAttr(FRONTEND_ATTRIBUTES);
  const flag = frontend instanceof DictionaryAttr ? frontend.get(name) : null;
  return flag instanceof StringAttr && flag.value.toLowerCase() === 'true';
}

function shapeOfOperand(op: Operation, index: number): readonly number[] {
  const type = op.operands[index]?.value.type;
  return type instanceof RankedTensorType ? type.shape : [];
}

function padded(words: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => words[i] ?? '');
}

/**
 * Attention, `[batch, heads, sequence, depth]` or `[batch, sequence, depth]`: batches and heads are independent. With
 * fewer key heads than query heads both are split alike.
 */
const attention: CallRule = (op) => {
  const [query, key, value] = [0, 1, 2].map((i) => shapeOfOperand(op, i));
  if (query!.length === 3) {
    if (query!.join() !== key!.join() || key!.join() !== value!.join()) return null;
    return einsumRule(op, {
      operands: padded(['bsd', 'bsd', 'bsd'], op.operands.length),
      results: ['bsd'],
      factors: 'bsd',
      kinds: { s: whole, d: whole },
    });
  }
  if (query!.length !== 4 || key!.join() !== value!.join()) return null;
  const isAlike = [0, 2, 3].every((d) => query![d] === key![d]);
  if (!isAlike || query![1]! % key![1]! !== 0) return null;
  return einsumRule(op, {
    operands: padded(['bhsd', 'bhsd', 'bhsd'], op.operands.length),
    results: ['bhsd'],
    factors: 'bhsd',
    kinds: { s: whole, d: whole },
  });
};

/** Latent attention: one key head serves all query heads, and values may have another depth. */
const latentAttention: CallRule = (op) => {
  const hasValue = hasFlag(op, 'has_value');
  const hasMask = hasFlag(op, 'has_attention_mask');
  const query = shapeOfOperand(op, 0);
  const key = shapeOfOperand(op, 1);
  const isShared = key[1] === 1;
  if (query.length !== 4 || key.length !== 4 || query[1]! % key[1]! !== 0) return null;
  const head = isShared ? '.' : 'h';
  const operands = ['bhsd', `b${head}sd`];
  if (hasValue) operands.push(`b${head}sv`);
  if (hasMask) {
    const batches = shapeOfOperand(op, operands.length)[0];
    if (batches !== 1 && batches !== query[0]) return null;
    operands.push(batches === query[0] ? 'b.sm' : '..sm');
  }
  return einsumRule(op, {
    operands,
    results: ['bhsv'],
    factors: hasMask ? 'bhsdvm' : 'bhsdv',
    kinds: { s: whole, d: whole, v: whole, m: whole },
  });
};

/** Scores of an index over keys: heads are summed. */
const indexerScore: CallRule = (op) =>
  einsumRule(op, {
    operands: ['bhqd', 'b.td', 'bhq.'],
    results: ['b.qt'],
    factors: 'bhqtd',
    kinds: { h: summed, t: whole, d: whole },
  });

/** Decoding with a paged cache: heads and users are independent. */
const pagedDecode: CallRule = (op) => {
  const position = 4 + (hasFlag(op, 'has_attention_mask') ? 1 : 0);
  const operands = padded(['.uh.', '.h..', '.h..', 'u.'], op.operands.length);
  if (hasFlag(op, 'has_cur_pos_tensor') && position < operands.length) operands[position] = 'u';
  return einsumRule(op, { operands: fitted(op, operands), results: ['.uh.'], factors: 'hu' });
};

const chunked: CallRule = (op) =>
  einsumRule(op, {
    operands: fitted(op, padded(['uh..', '.h..', '.h..', 'u.'], op.operands.length)),
    results: ['uh..'],
    factors: 'hu',
  });

const pagedUpdate: CallRule = (op) =>
  einsumRule(op, {
    operands: fitted(op, padded(['.h..', '.uh.', 'u', 'u.'], op.operands.length)),
    results: ['.h..'],
    factors: 'hu',
  });

const pagedFill: CallRule = (op) =>
  einsumRule(op, {
    operands: fitted(op, padded(['.h..', 'bh..', 'b.', 'b'], op.operands.length)),
    results: ['.h..'],
    factors: 'hb',
  });

/** Latent attention with a paged cache; the cache has no heads. */
const pagedLatentDecode: CallRule = (op) => {
  const operands = ['.uh.', ''];
  if (hasFlag(op, 'has_value')) operands.push('');
  operands.push('u.');
  if (hasFlag(op, 'has_attention_mask')) {
    const users = shapeOfOperand(op, 0)[1];
    operands.push(shapeOfOperand(op, operands.length)[0] === users ? 'u...' : '');
  }
  if (hasFlag(op, 'has_cur_pos_tensor')) operands.push('u');
  const words = fitted(op, padded(operands, op.operands.length));
  return einsumRule(op, { operands: words, results: ['.uh.'], factors: 'hu' });
};

/** Extends or truncates subscripts to the ranks of the operands. */
function fitted(op: Operation, words: readonly string[]): string[] {
  return words.map((word, i) =>
    word === '' ? '' : word.slice(0, shapeOfOperand(op, i).length).padEnd(shapeOfOperand(op, i).length, '.'),
  );
}

/** The rules of attention, by the target of the custom call. */
export const attentionRules: Readonly<Record<string, CallRule>> = {
  'tt.scaled_dot_product_attention': attention,
  'tenstorrent.scaled_dot_product_attention': attention,
  'tt.flash_mla_prefill': latentAttention,
  'tt.indexer_score_dsa': indexerScore,
  'tt.paged_scaled_dot_product_attention_decode': pagedDecode,
  'tt.chunked_scaled_dot_product_attention': chunked,
  'tt.paged_update_cache': pagedUpdate,
  'tt.paged_fill_cache': pagedFill,
  'tt.paged_flash_mla_decode': pagedLatentDecode,
};
