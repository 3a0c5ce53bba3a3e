import { type Attribute, DYNAMIC, RankedTensorType, type Type } from '@shardform/ir-core';
import { TypeExtensionsAttr } from '../attrs/type-extensions-attr.ts';

/** A dimension of a tensor. {@link DYNAMIC} stands for a size or bound that is not known. */
export interface Dim {
  readonly size: number;
  /** An upper bound of a size that is not known. */
  readonly bound: number;
}

/** Returns a dimension of known size, or one of which nothing is known. */
export function dim(size: number, bound: number = DYNAMIC): Dim {
  return { size, bound };
}

/** Returns the bounds of a tensor's dimensions, or `null` when its type has none. */
export function boundsOf(type: RankedTensorType): readonly number[] | null {
  return type.encoding instanceof TypeExtensionsAttr ? type.encoding.bounds : null;
}

/** Returns the dimensions of a tensor with their bounds. */
export function dimsOf(type: RankedTensorType): Dim[] {
  const bounds = boundsOf(type);
  return type.shape.map((size, d) => dim(size, bounds?.[d] ?? DYNAMIC));
}

/**
 * Returns the type of a tensor of these dimensions.
 *
 * @param prototype an encoding of an operand. One with bounds makes the result have bounds, where any are known;
 *   others, such as sparsity, pass to the result.
 */
export function tensorOfDims(
  dims: readonly Dim[],
  elementType: Type,
  prototype: Attribute | null = null,
): RankedTensorType {
  const bounds = dims.map(({ size, bound }) => (size === DYNAMIC ? bound : DYNAMIC));
  const hasBounds = bounds.some((bound) => bound !== DYNAMIC);
  const kept = prototype instanceof TypeExtensionsAttr ? null : prototype;
  return RankedTensorType.get(
    dims.map(({ size }) => size),
    elementType,
    hasBounds ? TypeExtensionsAttr.get({ bounds }) : kept,
  );
}

/** Merges two descriptions of a dimension; the index is for messages. */
type Merge = (a: Dim, b: Dim, index: number) => Dim | string;

/** Returns the description of a dimension that two types describe: known sizes win, then smaller bounds. */
export const mostSpecificDim: Merge = (a, b, index) => {
  const conflict = contradiction(a, b, index);
  if (conflict !== null) return conflict;
  if (a.size !== DYNAMIC) return dim(a.size);
  if (b.size !== DYNAMIC) return dim(b.size);
  if (a.bound === DYNAMIC || b.bound === DYNAMIC) return dim(DYNAMIC, Math.max(a.bound, b.bound));
  return dim(DYNAMIC, Math.min(a.bound, b.bound));
};

/** Returns the description of a dimension that is one or the other: unknown sizes win, then larger bounds. */
export const leastSpecificDim: Merge = (a, b, index) => {
  if (a.size !== DYNAMIC && b.size !== DYNAMIC) {
    return a.size === b.size ? dim(a.size) : mismatch(a.size, b.size, index);
  }
  const [limitA, limitB] = [upperLimit(a), upperLimit(b)];
  return dim(DYNAMIC, limitA === DYNAMIC || limitB === DYNAMIC ? DYNAMIC : Math.max(limitA, limitB));
};

/** Returns the dimension of two tensors joined along it. */
export function concatenatedDim(a: Dim, b: Dim): Dim {
  if (a.size !== DYNAMIC && b.size !== DYNAMIC) return dim(a.size + b.size);
  const [limitA, limitB] = [upperLimit(a), upperLimit(b)];
  return dim(DYNAMIC, limitA === DYNAMIC || limitB === DYNAMIC ? DYNAMIC : limitA + limitB);
}

function upperLimit({ size, bound }: Dim): number {
  return size === DYNAMIC ? bound : size;
}

function contradiction(a: Dim, b: Dim, index: number): string | null {
  if (a.size !== DYNAMIC && b.size !== DYNAMIC) {
    return a.size === b.size ? null : mismatch(a.size, b.size, index);
  }
  const [known, other] = a.size === DYNAMIC ? [b, a] : [a, b];
  if (known.size === DYNAMIC || other.bound === DYNAMIC || known.size <= other.bound) return null;
  return `Mismatched dimension size ${known.size} and bound ${other.bound} in dimension ${index}`;
}

function mismatch(a: number, b: number, index: number): string {
  return `Mismatched dimension sizes ${a} and ${b} in dimension ${index}`;
}

/** Merges the dimensions of tensors of one rank. @returns a message when they contradict each other. */
export function mergeDims(a: readonly Dim[], b: readonly Dim[], merge: Merge): Dim[] | string {
  if (a.length !== b.length) return `Mismatched ranks of types${a.length} vs ${b.length}`;
  const merged: Dim[] = [];
  for (const [index, left] of a.entries()) {
    const result = merge(left, b[index]!, index);
    if (typeof result === 'string') return result;
    merged.push(result);
  }
  return merged;
}
