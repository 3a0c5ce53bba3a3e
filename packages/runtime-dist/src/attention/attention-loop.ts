import { bytesOfType, type KernelKind, kernelKind } from '@shardform/cost-model';
import {
  collectiveName,
  DotGeneralOp,
  DynamicUpdateSliceOp,
  isCarriedUnchanged,
  OptimizationBarrierOp,
  ReduceOp,
  tripCount,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import { type Block, BlockArgument, type Context, type Operation, type Value } from '@shardform/ir-core';
import type { AttentionGroup } from './attention-group.ts';
import { type AttentionKernel, isOfPositions } from './attention-kernel.ts';
import { passedOn } from './hidden-scores.ts';
import { elementCount, isPointwise } from './score-kinds.ts';

/** Kinds of operations that compute nothing. */
const LIGHT: ReadonlySet<KernelKind | null> = new Set(['move', 'free']);

/**
 * Returns a kernel for each loop over blocks of queries or keys: all of its products are those of attention, and what they multiply does
 * not change by them. Sums and maxima stay on the device's chip, and all tensors are read once.
 */
export function attentionLoops(
  blocks: readonly Block[],
  placed: ReadonlyMap<AttentionGroup, AttentionKernel>,
  hidden: ReadonlySet<Value>,
  context: Context,
): ReadonlyMap<WhileOp, AttentionKernel> {
  const found = new Map<WhileOp, AttentionKernel>();
  const byBlock = new Map<Block, (readonly [AttentionGroup, AttentionKernel])[]>();
  for (const [group, kernel] of placed)
    byBlock.set(group.block, [...(byBlock.get(group.block) ?? []), [group, kernel]]);
  for (const block of blocks.toReversed()) {
    const loop = block.parentOp;
    if (!(loop instanceof WhileOp) || block !== loop.body.entry) continue;
    const kernel = loopKernel(loop, byBlock.get(block) ?? [], { inner: found, hidden, context });
    if (kernel !== null) found.set(loop, kernel);
  }
  return found;
}

/**
 * The tensors that loops keep of each iteration for the gradients, which only other kernels of attention need: these compute them
 * again.
 */
export function hiddenStacks(
  loops: ReadonlyMap<WhileOp, AttentionKernel>,
  isMember: (op: Operation) => boolean,
): ReadonlySet<Value> {
  const isInside = (op: Operation): boolean => {
    for (let around: Operation | null = op; around !== null; around = around.parentOp)
      if (around instanceof WhileOp && loops.has(around)) return true;
    return isMember(op);
  };
  const hidden = new Set<Value>();
  for (const loop of loops.keys())
    for (const [i, next] of (loop.body.entry.terminator?.operandValues() ?? []).entries()) {
      const isStack =
        next.definingOp instanceof DynamicUpdateSliceOp &&
        next.definingOp.getOperand(0) === loop.body.entry.getArgument(i);
      const own = isStack ? passedOn([loop.getResult(i)], isInside) : null;
      own?.forEach((value) => hidden.add(value));
    }
  return hidden;
}

interface LoopSurroundings {
  readonly inner: ReadonlyMap<WhileOp, AttentionKernel>;
  readonly hidden: ReadonlySet<Value>;
  readonly context: Context;
}

function loopKernel(
  loop: WhileOp,
  groups: readonly (readonly [AttentionGroup, AttentionKernel])[],
  { inner, hidden, context }: LoopSurroundings,
): AttentionKernel | null {
  const trips = tripCount(loop);
  const block = loop.body.entry;
  const members = new Set(groups.flatMap(([group]) => [...group.members]));
  const loops = [...block].flatMap((op) => (op instanceof WhileOp ? [inner.get(op) ?? null] : []));
  const parts = [...groups.map(([, kernel]) => kernel), ...loops];
  if (trips === null || parts.length === 0) return null;
  const kernels = parts.filter((part) => part !== null);
  if (kernels.length < parts.length) return null;
  const isLight = (op: Operation): boolean =>
    members.has(op) ||
    op instanceof WhileOp ||
    op instanceof ReduceOp ||
    op.definition.isTerminator ||
    isPointwise(op) ||
    LIGHT.has(kernelKind(op, context));
  // A kernel computes on one device: a ring sends blocks of keys between its steps.
  if (![...block].every((op) => isLight(op) && !isSent(op))) return null;
  const changed = changedByProducts(loop, members, new Set(inner.keys()));
  if (kernels.some(({ multiplied }) => multiplied.some((value) => dependsOn(value, block, changed))))
    return null;
  const [first] = kernels;
  // The kernel of a backward pass computes scores again, and needs no result of the forward pass that is written beside it.
  const backward = kernels.filter(({ pass }) => pass === 'backward');
  const computing = backward.length > 0 ? backward : kernels;
  const operands = loop.operandValues().flatMap((value, i): (readonly [Value, number])[] => {
    const argument = block.getArgument(i);
    const isRead = argument.users().some((user) => !user.definition.isTerminator);
    const isAccumulated = !isCarriedUnchanged(loop, i);
    return isRead || isAccumulated
      ? [[value, isAccumulated || hidden.has(value) ? 0 : bytesOfType(value.type)]]
      : [];
  });
  const bytesOf = (value: Value): number => (hidden.has(value) ? 0 : bytesOfType(value.type));
  for (const value of capturedBy(loop)) operands.push([value, bytesOf(value)]);
  const results = loop.results.filter((result) => result.users().length > 0);
  const written = loop.results.filter(
    (result, i) => results.includes(result) && !isCarriedUnchanged(loop, i) && !hidden.has(result),
  );
  return {
    ...{ pass: backward.length > 0 ? 'backward' : 'forward', main: first.main, operands, results },
    writes: written.reduce((sum, { type }) => sum + bytesOfType(type), 0),
    flops: trips * computing.reduce((sum, { flops }) => sum + flops, 0),
    arithmetic: first.arithmetic,
    multiplied: operands.map(([value]) => value).filter((value) => elementCount(value) > 1),
  };
}

/** Returns whether devices communicate for an operation, at once or while others compute. */
function isSent({ name }: Operation): boolean {
  return collectiveName(name) !== null || name === 'stablehlo.async_start';
}

/** The tensors from outside that a loop's body uses without carrying them, but for those that a kernel computes again. */
function capturedBy(loop: WhileOp): ReadonlySet<Value> {
  const found = new Set<Value>();
  const own = new Set<Block>();
  loop.walk((op) => {
    for (const region of op.regions) for (const block of region.blocks) own.add(block);
  });
  loop.body.entry.parentOp?.walk((op) => {
    if (op === loop) return;
    for (const value of op.operandValues()) {
      const home = value.definingOp?.parent ?? (value instanceof BlockArgument ? value.owner : null);
      if (home !== null && !own.has(home) && elementCount(value) > 1 && !isOfPositions(value))
        found.add(value);
    }
  });
  return found;
}

/** The arguments of a loop's body whose next values are computed of products. */
function changedByProducts(
  loop: WhileOp,
  members: ReadonlySet<Operation>,
  loops: ReadonlySet<WhileOp>,
): ReadonlySet<Value> {
  const block = loop.body.entry;
  const next = block.terminator?.operandValues() ?? [];
  const isChanged = (value: Value): boolean => {
    const seen = new Set<Value>();
    const pending = [value];
    for (let own = pending.pop(); own !== undefined; own = pending.pop()) {
      if (seen.has(own)) continue;
      seen.add(own);
      const source = own.definingOp;
      if (source?.parent !== block) continue;
      // Maxima of scores rescale what is summed, and are no results of attention.
      if (source instanceof ReduceOp && members.has(source)) continue;
      if (source instanceof DotGeneralOp || (source instanceof WhileOp && loops.has(source))) return true;
      pending.push(...operandsBehind(own, source));
    }
    return false;
  };
  return new Set(block.arguments.filter((_, i) => next.length > i && isChanged(next[i])));
}

function dependsOn(value: Value, block: Block, arguments_: ReadonlySet<Value>): boolean {
  const seen = new Set<Value>();
  const pending = [value];
  for (let own = pending.pop(); own !== undefined; own = pending.pop()) {
    if (seen.has(own)) continue;
    seen.add(own);
    if (arguments_.has(own)) return true;
    const source = own.definingOp;
    if (source !== null && source.parent === block) pending.push(...operandsBehind(own, source));
  }
  return false;
}

/** The operands that a result is computed of: of a barrier, one. */
function operandsBehind(value: Value, source: Operation): readonly Value[] {
  if (!(source instanceof OptimizationBarrierOp)) return source.operandValues();
  return [source.getOperand(source.results.findIndex((result) => result === value))];
}
