export * from './block-bytes.ts';
export * from './config-attrs.ts';
export * from './core-attrs.ts';
export * from './enums.ts';
export * from './kernel-arg-attrs.ts';
export * from './kernel-attrs.ts';
export * from './layout-attr.ts';
export {
  changedTensor,
  layoutOf,
  type LayoutRequest,
  makeLayout,
  requestOf,
  type TensorChange,
} from './make-layout.ts';
export { MemoryConfigAttr } from './memory-config-attr.ts';
export * from './mesh-config-attrs.ts';
export * from './nd-layout-attr.ts';
export * from './program-attrs.ts';
export * from './shape-attrs.ts';
export { mnemonicOfUnary, unaryOpTypeOf } from './unary-op-types.ts';
export * from './trace-id-attr.ts';
