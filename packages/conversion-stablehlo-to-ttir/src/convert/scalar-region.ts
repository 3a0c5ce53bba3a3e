import * as shlo from '@shardform/dialect-stablehlo';
import {
  FloatType,
  i1,
  IntegerType,
  isInstance,
  type Operation,
  RankedTensorType,
  type Region,
  type Value,
  zip,
} from '@shardform/ir-core';
import { splatOf } from './constants.ts';

type Numbers = readonly number[];

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  EQ: (a, b) => a === b,
  NE: (a, b) => a !== b,
  GE: (a, b) => a >= b,
  GT: (a, b) => a > b,
  LE: (a, b) => a <= b,
  LT: (a, b) => a < b,
};

/** Computes an operation on scalars, of which truth values are 0 and 1; `null` for all others. */
function computed(op: Operation, operands: Numbers): number | null {
  const [a = 0, b = 0, c = 0] = operands;
  if (op instanceof shlo.CompareOp) return Number(COMPARISONS[op.comparisonDirection.value]!(a, b));
  if (op instanceof shlo.SelectOp) return a === 0 ? c : b;
  if (op instanceof shlo.MaxOp) return Math.max(a, b);
  if (op instanceof shlo.MinOp) return Math.min(a, b);
  const isTruth = op instanceof shlo.NotOp || op instanceof shlo.AndOp || op instanceof shlo.OrOp;
  // Those of integers work on bits.
  if (!isTruth || op.result.type.elementType !== i1) return null;
  if (op instanceof shlo.NotOp) return 1 - a;
  return op instanceof shlo.AndOp ? a * b : Math.max(a, b);
}

/**
 * Computes what a region of scalars returns for ordinary numbers, so that it is known by what it does, however it is
 * written: comparisons, choices and truth values are computed.
 *
 * @returns `null` for regions with other operations.
 */
function evaluated(
  region: Region,
  inputs: Numbers,
  compute: (op: Operation, operands: Numbers) => number | null = computed,
): Numbers | null {
  const block = region.entry;
  const known = new Map<Value, number>(
    zip(block.arguments, inputs).map(([argument, input]) => [argument, input]),
  );
  const numberOf = (value: Value): number | null => {
    const constant = known.has(value) ? null : splatOf(value);
    return known.get(value) ?? (constant === null ? null : Number(constant));
  };
  for (const op of block) {
    const operands = op.operandValues().map(numberOf);
    const isKnown = operands.every((number) => number !== null);
    if (op.definition.isTerminator) return isKnown ? operands : null;
    if (op instanceof shlo.ConstantOp) continue;
    const result = isKnown ? compute(op, operands) : null;
    if (result === null) return null;
    known.set(op.getResult(), result);
  }
  return null;
}

type Relation = (a: number, b: number) => boolean;

/** Pairs of numbers that the first argument of a region may be: in order, in the other order, and equal ones. */
function pairsOf(region: Region): readonly (readonly [number, number])[] {
  const type = region.entry.arguments[0]?.type;
  const elementType = type instanceof RankedTensorType ? type.elementType : null;
  const isUnsigned = elementType instanceof IntegerType && elementType.isUnsigned;
  const numbers = elementType === i1 ? [0, 1] : isUnsigned ? [0, 1, 2, 5] : [-3, 0, 1, 2, 5];
  return numbers.flatMap((a) => numbers.map((b) => [a, b] as const));
}

/** Returns true if a region of two arguments returns whether a relation holds. */
export function isRelation(region: Region, relation: Relation): boolean {
  return pairsOf(region).every(([a, b]) => evaluated(region, [a, b])?.[0] === Number(relation(a, b)));
}

/** Returns true if the comparator of a sort returns whether a relation holds of the first of the tensors. */
export function comparesFirst(op: shlo.SortOp, relation: Relation): boolean {
  const others = op.inputs.slice(1);
  const pairs = [
    [0, 0],
    [0, 1],
    [1, 0],
  ];
  return pairsOf(op.comparator).every(([a, b]) =>
    pairs.every((pair) => {
      const inputs = [a, b, ...others.flatMap(() => pair)];
      return evaluated(op.comparator, inputs)?.[0] === Number(relation(a, b));
    }),
  );
}

/**
 * Returns true if the body of a reduction of numbers and their places returns the number that comes first and its
 * place, of equal ones the least.
 */
export function findsPlace(body: Region, isBefore: Relation): boolean {
  const places = [
    [3, 4],
    [4, 3],
  ] as const;
  return pairsOf(body).every(([a, b]) =>
    places.every(([i, j]) => {
      const isFirst = isBefore(a, b) || (a === b && i < j);
      const made = evaluated(body, [a, i, b, j]);
      return made?.[0] === (isFirst ? a : b) && made[1] === (isFirst ? i : j);
    }),
  );
}

/** Computes an operation on real numbers; see {@link computed}. */
function computedReal(op: Operation, operands: Numbers): number | null {
  const [a = 0, b = 0] = operands;
  if (op instanceof shlo.AddOp) return a + b;
  if (op instanceof shlo.SubtractOp) return a - b;
  if (op instanceof shlo.NegOp) return -a;
  if (op instanceof shlo.AbsOp) return Math.abs(a);
  if (op instanceof shlo.ExpOp) return Math.exp(a);
  if (op instanceof shlo.LogOp) return Math.log(a);
  return op instanceof shlo.Log1pOp ? Math.log1p(a) : computed(op, operands);
}

/** Returns true if a region of two floats returns the logarithm of the sum of their exponentials. */
export function addsExponentials(region: Region): boolean {
  const type = region.entry.arguments[0]?.type;
  if (!(type instanceof RankedTensorType) || !isInstance(FloatType, type.elementType)) return false;
  return pairsOf(region).every(([a, b]) => {
    const [made] = evaluated(region, [a, b], computedReal) ?? [];
    const expected = Math.log(Math.exp(a) + Math.exp(b));
    return made !== undefined && Math.abs(made - expected) <= 1e-12 * Math.max(1, Math.abs(expected));
  });
}
