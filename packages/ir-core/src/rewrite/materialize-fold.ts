import type { Operation } from '../ir/operation.ts';
import { Value } from '../ir/value.ts';
import { foldOp } from './fold-op.ts';
import type { Rewriter } from './rewriter.ts';

/** Values for the results of a folded operation. */
export interface FoldedValues {
  readonly values: readonly Value[];
  /** The operations that were made for constants among them. */
  readonly constants: readonly Operation[];
}

/**
 * Folds an operation, and makes operations for the constants that it folds to, before it. The operation itself stays,
 * changed if the result is `in-place`; `null`, with nothing left behind, when there is no operation for a constant.
 */
export function materializeFold(op: Operation, rewriter: Rewriter): FoldedValues | 'in-place' | null {
  const outcome = rewriter.tryInPlace(
    op,
    () => foldOp(op),
    (result) => result === 'in-place',
  );
  if (outcome === null || outcome === 'in-place') return outcome;
  const dialect = rewriter.context.dialects.get(op.definition.dialect);
  const values: Value[] = [];
  const constants: Operation[] = [];
  for (const [i, result] of outcome.entries()) {
    if (result instanceof Value) {
      values.push(result);
      continue;
    }
    const constant = dialect?.materializeConstant?.(result, op.getResult(i).type, op.location) ?? null;
    if (constant === null) {
      for (const unneeded of constants) rewriter.eraseOp(unneeded);
      return null;
    }
    constants.push(rewriter.insert(constant));
    values.push(constant.getResult());
  }
  return { values, constants };
}
