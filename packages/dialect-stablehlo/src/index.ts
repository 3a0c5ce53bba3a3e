export * from './attrs/channel-handle-attr.ts';
export * from './attrs/conv-dimension-numbers-attr.ts';
export * from './attrs/dot-algorithm-attr.ts';
export * from './attrs/dot-dimension-numbers-attr.ts';
export * from './attrs/enums.ts';
export * from './attrs/gather-dimension-numbers-attr.ts';
export * from './attrs/mesh-attrs.ts';
export * from './attrs/output-operand-alias-attr.ts';
export * from './attrs/replica-group-mesh-axes-attr.ts';
export * from './attrs/result-accuracy-attr.ts';
export * from './attrs/scatter-dimension-numbers-attr.ts';
export * from './attrs/type-extensions-attr.ts';
export * from './build/tensor-builder.ts';
export * from './constraints.ts';
export * from './directives/precision-config.ts';
export * from './extension.ts';
export * from './inference/bounded-shape.ts';
export * from './inference/compatible-types.ts';
export * from './inference/quantized-types.ts';
export * from './inference/shape-operand.ts';
export * from './inference/window.ts';
export { type KnownScalar, ScalarFrame } from './loops/scalar-frame.ts';
export { bodyFrame, tripCount } from './loops/trip-count.ts';
export * from './ops/collective-checks.ts';
export * from './ops/index.ts';
export * from './ops/reducer.ts';
export { complexMathExpander } from './passes/complex-math/pass.ts';
export { stablehloPasses } from './passes/extension.ts';
export { legalizeCompositeToCall } from './passes/legalize-composite-to-call.ts';
export { legalizeDeprecatedOps } from './passes/legalize-deprecated-ops.ts';
export { aggressiveSimplification } from './passes/simplify/aggressive-simplification.ts';
export * from './reification/extension.ts';
export * from './reification/reified-shape.ts';
export * from './reification/shape-builder.ts';
export * from './speculatability.ts';
export * from './traits.ts';
export * from './types/future-type.ts';
export * from './types/token-type.ts';
export * from './value-constraints.ts';
export { stablehloTestPasses } from './test-passes/extension.ts';
export * as interpreter from './interpreter/index.ts';
export { interpreterDialect } from './interpreter/extension.ts';
export * as chlo from './chlo/index.ts';
export { chloDialect } from './chlo/extension.ts';
export * as vhlo from './vhlo/index.ts';
export {
  deserializePortableArtifact,
  holdsVhlo,
  upgradeToStablehlo,
  portableArtifactVersion,
  type SerializeOptions,
  serializePortableArtifact,
  vhloDialect,
  vhloPasses,
} from './vhlo/index.ts';
