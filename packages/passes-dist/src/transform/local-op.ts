import {
  ConstantOp,
  deviceOf as deviceNamed,
  OnOp,
  SendOp,
  deviceNameAttr,
  indexAttr,
  type DeviceRef,
} from '@shardform/dialect-dist';
import { type Builder, cloneOp, IrMapping, type Operation, type Value, zip } from '@shardform/ir-core';
import { localizeBody } from './local-body.ts';
import { placedTypeOf } from '../placed-type-of.ts';

/**
 * Creates the device-local form of an operation: the same operation on its operands' shards.
 *
 * @param shapes those of the results' shards.
 * @param deviceOf maps devices of the original to devices of the new program.
 */
export function createLocal(
  op: Operation,
  operands: readonly Value[],
  shapes: readonly (readonly number[])[],
  deviceOf: (device: DeviceRef) => DeviceRef,
  builder: Builder,
): Operation {
  const mapping = new IrMapping();
  zip(op.operands, operands).forEach(([{ value }, operand]) => mapping.values.set(value, operand));
  const copy = cloneOp(op, mapping);
  // A value that is used twice may be needed in two layouts.
  copy.setOperands(operands);
  copy.setResultTypes(
    zip(op.results, shapes).map(([result, shape]) => {
      const placed = placedTypeOf(result);
      return placed.withShape(shape).onDevice(deviceOf(placed.device));
    }),
  );
  if (copy instanceof SendOp) copy.device = indexAttr(Number(deviceOf(copy.device.number)));
  if (copy instanceof ConstantOp) copy.device = deviceNameAttr(deviceOf(deviceNamed(copy.device)));
  if (copy instanceof OnOp) {
    copy.device = deviceNameAttr(deviceOf(copy.place));
    localizeBody(copy, builder.context);
  }
  return builder.insert(copy);
}
