import type { OnOp } from '@shardform/dialect-dist';
import { ConstantOp, SliceOp, tensorType } from '@shardform/dialect-stablehlo';
import {
  type Context,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { bodyFactors } from '../layout/body-rule.ts';

/**
 * Gives the body of an operation on a device the shapes of its operands and results, which are shards: dimensions of
 * the same factor are split alike.
 */
export function localizeBody(op: OnOp, context: Context): void {
  const isWhole =
    op.inputs.every(({ type }, i) => type.tensor === op.entry.getArgument(i).type) &&
    op.outputs.every(({ type }, i) => type.tensor === op.entry.getTerminator().getOperand(i).type);
  if (isWhole) return;
  const found = bodyFactors(op, context);
  if (found === null) throw new Error(`the body of '${op.name}' can't be divided`);
  const divisors = new Map<string, number>();
  const learn = (value: Value, local: RankedTensorType): void => {
    const { shape } = tensorType(value.type);
    found.factors.get(value)?.forEach((factor, dim) => {
      if (factor !== null && shape[dim] !== local.shape[dim])
        divisors.set(factor, shape[dim]! / local.dimSize(dim));
    });
  };
  op.inputs.forEach(({ type }, i) => learn(op.entry.getArgument(i), type.tensor));
  op.outputs.forEach(({ type }, i) => learn(found.main.getResult(i), type.tensor));
  const divided = (value: Value): RankedTensorType => {
    const type = tensorType(value.type);
    const factors = found.factors.get(value) ?? [];
    return type.withShape(type.shape.map((size, dim) => size / (divisors.get(factors[dim] ?? '') ?? 1)));
  };
  for (const inner of op.entry) {
    if (inner.definition.isTerminator) continue;
    if (inner instanceof SliceOp) fitSlice(inner, divided(inner.operand));
    for (const result of inner.results) result.setType(divided(result));
    if (inner instanceof ConstantOp) {
      const value = inner.getAttr('value');
      const { type } = inner.getResult();
      if (value instanceof DenseElementsAttr && value.type !== type) {
        inner.setAttr('value', DenseElementsAttr.fromBytes(tensorType(type), value.bytes));
      }
    }
  }
  op.inputs.forEach(({ type }, i) => op.entry.getArgument(i).setType(type.tensor));
}

/** A slice takes all of a dimension that is divided. */
function fitSlice(op: SliceOp, local: RankedTensorType): void {
  const before = op.operand.type;
  const limits = op.limitIndices
    .numbers()
    .map((limit, dim) => (limit === before.shape[dim] ? local.dimSize(dim) : limit));
  op.limitIndices = DenseArrayAttr.get(i64, limits);
}
