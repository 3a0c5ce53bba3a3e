import type { AttrConstraint } from '../definition/constraint.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import type { ParsedOp } from './parsed-op.ts';

/**
 * Returns true if an attribute is in a deprecated syntax that its constraint replaces; see
 * {@link AttrConstraint.fromDeprecated}.
 */
export function isDeprecatedSyntax(constraint: AttrConstraint, attribute: Attribute): boolean {
  return constraint.fromDeprecated !== undefined && constraint.fromDeprecated(attribute) !== null;
}

/** Replaces inherent attributes in deprecated syntax by their current form, with a remark. */
export function replaceDeprecatedSyntax(state: ParsedOp, context: Context): void {
  const { definition, properties } = state;
  const { attrs } = definition;
  for (let i = 0; i < attrs.length; i++) {
    const { name, constraint } = attrs[i]!;
    if (constraint.fromDeprecated === undefined) continue;
    const attribute = properties[i] ?? null;
    if (attribute === null || constraint.accepts(attribute)) continue;
    const updated = constraint.fromDeprecated(attribute);
    if (updated === null) continue;
    properties[i] = updated;
    context.diagnostics.remark(
      state.location,
      `'${definition.name}' op attribute '${name}' has deprecated syntax; read as ${String(updated)}`,
    );
  }
}
