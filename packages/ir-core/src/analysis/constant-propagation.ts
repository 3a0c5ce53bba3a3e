import type { Attribute } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { Value } from '../ir/value.ts';
import { foldOp } from '../rewrite/fold-op.ts';
import { analyzeForward, type ForwardResult } from './sparse-forward.ts';

/** The constant that a value always is, and the dialect that knows how to make it. */
export interface KnownConstant {
  readonly attribute: Attribute;
  readonly dialect: string;
}

/**
 * Returns the constants that values inside `root` are in every execution; `null` for values that differ or depend on
 * the outside. Operations are folded on what their operands are known to be, branches on constants are followed one
 * way.
 */
export function propagateConstants(root: Operation, context: Context): ForwardResult<KnownConstant | null> {
  return analyzeForward<KnownConstant | null>(root, context, {
    join: (a, b) => (a?.attribute === b?.attribute ? a : null),
    equals: (a, b) => a?.attribute === b?.attribute,
    unknown: () => null,
    constantOf: (element) => element?.attribute ?? null,
    visit: (op, operands) => {
      // An operation with regions might be simplified in place.
      if (op.regions.length > 0) return null;
      const results = foldWithoutChange(
        op,
        operands.map((operand) => operand?.attribute ?? null),
      );
      const { dialect } = op.definition;
      return (
        results?.map((result) => (result instanceof Value ? result : { attribute: result, dialect })) ?? null
      );
    },
  });
}

/** Folds an operation without changing it; `null` when it does not fold, or only simplifies itself. */
function foldWithoutChange(
  op: Operation,
  constants: readonly (Attribute | null)[],
): readonly (Value | Attribute)[] | null {
  const operands = op.operandValues();
  const properties = [...op.properties];
  const discardable = op.discardable === null ? null : new Map(op.discardable);
  const outcome = foldOp(op, constants);
  if (outcome !== 'in-place') return outcome;
  op.operands.forEach((slot, i) => {
    slot.set(operands[i]!);
  });
  op.setProperties(properties);
  op.setDiscardable(discardable);
  return null;
}
