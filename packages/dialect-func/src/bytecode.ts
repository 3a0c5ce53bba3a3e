import type { DialectBytecode } from '@shardform/ir-core';

/** Inherent attributes in the bytecode of LLVM releases that had fewer of them; those of today are the ops' own. */
const EARLIER: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'func.func': [['arg_attrs', 'function_type', 'res_attrs', 'sym_name', 'sym_visibility']],
  'func.call': [['callee'], ['callee', 'no_inline']],
};

/** Reads functions and calls of any release since bytecode has inherent attributes. */
export const funcBytecode: DialectBytecode = {
  attrNames: (op, count) => EARLIER[op]?.find((names) => names.length === count) ?? null,
};
