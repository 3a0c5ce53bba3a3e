import { formatDiagnostic, note, positionOf } from '@shardform/ir-core';
import type { ExecutionError } from '@shardform/runtime-sim';

/** Returns the message of a failed execution, with its location in the program. */
export function describeExecutionError(error: ExecutionError): string {
  const { location } = error.op;
  const message = positionOf(location) === null ? `${error.message} ('${error.op.name}')` : error.message;
  const notes = error.notes.map(({ op, message: text }) => note(op.location, text));
  return formatDiagnostic({ severity: 'error', message, location, notes });
}
