import {
  getSharding,
  type OpShardingRuleAttr,
  ReshardOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type Context, type Operation, type Value, zip } from '@shardform/ir-core';
import { attachedShardingRule, registeredShardingRule } from '@shardform/passes-sharding';

/** An operand or result of an operation, with the factors of its dimensions. */
export interface OpTensor {
  /** As it was before it was resharded. */
  readonly value: Value;
  /** `operand 0`, `result 0`. */
  readonly place: string;
  readonly sharding: TensorShardingAttr | null;
  readonly dims: readonly { readonly factorIndices: readonly number[] }[];
}

/** Returns the sharding rule of an operation; `null` for none, and for those of the sdy dialect. */
export function ruleOf(op: Operation, context: Context): OpShardingRuleAttr | null {
  if (op.definition.dialect === 'sdy') return null;
  return attachedShardingRule(op) ?? registeredShardingRule(op, context);
}

/** Returns the operands and then the results of an operation as they were before they were resharded. */
export function tensorsOf(op: Operation, rule: OpShardingRuleAttr, context: Context): readonly OpTensor[] {
  const tensor = (value: Value, place: string, dims: OpTensor['dims']): OpTensor => {
    const given = value.definingOp instanceof ReshardOp ? value.definingOp.input : value;
    return { value: given, place, sharding: getSharding(given, context), dims };
  };
  return [
    ...op.operands.map(({ value }, i) => tensor(value, `operand ${i}`, rule.operands[i]!.dimMappings)),
    ...zip(op.results, rule.results).map(([result, own], i) =>
      tensor(result, `result ${i}`, own.dimMappings),
    ),
  ];
}

/** A dimension of an operand. */
export interface ReducedDimension {
  readonly operand: number;
  readonly dim: number;
}

/**
 * Returns the dimensions that an operation reduces and that are split along some axes: by factor, those of all operands that have it.
 * The first one tells how the factor is split.
 */
export function reducedDimensions(
  op: Operation,
  rule: OpShardingRuleAttr,
  axes: ReadonlySet<string>,
  context: Context,
): readonly (readonly [ReducedDimension, ...ReducedDimension[]])[] {
  return rule.reduction.flatMap((factor) => {
    const [first, ...others] = rule.operands.flatMap(({ dimMappings }, operand) => {
      const dim = dimMappings.findIndex(({ factorIndices }) => factorIndices.includes(factor));
      return dim < 0 ? [] : [{ operand, dim }];
    });
    if (first === undefined) return [];
    const isSplit = ({ operand, dim }: ReducedDimension): boolean =>
      getSharding(op.getOperand(operand), context)?.dims[dim]?.axes.some(({ name }) => axes.has(name)) ===
      true;
    return isSplit(first) ? [[first, ...others.filter(isSplit)] as const] : [];
  });
}

/** Returns the names of the axes that a dimension loses. */
export function lostAxes(
  from: TensorShardingAttr | null,
  to: TensorShardingAttr,
  dim: number,
): readonly string[] {
  const kept = new Set(to.dims[dim]?.axes.map(({ text }) => text));
  return (from?.dims[dim]?.axes ?? []).filter(({ text }) => !kept.has(text)).map(({ name }) => name);
}
