import { BlockArgument, IntegerAttr, type Operation, type Value } from '@shardform/ir-core';
import type { WhileOp } from '../ops/index.ts';
import { isCarriedUnchanged, isIntegerScalar, type KnownScalar, ScalarFrame } from './scalar-frame.ts';

/** Loops are followed for so many iterations. */
const MOST_TRIPS = 1_000_000;

/** Holds the number of times that a loop runs its body, where a compiler found it and changed the loop since. */
const KNOWN_TRIP_COUNT = 'hlo.known_trip_count';

/**
 * Returns the number of times that a loop runs its body: what its condition depends on is computed iteration by
 * iteration, as far as it is integers that start from constants. `null` where it depends on anything else.
 *
 * @param frame the values known at the loop.
 */
export function tripCount(op: WhileOp, frame: ScalarFrame = new ScalarFrame()): number | null {
  const known = op.discardable?.get(KNOWN_TRIP_COUNT);
  if (known instanceof IntegerAttr) return known.number;
  const [cond, body] = [op.cond.entry, op.body.entry];
  const isContinued = cond.terminator?.operandValues()[0];
  const next = body.terminator?.operandValues();
  if (isContinued === undefined || next === undefined) return null;
  const counters = neededArguments(op, isContinued);
  if (counters === null) return null;
  let carried = counters.map((index): KnownScalar => frame.evaluate(op.getOperand(index)));
  const [tested, advanced] = [cond, body].map(({ arguments: all }) => counters.map((index) => all[index]!));
  for (let trips = 0; trips <= MOST_TRIPS; trips += 1) {
    const isTaken = new ScalarFrame(frame).set(tested!, carried).evaluate(isContinued);
    if (isTaken === null) return null;
    if (isTaken === 0) return trips;
    const inside = new ScalarFrame(frame).set(advanced!, carried);
    const following = counters.map((index) => inside.evaluate(next[index]!));
    // Whoever carries on the same forever doesn't end.
    if (following.every((scalar, i) => scalar === carried[i])) return null;
    carried = following;
  }
  return null;
}

/** Returns the values that are known inside the body of a loop, in all of its iterations. */
export function bodyFrame(op: WhileOp, frame: ScalarFrame, trips: number | null): ScalarFrame {
  const initial = op
    .operandValues()
    .map((value, i): KnownScalar =>
      trips === 1 || isCarriedUnchanged(op, i) ? frame.evaluate(value) : null,
    );
  return new ScalarFrame(frame).set(op.cond.entry.arguments, initial).set(op.body.entry.arguments, initial);
}

/**
 * Returns the carried values that a condition depends on, directly or an iteration later; `null` when one is no
 * integer.
 */
function neededArguments(op: WhileOp, condition: Value): number[] | null {
  const needed = new Set<number>();
  const pending = usedArguments(condition, op);
  const next = op.body.entry.getTerminator().operandValues();
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (needed.has(index)) continue;
    if (!isIntegerScalar(op.getOperand(index))) return null;
    needed.add(index);
    pending.push(...usedArguments(next[index]!, op));
  }
  return [...needed];
}

/** The arguments of the loop's blocks that a value is computed from. */
function usedArguments(value: Value, loop: WhileOp): number[] {
  const found = new Set<number>();
  const seen = new Set<Operation>();
  const visit = (at: Value): void => {
    if (at instanceof BlockArgument) {
      if (at.owner.parentOp === loop) found.add(at.index);
      return;
    }
    const op = at.definingOp;
    if (op === null || seen.has(op) || !op.isInside(loop)) return;
    seen.add(op);
    op.walk((inner) => inner.operandValues().forEach(visit));
  };
  visit(value);
  return [...found];
}
