import { closestName, type Context } from '@shardform/ir-core';

/** What MLIR says of an operation that no loaded dialect has. */
const UNKNOWN = /^custom op '([^']+)' is unknown|^unregistered operation '([^']+)' found in dialect/;

/** Returns the operation that a message about an unknown one may have meant; `null` for other messages. */
export function operationHint(message: string, context: Context): string | null {
  const [, custom, generic] = UNKNOWN.exec(message) ?? [];
  const name = custom ?? generic;
  if (name === undefined) return null;
  // The dialect must be right: it would make any two of its operations alike.
  const dialect = name.slice(0, name.indexOf('.') + 1);
  const names = [...context.ops.keys()].filter((known) => known.startsWith(dialect));
  const close = closestName(
    name.slice(dialect.length),
    names.map((known) => known.slice(dialect.length)),
  );
  return close === null ? null : dialect + close;
}
