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
  'bool',
] as const;
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
  bool: IntegerType.get(1),
};

/** The element type of tensors in a format; block formats count as the float type that they stand for. */
export function elementTypeOf(dataType: DataType): FloatType | IntegerType {
  return ELEMENT[dataType];
}

/** The format that stores elements of a type, or `null` when the hardware has none. */
export function dataTypeOf(element: Type): DataType | null {
  if (element === f32) return 'f32';
  if (element === f16) return 'f16';
  if (element === bf16) return 'bf16';
  if (!(element instanceof IntegerType)) return null;
  if (element.width === 1) return 'bool';
  const word = `${element.isUnsigned ? 'u' : 'si'}${element.width}`;
  return (dataTypes as readonly string[]).includes(word) ? (word as DataType) : null;
}

/**
 * The element type that the hardware computes with in the place of `element`: booleans become bf16, 64-bit numbers
 * 32-bit ones, and integers that are not unsigned `si32`.
 */
export function normalizedElementType(element: Type): Type {
  if (element instanceof FloatType) return element.width > 32 ? f32 : element;
  if (!(element instanceof IntegerType)) return element;
  if (element.width === 1) return bf16;
  if (!element.isUnsigned) return ELEMENT.si32;
  return element.width > 32 ? ELEMENT.u32 : element;
}
