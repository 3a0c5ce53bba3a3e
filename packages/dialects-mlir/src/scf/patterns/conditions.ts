import {
  boolAttr,
  type CanonicalizationPattern,
  constantOf,
  i1,
  IntegerAttr,
  pattern,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { AndIOp } from '../../arith/bitwise-ops.ts';
import { ConstantOp } from '../../arith/constant-op.ts';
import { SelectOp } from '../../arith/select-op.ts';
import { IfOp } from '../if-op.ts';
import { isDefinedIn, keepWhere, replaceByBlock, replaceYield } from './moved-regions.ts';

/** An `if` with the regions of another one, which are taken away from it. */
function withRegionsOf(op: IfOp, condition: Value, types: readonly Type[], rewriter: Rewriter): IfOp {
  const replacement = rewriter.create(IfOp, { condition }, types, {
    location: op.location,
    attributes: op.discardable,
  });
  rewriter.inlineRegion(op.thenRegion, replacement.thenRegion);
  rewriter.inlineRegion(op.elseRegion, replacement.elseRegion);
  return replacement;
}

/** Keeps the results whose flag is set. Replaces nothing. */
function withResults(op: IfOp, kept: readonly boolean[], rewriter: Rewriter): IfOp {
  const whenTrue = keepWhere(op.thenYield.operandValues(), kept);
  const whenFalse = keepWhere(op.elseYield?.operandValues() ?? [], kept);
  const replacement = withRegionsOf(op, op.condition, keepWhere(op.resultTypes(), kept), rewriter);
  replaceYield(replacement.thenBlock, whenTrue, rewriter);
  if (replacement.elseBlock !== null) replaceYield(replacement.elseBlock, whenFalse, rewriter);
  rewriter.setInsertionPoint(replacement);
  return replacement;
}

/**
 * Returns the values of all results: the next result of `from` where `kept` is set, and otherwise the value that
 * `other` gives.
 */
function merged(kept: readonly boolean[], from: IfOp, other: (index: number) => Value): Value[] {
  let next = 0;
  return kept.map((isKept, i) => (isKept ? from.getResult(next++) : other(i)));
}

/** The patterns of `scf.if`. */
export const ifPatterns: readonly CanonicalizationPattern[] = [
  pattern(IfOp, 'constant-condition', (op, rewriter) => {
    const condition = constantOf(op.condition);
    if (!(condition instanceof IntegerAttr)) return false;
    const taken = condition.value === 0n ? op.elseBlock : op.thenBlock;
    if (taken === null) rewriter.eraseOp(op);
    else replaceByBlock(op, taken, [], rewriter);
    return true;
  }),
  pattern(IfOp, 'unused-results', (op, rewriter) => {
    const kept = op.results.map((result) => result.hasUses);
    if (kept.every(Boolean)) return false;
    const replacement = withResults(op, kept, rewriter);
    // Nothing uses the results that are dropped: each stands for itself.
    rewriter.replaceOp(
      op,
      merged(kept, replacement, (i) => op.getResult(i)),
    );
    return true;
  }),
  pattern(IfOp, 'results-from-outside', (op, rewriter) => {
    if (op.results.length === 0) return false;
    const whenTrue = op.thenYield.operandValues();
    const whenFalse = op.elseYield!.operandValues();
    const kept = whenTrue.map(
      (value, i) => isDefinedIn(op.thenRegion, value) || isDefinedIn(op.elseRegion, whenFalse[i]!),
    );
    if (kept.every(Boolean)) return false;
    const { condition, location } = op;
    const replacement = withResults(op, kept, rewriter);
    const values = merged(kept, replacement, (i) => {
      const [trueValue, falseValue] = [whenTrue[i]!, whenFalse[i]!];
      if (trueValue === falseValue) return trueValue;
      return rewriter.create(SelectOp, { condition, trueValue, falseValue }, [trueValue.type], { location })
        .result;
    });
    rewriter.replaceOp(op, values);
    return true;
  }),
  pattern(IfOp, 'condition-inside', (op, rewriter) => {
    if (constantOf(op.condition) !== null) return false;
    const constants = new Map<boolean, Value>();
    const constant = (value: boolean): Value => {
      let known = constants.get(value);
      if (known === undefined) {
        rewriter.setInsertionPoint(op);
        known = rewriter.create(ConstantOp, { value: boolAttr(value) }, [i1]).result;
        constants.set(value, known);
      }
      return known;
    };
    for (const use of [...op.condition.uses()]) {
      const home = use.owner.parentRegion;
      const isTrue = home?.isInside(op.thenRegion) === true;
      if (!isTrue && home?.isInside(op.elseRegion) !== true) continue;
      const value = constant(isTrue);
      rewriter.modifyInPlace(use.owner, () => use.set(value));
    }
    return constants.size > 0;
  }),
  pattern(IfOp, 'empty-else', (op, rewriter) => {
    if (op.results.length > 0 || op.elseBlock?.firstOp !== op.elseBlock?.lastOp) return false;
    if (op.elseBlock === null) return false;
    rewriter.eraseBlock(op.elseBlock);
    rewriter.replaceOp(op, withRegionsOf(op, op.condition, [], rewriter).results);
    return true;
  }),
  pattern(IfOp, 'nested', (op, rewriter) => {
    const nested = op.thenBlock.firstOp;
    if (!(nested instanceof IfOp) || nested.next !== op.thenBlock.lastOp) return false;
    if (op.results.length > 0 || nested.results.length > 0) return false;
    if (op.elseBlock !== null || nested.elseBlock !== null) return false;
    const { location } = op;
    const both = rewriter.create(AndIOp, { lhs: op.condition, rhs: nested.condition }, [i1], { location });
    const replacement = rewriter.create(IfOp, { condition: both.result }, [], { location });
    rewriter.inlineRegion(nested.thenRegion, replacement.thenRegion);
    rewriter.eraseOp(op);
    return true;
  }),
];
