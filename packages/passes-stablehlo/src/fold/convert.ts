import {
  type DenseElementsAttr,
  type FloatFormat,
  i1,
  IntegerType,
  pattern,
  type RankedTensorType,
  type RewritePattern,
} from '@shardform/ir-core';
import { ConvertOp } from '@shardform/dialect-stablehlo';
import { constantElements, replaceByConstant } from '../constant-values.ts';
import {
  floatConstant,
  integerConstant,
  isFoldableFloat,
  isFoldableInteger,
  isUnsigned,
  storedFloats,
  storedIntegers,
} from './numbers.ts';
import { type FoldOptions, isWithinLimit } from './options.ts';

/** Converts constants. What does not fit an integer type, and negative zero, are left for run time. */
export function convertFold(options: FoldOptions): RewritePattern {
  return pattern(ConvertOp, 'fold stablehlo.convert', (op, rewriter) => {
    const { type } = op.result;
    // A conversion to the same type is its operand, which a simplification says.
    if (op.operand.type === type) return false;
    const elements = constantElements(op.operand);
    if (elements === null || !isWithinLimit(type, options)) return false;
    const folded = convertElements(elements, type, options);
    return folded !== null && replaceByConstant(rewriter, op, folded);
  });
}

function convertElements(
  elements: DenseElementsAttr,
  type: RankedTensorType,
  { foldsFloats }: FoldOptions,
): DenseElementsAttr | null {
  const [from, to] = [elements.type.elementType, type.elementType];
  if (isFoldableInteger(from) && isFoldableInteger(to)) {
    const integers = storedIntegers(elements)!;
    return integerConstant(type, to === i1 ? integers.map((value) => (value === 0n ? 0n : 1n)) : integers);
  }
  if (!foldsFloats) return null;
  if (isFoldableInteger(from)) {
    if (!isFoldableFloat(to)) return null;
    return floatConstant(
      type,
      to.format,
      storedIntegers(elements)!.map((value) => toDouble(value, to.format)),
    );
  }
  const floats = storedFloats(elements);
  if (floats === null) return null;
  if (isFoldableFloat(to)) return floatConstant(type, to.format, floats);
  if (!isFoldableInteger(to)) return null;
  const integers: bigint[] = [];
  for (const value of floats) {
    const integer = toInteger(value, to);
    if (integer === null) return null;
    integers.push(integer);
  }
  return integerConstant(type, integers);
}

/** A double that rounds to a narrower format as the integer itself would: what is cut off stays visible in its last bit. */
function toDouble(value: bigint, { width }: FloatFormat): number {
  const magnitude = value < 0n ? -value : value;
  const excess = magnitude.toString(2).length - 53;
  if (width === 64 || excess <= 0) return Number(value);
  const shift = BigInt(excess);
  const kept = magnitude >> shift;
  const isExact = kept << shift === magnitude;
  const odd = Number(isExact ? kept : kept | 1n) * 2 ** excess;
  return value < 0n ? -odd : odd;
}

/** A float cut to an integer; of booleans, whether it is not zero. */
function toInteger(value: number, type: IntegerType): bigint | null {
  if (type === i1) return value === 0 ? 0n : 1n;
  if (!Number.isFinite(value) || Object.is(value, -0)) return null;
  const integer = BigInt(Math.trunc(value));
  const { width } = type;
  const wrapped = isUnsigned(type) ? BigInt.asUintN(width, integer) : BigInt.asIntN(width, integer);
  return wrapped === integer ? integer : null;
}
