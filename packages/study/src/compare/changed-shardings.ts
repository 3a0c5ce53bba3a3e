import { getSharding } from '@shardform/dialect-sdy';
import { type NamedValues, ValueCounterparts } from '@shardform/inspect';
import type { Context, ModuleOp, Value } from '@shardform/ir-core';

/** A program with the shardings that propagation gives its values. */
export interface PropagatedProgram {
  /** As it was given, with tags. */
  readonly module: ModuleOp;
  /** After propagation. */
  readonly propagated: ModuleOp;
  readonly context: Context;
  readonly names: NamedValues;
}

/** A value that two programs split differently. */
export interface ChangedSharding {
  /** Its name in the second program, as commands refer to it. */
  readonly value: string;
  /** In the user's program. */
  readonly name: string | null;
  readonly type: string;
  /** The axes of its dimensions in the first program, and in the second one: `[{"x"}, {}]`, or `whole`. */
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the values of the second program that the first one has, too, with another sharding. Values are the same if they
 * have the same name in the user's program, or else in the text, or else the same position, and in any case the same type.
 */
export function changedShardings(before: PropagatedProgram, after: PropagatedProgram): ChangedSharding[] {
  const [first, second] = [namedShardings(before), namedShardings(after)];
  const byKey = new Map<string, NamedSharding>();
  for (const own of first) for (const key of own.keys) byKey.set(key, own);
  return second.flatMap(({ keys, value, name, type, dims }) => {
    const key = keys.find((own) => byKey.get(own)?.type === type);
    const old = key === undefined ? undefined : byKey.get(key);
    if (old === undefined || old.dims === dims) return [];
    return [{ value, name, type, before: old.dims, after: dims }];
  });
}

interface NamedSharding {
  /** By which it is found in another program, the surest one first. */
  readonly keys: readonly string[];
  readonly value: string;
  readonly name: string | null;
  readonly type: string;
  readonly dims: string;
}

function namedShardings({ module, propagated, context, names }: PropagatedProgram): NamedSharding[] {
  const counterparts = new ValueCounterparts(propagated);
  const seen = new Map<string, number>();
  return valuesOf(module).flatMap((value, position) => {
    const reference = names.reference(value);
    const [own] = counterparts.of(value);
    // Passes remove what no result depends on.
    if (reference === null || own === undefined) return [];
    const name = names.userName(value);
    // Operations share the name of their scope.
    const count = name === null ? 0 : (seen.get(name) ?? 0) + 1;
    if (name !== null) seen.set(name, count);
    const keys = [`text ${reference}`, `position ${position}`];
    if (name !== null) keys.unshift(`user ${count} ${name}`);
    return [{ keys, value: reference, name, type: String(value.type), dims: dimsText(own, context) }];
  });
}

/** The arguments of functions and the results of operations, in the order of the program. */
function valuesOf(module: ModuleOp): Value[] {
  const values: Value[] = [];
  module.walk((op) => {
    values.push(...op.results);
    for (const region of op.regions) for (const block of region.blocks) values.push(...block.arguments);
  }, 'pre');
  return values;
}

/** A value without a sharding is whole on every device. */
function dimsText(value: Value, context: Context): string {
  const sharding = getSharding(value, context);
  if (sharding === null || sharding.dims.every(({ axes }) => axes.length === 0)) return 'whole';
  return `[${sharding.dims.map(({ axes }) => `{${axes.map(({ text }) => text).join(', ')}}`).join(', ')}]`;
}
