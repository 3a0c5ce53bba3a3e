import type { Operation } from '@shardform/ir-core';

/** Why a function can't be differentiated; `op` is where. */
export class DifferentiationError extends Error {
  override readonly name = 'DifferentiationError';
  readonly op: Operation;

  constructor(op: Operation, message: string) {
    super(message);
    this.op = op;
  }
}
