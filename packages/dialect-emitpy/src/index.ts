export { OpaqueAttr } from './attrs/opaque-attr.ts';
export { emitpyDialect } from './extension.ts';
export * from './ops/index.ts';
export { DictType } from './types/dict-type.ts';
export { ClassType, OpaqueType, StringType } from './types/named-types.ts';
export { type FormatItem, formatItems } from './verify/format-string.ts';
