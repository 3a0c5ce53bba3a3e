import { isExceededLimit, type Operation } from '@shardform/ir-core';
import { ExecutionError } from './execution-error.ts';

/** Attaches the operation to an error of a kernel, such as sizes that do not match. */
export function located(error: unknown, op: Operation): unknown {
  if (isExceededLimit(error)) return new ExecutionError(op, error.message, { cause: error });
  const isRefusal = error instanceof RangeError || (error instanceof Error && error.name === 'Error');
  if (!isRefusal) return error;
  // V8's words for storage that is longer than it can be, and for more than there is.
  const lacksMemory = /^Invalid typed array length|^Array buffer allocation failed/.test(error.message);
  const message = lacksMemory
    ? `'${op.name}' needs more memory than this machine has: ${resultTypes(op)}`
    : error.message;
  return new ExecutionError(op, message, { cause: error });
}

function resultTypes(op: Operation): string {
  return op.results.map(({ type }) => String(type)).join(', ');
}
