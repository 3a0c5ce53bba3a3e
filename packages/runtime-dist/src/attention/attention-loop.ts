import { bytesOfType, FREE, MOVING } from '@shardform/cost-model';
import { DotGeneralOp, isCarriedUnchanged, ReduceOp, tripCount, WhileOp } from '@shardform/dialect-stablehlo';
import { type Block, BlockArgument, type Operation, type Value } from '@shardform/ir-core';
import type { AttentionGroup } from './attention-group.ts';
import type { AttentionKernel } from './attention-kernel.ts';
import { elementCount, isPointwise } from './score-kinds.ts';

/**
 * Returns a kernel for each loop over blocks of queries or keys: all of its products are those of attention, and what they multiply does
 * not change by them. Sums and maxima stay on the device's chip, and all tensors are read once.
 */
export function attentionLoops(
  blocks: readonly Block[],
  placed: ReadonlyMap<AttentionGroup, AttentionKernel>,
  hidden: ReadonlySet<Value>,
): ReadonlyMap<WhileOp, AttentionKernel> {
  const found = new Map<WhileOp, AttentionKernel>();
  const byBlock = new Map<Block, (readonly [AttentionGroup, AttentionKernel])[]>();
  for (const [group, kernel] of placed)
    byBlock.set(group.block, [...(byBlock.get(group.block) ?? []), [group, kernel]]);
  for (const block of blocks.toReversed()) {
    const loop = block.parentOp;
    if (!(loop instanceof WhileOp) || block !== loop.body.entry) continue;
    const kernel = loopKernel(loop, byBlock.get(block) ?? [], found, hidden);
    if (kernel !== null) found.set(loop, kernel);
  }
  return found;
}

function loopKernel(
  loop: WhileOp,
  groups: readonly (readonly [AttentionGroup, AttentionKernel])[],
  inner: ReadonlyMap<WhileOp, AttentionKernel>,
  hidden: ReadonlySet<Value>,
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
    MOVING.has(op.name) ||
    FREE.has(op.name);
  if (![...block].every(isLight)) return null;
  const changed = changedByProducts(loop, members, new Set(inner.keys()));
  if (kernels.some(({ multiplied }) => multiplied.some((value) => dependsOn(value, block, changed))))
    return null;
  const [first] = kernels;
  const passes = new Set(kernels.map(({ pass }) => pass));
  const operands = loop.operandValues().flatMap((value, i): (readonly [Value, number])[] => {
    const argument = block.getArgument(i);
    const isRead = argument.users().some((user) => !user.definition.isTerminator);
    const isAccumulated = !isCarriedUnchanged(loop, i);
    return isRead || isAccumulated
      ? [[value, isAccumulated || hidden.has(value) ? 0 : bytesOfType(value.type)]]
      : [];
  });
  const results = loop.results.filter((result) => result.users().length > 0);
  const written = loop.results.filter(
    (result, i) => results.includes(result) && !isCarriedUnchanged(loop, i) && !hidden.has(result),
  );
  return {
    ...{ pass: passes.has('backward') ? 'backward' : 'forward', main: first.main, operands, results },
    writes: written.reduce((sum, { type }) => sum + bytesOfType(type), 0),
    flops: trips * kernels.reduce((sum, { flops }) => sum + flops, 0),
    arithmetic: first.arithmetic,
    multiplied: operands.map(([value]) => value).filter((value) => elementCount(value) > 1),
  };
}

/** The arguments of a loop's body whose next values are computed of products. */
function changedByProducts(
  loop: WhileOp,
  members: ReadonlySet<Operation>,
  loops: ReadonlySet<WhileOp>,
): ReadonlySet<BlockArgument> {
  const block = loop.body.entry;
  const next = block.terminator?.operandValues() ?? [];
  const isChanged = (value: Value): boolean => {
    const seen = new Set<Value>();
    const pending = [value];
    for (let own = pending.pop(); own !== undefined; own = pending.pop()) {
      if (seen.has(own)) continue;
      seen.add(own);
      const source = own.definingOp;
      if (source === null || source.parent !== block) continue;
      // Maxima of scores rescale what is summed, and are no results of attention.
      if (source instanceof ReduceOp && members.has(source)) continue;
      if (source instanceof DotGeneralOp || (source instanceof WhileOp && loops.has(source))) return true;
      pending.push(...source.operandValues());
    }
    return false;
  };
  return new Set(block.arguments.filter((_, i) => next[i] !== undefined && isChanged(next[i])));
}

function dependsOn(value: Value, block: Block, arguments_: ReadonlySet<BlockArgument>): boolean {
  const seen = new Set<Value>();
  const pending = [value];
  for (let own = pending.pop(); own !== undefined; own = pending.pop()) {
    if (seen.has(own)) continue;
    seen.add(own);
    if (own instanceof BlockArgument && arguments_.has(own)) return true;
    const source = own.definingOp;
    if (source !== null && source.parent === block) pending.push(...source.operandValues());
  }
  return false;
}
