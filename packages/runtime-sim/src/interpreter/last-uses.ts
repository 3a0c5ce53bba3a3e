import type { Block, Operation, Value } from '@shardform/ir-core';

const cache = new WeakMap<Block, ReadonlyMap<Operation, readonly Value[]>>();

/**
 * For each operation of a block, the values of the block that nothing uses after it, so that their memory can be
 * freed. A use inside a region counts as a use of the operation that holds the region.
 */
export function lastUses(block: Block): ReadonlyMap<Operation, readonly Value[]> {
  let found = cache.get(block);
  if (found === undefined) cache.set(block, (found = computeLastUses(block)));
  return found;
}

function computeLastUses(block: Block): ReadonlyMap<Operation, readonly Value[]> {
  const lastUser = new Map<Value, Operation>();
  for (const op of block) {
    for (const result of op.results) lastUser.set(result, op);
    op.walk((nested) => {
      for (const { value } of nested.operands) {
        if (value.parentBlock === block) lastUser.set(value, op);
      }
    });
  }
  const byOp = new Map<Operation, Value[]>();
  for (const [value, op] of lastUser) {
    const values = byOp.get(op);
    if (values === undefined) byOp.set(op, [value]);
    else values.push(value);
  }
  return byOp;
}
