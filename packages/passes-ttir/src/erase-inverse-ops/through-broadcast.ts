import type { RewritePattern } from '@shardform/ir-core';
import { BroadcastOp, PermuteOp, ReshapeOp } from '@shardform/dialect-ttir';
import { isImplicitlyBroadcast } from '../implicit-broadcast/implicit-broadcast.ts';
import type { Commuting } from './commute.ts';
import { zip } from '@shardform/ir-core';

/**
 * Returns the shape before a broadcast that gives `final` in place of a broadcast and a reshape; `null` without one.
 */
export function shapeBeforeBroadcast(
  original: readonly number[],
  factors: readonly number[],
  final: readonly number[],
): readonly number[] | null {
  const runs = runsOf(original, factors);
  const shape = [...final];
  for (let d = final.length - 1; d >= 0; d--) {
    if (final[d] === 1) continue;
    const run = runs.at(-1);
    // A dimension may not hold both elements and repetitions of elements.
    if (run === undefined || run.size % final[d]! !== 0) return null;
    run.size /= final[d]!;
    if (run.isRepeated) shape[d] = 1;
    if (run.size === 1) runs.pop();
  }
  return runs.length === 0 ? shape : null;
}

interface Run {
  size: number;
  readonly isRepeated: boolean;
}

/** Neighbouring dimensions of elements, and of repetitions, each joined to one. */
function runsOf(original: readonly number[], factors: readonly number[]): Run[] {
  const runs: Run[] = [];
  zip(original, factors).forEach(([size, factor]) => {
    const isRepeated = factor > 1;
    if (size === 1 && !isRepeated) return;
    const count = isRepeated ? factor : size;
    const last = runs.at(-1);
    if (last?.isRepeated === isRepeated) last.size *= count;
    else runs.push({ size: count, isRepeated });
  });
  return runs;
}

/** Broadcasts that their users do themselves: moves go up through them, whichever way others go. */
export function broadcastRules(commuting: Commuting): readonly RewritePattern[] {
  return [
    commuting.rule(
      BroadcastOp,
      ReshapeOp,
      {
        above(op, move, { tensors }) {
          if (!isImplicitlyBroadcast(op)) return null;
          const final = move.result.type.shape;
          const shape = shapeBeforeBroadcast(op.input.type.shape, op.broadcastDimensions.numbers(), final);
          return shape && tensors.broadcast(tensors.reshape(op.input, shape), final);
        },
      },
      'upwards',
    ),
    commuting.rule(
      BroadcastOp,
      PermuteOp,
      {
        above(op, move, { tensors }) {
          if (!isImplicitlyBroadcast(op)) return null;
          const input = tensors.permute(op.input, move.permutation.numbers());
          return tensors.broadcast(input, move.result.type.shape);
        },
      },
      'upwards',
    ),
  ];
}
