import type { Operation } from '@shardform/ir-core';

/** An operation that HLO has no form for. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly op: Operation;

  constructor(op: Operation, message: string) {
    super(message);
    this.op = op;
  }
}
