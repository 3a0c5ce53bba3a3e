export * from './attribute-names.ts';
export { NamedMeshAttr } from './attrs/named-mesh-attr.ts';
export {
  MeshesWithOriginsAttr,
  MeshWithOriginsAttr,
  OriginAttr,
  WILDCARD_MESH,
} from './attrs/origin-attrs.ts';
export { type Reduction, ReductionAttr } from './attrs/reduction-attr.ts';
export { TopologyAttr } from './attrs/topology-attr.ts';
export { UserOriginAttr } from './attrs/user-origin-attr.ts';
export * from './extension.ts';
export * from './memory-kind.ts';
export * from './mesh-lookup.ts';
export { AssignOp, UnassignOp } from './ops/assign-ops.ts';
export { CallOp as MpmdCallOp } from './ops/call-op.ts';
export { BroadcastOp as MpmdBroadcastOp, ReduceOp as MpmdReduceOp } from './ops/cross-mesh-ops.ts';
export { ForOp as MpmdForOp } from './ops/for-op.ts';
export { FragmentCallOp } from './ops/fragment-call-op.ts';
export { FragmentOp } from './ops/fragment-op.ts';
export { NamedComputationOp as MpmdNamedComputationOp, NamedTensorOp } from './ops/named-ops.ts';
export { ReturnOp as MpmdReturnOp } from './ops/return-op.ts';
export { TransferOp } from './ops/transfer-op.ts';
export { isMeshTensor, MeshTensorType, meshTensorTypeOf } from './types/mesh-tensor-type.ts';
