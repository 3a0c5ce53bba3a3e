/** Returns elements in row-major order that are stored by a layout, a permutation of the dimensions. */
export function rowMajor(
  stored: Uint8Array,
  size: number,
  dimensions: readonly number[],
  minorToMajor: readonly number[] | undefined,
): Uint8Array {
  const rank = dimensions.length;
  if (minorToMajor === undefined || minorToMajor.every((dimension, index) => dimension === rank - 1 - index))
    return stored;
  const strides = new Array<number>(rank).fill(1);
  for (let dimension = rank - 2; dimension >= 0; dimension--)
    strides[dimension] = strides[dimension + 1]! * dimensions[dimension + 1]!;
  const elements = new Uint8Array(stored.length);
  const index = new Array<number>(rank).fill(0);
  const count = stored.length / size;
  let target = 0;
  for (let source = 0; source < count; source++) {
    for (let byte = 0; byte < size; byte++) elements[target * size + byte] = stored[source * size + byte]!;
    // Steps to the next element, the minor dimension first.
    for (const dimension of minorToMajor) {
      const stride = strides[dimension]!;
      target += stride;
      if (++index[dimension]! < dimensions[dimension]!) break;
      target -= stride * dimensions[dimension]!;
      index[dimension] = 0;
    }
  }
  return elements;
}
