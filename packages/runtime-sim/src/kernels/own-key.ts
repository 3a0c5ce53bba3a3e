/** Whether `key` is an own property of `table`; tells apart what a table of operations has and has not. */
export function hasKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
