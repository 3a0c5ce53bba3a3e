import {
  constantOf,
  DenseElementsAttr,
  IndexType,
  IntegerType,
  type RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { areCompatibleShapes } from './compatible-types.ts';

/** Returns the integers of a value that is a constant, in row-major order, or `null`. */
export function constantSizes(value: Value): number[] | null {
  const constant = constantOf(value);
  if (!(constant instanceof DenseElementsAttr)) return null;
  const { elementType } = constant.type;
  if (!(elementType instanceof IntegerType || elementType instanceof IndexType)) return null;
  return constant.integers().map(Number);
}

/** Why a shape that is computed can't be that of the result, or `null` when it can or is not known. */
export function shapeOperandProblem(shape: Value, result: RankedTensorType): string | null {
  const sizes = constantSizes(shape);
  if (sizes === null) return null;
  if (sizes.every((size) => size >= 0) && areCompatibleShapes(sizes, result.shape)) return null;
  return `output shape [${sizes.join(', ')}] is incompatible with return type of operation '${String(result)}'`;
}
