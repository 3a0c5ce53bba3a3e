import type { Attribute } from '../ir/attribute.ts';
import type { Value } from '../ir/value.ts';

/** What a folded result is: an existing value, or a constant to materialise. */
export type FoldResult = Value | Attribute;
