import { funcDialect } from '@shardform/dialect-func';
import type { AnyOpClass, Extension } from '@shardform/ir-core';
import { OpaqueAttr } from './attrs/opaque-attr.ts';
import * as ops from './ops/index.ts';
import { DictType } from './types/dict-type.ts';
import { ClassType, OpaqueType, StringType } from './types/named-types.ts';

/** Programs of Python: files, classes, calls, expressions, variables. Their functions are those of `func`. */
export const emitpyDialect: Extension = {
  name: 'dialect-emitpy',
  get requires() {
    return [funcDialect];
  },
  dialects: [
    {
      name: 'emitpy',
      documentation: async () => (await import('./docs/emitpy-documentation.ts')).emitpyDocumentation,
    },
  ],
  ops: Object.values(ops).filter(
    (item): item is typeof item & AnyOpClass => typeof item === 'function' && 'definition' in item,
  ),
  types: [ClassType, DictType, OpaqueType, StringType],
  attrs: [OpaqueAttr],
};
