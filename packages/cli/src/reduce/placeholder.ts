import {
  ComplexType,
  type Context,
  DenseElementsAttr,
  FloatAttr,
  FloatType,
  IndexType,
  IntegerAttr,
  IntegerType,
  isInstance,
  type Operation,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';

/**
 * Returns a placeholder for the result of an operation that is removed: an operand of the same type, or else a
 * constant. `null` if there is none.
 */
export function placeholderFor(op: Operation, type: Type, context: Context): Value | null {
  const operand = op.operandValues().find((value) => value.type === type);
  if (operand !== undefined) return operand;
  const constant = zeroConstant(op, type, context);
  if (constant === null || op.parent === null) return null;
  op.parent.insertBefore(constant, op);
  return constant.getResult();
}

/** Returns a constant of zeros, detached; `null` for types that have none. */
export function zeroConstant(op: Operation, type: Type, context: Context): Operation | null {
  const value = isInstance(RankedTensorType, type) ? zeroElements(type) : zeroNumber(type);
  if (value === null) return null;
  const dialect = context.dialects.get(isInstance(RankedTensorType, type) ? 'stablehlo' : 'arith');
  return dialect?.materializeConstant?.(value, type, op.location) ?? null;
}

function zeroElements(type: RankedTensorType): DenseElementsAttr | null {
  const { elementType } = type;
  const hasZero = elementType instanceof IntegerType || elementType instanceof FloatType;
  if (!type.hasStaticShape || !hasZero || elementType instanceof ComplexType) return null;
  return DenseElementsAttr.splat(type, 0);
}

function zeroNumber(type: Type): IntegerAttr | FloatAttr | null {
  if (type instanceof IntegerType || type instanceof IndexType) return IntegerAttr.get(0, type);
  return type instanceof FloatType ? FloatAttr.get(0, type) : null;
}
