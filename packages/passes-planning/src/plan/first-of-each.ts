/** Returns the first of all items with the same key. */
export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  const known = new Set<unknown>();
  return items.filter((item) => {
    const key = keyOf(item);
    return !known.has(key) && known.add(key);
  });
}
