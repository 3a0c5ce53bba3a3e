/** Returns the value of a key that a map is known to have. @throws when it has none. */
export function lookUp<K, V>(map: { readonly get: (key: K) => V | undefined }, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing is known of ${nameOf(key)}`);
  return value;
}

function nameOf(key: unknown): string {
  if (typeof key !== 'object' || key === null) return `'${String(key)}'`;
  // Operations, attributes and types say what they are called.
  return 'name' in key && typeof key.name === 'string'
    ? `'${key.name}'`
    : `a key of class ${key.constructor.name}`;
}
