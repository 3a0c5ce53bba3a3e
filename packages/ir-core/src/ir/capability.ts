import type { OpDefinition } from '../definition/op-definition.ts';
import type { Context } from './context.ts';

/**
 * Something that packages know about operations besides their declarations, such as how to execute or to differentiate
 * them. Packages contribute to a capability by its name: an operation has it when one of them supports it, and every
 * other operation of a known dialect is listed as a gap, with the reason.
 */
export interface Capability {
  /** Such as `execution`. */
  readonly name: string;
  readonly supports: (definition: OpDefinition, context: Context) => boolean;
  readonly gaps: readonly Gap[];
}

/** Operations that lack a capability for one reason. */
export interface Gap {
  /** Full names; `dialect.*` stands for all operations of a dialect none of which has the capability. */
  readonly ops: readonly string[];
  /** A clause in lower case, without a full stop, that completes "not supported: ". */
  readonly reason: string;
}

/**
 * Declares the gaps of one dialect.
 *
 * @param reasons from the reason to the names of the operations, without their dialect, separated by spaces.
 */
/* @__NO_SIDE_EFFECTS__ */
export function gapsOf(dialect: string, reasons: Readonly<Record<string, string>>): readonly Gap[] {
  return Object.entries(reasons).map(([reason, names]) => ({
    reason,
    ops: names
      .trim()
      .split(/\s+/)
      .map((name) => `${dialect}.${name}`),
  }));
}

/** Returns true if one of the context's extensions supports an operation. */
export function hasCapability(context: Context, name: string, definition: OpDefinition): boolean {
  return context.capabilities.some((own) => own.name === name && own.supports(definition, context));
}

/**
 * Returns the declared reasons for which operations lack a capability: one, unless a declaration is missing or
 * repeated.
 */
export function gapReasons(context: Context, name: string, { name: op, dialect }: OpDefinition): string[] {
  return context.capabilities
    .filter((capability) => capability.name === name)
    .flatMap(({ gaps }) => gaps)
    .filter(({ ops }) => ops.includes(op) || ops.includes(`${dialect}.*`))
    .map(({ reason }) => reason);
}

/** Returns the reason for messages: `: ` and the reason, or nothing where none is declared. */
export function gapText(context: Context, name: string, definition: OpDefinition): string {
  const [reason] = gapReasons(context, name, definition);
  return reason === undefined ? '' : `: ${reason}`;
}
