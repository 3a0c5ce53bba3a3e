import type { ReductionOp } from '../attrs/reduction-op.ts';

/** Reductions by their numbers in bytecode (Shardy, `enums.td`). */
export const reductionOps: readonly ReductionOp[] = ['sum', 'max', 'min'];
