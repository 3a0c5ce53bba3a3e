import { StringAttr } from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';

/** The attribute that says what a function is for. */
export const FUNCTION_TYPE = 'tt.function_type';

/** Returns true if a function is marked as one of the kinds, such as `const_eval`. */
export function isKind(func: FuncOp, ...kinds: readonly string[]): boolean {
  const type = func.getAttr(FUNCTION_TYPE);
  return type instanceof StringAttr && kinds.includes(type.value);
}
