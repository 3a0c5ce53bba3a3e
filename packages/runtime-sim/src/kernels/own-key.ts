/** Returns whether `key` is an own property of `table`; narrows the type of `key`. */
export function hasKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
