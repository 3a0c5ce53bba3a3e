import { ARG_ATTRS, type FragmentOp, RES_ATTRS } from '@shardform/dialect-mpmd';
import { ArrayAttr, type Attribute, DictionaryAttr } from '@shardform/ir-core';

/** The attributes of operands or of results. */
export type ValueAttrsName = typeof ARG_ATTRS | typeof RES_ATTRS;

/** Returns the attributes of each operand or result of a fragment; empty ones where there are none. */
export function fragmentAttrs(fragment: FragmentOp, which: ValueAttrsName): DictionaryAttr[] {
  const all = fragment.getAttr(which);
  const count = which === ARG_ATTRS ? fragment.operands.length : fragment.results.length;
  return Array.from({ length: count }, (_, i) => {
    const one = all instanceof ArrayAttr ? all.elements[i] : null;
    return one instanceof DictionaryAttr ? one : DictionaryAttr.empty;
  });
}

/** Returns one attribute of an operand or result of a fragment, or `null`. */
export function fragmentAttr(
  fragment: FragmentOp,
  which: ValueAttrsName,
  index: number,
  name: string,
): Attribute | null {
  return fragmentAttrs(fragment, which)[index]?.get(name) ?? null;
}

/** Stores the attributes of all operands or results, also when all are empty. */
export function setFragmentAttrs(
  fragment: FragmentOp,
  which: ValueAttrsName,
  attrs: readonly DictionaryAttr[],
): void {
  fragment.setAttr(which, ArrayAttr.get(attrs));
}

/** Sets or removes (`null`) one attribute of an operand or result of a fragment. */
export function setFragmentAttr(
  fragment: FragmentOp,
  which: ValueAttrsName,
  index: number,
  name: string,
  attribute: Attribute | null,
): void {
  const attrs = fragmentAttrs(fragment, which);
  attrs[index] = attrs[index]!.with(name, attribute);
  setFragmentAttrs(fragment, which, attrs);
}
