import { fusionRole } from '@shardform/cost-model';
import {
  ConcatenateOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  OptimizationBarrierOp,
  PadOp,
  ReduceOp,
  SliceOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import type { Context, Operation, OpOperand, Value } from '@shardform/ir-core';
import type { AttentionGroup } from './attention-group.ts';
import { elementCount, isPointwise } from './score-kinds.ts';

/**
 * The tensors in which scores and probabilities go from one group to another, which fused kernels compute again and never write; `null`
 * if anything else needs them.
 *
 * @param isMember whether an operation belongs to a group.
 */
export function hiddenScores(
  { members, scores }: AttentionGroup,
  isMember: (op: Operation) => boolean,
): ReadonlySet<Value> | null {
  const outside = [...scores].filter((value) =>
    Array.from(value.uses()).some(({ owner }) => !members.has(owner)),
  );
  return passedOn(outside, isMember);
}

/**
 * The masks of a group that are kept for the gradients of their scores: fused kernels compute them again, of what they were computed
 * of.
 *
 * @param isMember whether an operation belongs to a group.
 */
export function hiddenMasks(
  { block, members, scores }: AttentionGroup,
  isMember: (op: Operation) => boolean,
  context: Context,
): ReadonlySet<Value> {
  const counts = new Set([...scores].map(elementCount));
  const found = new Set<Value>();
  for (const op of members)
    for (const value of op.operandValues()) {
      const source = value.definingOp;
      if (scores.has(value) || found.has(value) || !counts.has(elementCount(value))) continue;
      const isMade =
        source?.parent === block && !members.has(source) && fusionRole(source, context) === 'loop';
      const isKept = Array.from(value.uses()).some(({ owner }) => !isMember(owner));
      const own = isMade && isKept ? passedOn([value], isMember) : null;
      own?.forEach((hidden) => found.add(hidden));
    }
  return found;
}

/** The tensors in which elements of some go to members alone; `null` if they go elsewhere. */
export function passedOn(
  values: readonly Value[],
  isMember: (op: Operation) => boolean,
): ReadonlySet<Value> | null {
  const found = new Set(values);
  const pending = [...values];
  for (let value = pending.pop(); value !== undefined; value = pending.pop())
    for (const use of value.uses()) {
      if (isMember(use.owner)) continue;
      const next = valuesAfter(use);
      if (next === null) return null;
      for (const own of next) {
        if (found.has(own)) continue;
        found.add(own);
        pending.push(own);
      }
    }
  return found;
}

/** The tensors that a use passes elements on to; `null` for a use that is not passing on. */
function valuesAfter({ owner, index }: OpOperand): readonly Value[] | null {
  if (owner instanceof WhileOp)
    return [owner.body.entry.getArgument(index), owner.cond.entry.getArgument(index), owner.getResult(index)];
  if (owner instanceof OptimizationBarrierOp) return [owner.getResult(index)];
  if (owner instanceof DynamicUpdateSliceOp) return index < 2 ? [owner.result] : null;
  if (owner instanceof DynamicSliceOp) return index < 1 ? [owner.result] : null;
  if (
    owner instanceof SliceOp ||
    owner instanceof ConcatenateOp ||
    owner instanceof PadOp ||
    isPointwise(owner)
  )
    return [owner.getResult()];
  // A sum over batches, of gradients of a bias, would be an output of the kernel.
  if (owner instanceof ReduceOp) return null;
  const loop = owner.parentOp;
  if (!owner.definition.isTerminator || !(loop instanceof WhileOp) || owner.parent !== loop.body.entry)
    return null;
  // What is carried is in the same memory from the beginning.
  return [
    loop.getOperand(index),
    loop.body.entry.getArgument(index),
    loop.cond.entry.getArgument(index),
    loop.getResult(index),
  ];
}
