import {
  type AttrConstraint,
  constantOf,
  decodeFloat,
  defineOp,
  defineTrait,
  FloatType,
  i1,
  i64,
  IntegerAttr,
  storedDefaultAttr,
  type Trait,
} from '@shardform/ir-core';
import { boolLike, elementTypeOrSelf, floatLike, signlessIntegerLike } from '../type-constraints.ts';
import { floatOf, integerConstant, integerOf, mapElements, signed } from './elements.ts';
import { enumAttr } from './enum-attr.ts';
import { boolTypeLike } from './extended-ops.ts';
import { FastMathFlagsAttr } from './flags-attr.ts';
import { type Constants, type Folded, widthOf } from './integer-binary.ts';
import { ExtSIOp, ExtUIOp } from './integer-cast-ops.ts';
import { poisonOf } from './poison.ts';

/** The comparisons of integers in the order of their numbers. */
export const integerPredicates = [
  'eq',
  'ne',
  'slt',
  'sle',
  'sgt',
  'sge',
  'ult',
  'ule',
  'ugt',
  'uge',
] as const;

/** A comparison of integers; see {@link integerPredicates}. */
export type IntegerPredicate = (typeof integerPredicates)[number];

/** The comparisons of floats in the order of their numbers. */
export const floatPredicates = [
  'false',
  'oeq',
  'ogt',
  'oge',
  'olt',
  'ole',
  'one',
  'ord',
  'ueq',
  'ugt',
  'uge',
  'ult',
  'ule',
  'une',
  'uno',
  'true',
] as const;

/** The operands have one type, and the result is of `i1` in their shape. */
const comparesOperands: Trait = /* @__PURE__ */ defineTrait({
  name: 'SameTypeOperands',
  verify: (op, report) =>
    op.getOperand(0).type === op.getOperand(1).type ||
    report.opError('requires all operands to have the same type'),
  resolveTypes(resolution) {
    const type = resolution.typeOf('lhs');
    if (type === null) return;
    resolution.setType('rhs', type);
    resolution.setType('result', boolTypeLike(type));
  },
});

const boolResult: Trait = /* @__PURE__ */ defineTrait({
  name: 'BoolResult',
  verify: (op, report) =>
    op.getResult().type === boolTypeLike(op.getOperand(0).type) ||
    report.opError('failed to verify that result type has i1 element type and same shape as operands'),
});

const predicateOf = (words: readonly string[]): AttrConstraint<IntegerAttr> =>
  enumAttr(i64, words, 'predicate');

/** Compares integers (MLIR, `arith.cmpi`). */
export class CmpIOp extends defineOp('arith.cmpi', {
  summary: 'integer comparison operation',
  attrs: { predicate: predicateOf(integerPredicates) },
  operands: { lhs: signlessIntegerLike, rhs: signlessIntegerLike },
  results: { result: boolLike },
  traits: [boolResult, comparesOperands],
  effects: 'none',
  speculates: 'always',
  format: '$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)',
  infer: (op) => [boolTypeLike(op.lhs.type)],
}) {
  get comparison(): IntegerPredicate {
    return integerPredicates[this.predicate.number]!;
  }

  override fold(operands: Constants): Folded {
    const { comparison } = this;
    if (this.lhs === this.rhs) {
      const holds = ['eq', 'sle', 'sge', 'ule', 'uge'].includes(comparison);
      const result = integerConstant(holds ? 1 : 0, this.result.type);
      return result === null ? null : [result];
    }
    if (integerOf(operands[1]!) === 0n && comparison === 'ne') {
      const { definingOp } = this.lhs;
      const isExtended = definingOp instanceof ExtSIOp || definingOp instanceof ExtUIOp;
      if (isExtended && elementTypeOrSelf(definingOp.in.type) === i1) return [definingOp.in];
    }
    if (operands[0] !== null && operands[1] === null) {
      const [lhs, rhs] = this.operandValues();
      this.setOperands([rhs!, lhs!]);
      this.predicate = predicateAttr(SWAPPED[comparison]);
      return [this.result];
    }
    const poison = poisonOf(operands);
    if (poison !== null) return [poison];
    const width = widthOf(this.lhs.type);
    const folded = mapElements(operands, this.result.type, (a, b) =>
      compareIntegers(comparison, BigInt(a), BigInt(b), width) ? 1n : 0n,
    );
    return folded === null ? null : [folded];
  }
}

