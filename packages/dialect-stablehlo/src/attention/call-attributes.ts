import * as hlo from '../ops/index.ts';
import { DictionaryAttr, IntegerAttr, type Operation, StringAttr } from '@shardform/ir-core';

/** The value of an attribute by which a front end describes a call: flags are 0 or 1; numbers and flags may be texts. */
export type CallAttribute = string | number;

/**
 * Returns what a call says under one of some names: in its own attributes, those of a composite, its configuration, or the
 * attributes of the front end.
 */
export function callAttribute(op: Operation, ...names: readonly string[]): CallAttribute | null {
  const dictionaries = [
    op.getAttr('composite_attributes'),
    op.getAttr('backend_config'),
    op.getAttr('mhlo.backend_config'),
    op.getAttr('mhlo.frontend_attributes'),
  ];
  for (const name of names) {
    for (const attribute of [
      op instanceof hlo.CompositeOp && name === 'name' ? null : op.getAttr(name),
      ...dictionaries.map((dictionary) =>
        dictionary instanceof DictionaryAttr ? dictionary.get(name) : null,
      ),
    ]) {
      if (attribute instanceof StringAttr) return attribute.value;
      if (attribute instanceof IntegerAttr) return Number(attribute.value);
    }
  }
  return null;
}

/** Returns a flag of a call; `otherwise` without one. */
export function callFlag(op: Operation, otherwise: boolean, ...names: readonly string[]): boolean {
  const value = callAttribute(op, ...names);
  if (value === null) return otherwise;
  return typeof value === 'string' ? value.toLowerCase() === 'true' : value !== 0;
}

/** Returns the configuration of a call in JSON; `null` without one. */
export function jsonConfig(op: hlo.CustomCallOp): Readonly<Record<string, unknown>> | null {
  const config = op.backendConfig;
  if (!(config instanceof StringAttr) || !config.value.startsWith('{')) return null;
  try {
    return fieldsOf(JSON.parse(config.value));
  } catch {
    return null;
  }
}

/** Returns the fields of an object of JSON; none of anything else. */
export function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  // The condition has excluded everything but records.
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
}
