import type { AttrConstraint } from '../definition/constraint.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import type { ParsedOp } from './parsed-op.ts';

/** Whether an older version of the dialect wrote the attribute so; see {@link AttrConstraint.fromOlder}. */
export function isOlderSpelling(constraint: AttrConstraint, attribute: Attribute): boolean {
  return constraint.fromOlder !== undefined && constraint.fromOlder(attribute) !== null;
}

/** Puts inherent attributes that are written as older versions of the dialect did into today's form. */
export function updateOlderSpellings({ definition, properties, location }: ParsedOp, context: Context): void {
  const { attrs } = definition;
  for (let i = 0; i < attrs.length; i++) {
    const { name, constraint } = attrs[i]!;
    if (constraint.fromOlder === undefined) continue;
    const attribute = properties[i] ?? null;
    if (attribute === null || constraint.accepts(attribute)) continue;
    const updated = constraint.fromOlder(attribute);
    if (updated === null) continue;
    properties[i] = updated;
    context.diagnostics.remark(
      location,
      `'${definition.name}' op attribute '${name}' is written as older versions did; read as ${String(updated)}`,
    );
  }
}
