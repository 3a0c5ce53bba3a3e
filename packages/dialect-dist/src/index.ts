export { deviceNameAttr, deviceOf } from './attrs/device-name.ts';
export { devicesAttr, indexAttr, type Reduction, reductions } from './attrs/constraints.ts';
export * from './extension.ts';
export * from './ops/communication-ops.ts';
export {
  AddOp,
  DivOp,
  IdentityOp,
  LossGradOp,
  LossOp,
  MatMulGradOp,
  MatMulLhsGradOp,
  MatMulOp,
  MatMulRhsGradOp,
  MulOp,
  ReluGradOp,
  ReluOp,
  SgdOp,
  SubOp,
  TanhOp,
  TransposeOp,
} from './ops/compute-ops.ts';
export * from './ops/constant-op.ts';
export * from './ops/free-op.ts';
export * from './ops/on-op.ts';
export * from './ops/par-op.ts';
export * from './ops/pipeline-op.ts';
export * from './ops/pmap-op.ts';
export * from './ops/return-op.ts';
export * from './ops/tuple-ops.ts';
export {
  type DeviceRef,
  elementCountOf,
  isElementType,
  PlacedTensorType,
  placedTypes,
} from './placed-type.ts';
export * from './topology-attr.ts';
export { deviceList } from './typing/typing.ts';
export { TOPOLOGY } from './verify-topology.ts';
