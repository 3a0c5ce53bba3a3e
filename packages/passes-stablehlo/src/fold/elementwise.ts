import {
  type DenseElementsAttr,
  type IntegerType,
  RankedTensorType,
  type RewritePattern,
} from '@shardform/ir-core';
import { constantElements, replaceByConstant } from '../constant-values.ts';
import { erf, roundAwayFromZero, roundToEven, signOf } from './float-functions.ts';
import {
  floatConstant,
  integerConstant,
  isFoldableFloat,
  isFoldableInteger,
  storedCount,
  storedFloats,
  storedIntegers,
} from './numbers.ts';
import type { FoldOptions } from './options.ts';

/**
 * The functions that compute an operation on one element of its operand: of an integer as its type reads it, the result
 * wrapping to the type; of a float as a double, the result being rounded. `null` where the operation is left for run
 * time.
 */
interface UnaryFunctions {
  readonly integer?: (a: bigint) => bigint;
  readonly float?: (a: number) => number | null;
}

/** The same of one element of each of two operands. */
interface BinaryFunctions {
  readonly integer?: (a: bigint, b: bigint, type: IntegerType) => bigint | null;
  readonly float?: (a: number, b: number) => number;
}

const unaries: Readonly<Record<string, UnaryFunctions>> = {
  'chlo.erf': { float: erf },
  'stablehlo.abs': { integer: (a) => (a < 0n ? -a : a), float: Math.abs },
  'stablehlo.cosine': { float: Math.cos },
  'stablehlo.exponential': { float: Math.exp },
  'stablehlo.log': { float: (a) => (a <= 0 ? null : Math.log(a)) },
  'stablehlo.logistic': { float: (a) => 1 / (1 + Math.exp(-a)) },
  'stablehlo.negate': { integer: (a) => -a, float: (a) => -a },
  'stablehlo.not': { integer: (a) => ~a },
  'stablehlo.round_nearest_afz': { float: roundAwayFromZero },
  'stablehlo.round_nearest_even': { float: roundToEven },
  'stablehlo.rsqrt': { float: (a) => (a <= 0 ? null : 1 / Math.sqrt(a)) },
  'stablehlo.sign': { integer: (a) => (a > 0n ? 1n : a < 0n ? -1n : 0n), float: signOf },
  'stablehlo.sine': { float: Math.sin },
  'stablehlo.sqrt': { float: (a) => (a < 0 ? null : Math.sqrt(a)) },
  'stablehlo.tan': { float: Math.tan },
  'stablehlo.tanh': { float: Math.tanh },
};

const binaries: Readonly<Record<string, BinaryFunctions>> = {
  // Of booleans the sum is "or" (StableHLO spec, "add"); the product, which is "and", comes out right by itself.
  'stablehlo.add': { integer: (a, b, { width }) => (width === 1 ? a | b : a + b), float: (a, b) => a + b },
  'stablehlo.and': { integer: (a, b) => a & b },
  'stablehlo.divide': { integer: (a, b) => (b === 0n ? null : a / b), float: (a, b) => a / b },
  'stablehlo.maximum': { integer: (a, b) => (a > b ? a : b), float: Math.max },
  'stablehlo.minimum': { integer: (a, b) => (a < b ? a : b), float: Math.min },
  'stablehlo.multiply': { integer: (a, b) => a * b, float: (a, b) => a * b },
  'stablehlo.or': { integer: (a, b) => a | b },
  'stablehlo.remainder': { integer: (a, b) => (b === 0n ? null : a % b), float: (a, b) => a % b },
  'stablehlo.subtract': { integer: (a, b) => a - b, float: (a, b) => a - b },
  'stablehlo.xor': { integer: (a, b) => a ^ b },
};

/** Patterns that compute arithmetic on constants. A constant takes no more memory than its operands. */
export function elementwiseFolds(options: FoldOptions): readonly RewritePattern[] {
  return [
    ...Object.entries(unaries).map(([name, functions]) =>
      foldInto(name, ([a], type) => mapUnary(functions, a!, type)),
    ),
    ...Object.entries(binaries).map(([name, functions]) =>
      foldInto(name, ([a, b], type) => mapBinary(functions, a!, b!, type, options)),
    ),
  ];
}

/** A pattern that replaces an operation on constants of the result's type by what `compute` makes of them. */
function foldInto(
  name: string,
  compute: (operands: readonly DenseElementsAttr[], type: RankedTensorType) => DenseElementsAttr | null,
): RewritePattern {
  return {
    name: `fold ${name}`,
    root: name,
    matchAndRewrite(op, rewriter) {
      const { type } = op.getResult();
      if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return false;
      const operands: DenseElementsAttr[] = [];
      for (const { value } of op.operands) {
        const elements = value.type === type ? constantElements(value) : null;
        if (elements === null) return false;
        operands.push(elements);
      }
      const folded = compute(operands, type);
      return folded !== null && replaceByConstant(rewriter, op, folded);
    },
  };
}

function mapUnary(
  { integer, float }: UnaryFunctions,
  operand: DenseElementsAttr,
  type: RankedTensorType,
): DenseElementsAttr | null {
  const { elementType } = type;
  if (isFoldableInteger(elementType) && integer !== undefined) {
    return integerConstant(type, storedIntegers(operand)!.map(integer));
  }
  if (!isFoldableFloat(elementType) || float === undefined) return null;
  const stored = storedFloats(operand);
  if (stored === null) return null;
  for (let i = 0; i < stored.length; i++) {
    const value = float(stored[i]!);
    if (value === null) return null;
    stored[i] = value;
  }
  return floatConstant(type, elementType.format, stored);
}

function mapBinary(
  { integer, float }: BinaryFunctions,
  lhs: DenseElementsAttr,
  rhs: DenseElementsAttr,
  type: RankedTensorType,
  options: FoldOptions,
): DenseElementsAttr | null {
  const { elementType } = type;
  const count = storedCount([lhs, rhs]);
  const [stepA, stepB] = [lhs.isSplat ? 0 : 1, rhs.isSplat ? 0 : 1];
  if (isFoldableInteger(elementType) && integer !== undefined) {
    const [a, b] = [storedIntegers(lhs)!, storedIntegers(rhs)!];
    const results = new Array<bigint>(count);
    for (let i = 0; i < count; i++) {
      const value = integer(a[i * stepA]!, b[i * stepB]!, elementType);
      if (value === null) return null;
      results[i] = value;
    }
    return integerConstant(type, results);
  }
  if (!isFoldableFloat(elementType) || float === undefined || !options.foldsFloats) return null;
  const [a, b] = [storedFloats(lhs), storedFloats(rhs)];
  if (a === null || b === null) return null;
  const results = new Float64Array(count);
  for (let i = 0; i < count; i++) results[i] = float(a[i * stepA]!, b[i * stepB]!);
  return floatConstant(type, elementType.format, results);
}
