import { attrOf, onlyType, RankedTensorType, type TypeConstraint, typeOf } from '@shardform/ir-core';
import { ComputeKernelConfigAttr } from './attrs/config-attrs.ts';
import { ShapeAttr } from './attrs/shape-attrs.ts';
import { DeviceType } from './types/device-type.ts';

/** Any tensor of known rank. */
export const tensor: TypeConstraint<RankedTensorType> = /* @__PURE__ */ typeOf(
  RankedTensorType,
  'ranked tensor of any type values',
);
export const device: TypeConstraint<DeviceType> = /* @__PURE__ */ onlyType(
  DeviceType.instance,
  'TTNN device',
);
export const shapeAttr = /* @__PURE__ */ attrOf(ShapeAttr, 'TTNN Shape attribute');
export const computeConfig = ComputeKernelConfigAttr.constraint;
