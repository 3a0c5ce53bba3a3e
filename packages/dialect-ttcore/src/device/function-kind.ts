import { StringAttr } from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';

/** The attribute that says what a function is for. */
export const FUNCTION_TYPE = 'tt.function_type';

/** The attribute of a function that says what it was called, where its name is not one of the language that it is written in. */
export const ORIGINAL_NAME = 'tt.original_name';

/** Returns true if a function is marked as one of the kinds, such as `const_eval`. */
export function isKind(func: FuncOp, ...kinds: readonly string[]): boolean {
  const type = func.getAttr(FUNCTION_TYPE);
  return type instanceof StringAttr && kinds.includes(type.value);
}
