import { DenseElementsAttr, elementByteSize, type RankedTensorType } from '@shardform/ir-core';

/** The source of an element: a constant and a row-major position in it. */
type Source = readonly [DenseElementsAttr, number];

/** Returns a constant put together of `count` elements of others, whatever the element type is. */
export function elementBytes(
  type: RankedTensorType,
  count: number,
  source: (index: number) => Source,
): DenseElementsAttr {
  const size = elementByteSize(type.elementType)!;
  const bytes = new Uint8Array(size * count);
  for (let i = 0; i < count; i++) {
    const [{ bytes: stored, isSplat }, position] = source(i);
    const start = isSplat ? 0 : position * size;
    for (let byte = 0; byte < size; byte++) bytes[i * size + byte] = stored[start + byte]!;
  }
  return DenseElementsAttr.fromBytes(type, bytes);
}

/** Returns the number of a splat for all elements of a type, of which there may be none. */
export function repeated(splat: DenseElementsAttr, type: RankedTensorType): DenseElementsAttr {
  return type.elementCount === 0 ? DenseElementsAttr.fromBytes(type, new Uint8Array()) : splat.reshape(type);
}

/** Row-major strides of a shape, in elements. */
export function stridesOf(shape: readonly number[]): number[] {
  const strides = shape.map(() => 1);
  for (let d = shape.length - 2; d >= 0; d--) strides[d] = strides[d + 1]! * shape[d + 1]!;
  return strides;
}

/**
 * Returns the constant whose element at `(i0, i1, …)` is that of `elements` at
 * `start + i0 * steps[0] + i1 * steps[1] + …`, positions and steps counted in elements.
 */
export function strided(
  elements: DenseElementsAttr,
  type: RankedTensorType,
  start: number,
  steps: readonly number[],
): DenseElementsAttr {
  if (elements.isSplat) return repeated(elements, type);
  const { shape } = type;
  const index = shape.map(() => 0);
  let position = start;
  return elementBytes(type, type.elementCount, () => {
    const source: Source = [elements, position];
    for (let d = shape.length - 1; d >= 0; d--) {
      position += steps[d]!;
      if (++index[d]! < shape[d]!) break;
      index[d] = 0;
      position -= steps[d]! * shape[d]!;
    }
    return source;
  });
}
