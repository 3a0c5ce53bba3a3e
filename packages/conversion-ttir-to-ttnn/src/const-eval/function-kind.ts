import { StringAttr } from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import { FUNCTION_TYPE } from '../device/mark-functions.ts';

/** Whether a function is marked as one of the kinds, such as `const_eval`. */
export function isKind(func: FuncOp, ...kinds: readonly string[]): boolean {
  const type = func.getAttr(FUNCTION_TYPE);
  return type instanceof StringAttr && kinds.includes(type.value);
}
