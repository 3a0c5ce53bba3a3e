import type { Operation } from '@shardform/ir-core';

/** The reason for which the cost of a program cannot be computed; `op` is the operation at fault. */
export class CostError extends Error {
  override readonly name = 'CostError';
  readonly op: Operation;

  constructor(op: Operation, message: string) {
    super(message);
    this.op = op;
  }
}
