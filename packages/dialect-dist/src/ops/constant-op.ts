import {
  constantLike,
  defineOp,
  attrWhere,
  DenseElementsAttr,
  type OpReport,
  pure,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { deviceNameConstraint, deviceOf } from '../attrs/device-name.ts';
import { placed, PlacedTensorType } from '../placed-type.ts';

/** A constant tensor on a device. */
export class ConstantOp extends defineOp('dist.constant', {
  summary: 'a constant tensor on a device',
  attrs: {
    value: attrWhere(DenseElementsAttr, 'constant tensor', ({ type }) => type instanceof RankedTensorType),
    device: deviceNameConstraint,
  },
  results: { result: placed },
  traits: [pure, constantLike],
  format: '$value `on` $device attr-dict `:` type($result)',
}) {
  override inferResultTypes(_report: OpReport): readonly Type[] {
    // The declaration requires a ranked tensor.
    return [PlacedTensorType.get(this.value.type as RankedTensorType, deviceOf(this.device))];
  }
}
