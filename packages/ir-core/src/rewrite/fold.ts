import type { Attribute } from '../ir/attribute.ts';
import type { Value } from '../ir/value.ts';

/** A folded result: an existing value, or a constant to materialise. */
export type FoldResult = Value | Attribute;
