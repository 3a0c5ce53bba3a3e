import { type Operation, OpReport, RankedTensorType, type Type } from '@shardform/ir-core';
import type { Padder } from './padder.ts';

/**
 * Gives the results of an operation the sizes that follow from its operands, and at least those that their shardings
 * require. The values of the added elements are unspecified.
 */
export function padGeneric(op: Operation, padder: Padder): void {
  const { result: inferred } = padder.context.diagnostics.capture(() =>
    op.definition.infer?.(op, new OpReport(op, padder.context)),
  );
  for (const result of op.results) {
    const padded = padder.divisibleType(result.type, padder.shardingOf(result));
    padder.setType(result, greatest(padded, inferred?.[result.index]));
  }
}

function greatest(padded: Type, inferred: Type | undefined): Type {
  if (!(padded instanceof RankedTensorType && inferred instanceof RankedTensorType)) return padded;
  if (inferred.rank !== padded.rank) return padded;
  return padded.withShape(padded.shape.map((size, d) => Math.max(size, inferred.dimSize(d))));
}
