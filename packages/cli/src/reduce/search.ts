import { cloneOp, type Context, type ModuleOp, verifyOp } from '@shardform/ir-core';
import { type Edit, reductions } from './edits.ts';

/** The result of a search. */
export interface Search {
  readonly module: ModuleOp;
  /** Programs that were tested. */
  readonly attempts: number;
  /** True if no edit is left that the test accepts; false when the limit ended the search. */
  readonly isSmallest: boolean;
}

/** Bounds and observers of a search. */
export interface SearchOptions {
  readonly mostAttempts: number;
  readonly onProgress?: (attempts: number, what: string) => void;
}

/**
 * Makes a program smaller as long as `isInteresting` holds: delta debugging (Zeller and Hildebrandt, "Simplifying and
 * Isolating Failure-Inducing Input", 2002) over the edits of each reduction, again until a whole round changes nothing.
 * Only programs that the verifier accepts are tested.
 */
export async function search(
  module: ModuleOp,
  context: Context,
  isInteresting: (candidate: ModuleOp) => boolean | Promise<boolean>,
  { mostAttempts, onProgress }: SearchOptions,
): Promise<Search> {
  let best = module;
  let attempts = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (const reduction of reductions) {
      const edits = (target: ModuleOp): readonly Edit[] => reduction.edits(target, context);
      let count = edits(best).length;
      for (let size = count; size >= 1; size = Math.floor(size / 2)) {
        for (let from = 0; from < count;) {
          if (attempts >= mostAttempts) return { module: best, attempts, isSmallest: false };
          const candidate = copyOf(best);
          for (const edit of edits(candidate).slice(from, from + size)) edit();
          if (isValid(candidate, context) && weight(candidate) < weight(best)) {
            attempts++;
            onProgress?.(attempts, reduction.name);
            if (await isInteresting(candidate)) {
              best = candidate;
              changed = true;
              // The edits after the applied ones have taken their indices.
              count = edits(best).length;
              continue;
            }
          }
          from += size;
        }
      }
    }
  }
  return { module: best, attempts, isSmallest: true };
}

/** Returns a copy of a module. */
export function copyOf(module: ModuleOp): ModuleOp {
  return cloneOp(module);
}

function isValid(module: ModuleOp, context: Context): boolean {
  return context.diagnostics.capture(() => verifyOp(module, context)).result;
}

/**
 * The size of a program. Constants weigh less than other operations, so that they may replace these, and never the
 * other way round.
 */
function weight(module: ModuleOp): number {
  let total = 0;
  module.walk((op) => {
    const isConstant = op.operands.length === 0 && op.regions.length === 0 && op.results.length === 1;
    total += isConstant ? 20 : 100;
    total += op.operands.length + op.results.length;
    for (const region of op.regions) for (const block of region.blocks) total += 2 + block.arguments.length;
    for (const [, value] of op.sortedAttrs()) total += 2 + Math.min(String(value).length, 4000) / 1000;
  });
  return total;
}
