import type { CallOp } from '@shardform/dialect-func';
import { DynamicUpdateSliceOp } from '@shardform/dialect-stablehlo';
import { type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import { memoryRole, READING_PARTS } from './operation-kinds.ts';

/** The memory that a kernel reads and writes. */
export interface KernelMemory {
  /** Bytes that it reads of each operand where that isn't the whole. */
  readonly reads: readonly (number | null)[];
  /** Bytes that it writes where that isn't all of its results. */
  readonly writes: number | null;
}

/**
 * Returns the memory that a fusion reads and writes: of operands that it only takes slices of, the slices; of results that are
 * operands with another slice, the slice.
 *
 * @param bytesOf returns the bytes of a type.
 */
export function fusionMemory(call: CallOp, bytesOf: (value: Value) => number): KernelMemory {
  const block = call.calledFunction()?.body.entry;
  const returned = block?.terminator?.operandValues() ?? [];
  const reads = block?.arguments.map((argument) => bytesRead(argument, bytesOf)) ?? [];
  const updates = returned.map((value) => updateOf(value));
  if (updates.every((update) => update === null)) return { reads, writes: null };
  const written = returned.map((value, i) => bytesOf(updates[i]?.getOperand(1) ?? value));
  return { reads, writes: written.reduce((sum, bytes) => sum + bytes, 0) };
}

/** Bytes of slices, or `null` for the whole. */
function bytesRead(value: Value, bytesOf: (value: Value) => number): number | null {
  let bytes = 0;
  for (const user of value.users()) {
    const isFirst = user.getOperand(0) === value;
    if (isFirst && READING_PARTS.has(user.name)) bytes += bytesOf(user.getResult());
    else if (isFirst && user instanceof DynamicUpdateSliceOp && isReturned(user)) continue;
    else if (isFirst && isView(user)) {
      const part = bytesRead(user.getResult(), bytesOf);
      if (part === null) return null;
      bytes += part;
    } else return null;
  }
  return bytes;
}

function isReturned(op: Operation): boolean {
  return op
    .getResult()
    .users()
    .every((user) => user.definition.isTerminator || (isView(user) && isReturned(user)));
}

function isView(op: Operation): boolean {
  return (
    memoryRole(op.name) === 'view' &&
    op.results.length === 1 &&
    op.getOperand(0).type instanceof RankedTensorType
  );
}

/** The update of a slice that a value is, perhaps of another shape. */
function updateOf(value: Value): DynamicUpdateSliceOp | null {
  const op = value.definingOp;
  if (op instanceof DynamicUpdateSliceOp) return op;
  return op !== null && isView(op) ? updateOf(op.getOperand(0)) : null;
}
