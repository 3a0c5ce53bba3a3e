import type { Operation } from '@shardform/ir-core';

/** Ends the execution of one device; thrown inside it, and caught by the machine. */
export class DeviceFailure extends Error {
  override readonly name = 'DeviceFailure';
  /** What the device was about to execute. */
  readonly op: Operation;

  constructor(op: Operation) {
    super(`failed at '${op.name}'`);
    this.op = op;
  }
}
