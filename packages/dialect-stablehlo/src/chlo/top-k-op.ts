import {
  boolAttr,
  boolAttrConstraint,
  defaultAttr,
  defineOp,
  DYNAMIC,
  i32,
  RankedTensorType,
  UnrankedTensorType,
} from '@shardform/ir-core';
import { anyI64 } from '../constraints.ts';
import { dim, dimsOf, tensorOfDims } from '../inference/bounded-shape.ts';
import { anyRank } from './constraints.ts';

/** The `k` largest elements along the last dimension, largest first, and their indices (CHLO, "top_k"). */
export class TopKOp extends defineOp('chlo.top_k', {
  summary: 'largest elements along the last dimension',
  operands: { operand: anyRank },
  attrs: { k: anyI64, is_stable: defaultAttr(boolAttrConstraint, () => boolAttr(true)) },
  results: { values: anyRank, indices: anyRank },
  effects: 'none',
  speculates: 'always',
  format:
    '`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:` type($operand) `->` `(` type($values) `,` type($indices) `)`',
  infer: (op, report) => {
    const { type } = op.operand;
    if (!(type instanceof RankedTensorType)) return [type, UnrankedTensorType.get(i32)];
    const k = op.k.number;
    const last = type.shape.at(-1);
    if (last === undefined) {
      report.error("operand's rank must be at least 1");
      return null;
    }
    if (last !== DYNAMIC && last < k) {
      report.error(`operand's last dimension must be at least ${k}`);
      return null;
    }
    const dims = [...dimsOf(type).slice(0, -1), dim(k)];
    return [tensorOfDims(dims, type.elementType), tensorOfDims(dims, i32)];
  },
}) {}
