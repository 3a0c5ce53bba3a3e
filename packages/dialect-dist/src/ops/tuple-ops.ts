import { defineOp, type OpReport, pure, TupleType, type Type, variadic } from '@shardform/ir-core';
import { countConstraint } from '../attrs/constraints.ts';
import { placed, placedTuple } from '../placed-type.ts';

/** Several tensors as one value, wherever they live. */
export class TupleOp extends defineOp('dist.tuple', {
  summary: 'makes a tuple of tensors',
  operands: { inputs: variadic(placed) },
  results: { result: placedTuple },
  traits: [pure],
  format: '$inputs attr-dict `:` functional-type(operands, results)',
}) {
  override inferResultTypes(): readonly Type[] {
    return [TupleType.get(this.operandTypes())];
  }

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
  traits: [pure],
  format: '$tuple `[` $index `]` attr-dict `:` functional-type(operands, results)',
}) {
  override inferResultTypes(report: OpReport): readonly Type[] | null {
    const { types } = this.tuple.type;
    const type = types[this.index.number];
    if (type !== undefined) return [type];
    report.opError(`takes element ${this.index.number} of a tuple of ${types.length}`);
    return null;
  }

  override fold() {
    const source = this.tuple.definingOp;
    return source instanceof TupleOp ? [source.getOperand(this.index.number)] : null;
  }
}

/** The operations on tuples. */
export const tupleOps = [TupleOp, SelectOp];
