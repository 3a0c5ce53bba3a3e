import {
  type Operation,
  type OpReport,
  RankedTensorType,
  type Type,
  UnrankedTensorType,
} from '@shardform/ir-core';
import { mostSpecificType } from '../inference/compatible-types.ts';
import { inferredType } from '../ops/inferred.ts';

/** Returns the type that all operands of an elementwise op describe together; of unknown rank when all are. */
export function inferAlike(op: Operation, report: OpReport): readonly Type[] | null {
  const types = op.operandTypes();
  const ranked = types.filter((type) => type instanceof RankedTensorType);
  return ranked.length === 0 ? [types[0]!] : inferredType(mostSpecificType(ranked), report);
}

/** Returns a tensor of the same shape with other elements. */
export function withElementType(type: Type, elementType: Type): Type {
  return type instanceof RankedTensorType
    ? type.withElementType(elementType)
    : UnrankedTensorType.get(elementType);
}
