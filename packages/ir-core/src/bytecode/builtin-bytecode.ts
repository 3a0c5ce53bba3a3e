import { readBuiltinAttribute, writeBuiltinAttribute } from './builtin-attributes.ts';
import { readBuiltinType, writeBuiltinType } from './builtin-types.ts';
import type { DialectBytecode } from './dialect-bytecode.ts';

/** MLIR's encoding of the builtin attributes and types. Affine maps, sets and strided layouts are text. */
export const builtinBytecode: DialectBytecode = {
  readAttribute: readBuiltinAttribute,
  readType: readBuiltinType,
  writeAttribute: writeBuiltinAttribute,
  writeType: writeBuiltinType,
};
