import { CallOp } from '@shardform/dialect-func';
import { isFloatKind, type Operation, type Type, type Value } from '@shardform/ir-core';
import { arrayTypeOf, isComplexKind } from '@shardform/runtime-sim';

/** What these compute is not in their regions and operands. */
const OPAQUE = new Set(['func.call_indirect', 'stablehlo.composite', 'stablehlo.custom_call']);

/** Returns whether a value is computed from integers and truth values alone, so that no rounding explains another number. */
export function isExact(value: Value): boolean {
  const ops: Operation[] = [];
  const seen = new Set<Operation>();
  const add = (op: Operation | null): void => {
    if (op === null || seen.has(op)) return;
    seen.add(op);
    ops.push(op);
  };
  if (holdsFloats(value.type)) return false;
  add(value.definingOp);
  // Grows while it is read.
  for (const op of ops) {
    const operands = op.operandValues();
    if (OPAQUE.has(op.name) || [...operands, ...op.results].some(({ type }) => holdsFloats(type)))
      return false;
    for (const { definingOp } of operands) add(definingOp);
    op.walk(add);
    if (op instanceof CallOp) {
      const callee = op.calledFunction();
      if (callee === null) return false;
      callee.walk(add);
    }
  }
  return true;
}

function holdsFloats(type: Type): boolean {
  const kind = arrayTypeOf(type)?.kind ?? null;
  return kind !== null && (isComplexKind(kind) || isFloatKind(kind));
}
