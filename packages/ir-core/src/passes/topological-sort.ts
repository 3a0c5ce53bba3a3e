import type { Block } from '../ir/block.ts';
import { hasSsaDominance } from '../ir/dominance.ts';
import type { Operation } from '../ir/operation.ts';
import { definePass } from '../pass/pass.ts';

/** MLIR's `topological-sort`. */
export const topologicalSort = /* @__PURE__ */ definePass({
  name: 'topological-sort',
  className: 'TopologicalSort',
  summary: 'Sort regions without SSA dominance in topological order',
  description:
    'Moves operations of regions in which order means nothing behind those whose results they use, with as few ' +
    'changes as that takes. Cycles are broken at their first operation.',
  run(op) {
    op.walk((holder) => {
      for (const region of holder.regions) {
        if (!holder.definition.isRegistered || hasSsaDominance(region)) continue;
        for (const block of region.blocks) sortTopologically(block);
      }
    });
  },
});

/** An operation that waits for others. */
interface Waiting {
  readonly op: Operation;
  /** Index in the block; `Infinity` once a cycle was broken at the operation. */
  position: number;
  /** The visit of the block in which everything that the operation waits for has been passed. */
  round: number;
  pending: number;
  readonly waiters: Waiting[];
  isPlaced: boolean;
}

/**
 * Moves the operations of a block, except its terminator, behind those whose results they or nested operations use.
 * As if the block was visited again and again, taking every operation that is ready: in O(n log n) for n operations.
 *
 * @returns false when operations use each other in a cycle, which is broken at the first of them.
 */
export function sortTopologically(block: Block): boolean {
  const last = block.terminator;
  const all: Waiting[] = [];
  const byOp = new Map<Operation, Waiting>();
  for (const op of block) {
    if (op === last) continue;
    const waiting = { op, position: all.length, round: 0, pending: 0, waiters: [], isPlaced: false };
    all.push(waiting);
    byOp.set(op, waiting);
  }
  for (const waiting of all) {
    for (const needed of neededBy(waiting.op, block)) {
      const definition = byOp.get(needed);
      if (definition === undefined) continue;
      definition.waiters.push(waiting);
      waiting.pending++;
    }
  }
  let isAcyclic = true;
  let lastRound = 0;
  const ready = all.filter(({ pending }) => pending === 0);
  const drain = (): void => {
    for (let placed = ready.pop(); placed !== undefined; placed = ready.pop()) {
      placed.isPlaced = true;
      lastRound = Math.max(lastRound, placed.round);
      for (const waiter of placed.waiters) {
        if (waiter.isPlaced) continue;
        waiter.round = Math.max(waiter.round, placed.round + (placed.position < waiter.position ? 0 : 1));
        if (--waiter.pending === 0) ready.push(waiter);
      }
    }
  };
  drain();
  for (const waiting of all) {
    if (waiting.isPlaced) continue;
    isAcyclic = false;
    waiting.round = lastRound + 1;
    waiting.position = Infinity;
    ready.push(waiting);
    drain();
  }
  all.sort((a, b) => a.round - b.round || a.position - b.position);
  for (const { op } of all) {
    op.remove();
    block.insertBefore(op, last);
  }
  return isAcyclic;
}

/** Other operations of the block that define what an operation or one inside it uses. */
function neededBy(op: Operation, block: Block): Set<Operation> {
  const needed = new Set<Operation>();
  op.walk((nested) => {
    for (const { value } of nested.operands) {
      const { definingOp } = value;
      const definition = definingOp === null ? null : block.findAncestorOp(definingOp);
      if (definition !== null && definition !== op) needed.add(definition);
    }
  });
  return needed;
}
