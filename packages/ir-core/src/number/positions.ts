/** Returns the coordinates of what stands at an index in row-major order among these sizes. */
export function coordinatesOf(index: number, sizes: readonly number[]): number[] {
  const coordinates: number[] = [];
  let rest = index;
  for (const size of sizes.toReversed()) {
    coordinates.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return coordinates;
}

/** A number of steps, each as long as the stride. */
export interface Strided {
  readonly size: number;
  readonly stride: number;
}

/** Returns all sums of multiples of the strides, the last step changing fastest. */
export function stridedPositions(steps: readonly Strided[]): number[] {
  return steps.reduce<number[]>(
    (positions, { size, stride }) =>
      positions.flatMap((position) => Array.from({ length: size }, (_, i) => position + i * stride)),
    [0],
  );
}
