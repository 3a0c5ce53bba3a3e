import { bf16, f16, f32, FloatType, IntegerType, type Type } from '@shardform/ir-core';

/** The number formats of the hardware. `bfp` formats share one exponent between elements. */
export const dataTypes = [
  'f32',
  'f16',
  'bf16',
  'bfp_f8',
  'bfp_bf8',
  'bfp_f4',
  'bfp_bf4',
  'bfp_f2',
  'bfp_bf2',
  'u32',
  'u16',
  'u8',
  'si32',
  'i1',
] as const;
/** A number format of the hardware; block formats such as `bfp_bf8` share exponents. */
export type DataType = (typeof dataTypes)[number];

const ELEMENT: Readonly<Record<DataType, FloatType | IntegerType>> = {
  f32,
  f16,
  bf16,
  bfp_f8: f16,
  bfp_bf8: bf16,
  bfp_f4: f16,
  bfp_bf4: bf16,
  bfp_f2: f16,
  bfp_bf2: bf16,
  u32: IntegerType.get(32, 'unsigned'),
  u16: IntegerType.get(16, 'unsigned'),
  u8: IntegerType.get(8, 'unsigned'),
  si32: IntegerType.get(32, 'signed'),
  i1: IntegerType.get(1),
};

/** Returns the element type of tensors in a format; block formats count as the float type that they stand for. */
export function elementTypeOf(dataType: DataType): FloatType | IntegerType {
  return ELEMENT[dataType];
}

/** Returns the format that stores elements of a type, or `null` when the hardware has none. */
export function dataTypeOf(element: Type): DataType | null {
  if (element === f32) return 'f32';
  if (element === f16) return 'f16';
  if (element === bf16) return 'bf16';
  if (!(element instanceof IntegerType)) return null;
  if (element.width === 1) return 'i1';
  const word = `${element.isUnsigned ? 'u' : 'si'}${element.width}`;
  // The list of words, searched for any text; a word that is found is one of them.
  return (dataTypes as readonly string[]).includes(word) ? (word as DataType) : null;
}

/**
 * Returns the element type that the hardware computes with instead of `element`: booleans become bf16, 64-bit numbers
 * 32-bit ones, and integers that are not unsigned `si32`.
 */
export function normalizedElementType(element: Type): Type {
  if (element instanceof FloatType) return element.width > 32 ? f32 : element;
  if (!(element instanceof IntegerType)) return element;
  if (element.width === 1) return bf16;
  if (!element.isUnsigned) return ELEMENT.si32;
  return element.width > 32 ? ELEMENT.u32 : element;
}

/** Bits of sign, exponent and mantissa; those of block formats without the exponent that they share. */
interface Precision {
  readonly isFloat: boolean;
  readonly exponent: number;
  /** Bits of the mantissa, or those of an integer's magnitude. */
  readonly digits: number;
  readonly isSigned: boolean;
}

/* @__NO_SIDE_EFFECTS__ */
function float(exponent: number, digits: number): Precision {
  return { isFloat: true, exponent, digits, isSigned: true };
}

/* @__NO_SIDE_EFFECTS__ */
function integer(digits: number, isSigned = false): Precision {
  return { isFloat: false, exponent: 0, digits, isSigned };
}

const PRECISION: Readonly<Record<DataType, Precision>> = {
  f32: /* @__PURE__ */ float(8, 23),
  f16: /* @__PURE__ */ float(5, 10),
  bf16: /* @__PURE__ */ float(8, 7),
  bfp_f8: /* @__PURE__ */ float(5, 7),
  bfp_bf8: /* @__PURE__ */ float(8, 7),
  bfp_f4: /* @__PURE__ */ float(5, 3),
  bfp_bf4: /* @__PURE__ */ float(8, 3),
  bfp_f2: /* @__PURE__ */ float(5, 1),
  bfp_bf2: /* @__PURE__ */ float(8, 1),
  u32: /* @__PURE__ */ integer(32),
  u16: /* @__PURE__ */ integer(16),
  u8: /* @__PURE__ */ integer(8),
  si32: /* @__PURE__ */ integer(31, true),
  i1: /* @__PURE__ */ integer(1),
};

/** Returns true for floating-point formats. */
export function isFloatFormat(dataType: DataType): boolean {
  return PRECISION[dataType].isFloat;
}

/**
 * Returns true if numbers lose their fractions on the way from the first format over the second to the third, as in
 * programs that truncate to whole numbers.
 */
export function isTruncation([source, between, target]: readonly (DataType | null)[]): boolean {
  if (!source || !between || !target) return false;
  return isFloatFormat(source) && !isFloatFormat(between) && isFloatFormat(target);
}

/**
 * Returns true if integers come back to the range of the second format on the way from the first over it to the third, which
 * shows in the third: as a float, or as a wider integer.
 */
export function isWrapping([source, between, target]: readonly (DataType | null)[]): boolean {
  if (!source || !between || !target || isFloatFormat(source) || isFloatFormat(between)) return false;
  return !isExact(source, between) && (isFloatFormat(target) || bitsOf(target) > bitsOf(between));
}

function bitsOf(dataType: DataType): number {
  const { digits, isSigned } = PRECISION[dataType];
  return digits + Number(isSigned);
}

/** Returns true if every number of one format is representable in the other. */
export function isExact(from: DataType, to: DataType): boolean {
  const [source, target] = [PRECISION[from], PRECISION[to]];
  if (source.isFloat && (!target.isFloat || source.exponent > target.exponent)) return false;
  if (!target.isFloat && source.isSigned && !target.isSigned) return false;
  return source.digits <= target.digits;
}
