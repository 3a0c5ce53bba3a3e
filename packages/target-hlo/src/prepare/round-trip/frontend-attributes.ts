import { type Attribute, DictionaryAttr, type Operation, type StringAttr } from '@shardform/ir-core';
import { FRONTEND_ATTRIBUTES } from '../../lower/frontend-attributes.ts';

/** Returns a dictionary of frontend attributes with more entries. */
export function withFrontendAttributes(
  dictionary: Attribute | null,
  entries: readonly (readonly [string, StringAttr])[],
): DictionaryAttr {
  const known = dictionary instanceof DictionaryAttr ? dictionary : DictionaryAttr.empty;
  return entries.reduce((result, [name, value]) => result.with(name, value), known);
}

/** Adds frontend attributes to an operation. */
export function addFrontendAttributes(
  op: Operation,
  entries: readonly (readonly [string, StringAttr])[],
): void {
  op.setAttr(FRONTEND_ATTRIBUTES, withFrontendAttributes(op.getAttr(FRONTEND_ATTRIBUTES), entries));
}
