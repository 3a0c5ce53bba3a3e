import type { FuncOp } from '@shardform/dialect-func';
import { locationOf, operationKind } from '@shardform/inspect';
import type { Operation } from '@shardform/ir-core';
import { ArgumentUses } from './argument-uses.ts';

/**
 * Returns what says that the first dimension of an argument is no batch, as the rest of a sentence; `null` where nothing does. The
 * argument is an embedding table, what layers have stacked, or the right operand of products only, one of which adds over that dimension.
 *
 * @param func without calls.
 * @param name of the argument.
 */
export function parameterUse(func: FuncOp, index: number, name: string): string | null {
  const uses = new ArgumentUses(func.entry.getArgument(index));
  // Batches are on the left of products with parameters.
  if (uses.isOnTheLeft) return null;
  const [lookup] = uses.lookups;
  if (lookup !== undefined) {
    const how = lookup.name === 'stablehlo.gather' ? 'looks up rows of it' : 'multiplies it by one-hot rows';
    return `${placed(lookup)} ${how}, as of an embedding table`;
  }
  const row = rowOfLayer(func, uses);
  if (row !== null) return `${placed(row)} takes one row of it for each layer, as of stacked weights`;
  const [product] = uses.adding;
  return product === undefined
    ? null
    : `${placed(product)} adds over it, with ${name} on the right as in all products`;
}

/** The operation that takes a row of a stack of weights, or of what a loop reads beside one, such as biases. */
function rowOfLayer(func: FuncOp, { rows, isMultiplied }: ArgumentUses): Operation | null {
  const [first] = rows;
  if (first === undefined) return null;
  if (isMultiplied) return first;
  const loops = new Set(
    rows.flatMap(({ parentOp }) => (parentOp === null || parentOp === func ? [] : [parentOp])),
  );
  const isBesideWeights = func.entry.arguments.some((argument) => {
    const own = new ArgumentUses(argument);
    const isStack = own.isMultiplied && !own.isOnTheLeft;
    return isStack && own.rows.some(({ parentOp }) => parentOp !== null && loops.has(parentOp));
  });
  return isBesideWeights ? first : null;
}

/** `gather (step.py:12)`. */
function placed(op: Operation): string {
  const place = locationOf(op);
  return `${operationKind(op)}${place === null ? '' : ` (${place})`}`;
}
