export { OpaqueAttr } from './attrs/opaque-attr.ts';
export { emitcDialect } from './extension.ts';
export * from './ops/index.ts';
export { LValueType, OpaqueType, PointerType } from './types/types.ts';
