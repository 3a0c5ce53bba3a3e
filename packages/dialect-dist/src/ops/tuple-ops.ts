import { defineOp, TupleType, variadic } from '@shardform/ir-core';
import { countConstraint } from '../attrs/constraints.ts';
import { placed, placedTuple } from '../placed-type.ts';

/** Several tensors as one value, wherever they live. */
export class TupleOp extends defineOp('dist.tuple', {
  summary: 'makes a tuple of tensors',
  operands: { inputs: variadic(placed) },
  results: { result: placedTuple },
  effects: 'none',
  speculates: 'always',
  format: '$inputs attr-dict `:` functional-type(operands, results)',
  infer: (op) => [TupleType.get(op.operandTypes())],
}) {
  override fold() {
    // The tuple of all elements of a tuple is that tuple.
    const source = this.operands[0]?.value.definingOp;
    if (!(source instanceof SelectOp)) return null;
    const tuple = source.tuple;
    const isWhole =
      tuple.type === this.result.type &&
      this.operandValues().every(({ definingOp }, i) => {
        return definingOp instanceof SelectOp && definingOp.tuple === tuple && definingOp.index.number === i;
      });
    return isWhole ? [tuple] : null;
  }
}

/** An element of a tuple. */
export class SelectOp extends defineOp('dist.select', {
  summary: 'takes an element of a tuple',
  operands: { tuple: placedTuple },
  attrs: { index: countConstraint },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: '$tuple `[` $index `]` attr-dict `:` functional-type(operands, results)',
  infer: (op, report) => {
    const { types } = op.tuple.type;
    const type = types[op.index.number];
    if (type !== undefined) return [type];
    report.opError(`takes element ${op.index.number} of a tuple of ${types.length}`);
    return null;
  },
}) {
  override fold() {
    const source = this.tuple.definingOp;
    return source instanceof TupleOp ? [source.getOperand(this.index.number)] : null;
  }
}

/** The operations on tuples. */
export const tupleOps = [TupleOp, SelectOp];
