import { type BlockArgument, definePass, IntegerAttr, type Value, lastOf } from '@shardform/ir-core';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  AddOp,
  BroadcastOp,
  FullOp,
  MeshShardOp,
  PagedUpdateCacheOp,
  RepeatOp,
  ReshapeOp,
  TypecastOp,
  UpdateCacheOp,
} from '@shardform/dialect-ttir';
import { argumentOf } from './cache-operand.ts';

/**
 * Returns the arguments from which the indices are computed at which caches are written: the lengths of the caches so
 * far.
 */
function lengthArguments(func: FuncOp): Set<BlockArgument> {
  const pending: Value[] = [];
  func.walk((op) => {
    if (op instanceof UpdateCacheOp || op instanceof PagedUpdateCacheOp) pending.push(op.updateIndex);
  });
  const seen = new Set<Value>();
  const found = new Set<BlockArgument>();
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    const argument = value.definingOp === null ? argumentOf(value) : null;
    if (argument?.owner === func.entry) found.add(argument);
    const op = value.definingOp;
    const isSeenThrough = [MeshShardOp, BroadcastOp, RepeatOp, ReshapeOp, TypecastOp].some(
      (cls) => op instanceof cls,
    );
    if (op !== null && (isSeenThrough || op instanceof AddOp)) pending.push(...op.operandValues());
  }
  return found;
}

/** An argument that is returned with a constant added. */
interface Update {
  readonly argument: BlockArgument;
  readonly step: bigint;
}

function updateOf(returned: Value, lengths: ReadonlySet<BlockArgument>): Update | null {
  const shard = returned.definingOp;
  if (shard instanceof MeshShardOp && !returned.hasOneUse) return null;
  const sum = shard instanceof MeshShardOp ? shard.input : returned;
  const add = sum.definingOp;
  if (!(add instanceof AddOp) || !sum.hasOneUse) return null;
  for (const [from, by] of [
    [add.lhs, add.rhs],
    [add.rhs, add.lhs],
  ] as const) {
    const argument = argumentOf(from);
    const full = by.definingOp;
    if (argument === null || !lengths.has(argument) || !(full instanceof FullOp)) continue;
    const { fillValue } = full;
    if (fillValue instanceof IntegerAttr && argument.type === sum.type)
      return { argument, step: fillValue.value };
  }
  return null;
}

/**
 * Layers that each count how long their cache is count the same: the lengths of all that grow by one step become one
 * argument. They are equal at the start by the way in which such models are written.
 */
export const ttirConsolidateStaticCacheUpdates = definePass({
  name: 'ttir-consolidate-static-cache-updates',
  className: 'TTIRConsolidateStaticCacheUpdates',
  summary: 'counts the length of caches once for all layers',
  anchor: 'builtin.module',
  run(module) {
    module.walkOf(FuncOp, (func) => {
      const end = func.isDeclaration ? null : lastOf(func.body.blocks).terminator;
      if (!(end instanceof ReturnOp)) return;
      const lengths = lengthArguments(func);
      const groups = new Map<string, BlockArgument[]>();
      for (const returned of end.operandValues()) {
        const update = updateOf(returned, lengths);
        if (update === null) continue;
        const key = `${update.step} ${update.argument.type.id}`;
        groups.set(key, [...(groups.get(key) ?? []), update.argument]);
      }
      for (const group of groups.values()) {
        const kept = lastOf(group);
        for (const argument of group) if (argument !== kept) argument.replaceAllUsesWith(kept);
      }
    });
  },
});
