import type { Operation } from '@shardform/ir-core';

/** Why a function can't be simulated; `op` is where. */
export class FlattenError extends Error {
  override readonly name = 'FlattenError';
  readonly op: Operation;

  constructor(op: Operation, message: string) {
    super(message);
    this.op = op;
  }
}
