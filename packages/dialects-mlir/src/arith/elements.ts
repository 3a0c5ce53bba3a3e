import {
  type Attribute,
  decodeFloat,
  DenseElementsAttr,
  elementByteSize,
  encodeFloat,
  FloatAttr,
  type FloatBits,
  FloatType,
  IndexType,
  IntegerAttr,
  IntegerType,
  readFloatBits,
  ShapedType,
  type Type,
} from '@shardform/ir-core';
import { elementTypeOrSelf } from '../type-constraints.ts';

/** An element of a constant: an integer as its bits, unsigned; a float as its bits with its type. */
export type Element = bigint | FloatBits;

/** Bits of an integer or index type; an index has 64. @throws for other types. */
export function integerWidth(type: Type): number {
  if (type instanceof IndexType) return 64;
  if (type instanceof IntegerType) return type.width;
  throw new Error(`'${String(type)}' is no integer type`);
}

/** Returns an unsigned number of `width` bits read as a signed one. */
export function signed(value: bigint, width: number): bigint {
  return BigInt.asIntN(width, value);
}

/**
 * Returns the elements of a constant scalar, vector or tensor, one for all of a splat. `null` for attributes whose
 * elements are not at hand and for floats that a JavaScript number can't hold.
 */
export function elementsOf(attribute: Attribute | null): readonly Element[] | null {
  if (attribute instanceof IntegerAttr)
    return [BigInt.asUintN(integerWidth(attribute.type), attribute.value)];
  if (attribute instanceof FloatAttr) return attribute.type.width > 64 ? null : [attribute.bits];
  if (!(attribute instanceof DenseElementsAttr)) return null;
  const { elementType } = attribute.type;
  if (elementType instanceof FloatType)
    return elementType.width > 64 ? null : floatBits(attribute, elementType);
  if (!(elementType instanceof IntegerType || elementType instanceof IndexType)) return null;
  const width = integerWidth(elementType);
  return attribute.storedIntegers().map((value) => BigInt.asUintN(width, value));
}

function floatBits({ bytes }: DenseElementsAttr, type: FloatType): FloatBits[] {
  const size = elementByteSize(type)!;
  return Array.from({ length: bytes.length / size }, (_, i) => readFloatBits(bytes, i * size, type));
}

/** Returns the element that all elements of a constant are equal to. */
export function splatOf(attribute: Attribute | null): Element | null {
  const elements = elementsOf(attribute);
  return elements?.length === 1 ? elements[0]! : null;
}

/** Returns the integer, as its unsigned bits, that all elements of a constant are equal to. */
export function integerOf(attribute: Attribute | null): bigint | null {
  if (attribute === null || !isIntegerConstant(attribute)) return null;
  const splat = splatOf(attribute);
  return splat === null ? null : BigInt(splat);
}

function isIntegerConstant(attribute: Attribute): boolean {
  if (attribute instanceof IntegerAttr) return true;
  return attribute instanceof DenseElementsAttr && !(attribute.type.elementType instanceof FloatType);
}

/** Returns the number that all elements of a floating-point constant are equal to. */
export function floatOf(attribute: Attribute | null): number | null {
  const type = attribute instanceof FloatAttr ? attribute.type : denseFloatType(attribute);
  const splat = type === null ? null : splatOf(attribute);
  return type === null || splat === null ? null : decodeFloat(type.format, splat);
}

function denseFloatType(attribute: Attribute | null): FloatType | null {
  if (!(attribute instanceof DenseElementsAttr)) return null;
  return attribute.type.elementType instanceof FloatType ? attribute.type.elementType : null;
}

/** Returns the constant of a type with these elements, one for all of a splat; `null` when the shape is not known. */
export function constantFrom(elements: readonly Element[], type: Type): Attribute | null {
  const elementType = elementTypeOrSelf(type);
  if (!(type instanceof ShapedType)) return scalarFrom(elements[0]!, elementType);
  if (!type.hasStaticShape) return null;
  if (!(elementType instanceof FloatType)) return DenseElementsAttr.fromNumbers(type, elements.map(BigInt));
  const size = elementByteSize(elementType)!;
  const bytes = new Uint8Array(size * elements.length);
  elements.forEach((element, i) => {
    let rest = BigInt(element);
    for (let at = i * size; at < (i + 1) * size; at++, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  });
  return DenseElementsAttr.fromBytes(type, bytes);
}

function scalarFrom(element: Element, type: Type): Attribute | null {
  if (type instanceof IntegerType || type instanceof IndexType) return IntegerAttr.get(BigInt(element), type);
  if (!(type instanceof FloatType)) return null;
  return FloatAttr.fromBits(type.width > 32 ? BigInt(element) : Number(element), type);
}

/** Returns the constant of a type whose elements are all this integer. */
export function integerConstant(value: bigint | number, type: Type): Attribute | null {
  return constantFrom([BigInt.asUintN(integerWidth(elementTypeOrSelf(type)), BigInt(value))], type);
}

/**
 * Applies a function to the elements of constants that have one shape. `null` when an operand is no constant or
 * `compute` says that an element has no value.
 */
export function mapElements(
  operands: readonly (Attribute | null)[],
  type: Type,
  compute: (...elements: Element[]) => Element | null,
): Attribute | null {
  const lists: (readonly Element[])[] = [];
  for (const operand of operands) {
    const elements = elementsOf(operand);
    if (elements === null) return null;
    lists.push(elements);
  }
  const count = Math.max(...lists.map((list) => list.length));
  const results: Element[] = [];
  for (let i = 0; i < count; i++) {
    const result = compute(...lists.map((list) => list[list.length === 1 ? 0 : i]!));
    if (result === null) return null;
    results.push(result);
  }
  return constantFrom(results, type);
}

/** Applies a function of integers, which are given and returned as unsigned bits of the operands' width. */
export function mapIntegers(
  operands: readonly (Attribute | null)[],
  type: Type,
  compute: (...values: bigint[]) => bigint | null,
): Attribute | null {
  return mapElements(operands, type, (...elements) => compute(...elements.map(BigInt)));
}

/** Applies a function of numbers; the result is rounded to `type`, whose elements the operands have. */
export function mapFloats(
  operands: readonly (Attribute | null)[],
  type: Type,
  compute: (...values: number[]) => number,
): Attribute | null {
  const elementType = elementTypeOrSelf(type);
  if (!(elementType instanceof FloatType) || elementType.width > 64) return null;
  const { format } = elementType;
  return mapElements(operands, type, (...elements) => {
    const value = compute(...elements.map((element) => decodeFloat(format, element)));
    return Number.isNaN(value) ? quietNan(elementType) : encodeFloat(format, value);
  });
}

/** The NaN that an operation makes: the sign that JavaScript's NaN has depends on the processor. */
function quietNan({ format }: FloatType): FloatBits {
  return format.width > 32 ? 0x7ff8000000000000n : format.quietNan;
}
