/** Returns the position of an element in the order of memory. */
export function offsetOf(index: readonly number[], sizes: readonly number[]): number {
  return index.reduce((offset, i, d) => offset * sizes[d] + i, 0);
}

/** Returns the index of an element by its position in the order of memory. */
export function placeOf(offset: number, sizes: readonly number[]): number[] {
  const place = new Array<number>(sizes.length).fill(0);
  let rest = offset;
  for (let d = sizes.length - 1; d >= 0; d -= 1) {
    place[d] = rest % sizes[d];
    rest = Math.floor(rest / sizes[d]);
  }
  return place;
}
