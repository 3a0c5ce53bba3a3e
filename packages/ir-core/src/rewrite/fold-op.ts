import { commutative, constantLike } from '../definition/traits.ts';
import { Attribute } from '../ir/attribute.ts';
import { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { FoldResult } from './fold.ts';

/**
 * Returns the value of a constant operation, or `null` for other operations: its `value` attribute or, like MLIR's
 * `m_Constant`, what it folds to without operands.
 */
export function constantValue(op: Operation | null): Attribute | null {
  if (op?.hasTrait(constantLike) !== true) return null;
  const value = op.getAttr('value');
  if (value !== null) return value;
  const [folded] = op.fold([]) ?? [];
  return folded instanceof Attribute ? folded : null;
}

/** Returns the constant that a value is known to be, or `null`. */
export function constantOf(value: Value): Attribute | null {
  return constantValue(value.definingOp);
}

/** The outcome of folding an operation; `in-place` when the operation itself was simplified. */
export type FoldOutcome = 'in-place' | readonly FoldResult[] | null;

/**
 * Folds an operation whose operands are constant or that is trivial otherwise. May exchange its operands.
 *
 * @param known what the operands are known to be, where that is more than their definitions say.
 */
export function foldOp(op: Operation, known?: readonly (Attribute | null)[]): FoldOutcome {
  const hasFolder = op.fold !== Operation.prototype.fold;
  const isCommutative = op.hasTrait(commutative);
  if (!hasFolder && !isCommutative) return null;
  const constants = known ?? op.operands.map((operand) => constantOf(operand.value));
  const results = hasFolder ? op.fold(constants) : null;
  // An operation that folds to its own result was changed in place.
  const isInPlace = results !== null && (results.length === 0 || results[0] === op.results[0]);
  if (results !== null && !isInPlace) {
    if (results.length !== op.resultCount) {
      throw new Error(`'${op.name}' has ${op.resultCount} results and folds to ${results.length}`);
    }
    return results;
  }
  const moved = isCommutative && moveConstantsToEnd(op, constants);
  return isInPlace || moved ? 'in-place' : null;
}

/** Operands of commutative operations stand with the constants last, otherwise in their order. */
function moveConstantsToEnd(op: Operation, constants: readonly (Attribute | null)[]): boolean {
  const firstConstant = constants.findIndex((constant) => constant !== null);
  if (firstConstant < 0 || constants.slice(firstConstant).every((constant) => constant !== null))
    return false;
  const values = op.operandValues();
  const isConstant = (_: Value, i: number): boolean => constants[i] !== null;
  const sorted = [...values.filter((value, i) => !isConstant(value, i)), ...values.filter(isConstant)];
  sorted.forEach((value, i) => op.setOperand(i, value));
  return true;
}
