import { type Block, IntegerType, RankedTensorType, type Value } from '@shardform/ir-core';
import * as shlo from '@shardform/dialect-stablehlo';
import { splatOf } from '../convert/constants.ts';

/** Rounds from `initial` to below `limit`, each a number or the integer that a value around the loop holds. */
export interface Count {
  readonly initial: number | Value;
  readonly limit: number | Value;
  readonly step: number;
}

function integerOf(value: Value | undefined): number | null {
  const number = value === undefined ? null : splatOf(value);
  return typeof number === 'bigint' ? Number(number) : null;
}

/**
 * Returns the step of the counter, when its next value is the sum of the first argument and a constant; otherwise
 * `null`.
 */
function stepOf(block: Block, next: Value | undefined): number | null {
  const add = next?.definingOp;
  if (!(add instanceof shlo.AddOp)) return null;
  const [lhs, rhs] = add.operandValues();
  const [counter] = block.arguments;
  if (lhs === counter) return integerOf(rhs);
  return rhs === counter ? integerOf(lhs) : null;
}

/** A bound: a number that is known, or a value of one integer that no round changes. */
function boundOf(value: Value | undefined, loop: shlo.WhileOp): number | Value | null {
  const known = integerOf(value);
  if (known !== null || value === undefined) return known;
  const { type, parentBlock } = value;
  const isInteger =
    type instanceof RankedTensorType && type.rank === 0 && type.elementType instanceof IntegerType;
  return isInteger && parentBlock !== loop.cond.entry ? value : null;
}

/** Returns the rounds of a loop over its first value; `null` when no numbers bound them. */
export function countOf(loop: shlo.WhileOp): Count | null {
  const [cond, body] = [loop.cond.entry, loop.body.entry];
  const test = cond.terminator?.getOperand(0).definingOp;
  if (!(test instanceof shlo.CompareOp) || test.comparisonDirection.value !== 'LT') return null;
  if (test.operandValues()[0] !== cond.arguments[0]) return null;
  const initial = boundOf(loop.operandValues()[0], loop);
  const limit = boundOf(test.rhs, loop);
  const step = stepOf(body, body.terminator?.operandValues()[0]);
  if (initial === null || limit === null || step === null || step < 1) return null;
  return { initial, limit, step };
}
