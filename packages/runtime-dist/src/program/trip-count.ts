import { AddOp, CompareOp, ConstantOp, WhileOp } from '@shardform/dialect-stablehlo';
import { BlockArgument, DenseElementsAttr, type Value } from '@shardform/ir-core';

/**
 * How often a loop runs that counts an integer up to a bound, as JAX writes `scan` and `fori_loop`: `i < bound` with `i`
 * from a constant, one step each time. `null` where the loop is another one.
 */
export function tripCount(op: WhileOp): number | null {
  const condition = op.cond.entry.lastOp?.operandValues()[0]?.definingOp;
  if (!(condition instanceof CompareOp) || condition.comparisonDirection.value !== 'LT') return null;
  const counter = condition.lhs;
  if (!(counter instanceof BlockArgument) || counter.owner !== op.cond.entry) return null;
  const first = integerOf(op.operandValues()[counter.index]!);
  const bound = integerOf(boundOf(condition.rhs, op));
  const next = op.body.entry.lastOp?.operandValues()[counter.index]?.definingOp;
  if (first === null || bound === null || !(next instanceof AddOp)) return null;
  const old: Value = op.body.entry.arguments[counter.index]!;
  const [lhs, rhs] = next.operandValues();
  const step = lhs === old ? integerOf(rhs!) : rhs === old ? integerOf(lhs!) : null;
  return step === null || step <= 0 ? null : Math.max(0, Math.ceil((bound - first) / step));
}

/** A bound that the loop carries along unchanged is what it was before the loop. */
function boundOf(value: Value, op: WhileOp): Value {
  if (!(value instanceof BlockArgument) || value.owner !== op.cond.entry) return value;
  const kept = op.body.entry.lastOp?.operandValues()[value.index] === op.body.entry.arguments[value.index];
  return kept ? op.operandValues()[value.index]! : value;
}

function integerOf({ definingOp }: Value): number | null {
  if (!(definingOp instanceof ConstantOp) || !(definingOp.value instanceof DenseElementsAttr)) return null;
  const { value } = definingOp;
  return value.type.shape?.length === 0 ? Number(value.integers()[0]) : null;
}
