import type { Operation } from '@shardform/ir-core';

/** Why an operation can't be put on a mesh, which the pass reports there. */
export class MeshError extends Error {
  override readonly name = 'MeshError';
  readonly op: Operation;

  constructor(op: Operation, message: string) {
    super(message);
    this.op = op;
  }
}
