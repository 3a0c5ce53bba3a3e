import {
  type Attribute,
  decodeFloat,
  DenseElementsAttr,
  encodeElement,
  FloatType,
  IntegerType,
  type Operation,
  type RankedTensorType,
  readFloatBits,
  type Type,
} from '@shardform/ir-core';
import { tensorType } from '../constraints.ts';
import { type Folded, isFoldable, storedNumbers } from './elements.ts';

type Cast = (number: number | bigint) => number | bigint | null;

/** Folds a change of the element type of a constant, where every element has a counterpart. */
export function foldTypecast(op: Operation, input: Attribute | null | undefined): Folded {
  const type = tensorType(op.getResult().type);
  if (!(input instanceof DenseElementsAttr) || !(input.isSplat || isFoldable(type))) return null;
  const cast = castTo(input.type.elementType, type);
  const numbers = storedNumbers(input).map((number) => cast?.(number) ?? null);
  const known = numbers.filter((number) => number !== null);
  return known.length === numbers.length ? [DenseElementsAttr.fromNumbers(type, known)] : null;
}

function castTo(source: Type, { elementType: target }: RankedTensorType): Cast | null {
  if (target instanceof FloatType) return (number) => asFloat(number, target);
  if (!(target instanceof IntegerType)) return null;
  if (source instanceof FloatType) return (number) => truncated(Number(number), target);
  if (!(source instanceof IntegerType)) return null;
  return (number) => (isKept(BigInt(number), source, target) ? number : null);
}

/** The number, unless it is beyond the format. */
function asFloat(number: number | bigint, target: FloatType): number | null {
  const value = Number(number);
  const rounded = decodeFloat(target.format, readFloatBits(encodeElement(target, value), 0, target));
  const isLost = Number.isFinite(value) && (!Number.isFinite(rounded) || (rounded === 0) !== (value === 0));
  return isLost ? null : value;
}

/** Returns the number rounded towards zero; `null` when it is out of the range of the format. */
function truncated(number: number, target: IntegerType): bigint | null {
  if (!Number.isFinite(number)) return null;
  const integral = BigInt(Math.trunc(number));
  const kept =
    target.signedness === 'unsigned'
      ? BigInt.asUintN(target.width, integral)
      : BigInt.asIntN(target.width, integral);
  return kept === integral ? integral : null;
}

/**
 * Returns true if an integer has the same value in another format. For unsigned formats, the highest bit must be clear.
 */
function isKept(value: bigint, source: IntegerType, target: IntegerType): boolean {
  const bits = BigInt.asUintN(source.width, value);
  if (target.signedness === 'unsigned') {
    return (source.signedness === 'unsigned' || value >= 0n) && bits >> BigInt(target.width) === 0n;
  }
  if (target.signedness === 'signed' && source.signedness === 'signed') {
    return BigInt.asIntN(target.width, value) === value;
  }
  return bits >> BigInt(target.width - 1) === 0n;
}
