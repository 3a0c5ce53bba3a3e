import type { OpReport, RankedTensorType, Type } from '@shardform/ir-core';
import { areCompatibleShapes, shapeText } from '../inference/compatible-types.ts';

/**
 * Returns the type as the only result type of an operation; a message, which stands for a failed inference, is
 * reported.
 */
export function inferredType<T extends Type>(type: T | string, report: OpReport): readonly T[] | null {
  if (typeof type !== 'string') return [type];
  report.error(type);
  return null;
}

/** Checks a result's shape against the one that follows from the operands. */
export function verifyInferredShape(
  inferred: readonly number[],
  result: RankedTensorType,
  report: OpReport,
): boolean {
  if (areCompatibleShapes(inferred, result.shape)) return true;
  return report.error(
    `inferred shape '[${shapeText(inferred)}]' is incompatible with return type of operation '${String(result)}'`,
  );
}
