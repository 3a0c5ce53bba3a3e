import type { FuncOp } from '@shardform/dialect-func';
import { GetDeviceOp, type LayoutAttr, layoutOf, ToMemoryConfigOp } from '@shardform/dialect-ttnn';
import { isInstance, NameLoc, type Operation, RankedTensorType, type Value } from '@shardform/ir-core';

/** The memory of the result of one operation. */
export interface PlacedOperation {
  readonly op: Operation;
  readonly layout: LayoutAttr | null;
  readonly isSharded: boolean;
  readonly isSpilled: boolean;
}

/** The operations of functions, and where their results are. */
export interface MemoryPlacement {
  readonly totalOps: number;
  readonly opsWithTensors: number;
  /** The operations whose results might be spread over the memories of the cores. */
  readonly shardable: readonly PlacedOperation[];
  /** The number of operations by name. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Returns where the results of the operations of functions are. */
export function memoryPlacement(funcs: readonly FuncOp[]): MemoryPlacement {
  const shardable: PlacedOperation[] = [];
  const counts = new Map<string, number>();
  let totalOps = 0;
  let opsWithTensors = 0;
  for (const func of funcs) {
    const spilled = spilledValues(func);
    func.walk((op) => {
      counts.set(op.name, (counts.get(op.name) ?? 0) + 1);
      if (op instanceof GetDeviceOp) return;
      totalOps++;
      const result = op.results[0];
      if (result === undefined || !isInstance(RankedTensorType, result.type)) return;
      opsWithTensors++;
      if (op.definition.dialect !== 'ttnn' || op instanceof ToMemoryConfigOp) return;
      const layout = layoutOf(result.type);
      const isSharded = isInCores(layout);
      shardable.push({ op, layout, isSharded, isSpilled: isSharded && spilled.has(result) });
    });
  }
  return { totalOps, opsWithTensors, shardable, counts };
}

/** Returns true for a tensor spread over the memories of the cores. */
function isInCores(layout: LayoutAttr | null): boolean {
  if (layout?.bufferType !== 'l1' || layout.memoryLayout === null) return false;
  return layout.memoryLayout.value !== 'interleaved';
}

/** The tensors in the cores' memories that an operation moves to DRAM. */
function spilledValues(func: FuncOp): Set<Value> {
  const spilled = new Set<Value>();
  func.walkOf(ToMemoryConfigOp, (op) => {
    const isSpill = layoutOf(op.result.type)?.bufferType === 'dram' && isInCores(layoutOf(op.input.type));
    if (isSpill && op.input.definingOp !== null) spilled.add(op.input);
  });
  return spilled;
}

/** Returns the name of an operation's location. */
export function locationName({ location }: Operation): string {
  return location instanceof NameLoc ? location.name : 'unknown';
}
