import {
  constantLike,
  DYNAMIC,
  type MemoryEffect,
  type Operation,
  RankedTensorType,
  type Speculatability,
  type Type,
  type Value,
} from '@shardform/ir-core';

/**
 * The condition under which an operation may be executed where the program would not. With sizes that are not known, an
 * operation may fail on operands that don't fit each other, which would be undefined behaviour (StableHLO,
 * `Speculatability`).
 */
export type SpeculatabilityRule = (op: Operation) => Speculatability;

/** Gives the operations of a class a rule; they touch no memory of their own. */
/* @__NO_SIDE_EFFECTS__ */
export function effectFree<C extends { readonly prototype: Operation }>(
  rule: SpeculatabilityRule,
  opClass: C,
): C {
  return speculatable(rule, noEffects(opClass));
}

/** Says of the operations of a class, whose own method answers for speculation, that they touch no memory. */
/* @__NO_SIDE_EFFECTS__ */
export function noEffects<C extends { readonly prototype: Operation }>(opClass: C): C {
  Object.defineProperty(opClass.prototype, 'memoryEffects', { value: () => NO_EFFECTS });
  return opClass;
}

/** Gives the operations of a class a rule, and says nothing of their effects. */
/* @__NO_SIDE_EFFECTS__ */
export function speculatable<C extends { readonly prototype: Operation }>(
  rule: SpeculatabilityRule,
  opClass: C,
): C {
  Object.defineProperty(opClass.prototype, 'speculatability', {
    value(this: Operation) {
      return rule(this);
    },
  });
  return opClass;
}

const NO_EFFECTS: readonly MemoryEffect[] = [];

/** The operation is never executed where the program would not. */
export const never: SpeculatabilityRule = () => 'not-speculatable';

/** All operands have known sizes. */
export const ifOperandsStatic: SpeculatabilityRule = (op) => when(op.operands.every(hasStaticOperand));

/** Like {@link ifOperandsStatic}, and so may what is in the regions. */
export const recursivelyIfOperandsStatic: SpeculatabilityRule = (op) =>
  op.operands.every(hasStaticOperand) ? 'recursively' : 'not-speculatable';

/** Each size of a result that is known is known of the operand at its index as well. */
export const ifKnownSizesStay: SpeculatabilityRule = (op) => when(knownSizesStay(op));

/** Like {@link ifKnownSizesStay}, and so may what is in the regions. */
export const recursivelyIfKnownSizesStay: SpeculatabilityRule = (op) =>
  knownSizesStay(op) ? 'recursively' : 'not-speculatable';

/** All operands have known sizes, and those from `first` on, which are about shapes, are constants. */
export function ifShapesConstant(first: number): SpeculatabilityRule {
  return (op) =>
    when(
      op.operands.every(hasStaticOperand) && op.operands.slice(first).every(({ value }) => isConstant(value)),
    );
}

/** The answer that a condition stands for. */
export function when(condition: boolean): Speculatability {
  return condition ? 'speculatable' : 'not-speculatable';
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
