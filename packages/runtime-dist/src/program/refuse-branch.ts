import { CostError } from '@shardform/cost-model';
import type { Operation } from '@shardform/ir-core';

/** Loops of blocks may be endless. @throws CostError for an operation that goes on in another block. */
export function refuseBranch(op: Operation): void {
  if (op.successors.length === 0) return;
  throw new CostError(
    op,
    `'${op.name}' goes on in another block, which is not simulated: use stablehlo.while, stablehlo.if and stablehlo.case`,
  );
}
