import { BlockArgument, type Operation, type Value } from '@shardform/ir-core';

/** Returns the values that an operation reads, those that its regions read of outside last, as often as they are read: alike operations have as many. */
export function usedValues(op: Operation): Value[] {
  const used: Value[] = [...op.operandValues()];
  if (op.regions.length > 0)
    op.walk((inner) => {
      if (inner === op) return;
      for (const value of inner.operandValues()) if (!isInside(value, op)) used.push(value);
    });
  return used;
}

function isInside(value: Value, op: Operation): boolean {
  const block = value instanceof BlockArgument ? value.owner : (value.definingOp?.parent ?? null);
  for (let parent = block?.parentOp ?? null; parent !== null; parent = parent.parentOp)
    if (parent === op) return true;
  return false;
}
