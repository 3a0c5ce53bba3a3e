import { constantLike, defineOp, attrWhere, DenseElementsAttr, RankedTensorType } from '@shardform/ir-core';
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
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
  format: '$value `on` $device attr-dict `:` type($result)',
  infer: (op) => {
    // The declaration requires a ranked tensor.
    return [PlacedTensorType.get({ tensor: op.value.type as RankedTensorType, device: deviceOf(op.device) })];
  },
}) {}
