import { Context, type Extension, gapReasons, hasCapability, type OpDefinition } from '@shardform/ir-core';

/** One operation and one capability: supported, or left out for a reason. */
export type Cell = 'supported' | { readonly reason: string };

/** The capabilities of a dialect's operations. */
export interface DialectCompleteness {
  readonly dialect: string;
  readonly ops: readonly OpDefinition[];
  /** By the name of a capability, then by that of an operation. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, Cell>>;
}

/** The table of completeness, and errors in the declarations it is made from. */
export interface Completeness {
  /** The names of the capabilities, in the order of the extensions. */
  readonly capabilities: readonly string[];
  readonly dialects: readonly DialectCompleteness[];
  /**
   * Operations without a capability and without a reason, or with two; and reasons for operations that have the
   * capability or do not exist.
   */
  readonly problems: readonly string[];
}

function byName(a: OpDefinition, b: OpDefinition): number {
  return a.name < b.name ? -1 : 1;
}

function grouped(context: Context): Map<string, OpDefinition[]> {
  const groups = new Map<string, OpDefinition[]>();
  for (const { definition } of context.ops.values()) {
    if (definition.dialect === 'builtin') continue;
    const group = groups.get(definition.dialect);
    if (group === undefined) groups.set(definition.dialect, [definition]);
    else group.push(definition);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Reasons that are declared for unknown operations, or for dialects with some support. */
function staleGaps(context: Context, groups: ReadonlyMap<string, readonly OpDefinition[]>): string[] {
  return context.capabilities.flatMap(({ name, gaps }) =>
    gaps
      .flatMap(({ ops }) => ops)
      .filter((op) => !(op.endsWith('.*') ? groups.has(op.slice(0, -2)) : context.ops.has(op)))
      .map((op) => `'${name}' gives a reason for '${op}', which does not exist`),
  );
}

/** Returns the table of all operations and capabilities of extensions. */
export function completenessOf(extensions: readonly Extension[]): Completeness {
  const context = new Context(extensions);
  const groups = grouped(context);
  const capabilities = [...new Set(context.capabilities.map(({ name }) => name))];
  const problems = staleGaps(context, groups);
  const cellOf = (capability: string, definition: OpDefinition): Cell => {
    const reasons = gapReasons(context, capability, definition);
    const isSupported = hasCapability(context, capability, definition);
    const what = `'${definition.name}' and '${capability}'`;
    if (isSupported && reasons.length > 0)
      problems.push(`${what}: supported, but a gap is declared: ${reasons[0]!}`);
    if (!isSupported && reasons.length === 0)
      problems.push(`${what}: not supported, and no reason is declared`);
    if (!isSupported && reasons.length > 1) problems.push(`${what}: ${reasons.length} reasons are declared`);
    return isSupported ? 'supported' : { reason: reasons[0] ?? 'not known' };
  };
  const dialects = [...groups].map(([dialect, definitions]) => {
    const ops = definitions.sort(byName);
    const cells = new Map(
      capabilities.map((capability) => [
        capability,
        new Map(ops.map((definition) => [definition.name, cellOf(capability, definition)])),
      ]),
    );
    return { dialect, ops, cells };
  });
  return { capabilities, dialects, problems };
}
