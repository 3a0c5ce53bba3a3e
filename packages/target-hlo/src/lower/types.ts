import { TokenType, TypeExtensionsAttr } from '@shardform/dialect-stablehlo';
import { type ElementType, elementTypes, type Shape } from '@shardform/hlo-module';
import {
  ComplexType,
  DYNAMIC,
  FloatType,
  IntegerType,
  RankedTensorType,
  TupleType,
  type Type,
} from '@shardform/ir-core';
import { arrayShape } from '../build/shapes.ts';

const known: ReadonlyMap<string, ElementType> = new Map(elementTypes.map((name) => [name, name]));

/** Returns HLO's name of an element type, or `null` if it has none. */
export function elementTypeOf(type: Type): ElementType | null {
  if (type instanceof IntegerType) {
    if (type.width === 1) return 'pred';
    return known.get(`${type.signedness === 'unsigned' ? 'u' : 's'}${type.width}`) ?? null;
  }
  if (type instanceof FloatType) return known.get(String(type).toLowerCase()) ?? null;
  if (!(type instanceof ComplexType)) return null;
  const part = String(type.elementType);
  return part === 'f32' ? 'c64' : part === 'f64' ? 'c128' : null;
}

/** Returns the shape of a type in row-major order, or `null` for a type that HLO does not have. */
export function shapeOfType(type: Type): Shape | null {
  if (type instanceof TokenType) return { kind: 'token' };
  if (type instanceof TupleType) {
    const elements = type.types.map((element) => shapeOfType(element));
    return elements.every((element) => element !== null) ? { kind: 'tuple', elements } : null;
  }
  if (!(type instanceof RankedTensorType)) return null;
  const elementType = elementTypeOf(type.elementType);
  if (elementType === null) return null;
  const isDynamic = type.shape.map((size) => size === DYNAMIC);
  const { encoding } = type;
  if (encoding !== null && !(encoding instanceof TypeExtensionsAttr)) return null;
  const sizes = type.shape.map((size, d) => (size === DYNAMIC ? (encoding?.bounds[d] ?? DYNAMIC) : size));
  return sizes.includes(DYNAMIC) ? null : arrayShape(elementType, sizes, isDynamic);
}
