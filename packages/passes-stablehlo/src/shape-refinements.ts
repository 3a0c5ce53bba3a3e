import {
  type Attribute,
  DenseElementsAttr,
  DYNAMIC,
  i64,
  type Operation,
  RankedTensorType,
  TupleType,
  type Type,
  UnrankedTensorType,
} from '@shardform/ir-core';
import { areCompatibleShapes, constantSizes, shapeText } from '@shardform/dialect-stablehlo';

/** A discardable attribute: for each result the operand that holds its shape. */
export const SHAPE_OPERANDS = 'indices_of_shape_operands';

/** The value by which a constant states that a size is not known. */
const UNKNOWN_SIZE = -(2 ** 63);

/** The shapes of an operation's results, tuples taken apart, as operands say them. */
export interface ShapeRefinements {
  readonly operandIndices: readonly number[];
  readonly shapes: readonly (readonly number[])[];
}

/**
 * Returns the shapes that `indices_of_shape_operands` says of the results; `null` where there is no such attribute or a
 * shape is not constant.
 *
 * @returns a message when the attribute, or what it says, does not fit the operation.
 */
export function shapeRefinements(op: Operation): ShapeRefinements | string | null {
  const attribute = op.getAttr(SHAPE_OPERANDS);
  if (!(attribute instanceof DenseElementsAttr)) return null;
  const types = op.resultTypes().flatMap(partsOf);
  const problem = attributeProblem(attribute, types.length, op.operands.length);
  if (problem !== null) return `${SHAPE_OPERANDS}: ${problem}`;
  const operandIndices = attribute.integers().map(Number);
  const shapes: (readonly number[])[] = [];
  for (const [i, operand] of operandIndices.entries()) {
    const sizes = constantSizes(op.getOperand(operand));
    if (sizes === null) return null;
    const shape = sizes.map((size) => (size === UNKNOWN_SIZE ? DYNAMIC : size));
    if (!fits(shape, types[i]!)) {
      return `refinement #${i} ([${shapeText(shape)}]) must be compatible with operation result #${i} ('${String(types[i])}')`;
    }
    shapes.push(shape);
  }
  return { operandIndices, shapes };
}

function partsOf(type: Type): readonly Type[] {
  return type instanceof TupleType ? type.types.flatMap(partsOf) : [type];
}

function attributeProblem(
  indices: DenseElementsAttr,
  resultCount: number,
  operandCount: number,
): string | null {
  if (indices.type.shape?.length !== 1) return 'must have rank = 1';
  if (indices.type.elementType !== i64) return 'must have i64 element type';
  if (indices.elementCount !== resultCount) {
    return `number of elements (${indices.elementCount}) must be equal to the number of operation results (${resultCount})`;
  }
  const values = indices.integers();
  const at = values.findIndex((value) => value < 0n || value >= BigInt(operandCount));
  if (at < 0) return null;
  return `index #${at} (${values[at]}) must be within bounds for operation operands (from 0 to ${operandCount})`;
}

function fits(shape: readonly number[], type: Type): boolean {
  if (type instanceof UnrankedTensorType) return true;
  return type instanceof RankedTensorType && areCompatibleShapes(shape, type.shape);
}

/** Returns the attributes of an operation without the one that names shape operands. */
export function withoutShapeOperands(op: Operation): readonly (readonly [string, Attribute])[] {
  return op.sortedDiscardable().filter(([name]) => name !== SHAPE_OPERANDS);
}
