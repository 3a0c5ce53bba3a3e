import type { Attribute } from './attribute.ts';

type AttributeMap = ReadonlyMap<string, Attribute>;

/**
 * @internal Returns attributes with one more, another one or, for `null`, without one; the same map if nothing changes, and
 * `null` for no attributes. Copies of an operation share its map.
 */
export function withEntry(
  map: AttributeMap | null,
  name: string,
  attribute: Attribute | null,
): AttributeMap | null {
  if ((map?.get(name) ?? null) === attribute) return map;
  const attributes = new Map(map);
  if (attribute !== null) attributes.set(name, attribute);
  else attributes.delete(name);
  return attributes.size === 0 ? null : attributes;
}

/** @internal Sorts attributes by name, in place. */
export function sortByName(entries: [string, Attribute][]): [string, Attribute][] {
  return entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
