import {
  type Block,
  boolAttr,
  definePass,
  isInstance,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { DeallocateOp } from '@shardform/dialect-ttnn';
import { deviceFunctions } from '../device/device-modules.ts';

/** Frees each tensor after its last use, arguments included; what a function returns stays. */
export const ttnnDeallocate = definePass({
  name: 'ttnn-deallocate',
  className: 'TTNNDeallocate',
  summary: 'frees tensors after their last use',
  anchor: 'builtin.module',
  run(op) {
    for (const func of deviceFunctions(op)) deallocateIn(func.entry);
  },
});

function deallocateIn(block: Block): void {
  const values: Value[] = [...block.arguments, ...[...block].flatMap((op) => op.results)];
  for (const value of values) {
    if (!isInstance(RankedTensorType, value.type)) continue;
    // Arguments that nobody uses go after the first operation.
    const last = lastUser(value, block) ?? block.firstOp;
    if (last === null || last.definition.isTerminator) continue;
    const input = value as Value<RankedTensorType>;
    const free = DeallocateOp.create({ input, force: boolAttr(false) }, [], { location: last.location });
    block.insertBefore(free, last.next);
  }
}

/** The last operation that uses a value; the one that makes it when nobody does. */
function lastUser(value: Value, block: Block): Operation | null {
  let last = value.definingOp;
  for (const user of value.users()) {
    let at: Operation | null = user;
    while (at !== null && at.parent !== block) at = at.parentOp;
    if (at !== null && (last === null || last.isBefore(at))) last = at;
  }
  return last;
}
