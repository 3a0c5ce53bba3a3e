import { CustomCallOp } from '@shardform/dialect-stablehlo';
import type { Operation } from '@shardform/ir-core';

/** Returns true for a call that only says where a tensor is. */
export function isPlacementCall(op: Operation): boolean {
  if (!(op instanceof CustomCallOp)) return false;
  const target = op.callTargetName.value;
  return target === 'Sharding' || target.startsWith('SPMD') || target.startsWith('xla.sdy');
}
