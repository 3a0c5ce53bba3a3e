import type { FuncOp } from '@shardform/dialect-func';
import { Builder, cloneOp, type Context, type Operation } from '@shardform/ir-core';
import { flattenFunction, LiveMemory } from '@shardform/runtime-dist';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { recompute } from './recompute.ts';

/** More distances between kept activations than these are not tried. */
const MOST_TRIED = 64;

/**
 * Computes as few activations again as are needed for every device to hold no more than so many bytes: tries how many
 * of them are kept, on copies of the function.
 *
 * @returns how many operations are done twice.
 * @throws StrategyError when nothing of this kind is small enough, with the least that was found.
 */
export function recomputeWithin(func: FuncOp, bytes: number, context: Context): number {
  const count = [...func.body.entry].length;
  // 1 keeps all, 0 none.
  const distances = [1, ...Array.from({ length: Math.min(count, MOST_TRIED) }, (_, i) => i + 2), 0];
  let best: { readonly every: number; readonly again: number } | null = null;
  let least = Infinity;
  for (const every of distances) {
    const { again, peak } = tried(func, every, context);
    least = Math.min(least, peak);
    if (peak <= bytes && (best === null || again < best.again)) best = { every, again };
  }
  if (best === null)
    throw new StrategyError(
      `@${func.symName.value} does not fit into ${bytes} bytes: recomputation needs at least ${least}`,
    );
  return recompute(func, { every: best.every }, context);
}

function tried(
  func: FuncOp,
  every: number,
  context: Context,
): { readonly again: number; readonly peak: number } {
  const builder = new Builder(context);
  builder.setInsertionPointAfter(func);
  const copy: Operation = builder.insert(cloneOp(func));
  try {
    // The copy of a function is a function.
    const again = recompute(copy as FuncOp, { every }, context);
    const program = flattenFunction(copy as FuncOp, context);
    const memory = new LiveMemory(program, false);
    const clock = new Float64Array(program.deviceBound);
    for (let op = 0; op < program.opCount; op += 1) memory.execute(op, clock);
    return { again, peak: Math.max(...memory.peak) };
  } finally {
    copy.erase();
  }
}
