import {
  type Attribute,
  defineOp,
  type FoldResult,
  type Operation,
  optionalAttr,
  sameOperandsAndResultType,
  storedDefaultAttr,
  type Trait,
  type Type,
  unitAttr,
  type Value,
} from '@shardform/ir-core';
import { elementTypeOrSelf, signlessIntegerLike } from '../type-constraints.ts';
import { integerConstant, integerWidth, mapIntegers } from './elements.ts';
import { IntegerOverflowFlagsAttr } from './flags-attr.ts';
import { integerFunctions } from './integer-arithmetic.ts';
import { poisonOf } from './poison.ts';

const signature = {
  operands: { lhs: signlessIntegerLike, rhs: signlessIntegerLike },
  results: { result: signlessIntegerLike },
} as const;

/** The speculatability of an operation of two integers. */
type BinarySpeculatability = 'always' | ((op: { readonly rhs: Value }) => boolean);

/** Declares an operation of two integers. */
/* @__NO_SIDE_EFFECTS__ */
export function integerBinary(
  name: string,
  summary: string,
  traits: readonly Trait[] = [],
  speculates: BinarySpeculatability = 'always',
) {
  return defineOp(name, {
    summary,
    ...signature,
    traits: [...traits, sameOperandsAndResultType],
    effects: 'none',
    speculates,
    format: '$lhs `,` $rhs attr-dict `:` type($result)',
  });
}

/** Declares an operation of two integers that may be known not to overflow. */
/* @__NO_SIDE_EFFECTS__ */
export function overflowingBinary(name: string, summary: string, traits: readonly Trait[] = []) {
  return defineOp(name, {
    summary,
    ...signature,
    attrs: {
      overflowFlags: storedDefaultAttr(IntegerOverflowFlagsAttr.constraint, IntegerOverflowFlagsAttr.none),
    },
    traits: [...traits, sameOperandsAndResultType],
    effects: 'none',
    speculates: 'always',
    format: '$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)',
  });
}

/** Declares an operation of two integers that may be known to leave no remainder. */
/* @__NO_SIDE_EFFECTS__ */
export function exactBinary(name: string, summary: string, speculates: BinarySpeculatability = 'always') {
  return defineOp(name, {
    summary,
    ...signature,
    attrs: { isExact: optionalAttr(unitAttr) },
    traits: [sameOperandsAndResultType],
    effects: 'none',
    speculates,
    format: '$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)',
  });
}

/** The constant values of an operation's operands. */
export type Constants = readonly (Attribute | null)[];

/** The result of a folder. */
export type Folded = readonly FoldResult[] | null;

/** An operation of two integers, as folders and patterns see it. */
export interface IntegerBinary extends Operation {
  readonly lhs: Value;
  readonly rhs: Value;
  readonly result: Value;
}

/** Bits of an integer type or of the elements of a vector or tensor. */
export function widthOf(type: Type): number {
  return integerWidth(elementTypeOrSelf(type));
}

/** Computes the result from constant operands, by the name of the operation. */
export function foldConstants(op: IntegerBinary, operands: Constants): Folded {
  const poison = poisonOf(operands);
  if (poison !== null) return [poison];
  // Operations of this class are those of the table.
  const name = op.name.slice('arith.'.length) as keyof typeof integerFunctions;
  const width = widthOf(op.result.type);
  const compute = integerFunctions[name];
  const folded = mapIntegers(operands, op.result.type, (a, b) => {
    const result = compute(a, b, width);
    return result === null ? null : BigInt.asUintN(width, result);
  });
  return folded === null ? null : [folded];
}

/** Returns the operands of the operation that defines a value, if it is of a class. */
export function operandsOf(
  value: Value,
  cls: abstract new (...args: never[]) => IntegerBinary,
): readonly [Value, Value] | null {
  const op = value.definingOp;
  return op instanceof cls ? [op.lhs, op.rhs] : null;
}

/** Returns a result that is one integer everywhere. */
export function foldTo(value: bigint | number, op: IntegerBinary): Folded {
  const attribute = integerConstant(value, op.result.type);
  return attribute === null ? null : [attribute];
}
