import { type Attribute, DictionaryAttr, StringAttr } from '@shardform/ir-core';

/** The attribute that holds the frontend attributes of an operation, an argument or a module. */
export const FRONTEND_ATTRIBUTES = 'mhlo.frontend_attributes';

const none: ReadonlyMap<string, string> = new Map();

/** Returns the frontend attributes of anything that has attributes, by name; values that are not strings are not among them. */
export function frontendAttributesOf(op: {
  getAttr(name: string): Attribute | null;
}): ReadonlyMap<string, string> {
  return frontendAttributes(op.getAttr(FRONTEND_ATTRIBUTES));
}

/** Returns the strings of a dictionary. */
export function frontendAttributes(dictionary: Attribute | null): ReadonlyMap<string, string> {
  if (!(dictionary instanceof DictionaryAttr)) return none;
  return new Map(
    dictionary.entries.flatMap(([name, value]): [string, string][] =>
      value instanceof StringAttr ? [[name, value.value]] : [],
    ),
  );
}
