import { type FoldResult, type IntegerAttr, ModuleOp, type Operation, type Value } from '@shardform/ir-core';
import { DeviceOp } from '@shardform/dialect-ttcore';

/** Returns the number of devices along an axis of the mesh around an operation, if it is known. */
function devicesAlong(op: Operation, axis: number): number | null {
  for (let at: Operation | null = op; at !== null; at = at.parentOp) {
    if (!(at instanceof ModuleOp)) continue;
    for (const inner of at.body) {
      if (inner instanceof DeviceOp) return inner.deviceAttr.meshShape[axis] ?? null;
    }
  }
  return null;
}

/** Communication of one device with itself is none, where it changes no shape. */
export function foldCollective(
  op: Operation & { readonly input: Value; clusterAxis: IntegerAttr },
): readonly FoldResult[] | null {
  if (devicesAlong(op, op.clusterAxis.number) !== 1) return null;
  return op.input.type === op.results[0]?.type ? [op.input] : null;
}
