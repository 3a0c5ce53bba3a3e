import {
  constantLike,
  DYNAMIC,
  type Operation,
  RankedTensorType,
  type SpeculatabilityAnswer,
  type Type,
  type Value,
} from '@shardform/ir-core';

/**
 * The condition under which an operation may be executed where the program would not. With sizes that are not known, an
 * operation may fail on operands that don't fit each other, which would be undefined behaviour (StableHLO,
 * `Speculatability`).
 */
type SpeculatabilityRule = (op: Operation) => SpeculatabilityAnswer;

/** All operands have known sizes. */
export const ifOperandsStatic: SpeculatabilityRule = (op) => op.operands.every(hasStaticOperand);

/** Like {@link ifOperandsStatic}, and so may what is in the regions. */
export const recursivelyIfOperandsStatic: SpeculatabilityRule = (op) =>
  op.operands.every(hasStaticOperand) && 'recursively';

/** Each size of a result that is known is known of the operand at its index as well. */
export const ifKnownSizesStay: SpeculatabilityRule = knownSizesStay;

/** Like {@link ifKnownSizesStay}, and so may what is in the regions. */
export const recursivelyIfKnownSizesStay: SpeculatabilityRule = (op) => knownSizesStay(op) && 'recursively';

/** All operands have known sizes, and those from `first` on, which are about shapes, are constants. */
export function ifShapesConstant(first: number): SpeculatabilityRule {
  return (op) =>
    op.operands.every(hasStaticOperand) && op.operands.slice(first).every(({ value }) => isConstant(value));
}

/** Returns true if a value is a constant of the program. */
export function isConstant(value: Value): boolean {
  return value.definingOp?.hasTrait(constantLike) ?? false;
}

/** Returns true if each size that `to` knows is known of `from`, dimensions that `isFree` excepted. */
export function sizesStay(
  from: Type,
  to: Type,
  isFree: (dimension: number) => boolean = () => false,
): boolean {
  if (!(from instanceof RankedTensorType) || !(to instanceof RankedTensorType)) return true;
  return to.shape.every((size, d) => size === DYNAMIC || from.shape[d] !== DYNAMIC || isFree(d));
}

function knownSizesStay(op: Operation): boolean {
  return op.results.every((result, i) => {
    const operand = op.operands[i];
    return operand === undefined || sizesStay(operand.value.type, result.type);
  });
}

function hasStaticOperand({ value: { type } }: { readonly value: Value }): boolean {
  return !(type instanceof RankedTensorType) || type.hasStaticShape;
}
