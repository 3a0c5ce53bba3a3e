import { type DenseElementsAttr, pattern, type RewritePattern } from '@shardform/ir-core';
import { ClampOp, CompareOp, SelectOp } from '@shardform/dialect-stablehlo';
import { constantElements, replaceByConstant } from '../constant-values.ts';
import { elementBytes } from './element-moves.ts';
import {
  floatConstant,
  integerConstant,
  isFoldableFloat,
  isFoldableInteger,
  storedCount,
  storedFloats,
  storedIntegers,
} from './numbers.ts';
import { type FoldOptions, isWithinLimit } from './options.ts';

type Direction = CompareOp['comparisonDirection']['value'];

/** Returns true if two numbers are in a relation, by IEEE 754 where one of them is NaN. */
function isInRelation<T extends number | bigint>(direction: Direction, a: T, b: T): boolean {
  switch (direction) {
    case 'EQ':
      return a === b;
    case 'NE':
      return a !== b;
    case 'GE':
      return a >= b;
    case 'GT':
      return a > b;
    case 'LE':
      return a <= b;
    case 'LT':
      return a < b;
  }
}

/** Compares constants; the total order of floats, which tells zeros and NaNs apart, is left for run time. */
const compareFold = /* @__PURE__ */ pattern(CompareOp, 'fold stablehlo.compare', (op, rewriter) => {
  const { type } = op.result;
  const [lhs, rhs] = [constantElements(op.lhs), constantElements(op.rhs)];
  if (lhs === null || rhs?.type !== lhs.type || !type.hasStaticShape) return false;
  const numbers = comparable(lhs, rhs, op.compareType?.value ?? 'NOTYPE');
  if (numbers === null) return false;
  const [a, b] = numbers;
  const direction = op.comparisonDirection.value;
  const [stepA, stepB] = [lhs.isSplat ? 0 : 1, rhs.isSplat ? 0 : 1];
  const results = Array.from({ length: storedCount([lhs, rhs]) }, (_, i) =>
    isInRelation(direction, a[i * stepA]!, b[i * stepB]!) ? 1n : 0n,
  );
  return replaceByConstant(rewriter, op, integerConstant(type, results));
});

type Numbers = ArrayLike<number | bigint>;

function comparable(
  lhs: DenseElementsAttr,
  rhs: DenseElementsAttr,
  compareType: string,
): [Numbers, Numbers] | null {
  const { elementType } = lhs.type;
  if (isFoldableInteger(elementType)) {
    const [a, b] = [storedIntegers(lhs)!, storedIntegers(rhs)!];
    if (compareType !== 'UNSIGNED') return [a, b];
    const unsigned = (value: bigint): bigint => BigInt.asUintN(elementType.width, value);
    return [a.map(unsigned), b.map(unsigned)];
  }
  const [a, b] = [storedFloats(lhs), storedFloats(rhs)];
  return a === null || b === null || compareType === 'TOTALORDER' ? null : [a, b];
}

/** Chooses among constants. A predicate of one element chooses for all. */
export function selectFold(options: FoldOptions): RewritePattern {
  return pattern(SelectOp, 'fold stablehlo.select', (op, rewriter) => {
    const { type } = op.result;
    const [pred, onTrue, onFalse] = [op.pred, op.onTrue, op.onFalse].map(constantElements);
    if (pred == null || onTrue == null || onFalse == null || !type.hasStaticShape) return false;
    if (onTrue.type !== type || onFalse.type !== type) return false;
    if (pred.isSplat) return replaceByConstant(rewriter, op, pred.bytes[0] === 1 ? onTrue : onFalse);
    if (!isWithinLimit(type, options)) return false;
    return replaceByConstant(
      rewriter,
      op,
      elementBytes(type, type.elementCount, (i) => [pred.bytes[i] === 1 ? onTrue : onFalse, i]),
    );
  });
}

/** Bounds constants of one type: scalar bounds are left, as by upstream. A NaN among three elements is the result. */
function clampFold(options: FoldOptions): RewritePattern {
  return pattern(ClampOp, 'fold stablehlo.clamp', (op, rewriter) => {
    const { type } = op.result;
    const constants: DenseElementsAttr[] = [];
    for (const value of [op.min, op.operand, op.max]) {
      const elements = constantElements(value);
      if (elements?.type !== type) return false;
      constants.push(elements);
    }
    const isSplat = constants.every((elements) => elements.isSplat);
    if (!isSplat && !isWithinLimit(type, options)) return false;
    const count = storedCount(constants);
    const at = (i: number, operand: number): number => (constants[operand]!.isSplat ? 0 : i);
    const { elementType } = type;
    if (isFoldableInteger(elementType)) {
      const [min, x, max] = constants.map((elements) => storedIntegers(elements)!);
      const results = Array.from({ length: count }, (_, i) => {
        const [low, value, high] = [min![at(i, 0)]!, x![at(i, 1)]!, max![at(i, 2)]!];
        const raised = value < low ? low : value;
        return raised > high ? high : raised;
      });
      return replaceByConstant(rewriter, op, integerConstant(type, results));
    }
    if (!isFoldableFloat(elementType) || !options.foldsFloats) return false;
    const [min, x, max] = constants.map(storedFloats);
    if (min == null || x == null || max == null) return false;
    const results = Array.from({ length: count }, (_, i) =>
      Math.min(Math.max(min[at(i, 0)]!, x[at(i, 1)]!), max[at(i, 2)]!),
    );
    return replaceByConstant(rewriter, op, floatConstant(type, elementType.format, results));
  });
}

/** Patterns that compare, choose and bound constants. */
export function choiceFolds(options: FoldOptions): readonly RewritePattern[] {
  return [compareFold, selectFold(options), clampFold(options)];
}
