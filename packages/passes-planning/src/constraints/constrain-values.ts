import type { FuncOp } from '@shardform/dialect-func';
import { ShardingConstraintOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import type { Value } from '@shardform/ir-core';
import type { DimSplits } from '../problem/dim-splits.ts';
import { numberedValues, type SourceValue } from './source-values.ts';

/** A constraint on what a line of the source computes. */
export interface SourceConstraint {
  readonly value: SourceValue;
  readonly splits: DimSplits;
}

/** Writes constraints into a copy of the function that their values are of. */
export function constrainValues(
  func: FuncOp,
  constraints: readonly SourceConstraint[],
  shardingOf: (splits: DimSplits) => TensorShardingAttr,
): void {
  // Constraints change the numbers.
  const values = constraints.length === 0 ? [] : numberedValues(func);
  for (const { value, splits } of constraints)
    for (const number of value.values) constrain(values[number]!, shardingOf(splits));
}

function constrain(value: Value, sharding: TensorShardingAttr): void {
  const { definingOp, parentBlock } = value;
  const location = definingOp?.location ?? value.location;
  const constraint = ShardingConstraintOp.create({ input: value, sharding }, [value.type], { location });
  if (definingOp !== null) constraint.moveAfter(definingOp);
  else parentBlock!.prepend(constraint);
  value.replaceUsesIf(constraint.getResult(), ({ owner }) => owner !== constraint);
}