/** Returns the attribute of a comparison. */
export function predicateAttr(predicate: IntegerPredicate): IntegerAttr {
  return IntegerAttr.get(integerPredicates.indexOf(predicate), i64);
}

const SWAPPED: Readonly<Record<IntegerPredicate, IntegerPredicate>> = {
  eq: 'eq',
  ne: 'ne',
  slt: 'sgt',
  sle: 'sge',
  sgt: 'slt',
  sge: 'sle',
  ult: 'ugt',
  ule: 'uge',
  ugt: 'ult',
  uge: 'ule',
};

/** The comparison that holds when another does not. */
export const inversePredicate: Readonly<Record<IntegerPredicate, IntegerPredicate>> = {
  eq: 'ne',
  ne: 'eq',
  slt: 'sge',
  sle: 'sgt',
  sgt: 'sle',
  sge: 'slt',
  ult: 'uge',
  ule: 'ugt',
  ugt: 'ule',
  uge: 'ult',
};

function compareIntegers(predicate: IntegerPredicate, a: bigint, b: bigint, width: number): boolean {
  if (predicate === 'eq') return a === b;
  if (predicate === 'ne') return a !== b;
  const isSigned = predicate.startsWith('s');
  const [x, y] = isSigned ? [signed(a, width), signed(b, width)] : [a, b];
  switch (predicate.slice(1)) {
    case 'lt':
      return x < y;
    case 'le':
      return x <= y;
    case 'gt':
      return x > y;
    default:
      return x >= y;
  }
}

type FloatPredicate = (typeof floatPredicates)[number];

/** Compares floats (MLIR, `arith.cmpf`): `o…` is false and `u…` true when one is NaN. */
export class CmpFOp extends defineOp('arith.cmpf', {
  summary: 'floating-point comparison operation',
  attrs: {
    predicate: predicateOf(floatPredicates),
    fastmath: storedDefaultAttr(FastMathFlagsAttr.constraint, FastMathFlagsAttr.none),
  },
  operands: { lhs: floatLike, rhs: floatLike },
  results: { result: boolLike },
  traits: [boolResult, comparesOperands],
  effects: 'none',
  speculates: 'always',
  format: '$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)',
  infer: (op) => [boolTypeLike(op.lhs.type)],
}) {
  get comparison(): FloatPredicate {
    return floatPredicates[this.predicate.number]!;
  }

  override fold(operands: Constants): Folded {
    const { comparison } = this;
    const type = elementTypeOrSelf(this.lhs.type);
    if (!(type instanceof FloatType)) return null;
    const poison = poisonOf(operands);
    if (poison !== null) return [poison];
    const number = (bits: bigint | number): number => decodeFloat(type.format, bits);
    const folded =
      mapElements(operands, this.result.type, (a, b) =>
        compareFloats(comparison, number(a), number(b)) ? 1n : 0n,
      ) ?? this.#foldNan(comparison);
    return folded === null ? null : [folded];
  }

  /** One NaN decides without the other operand. */
  #foldNan(comparison: FloatPredicate): ReturnType<typeof integerConstant> {
    const isNan = this.operandValues().some((value) => Number.isNaN(floatOf(constantOf(value)) ?? 0));
    return isNan ? integerConstant(compareFloats(comparison, NaN, NaN) ? 1 : 0, this.result.type) : null;
  }
}

function compareFloats(predicate: FloatPredicate, a: number, b: number): boolean {
  if (predicate === 'true' || predicate === 'false') return predicate === 'true';
  const isUnordered = Number.isNaN(a) || Number.isNaN(b);
  if (predicate === 'ord') return !isUnordered;
  if (isUnordered) return predicate.startsWith('u');
  switch (predicate.slice(1)) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    default:
      return false;
  }
}
