import { type AxisList, axisListSize, SHARDING } from '@shardform/dialect-sdy';
import { type Operation, shapeOf } from '@shardform/ir-core';
import type { GlobalValue, LocalConverter } from './local-converter.ts';

/** Returns the axes that split a dimension of a value. */
export function axesOfDim({ sharding }: GlobalValue, dim: number): AxisList {
  return sharding?.dims[dim]?.axes ?? [];
}

/** Number of shards that a dimension of a value is split into. */
export function shardsOfDim(value: GlobalValue, dim: number, converter: LocalConverter): number {
  const axes = axesOfDim(value, dim);
  return value.sharding === null ? 1 : axisListSize(axes, converter.meshOf(value.sharding));
}

/** Returns the sizes of the whole value. */
export function globalShape({ type }: GlobalValue): readonly number[] {
  return shapeOf(type);
}

/** Reports that a dimension of two values is split along different axes. */
export function reportMismatch(
  op: Operation,
  dim: number,
  a: AxisList,
  b: AxisList,
  converter: LocalConverter,
): void {
  const text = (axes: AxisList): string => `[${axes.map((axis) => `axis_ref${axis.text}`).join(', ')}]`;
  converter.opError(
    op,
    `dimension ${dim} has mismatched sharding axes (${text(a)} vs ${text(b)}). This requires a reshard which should have been handled by previous passes.`,
  );
}

/** Takes the shardings off an operation whose attributes are those of local values. */
export function dropSharding(op: Operation): void {
  op.setAttr(SHARDING, null);
}
