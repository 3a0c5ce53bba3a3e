/** Returns true if two lists have the same elements in the same order, such as sizes, types or values. */
export function haveSameElements<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((element, i) => element === b[i]);
}
