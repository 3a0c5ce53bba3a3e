import { tensorType } from '@shardform/dialect-stablehlo';
import type { Operation } from '@shardform/ir-core';
import { RankedTensorType } from '@shardform/ir-core';
import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { type FactorKind, NO_DIM, ShardingRuleBuilder } from '@shardform/passes-sharding';

/** An einsum-style rule: factors are letters. */
export interface EinsumRule {
  /**
   * Subscripts per operand, a letter per dimension; `.` for dimensions without a factor. The empty string is for
   * operands without factors.
   */
  readonly operands: readonly string[];
  /** The same for results. */
  readonly results: readonly string[];
  /** All letters in the order of their factors. */
  readonly factors: string;
  /** Kinds of the factors that are not pass-through. */
  readonly kinds?: Readonly<Record<string, FactorKind>>;
  /** Sizes of factors that differ between tensors; of the others the first tensor's dimension counts. */
  readonly sizes?: Readonly<Record<string, number>>;
}

/** Every device needs the dimension whole. */
export const whole: FactorKind = { type: 'need-replication' };

/** The same, and no sharding is propagated along it. */
export const wholeAndBlocked: FactorKind = { type: 'need-replication', isBlocked: true };

/** Devices sum what they have. */
export const summed: FactorKind = { type: 'reduction' };

/**
 * Returns the rule of an operation from subscripts. `null` when the operation has another number of operands or
 * results, or dimensions of other ranks.
 */
export function einsumRule(op: Operation, rule: EinsumRule): OpShardingRuleAttr | null {
  const { operands, results, factors, kinds = {}, sizes = {} } = rule;
  if (operands.length !== op.operands.length || results.length !== op.results.length) return null;
  const tensors = [...op.operandTypes(), ...op.resultTypes()];
  const subscripts = [...operands, ...results];
  const fits = tensors.every(
    (type, i) =>
      subscripts[i] === '' || (type instanceof RankedTensorType && type.rank === subscripts[i]!.length),
  );
  if (!fits) return null;
  const builder = new ShardingRuleBuilder(op);
  for (const letter of factors) {
    const dimIn = (subscript: string): number => {
      const dim = subscript.indexOf(letter);
      return dim < 0 ? NO_DIM : dim;
    };
    const owner = subscripts.findIndex((subscript) => subscript.includes(letter));
    if (owner < 0) continue;
    const size = sizes[letter] ?? tensorType(tensors[owner]!).dimSize(subscripts[owner]!.indexOf(letter));
    builder.addFactor(operands.map(dimIn), results.map(dimIn), size, kinds[letter] ?? {});
  }
  return builder.build();
}
