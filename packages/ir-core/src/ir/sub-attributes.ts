import type { Attribute } from './attribute.ts';
import type { Operation } from './operation.ts';

/** Visits an attribute and its sub-elements, each before its own. */
export function walkAttribute(attribute: Attribute, visit: (part: Attribute) => void): void {
  visit(attribute);
  for (const part of attribute.subAttributes()) walkAttribute(part, visit);
}

/**
 * Replaces attributes and types wherever they stand, also inside others. Equal attributes are replaced only
 * once, so that one replacer should serve a whole module.
 */
export class AttributeReplacer {
  readonly #replace: (attribute: Attribute) => Attribute;
  readonly #done = new Map<Attribute, Attribute>();

  /** @param replace the replacement, or the same attribute; a replacement is not visited again. */
  constructor(replace: (attribute: Attribute) => Attribute) {
    this.#replace = replace;
  }

  /** Returns the attribute with all replacements made, those of the whole before those of its sub-elements. */
  apply(attribute: Attribute): Attribute {
    let result = this.#done.get(attribute);
    if (result !== undefined) return result;
    result = this.#replace(attribute);
    if (result === attribute) {
      const parts = attribute.subAttributes();
      if (parts.length > 0) {
        const replaced = parts.map((part) => this.apply(part));
        if (replaced.some((part, i) => part !== parts[i])) result = attribute.withSubAttributes(replaced);
      }
    }
    this.#done.set(attribute, result);
    return result;
  }

  /** Replaces in the attributes of one operation, not in its types and regions. */
  applyToAttributes(op: Operation): void {
    op.properties.forEach((attribute, i) => {
      if (attribute !== null) op.setProperty(i, this.apply(attribute));
    });
    if (op.discardable === null) return;
    for (const [name, attribute] of op.discardable) op.setAttr(name, this.apply(attribute));
  }
}
