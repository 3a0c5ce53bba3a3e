/**
 * Returns the entries of lists that go together, index by index; there are as many as the first list has.
 *
 * @throws when another list has fewer.
 */
export function zip<T extends readonly (readonly unknown[])[]>(
  ...lists: T
): { readonly [I in keyof T]: T[I][number] }[] {
  const count = lists[0]?.length ?? 0;
  // Without closures and iterators: passes do this for each operation, before it is worth compiling anything.
  for (let k = 1; k < lists.length; k++) {
    const { length } = lists[k]!;
    if (length < count) throw new Error(`a list of ${length} entries can't go along with one of ${count}`);
  }
  const rows = new Array<unknown[]>(count);
  for (let i = 0; i < count; i++) {
    const row = new Array<unknown>(lists.length);
    for (let k = 0; k < lists.length; k++) row[k] = lists[k]![i];
    rows[i] = row;
  }
  // Each row has an entry of each list, in order.
  return rows as { readonly [I in keyof T]: T[I][number] }[];
}
