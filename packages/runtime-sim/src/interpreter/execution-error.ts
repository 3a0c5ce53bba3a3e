import type { Operation } from '@shardform/ir-core';

/** Something about another operation that explains an error. */
export interface ExecutionNote {
  readonly op: Operation;
  readonly message: string;
}

/** A program that can't be executed, or went wrong; `op` is where. */
export class ExecutionError extends Error {
  override readonly name = 'ExecutionError';
  readonly op: Operation;
  readonly notes: readonly ExecutionNote[];

  constructor(
    op: Operation,
    message: string,
    options: ErrorOptions & { notes?: readonly ExecutionNote[] } = {},
  ) {
    super(message, options);
    this.op = op;
    this.notes = options.notes ?? [];
  }
}
