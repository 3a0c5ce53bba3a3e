import { closestName, type ModuleOp, type Operation, type Value } from '@shardform/ir-core';
import type { NamedValues } from '@shardform/inspect';
import { UsageError } from './tool-io.ts';

/**
 * The values that a file calls `name`.
 *
 * @param functionName where to look; `null` for everywhere.
 * @throws UsageError when there is none.
 */
export function namedValues(name: string, functionName: string | null, names: NamedValues): readonly Value[] {
  const values = names.find(name, functionName);
  if (values.length > 0) return values;
  const close = closestName(name, names.names);
  const place = functionName === null ? '' : ` in @${functionName.replace(/^@/, '')}`;
  throw new UsageError(
    `the file has no value '${name}'${place}${close === null ? '' : `; did you mean '${close}'?`}`,
  );
}

/**
 * A value after passes: itself, or what stands for it where its function was copied into its callers or its operation
 * was replaced by one of the same name.
 */
export function placesOf(value: Value, module: ModuleOp): Value[] {
  const { definingOp } = value;
  const holder: Operation | null = definingOp ?? value.parentBlock?.parentOp ?? null;
  if (holder?.isInside(module) === true) return [value];
  const found: Value[] = [];
  if (definingOp === null) return found;
  const index = definingOp.results.findIndex((result) => result === value);
  const name = mnemonic(definingOp);
  module.walk((op) => {
    if (op.location === definingOp.location && mnemonic(op) === name && index < op.results.length)
      found.push(op.getResult(Math.max(0, index)));
  });
  return found;
}

/** Passes make `stablehlo.constant` an `sdy.constant`. */
function mnemonic({ name }: Operation): string {
  return name.slice(name.indexOf('.') + 1);
}
