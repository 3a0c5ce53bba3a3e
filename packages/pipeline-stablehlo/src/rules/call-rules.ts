import {
  ArrayAttr,
  DenseArrayAttr,
  DenseElementsAttr,
  DictionaryAttr,
  IntegerAttr,
  type Operation,
  RankedTensorType,
  StringAttr,
} from '@shardform/ir-core';
import { COMPOSITE_ATTRIBUTES, FRONTEND_ATTRIBUTES } from '../attribute-names.ts';
import { attentionRules, type CallRule } from './attention-rules.ts';
import { einsumRule, summed, whole, wholeAndBlocked } from './einsum-rule.ts';

function rankOfOperand(op: Operation, index: number): number {
  const type = op.operands[index]?.value.type;
  return type instanceof RankedTensorType ? type.rank : 0;
}

function compositeAttr(op: Operation, name: string): unknown {
  const attributes = op.getAttr(COMPOSITE_ATTRIBUTES);
  return attributes instanceof DictionaryAttr ? attributes.get(name) : null;
}

const LETTERS = 'abcdefghijklmnop';

/** Rows are independent; the best of a row are found among all its items. */
const topK: CallRule = (op) =>
  op.operands.length === 1
    ? einsumRule(op, {
        operands: ['bn'],
        results: op.results.map(() => 'bk'),
        factors: 'bnk',
        kinds: { n: whole, k: whole },
      })
    : null;

const argMax: CallRule = (op) => {
  const result = op.results[0]?.type;
  const keeps = result instanceof RankedTensorType && result.rank === 2;
  return einsumRule(op, {
    operands: ['bn'],
    results: [keeps ? 'bk' : 'b'],
    factors: 'bnk',
    kinds: { n: whole, k: whole },
  });
};

/** One number per row is drawn from the row's candidates. */
const sampling: CallRule = (op) =>
  einsumRule(op, {
    operands: ['bc', 'bc', 'b', 'b', 'b'],
    results: ['b'],
    factors: 'bc',
    kinds: { c: whole },
  });

/** The last dimensions are normalized together, the others are independent. */
const rmsNorm: CallRule = (op) => {
  const shape = compositeAttr(op, 'normalized_shape');
  const rank = rankOfOperand(op, 0);
  const count = normalizedCount(shape);
  if (count === null || count > rank) return null;
  const letters = LETTERS.slice(0, rank);
  const normalized = letters.slice(rank - count);
  return einsumRule(op, {
    operands: [letters, ...op.operands.slice(1).map(() => normalized)],
    results: [letters],
    factors: letters,
    kinds: Object.fromEntries(Array.from(normalized).map((letter) => [letter, whole])),
  });
};

function normalizedCount(shape: unknown): number | null {
  if (shape instanceof DenseElementsAttr) return shape.elementCount;
  if (shape instanceof ArrayAttr) return shape.elements.length;
  return shape instanceof DenseArrayAttr ? shape.numbers().length : null;
}

/** Elements are looked up along one dimension, which has to be whole in the source. */
const gatherAlong: CallRule = (op) => {
  const attribute = compositeAttr(op, 'dim');
  const rank = rankOfOperand(op, 0);
  if (!(attribute instanceof IntegerAttr)) return null;
  const dim = attribute.number < 0 ? attribute.number + rank : attribute.number;
  if (dim < 0 || dim >= rank) return null;
  const others = LETTERS.slice(0, rank);
  const withLetter = (letter: string): string => others.slice(0, dim) + letter + others.slice(dim + 1);
  return einsumRule(op, {
    operands: [withLetter('y'), withLetter('z')],
    results: [withLetter('z')],
    factors: `${others.slice(0, dim)}${others.slice(dim + 1)}yz`,
    kinds: { y: whole },
  });
};

function flag(op: Operation, name: string, otherwise: boolean): boolean {
  const frontend = op.getAttr(FRONTEND_ATTRIBUTES);
  const text = frontend instanceof DictionaryAttr ? frontend.get(name) : null;
  return text instanceof StringAttr ? text.value.toLowerCase() === 'true' : otherwise;
}

/** A product per expert; `e` are experts, `k` is contracted. */
const sparseMatmul: CallRule = (op) => {
  const [isSparseA, isSparseB] = [flag(op, 'is_input_a_sparse', false), flag(op, 'is_input_b_sparse', true)];
  if (!isSparseA && !isSparseB) return null;
  const sparsity = 'wxyz'.slice(0, rankOfOperand(op, 2) - 1);
  const result = op.results[0]?.type;
  const rank = result instanceof RankedTensorType ? result.rank : 0;
  return einsumRule(op, {
    operands: [isSparseA ? '.e.k' : '...k', '.ekn', `${sparsity}e`],
    results: [isSparseA ? '.e.n'.padEnd(rank, '.') : '...e.n'.padEnd(rank, '.')],
    factors: `e${sparsity}kn`,
    kinds: {
      k: summed,
      ...Object.fromEntries(Array.from(sparsity).map((letter) => [letter, wholeAndBlocked])),
    },
  });
};

/** Tokens go to the devices of their experts; nothing else is split. */
const dispatch: CallRule = (op) =>
  einsumRule(op, {
    operands: ['bs.h', 'bs.k', '..ed'],
    results: ['..sh', '..sk'],
    factors: 'bshked',
    kinds: blocked('bshked'),
  });

const combine: CallRule = (op) =>
  einsumRule(op, {
    operands: ['ebsh', '.bsk', '..td'],
    results: ['kbsh'],
    factors: 'ethksbd',
    kinds: blocked('thksbd'),
  });

const tokenRemap: CallRule = (op) => {
  const type = op.operands[0]?.value.type;
  return einsumRule(op, {
    operands: ['dbse', '..e.', 'dbsk'],
    results: ['.bsx', '...x'],
    factors: 'dbsexk',
    kinds: blocked('dbsek'),
    sizes: type instanceof RankedTensorType && type.rank === 4 ? { x: type.dimSize(3) } : {},
  });
};

function blocked(letters: string): Record<string, typeof wholeAndBlocked> {
  return Object.fromEntries(Array.from(letters).map((letter) => [letter, wholeAndBlocked]));
}

/** Sharding rules of Tenstorrent's custom calls by their targets (tt-mlir, `register-custom-sharding-rule`). */
export const callRules: ReadonlyMap<string, CallRule> = new Map(
  Object.entries({
    ...attentionRules,
    'tt.sampling': sampling,
    'tt.sparse_matmul': sparseMatmul,
    'tt.all_to_all_dispatch': dispatch,
    'tt.all_to_all_combine': combine,
    'tt.moe_expert_token_remap': tokenRemap,
    'tenstorrent.rms_norm': rmsNorm,
    'tenstorrent.topk': topK,
    'tenstorrent.topk_values': topK,
    'tenstorrent.topk_indices': topK,
    'tenstorrent.argmax': argMax,
    'tenstorrent.gather': gatherAlong,
    'tenstorrent.gather_dim': gatherAlong,
  }),
);
