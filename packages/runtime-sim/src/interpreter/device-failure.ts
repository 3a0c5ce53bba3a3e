import type { Operation } from '@shardform/ir-core';

/** Ends the execution of one device; thrown inside it, and caught by the machine. */
export class DeviceFailure extends Error {
  override readonly name = 'DeviceFailure';
  /** The operation that was not executed. */
  readonly op: Operation;

  constructor(op: Operation) {
    super(`failed at '${op.name}'`);
    this.op = op;
  }
}
