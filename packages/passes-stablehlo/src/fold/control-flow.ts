import {
  type Context,
  ComplexType,
  DenseElementsAttr,
  FloatType,
  IntegerType,
  memoryEffectsOf,
  type Operation,
  pattern,
  RankedTensorType,
  type Rewriter,
  type RewritePattern,
  type Type,
  wouldBeTriviallyDead,
  zip,
} from '@shardform/ir-core';
import { AfterAllOp, CaseOp, ConstantOp, TokenType, WhileOp } from '@shardform/dialect-stablehlo';
import { constantElements, isSplatOf, splatNumber } from '../constant-values.ts';
import type { FoldOptions } from './options.ts';

/**
 * Moves the branch that a constant chooses out of the operation. The operation stays, its results unused, while the
 * other branches have effects, which upstream keeps although they are never executed.
 */
const caseFold = /* @__PURE__ */ pattern(CaseOp, 'fold stablehlo.case', (op, rewriter) => {
  const index = splatNumber(constantElements(op.index));
  if (typeof index !== 'bigint' || op.hasNoUses()) return false;
  const { branches } = op;
  const isInRange = index >= 0n && index < BigInt(branches.length);
  const block = branches[isInRange ? Number(index) : branches.length - 1]!.entry;
  const terminator = block.terminator;
  if (terminator === null || !op.results.every(({ type }) => hasPlaceholder(type))) return false;
  const values = terminator.operandValues();
  if (!op.results.every(({ type }, i) => values[i]?.type === type)) return false;
  for (const moved of block) if (moved !== terminator) rewriter.moveBefore(moved, op);
  zip(op.results, values).forEach(([result, value]) => rewriter.replaceValue(result, value));
  if (wouldBeTriviallyDead(op, rewriter.context)) rewriter.eraseOp(op);
  else returnPlaceholders(terminator, rewriter);
  return true;
});

function hasPlaceholder(type: Type): boolean {
  if (type instanceof TokenType) return true;
  if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return false;
  return [IntegerType, FloatType, ComplexType].some((known) => type.elementType instanceof known);
}

/** Makes a branch that is never executed return zeros and tokens made there. */
function returnPlaceholders(terminator: Operation, rewriter: Rewriter): void {
  rewriter.setInsertionPoint(terminator);
  const placeholders = terminator
    .operandTypes()
    .map((type) =>
      type instanceof RankedTensorType
        ? rewriter.create(ConstantOp, { value: DenseElementsAttr.splat(type, 0) }, [type])
        : rewriter.create(AfterAllOp, { inputs: [] }, [type]),
    );
  rewriter.modifyInPlace(terminator, () => {
    placeholders.forEach((placeholder, i) => terminator.setOperand(i, placeholder.getResult()));
  });
}

/**
 * A loop whose condition is the constant false is its operands; one that nobody needs is erased. Neither where the loop
 * has effects: as with branches, upstream keeps even those that never happen.
 */
function whileFold({ assumesNoEffects }: FoldOptions): RewritePattern {
  const hasNoEffects = (op: Operation, context: Context): boolean => {
    const effects = memoryEffectsOf(op, context);
    if (effects === null ? !assumesNoEffects : effects.length > 0) return false;
    return op.regions.every(({ blocks }) =>
      blocks.every((block) => [...block].every((inner) => hasNoEffects(inner, context))),
    );
  };
  return pattern(WhileOp, 'fold stablehlo.while', (op, rewriter) => {
    const condition = op.cond.entry.terminator?.getOperand(0);
    const operands = op.operandValues();
    const isNeverRun =
      condition !== undefined &&
      isSplatOf(condition, 0) &&
      op.results.every(({ type }, i) => operands[i]!.type === type);
    if (!(isNeverRun || op.hasNoUses()) || !hasNoEffects(op, rewriter.context)) return false;
    if (isNeverRun) rewriter.replaceOp(op, operands);
    else rewriter.eraseOp(op);
    return true;
  });
}

/** Patterns that decide control flow on constants. */
export function controlFlowFolds(options: FoldOptions): readonly RewritePattern[] {
  return [caseFold, whileFold(options)];
}
