import {
  DYNAMIC,
  isTensorType,
  RankedTensorType,
  TupleType,
  type Type,
  UnrankedTensorType,
} from '@shardform/ir-core';
import {
  boundsOf,
  dimsOf,
  leastSpecificDim,
  mergeDims,
  mostSpecificDim,
  tensorOfDims,
} from './bounded-shape.ts';
import { areCompatibleQuantizedTypes } from './quantized-types.ts';

/** Returns true if two shapes may describe one tensor: same rank, each size equal or not known. */
export function areCompatibleShapes(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((size, i) => areCompatibleSizes(size, b[i]!));
}

/** Returns true if two sizes are equal or one of them is not known. */
export function areCompatibleSizes(a: number, b: number): boolean {
  return a === b || a === DYNAMIC || b === DYNAMIC;
}

/** Sizes as upstream's messages about shapes write them: an unknown one is the lowest number. */
export function rawSizes(shape: readonly number[]): string {
  return shape.map((size) => (size === DYNAMIC ? '-9223372036854775808' : size)).join(', ');
}

/** Sizes with `?` for those that are not known. */
export function shapeText(shape: readonly number[]): string {
  return shape.map((size) => (size === DYNAMIC ? '?' : size)).join(', ');
}

/**
 * Returns true if two types may describe one value: sizes are equal, or one of them is not known and the other keeps to
 * its bound. Encodings other than bounds don't count (StableHLO, `isCompatibleForHloTypeInference`).
 */
export function areCompatibleTypes(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (!isTensorType(a) || !isTensorType(b) || !areCompatibleElementTypes(a.elementType, b.elementType))
    return false;
  // Nothing is known of the shape.
  if (a instanceof UnrankedTensorType || b instanceof UnrankedTensorType) return true;
  return (
    areCompatibleShapes(a.shape, b.shape) &&
    keepsToBounds(a.shape, boundsOf(b)) &&
    keepsToBounds(b.shape, boundsOf(a))
  );
}

/** Returns true if lists of types are compatible one by one. */
export function areCompatibleTypeLists(a: readonly Type[], b: readonly Type[]): boolean {
  return a.length === b.length && a.every((type, i) => areCompatibleTypes(type, b[i]!));
}

/** Returns true if two element types are equal, or quantized in compatible ways. */
export function areCompatibleElementTypes(a: Type, b: Type): boolean {
  return a === b || areCompatibleQuantizedTypes(a, b);
}

function keepsToBounds(shape: readonly number[], bounds: readonly number[] | null): boolean {
  return bounds === null || shape.every((size, d) => bounds[d] === DYNAMIC || size <= bounds[d]!);
}

/**
 * Returns the type that says most about a value that several compatible types describe: known sizes win.
 *
 * @returns a message when the types contradict each other.
 */
export function mostSpecificType(types: readonly RankedTensorType[]): RankedTensorType | string {
  return mergeTensors(types, mostSpecificDim);
}

/** Returns the type of a value that is of any one of the types, such as the result of a branch; unknown sizes win. */
export function leastSpecificType(types: readonly Type[]): Type | string {
  const [first] = types;
  if (first === undefined) return 'expected at least one type';
  if (types.every((type) => type === first)) return first;
  if (types.some((type) => type instanceof TupleType)) {
    const tuples = types.filter((type) => type instanceof TupleType);
    if (tuples.length < types.length) {
      return 'Mismatched type kinds: either all types must be tuples, or no types must be tuples';
    }
    const count = tuples[0]!.types.length;
    if (tuples.some((tuple) => tuple.types.length !== count)) {
      return 'Mismatched tuple sizes: all tuple sizes must be the same';
    }
    const parts: Type[] = [];
    for (let i = 0; i < count; i++) {
      const part = leastSpecificType(tuples.map((tuple) => tuple.types[i]!));
      if (typeof part === 'string') return part;
      parts.push(part);
    }
    return TupleType.get(parts);
  }
  const tensors = types.filter((type) => type instanceof RankedTensorType);
  return tensors.length < types.length ? first : mergeTensors(tensors, leastSpecificDim);
}

function mergeTensors(
  types: readonly RankedTensorType[],
  merge: typeof mostSpecificDim,
): RankedTensorType | string {
  const [first] = types;
  if (first === undefined) return 'expected at least one type';
  if (types.every((type) => type === first)) return first;
  let dims = dimsOf(first);
  for (const type of types.slice(1)) {
    const merged = mergeDims(dims, dimsOf(type), merge);
    if (typeof merged === 'string') return merged;
    dims = merged;
  }
  return tensorOfDims(dims, first.elementType, first.encoding);
}
