import type { Builder, Operation, Value } from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { deviceMesh } from '@shardform/dialect-ttcore';
import { MeshOffsetAttr, MeshShapeAttr } from './attrs/index.ts';
import { GetDeviceOp } from './ops/layout-ops.ts';
import { DeviceType } from './types/device-type.ts';

/** Creates operations: a builder, or the rewriter of a pattern. */
type Maker = Pick<Builder, 'atSavedPoint' | 'create' | 'setInsertionPointToStart'>;

/**
 * Returns the opened devices for an operation, opened at the head of its function if they are not yet.
 *
 * @throws when the operation is in no function.
 */
export function openedDevice(op: Operation, builder: Maker): Value<DeviceType> {
  let func: Operation | null = op;
  while (func !== null && !(func instanceof FuncOp)) func = func.parentOp;
  if (func === null) throw new Error(`'${op.name}' is in no function`);
  const { entry, location } = func;
  for (const inner of entry) if (inner instanceof GetDeviceOp) return inner.device;
  const mesh = deviceMesh(func);
  return builder.atSavedPoint(() => {
    builder.setInsertionPointToStart(entry);
    const meshOffset = MeshOffsetAttr.get({ offset: mesh.map(() => 0) });
    const args = { meshShape: MeshShapeAttr.get({ shape: mesh }), meshOffset };
    return builder.create(GetDeviceOp, args, [DeviceType.instance], { location }).device;
  });
}
