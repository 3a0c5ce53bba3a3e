import {
  ComplexType,
  FloatType,
  IndexType,
  IntegerType,
  type Operation,
  RankedTensorType,
  type Tensor,
  type Type,
  type Value,
} from '@shardform/ir-core';

function isContinuous(type: Type): boolean {
  return type instanceof FloatType || (type instanceof ComplexType && type.elementType instanceof FloatType);
}

/** Returns true if a value can have a gradient: a tensor of floating-point or complex numbers of a static shape. */
export function isDifferentiable(value: Value): value is Tensor {
  const { type } = value;
  return type instanceof RankedTensorType && type.hasStaticShape && isContinuous(type.elementType);
}

/**
 * Returns true if a value is discrete, so that no gradient passes through it: tensors of integers and truth values. All
 * others that no gradient can be given to, such as tuples, tokens and tensors of dynamic shapes, may hide a dependence.
 */
export function isDiscrete({ type }: Value): boolean {
  if (!(type instanceof RankedTensorType)) return false;
  return type.elementType instanceof IntegerType || type.elementType instanceof IndexType;
}

/** Returns the operands of an operation, and the values from outside that its regions use. Each is listed once. */
export function usedValues(op: Operation): readonly Value[] {
  if (op.regions.length === 0) return op.operandValues();
  return [...new Set([...op.operandValues(), ...capturedValues(op)])];
}

/** Returns the values from outside that the regions of an operation use. Each is listed once. */
export function capturedValues(op: Operation): readonly Value[] {
  const captured = new Set<Value>();
  op.walk((inner) => {
    if (inner === op) return;
    for (const value of inner.operandValues()) if (!isDefinedInside(value, op)) captured.add(value);
  });
  return [...captured];
}

function isDefinedInside(value: Value, op: Operation): boolean {
  const block = value.definingOp === null ? value.parentBlock : value.definingOp.parent;
  const owner = block?.parentOp ?? null;
  return owner !== null && (owner === op || owner.isInside(op));
}

/**
 * Returns the values that depend on `sources` and that a gradient may have to go through: all but tensors of integers
 * and truth values.
 *
 * @param ops in program order.
 */
export function activeValues(ops: Iterable<Operation>, sources: Iterable<Value>): Set<Value> {
  const active = new Set<Value>(sources);
  for (const op of ops) {
    if (!usedValues(op).some((value) => active.has(value))) continue;
    for (const result of op.results) if (!isDiscrete(result)) active.add(result);
  }
  return active;
}
