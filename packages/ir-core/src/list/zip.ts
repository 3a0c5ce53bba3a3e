/**
 * Returns the entries of lists that go together, index by index; there are as many as the first list has.
 *
 * @throws when another list has fewer.
 */
export function zip<T extends readonly (readonly unknown[])[]>(
  ...lists: T
): { readonly [I in keyof T]: T[I][number] }[] {
  const [first = []] = lists;
  const short = lists.find((list) => list.length < first.length);
  if (short !== undefined) {
    throw new Error(`a list of ${short.length} entries can't go along with one of ${first.length}`);
  }
  // Each row has an entry of each list, in order.
  return first.map((_, i) => lists.map((list) => list[i]) as { readonly [I in keyof T]: T[I][number] });
}
