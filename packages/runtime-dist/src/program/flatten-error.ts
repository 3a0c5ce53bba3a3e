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

/** Loops of blocks may be endless. @throws FlattenError for an operation that goes on in another block. */
export function refuseBranch(op: Operation): void {
  if (op.successors.length === 0) return;
  throw new FlattenError(
    op,
    `'${op.name}' goes on in another block, which is not simulated: use stablehlo.while, stablehlo.if and stablehlo.case`,
  );
}
