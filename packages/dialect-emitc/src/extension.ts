import { funcDialect } from '@shardform/dialect-func';
import type { AnyOpClass, Extension } from '@shardform/ir-core';
import { OpaqueAttr } from './attrs/opaque-attr.ts';
import * as ops from './ops/index.ts';
import { LValueType, OpaqueType, PointerType } from './types/types.ts';

/** Programs of C++: calls, variables, elements. Their functions are those of `func`. */
export const emitcDialect: Extension = {
  name: 'dialect-emitc',
  get requires() {
    return [funcDialect];
  },
  dialects: [
    {
      name: 'emitc',
      documentation: async () => (await import('./docs/emitc-documentation.ts')).emitcDocumentation,
    },
  ],
  ops: Object.values(ops).filter(
    (item): item is typeof item & AnyOpClass => typeof item === 'function' && 'definition' in item,
  ),
  types: [LValueType, OpaqueType, PointerType],
  attrs: [OpaqueAttr],
};
