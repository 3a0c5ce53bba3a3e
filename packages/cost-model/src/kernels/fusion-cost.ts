import type { CallOp } from '@shardform/dialect-func';
import { DynamicUpdateSliceOp } from '@shardform/dialect-stablehlo';
import { type Context, type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import { kernelCost, memoryRole } from './kernel-cost.ts';
import { bytesOfType, bytesOfTypes } from './tensor-size.ts';

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
 */
export function fusionMemory(call: CallOp, context: Context): KernelMemory {
  const block = call.calledFunction()?.body.entry;
  const returned = block?.terminator?.operandValues() ?? [];
  const reads = block?.arguments.map((argument) => bytesRead(argument, context)) ?? [];
  const updates = returned.map((value) => updateOf(value, context));
  if (updates.every((update) => update === null)) return { reads, writes: null };
  const written = returned.map((value, i) => bytesOfType((updates[i]?.update ?? value).type));
  return { reads, writes: written.reduce((sum, bytes) => sum + bytes, 0) };
}

/** Bytes of slices, or `null` for the whole. */
function bytesRead(value: Value, context: Context): number | null {
  let bytes = 0;
  for (const user of value.users()) {
    const isFirst = user.getOperand(0) === value;
    if (isFirst && context.query(kernelCost, user)?.readsPart === true)
      bytes += bytesOfTypes(user.resultTypes());
    else if (isFirst && user instanceof DynamicUpdateSliceOp && isReturned(user, context)) continue;
    else if (isFirst && isView(user, context)) {
      const part = bytesRead(user.getResult(), context);
      if (part === null) return null;
      bytes += part;
    } else return null;
  }
  return bytes;
}

function isReturned(op: Operation, context: Context): boolean {
  return op
    .getResult()
    .users()
    .every((user) => user.definition.isTerminator || (isView(user, context) && isReturned(user, context)));
}

function isView(op: Operation, context: Context): boolean {
  return (
    memoryRole(op, context) === 'view' &&
    op.results.length === 1 &&
    op.getOperand(0).type instanceof RankedTensorType
  );
}

/** The update of a slice that a value is, perhaps of another shape. */
function updateOf(value: Value, context: Context): DynamicUpdateSliceOp | null {
  const op = value.definingOp;
  if (op instanceof DynamicUpdateSliceOp) return op;
  return op !== null && isView(op, context) ? updateOf(op.getOperand(0), context) : null;
}
