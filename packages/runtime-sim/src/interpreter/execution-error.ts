import type { Operation } from '@shardform/ir-core';

/** A program that can't be executed, or went wrong; `op` is where. */
export class ExecutionError extends Error {
  override readonly name = 'ExecutionError';
  readonly op: Operation;

  constructor(op: Operation, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.op = op;
  }
}
