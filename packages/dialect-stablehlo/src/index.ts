export * from './attention/attention-call.ts';
export type { AttentionDims } from './attention/attention-dims.ts';
export { type AttentionRole, type AttentionRoles, attentionRoles } from './attention/attention-roles.ts';
export { callAttribute, fieldsOf, jsonConfig } from './attention/call-attributes.ts';
export { isAttentionPreprocessing } from './attention/kernel-attention.ts';
export * from './attrs/channel-handle-attr.ts';
export * from './attrs/conv-dimension-numbers-attr.ts';
export * from './attrs/dot-algorithm-attr.ts';
export * from './attrs/dot-dimension-numbers-attr.ts';
export * from './attrs/enums.ts';
export { GatherDimensionNumbersAttr } from './attrs/gather-dimension-numbers-attr.ts';
export * from './attrs/mesh-attrs.ts';
export * from './attrs/output-operand-alias-attr.ts';
export * from './attrs/replica-group-mesh-axes-attr.ts';
export * from './attrs/result-accuracy-attr.ts';
export * from './attrs/scatter-dimension-numbers-attr.ts';
export { TypeExtensionsAttr } from './attrs/type-extensions-attr.ts';
export * from './build/device-programs.ts';
export * from './build/tensor-builder.ts';
export * from './collectives/call-communication.ts';
export * from './collectives/collective-traffic.ts';
export * from './collectives/ragged-all-to-all.ts';
export { tensorType } from './constraints.ts';
export { elementwiseOps } from './elementwise-ops.ts';
export * from './extension.ts';
export { FILL_OUT_OF_BOUNDS } from './fill-out-of-bounds.ts';
export { dim, type Dim, dimsOf, tensorOfDims } from './inference/bounded-shape.ts';
export { areCompatibleShapes, mostSpecificType, shapeText } from './inference/compatible-types.ts';
export {
  isPerAxis,
  isQuantized,
  isQuantizedTensor,
  type QuantizedType,
  storageType,
} from './inference/quantized-types.ts';
export { customCallConfig } from './inference/custom-call-config.ts';
export { isSorted } from './inference/dimension-checks.ts';
export { constantSizes } from './inference/shape-operand.ts';
export {
  kernelSizesOf,
  paddingPairs,
  type WindowAttrs,
  type WindowDimension,
  windowDimensions,
  windowedDim,
} from './inference/window.ts';
export { isCarriedUnchanged, type KnownScalar, ScalarFrame } from './loops/scalar-frame.ts';
export { bodyFrame, tripCount } from './loops/trip-count.ts';
export { replicaGroups, type ReplicaGroups } from './ops/collective-checks.ts';
export * from './ops/index.ts';
export { reducerOp } from './ops/reducer.ts';
export * from './reification/extension.ts';
export * from './reification/reified-shape.ts';
export * from './reification/shape-builder.ts';
export { elementwise, pairwiseSameType, sameOperandsAndResultShape } from './traits.ts';
export * from './types/future-type.ts';
export * from './types/token-type.ts';
export { tensorOrToken, token } from './value-constraints.ts';
export * as interpreter from './interpreter/index.ts';
export { interpreterDialect } from './interpreter/extension.ts';
export * as chlo from './chlo/index.ts';
export { chloDialect } from './chlo/extension.ts';
export { ChloPrecisionAttr } from './chlo/enums.ts';
export {
  RaggedDotDimensionNumbersAttr,
  type RaggedDotDimensions,
} from './chlo/ragged-dot-dimension-numbers-attr.ts';
export { groupPrefix, raggedDotShape, raggedMode } from './chlo/ragged-dot-rules.ts';
export { convolutionProblem, convolutionResultDims } from './inference/convolution.ts';
export { dotDimensionsProblem, dotResultDims } from './inference/dot-general.ts';
export { paddedSize } from './inference/dynamic-pad.ts';
