import { type Attribute, type AttrClass, isInstance } from '@shardform/ir-core';

/** Returns true if an attribute is of one of the classes. */
export function isOneOf(classes: readonly AttrClass[], attribute: Attribute): boolean {
  return classes.some((cls) => isInstance(cls, attribute));
}
