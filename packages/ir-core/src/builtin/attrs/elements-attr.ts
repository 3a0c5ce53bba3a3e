import type { Attribute } from '../../ir/attribute.ts';
import { DenseElementsAttr } from './dense-elements-attr.ts';
import { DenseResourceAttr, SparseElementsAttr } from './other-elements-attrs.ts';

/** Elements of a tensor: written out, in a resource, or few among zeros. */
export type ElementsAttr = DenseElementsAttr | DenseResourceAttr | SparseElementsAttr;

/** Returns true if an attribute holds the elements of a tensor. */
export function isElementsAttr(attribute: Attribute | null): attribute is ElementsAttr {
  return (
    attribute instanceof DenseElementsAttr ||
    attribute instanceof DenseResourceAttr ||
    attribute instanceof SparseElementsAttr
  );
}
