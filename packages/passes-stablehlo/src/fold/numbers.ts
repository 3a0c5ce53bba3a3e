import {
  DenseElementsAttr,
  elementByteSize,
  encodeFloat,
  type FloatFormat,
  FloatType,
  floatDecodeTable,
  i1,
  IntegerType,
  type RankedTensorType,
  type Type,
} from '@shardform/ir-core';

/** Returns an integer type that constants are computed in. */
export function isFoldableInteger(type: Type): type is IntegerType {
  return type instanceof IntegerType && type.width >= 1 && type.width <= 64;
}

/** Returns a float type whose numbers are doubles. */
export function isFoldableFloat(type: Type): type is FloatType {
  return type instanceof FloatType && type.width <= 64;
}

/** Returns true for integer types without a sign, booleans among them (StableHLO spec, "Types"). */
export function isUnsigned(type: IntegerType): boolean {
  return type.isUnsigned || type === i1;
}

/**
 * Returns the stored integers, one for a splat. Signless ones are read as signed, booleans as 0 and 1. `null` for other
 * element types.
 */
export function storedIntegers({ type, bytes }: DenseElementsAttr): readonly bigint[] | null {
  const { elementType } = type;
  if (!isFoldableInteger(elementType)) return null;
  const { width } = elementType;
  const wrap = isUnsigned(elementType)
    ? (value: bigint): bigint => BigInt.asUintN(width, value)
    : (value: bigint): bigint => BigInt.asIntN(width, value);
  const size = elementByteSize(elementType)!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stored = new Array<bigint>(bytes.length / size);
  for (let i = 0; i < stored.length; i++) stored[i] = wrap(readUnsigned(view, i * size, size));
  return stored;
}

function readUnsigned(view: DataView, at: number, size: number): bigint {
  switch (size) {
    case 1:
      return BigInt(view.getUint8(at));
    case 2:
      return BigInt(view.getUint16(at, true));
    case 4:
      return BigInt(view.getUint32(at, true));
    case 8:
      return view.getBigUint64(at, true);
    default: {
      // Widths between those that typed arrays have, such as 24 bits.
      let value = 0n;
      for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(view.getUint8(at + i));
      return value;
    }
  }
}

/** Returns the constant of these integers, which wrap to the element type: one for each element, or one for all. */
export function integerConstant(type: RankedTensorType, values: readonly bigint[]): DenseElementsAttr {
  const elementType = type.elementType;
  const size = elementByteSize(elementType)!;
  const width = elementType instanceof IntegerType ? elementType.width : 64;
  const bytes = new Uint8Array(size * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++)
    writeUnsigned(view, i * size, size, BigInt.asUintN(width, values[i]!));
  return DenseElementsAttr.fromBytes(type, bytes);
}

function writeUnsigned(view: DataView, at: number, size: number, bits: bigint): void {
  if (size === 1) view.setUint8(at, Number(bits));
  else if (size === 2) view.setUint16(at, Number(bits), true);
  else if (size === 4) view.setUint32(at, Number(bits), true);
  else if (size === 8) view.setBigUint64(at, bits, true);
  else for (let i = 0; i < size; i++) view.setUint8(at + i, Number((bits >> BigInt(8 * i)) & 0xffn));
}

/** Returns the stored floats, one for a splat; `null` for other element types and wider floats. */
export function storedFloats({ type, bytes }: DenseElementsAttr): Float64Array | null {
  const { elementType } = type;
  if (!isFoldableFloat(elementType)) return null;
  const { format } = elementType;
  const size = elementByteSize(elementType)!;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stored = new Float64Array(bytes.length / size);
  const read = floatReader(format, view);
  if (read === null) return null;
  for (let i = 0; i < stored.length; i++) stored[i] = read(i * size);
  return stored;
}

function floatReader(format: FloatFormat, view: DataView): ((at: number) => number) | null {
  if (format.width === 64) return (at) => view.getFloat64(at, true);
  if (format.width === 32) return (at) => view.getFloat32(at, true);
  if (format.width > 16) return null;
  const table = floatDecodeTable(format);
  return format.width > 8 ? (at) => table[view.getUint16(at, true)]! : (at) => table[view.getUint8(at)]!;
}

/**
 * Returns the constant of these floats, rounded to the element type: one for each element, or one for all. NaNs become
 * the quiet NaN of the format.
 */
export function floatConstant(
  type: RankedTensorType,
  format: FloatFormat,
  values: ArrayLike<number>,
): DenseElementsAttr {
  const size = Math.ceil(format.width / 8);
  const bytes = new Uint8Array(size * values.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (size === 8) {
      if (value === value) view.setFloat64(8 * i, value, true);
      else view.setBigUint64(8 * i, 0x7ff8000000000000n, true);
    } else {
      const bits = Number(value === value ? encodeFloat(format, value) : format.quietNan);
      if (size === 4) view.setUint32(4 * i, bits, true);
      else if (size === 2) view.setUint16(2 * i, bits, true);
      else view.setUint8(i, bits);
    }
  }
  return DenseElementsAttr.fromBytes(type, bytes);
}

/** Returns the number of stored elements that are stepped through: splats have one for all. */
export function storedCount(elements: readonly DenseElementsAttr[]): number {
  const every = elements.find(({ isSplat }) => !isSplat);
  return every === undefined ? Math.min(1, elements[0]?.elementCount ?? 0) : every.elementCount;
}
