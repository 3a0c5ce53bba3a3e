import type { Parser } from '@shardform/ir-core';

/** The operation that combines partial values along unreduced axes. */
export type ReductionOp = 'sum' | 'max' | 'min';

/** `sum`, `max` or `min` if one stands here; `sum` otherwise. */
export function parseOptionalReductionOp(parser: Parser): ReductionOp {
  for (const op of ['sum', 'max', 'min'] as const) if (parser.acceptKeyword(op)) return op;
  return 'sum';
}
