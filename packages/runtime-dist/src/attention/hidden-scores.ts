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
import type { Operation, OpOperand, Value } from '@shardform/ir-core';
import type { AttentionGroup } from './attention-group.ts';
import { isPointwise } from './score-kinds.ts';

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
  const found = new Set<Value>();
  const pending: Value[] = [];
  const add = (value: Value): void => {
    if (found.has(value)) return;
    found.add(value);
    pending.push(value);
  };
  for (const value of scores)
    if (Array.from(value.uses()).some(({ owner }) => !members.has(owner))) add(value);
  for (let value = pending.pop(); value !== undefined; value = pending.pop())
    for (const use of value.uses()) {
      if (isMember(use.owner)) continue;
      const next = valuesAfter(use);
      if (next === null) return null;
      next.forEach(add);
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
