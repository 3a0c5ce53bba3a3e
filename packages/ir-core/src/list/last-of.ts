/** Returns the last entry of a list that has one. @throws when the list is empty. */
export function lastOf<T>(list: readonly T[]): T {
  if (list.length === 0) throw new Error('an empty list has no last entry');
  // The list was seen to have entries; one may itself be `undefined`.
  return list[list.length - 1] as T;
}
