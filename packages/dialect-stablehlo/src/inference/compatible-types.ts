import { DYNAMIC, RankedTensorType, type Type } from '@shardform/ir-core';

/** Whether two shapes may describe one tensor: same rank, each size equal or not known. */
export function areCompatibleShapes(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((size, i) => size === b[i] || size === DYNAMIC || b[i] === DYNAMIC);
}

/** Sizes as upstream's messages about shapes write them: an unknown one is the lowest number. */
export function rawSizes(shape: readonly number[]): string {
  return shape.map((size) => (size === DYNAMIC ? '-9223372036854775808' : size)).join(', ');
}

/** Whether two types may describe one value; encodings don't count (StableHLO, `isCompatibleForHloTypeInference`). */
export function areCompatibleTypes(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (!(a instanceof RankedTensorType) || !(b instanceof RankedTensorType)) return false;
  return a.elementType === b.elementType && areCompatibleShapes(a.shape, b.shape);
}

/**
 * The type that says most about a value that several compatible types describe: known sizes win.
 *
 * @returns a message when the types contradict each other.
 */
export function mostSpecificType(types: readonly RankedTensorType[]): RankedTensorType | string {
  const [first] = types;
  if (first === undefined) return 'expected at least one type';
  if (types.every((type) => type === first)) return first;
  const shape = [...first.shape];
  for (const type of types.slice(1)) {
    if (type.shape.length !== shape.length) {
      return `Mismatched ranks of types${shape.length} vs ${type.shape.length}`;
    }
    for (let d = 0; d < shape.length; d++) {
      const size = type.shape[d]!;
      if (shape[d] === DYNAMIC) shape[d] = size;
      else if (size !== DYNAMIC && size !== shape[d]) {
        return `Mismatched dimension sizes ${shape[d]} and ${size} in dimension ${d}`;
      }
    }
  }
  return first.withShape(shape);
}
