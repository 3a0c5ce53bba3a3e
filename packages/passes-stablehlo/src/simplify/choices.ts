import {
  constantOf,
  DenseElementsAttr,
  i1,
  pattern,
  type RewritePattern,
  type Value,
} from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  CompareOp,
  ComparisonDirectionAttr,
  NotOp,
  SelectOp,
} from '@shardform/dialect-stablehlo';
import { constantElements, isSplatOf, replaceByConstant, splatNumber } from '../constant-values.ts';
import { replaceByNew, replaceByValue } from './replace.ts';

/** The direction with the operands exchanged. */
const MIRRORED = { EQ: 'EQ', NE: 'NE', GE: 'LE', GT: 'LT', LE: 'GE', LT: 'GT' } as const;
const HOLDS_OF_EQUALS: ReadonlySet<string> = new Set(['EQ', 'GE', 'LE']);

/** Comparisons that name the order of integers; of floats, and unnamed ones, nothing is assumed. */
function comparesIntegers(op: CompareOp): boolean {
  const type = op.compareType?.value;
  return type === 'SIGNED' || type === 'UNSIGNED';
}

const compareWithItself = /* @__PURE__ */ pattern(CompareOp, 'compare with itself', (op, rewriter) => {
  const { type } = op.result;
  if (!comparesIntegers(op) || op.lhs !== op.rhs || !type.hasStaticShape) return false;
  const holds = HOLDS_OF_EQUALS.has(op.comparisonDirection.value);
  return replaceByConstant(rewriter, op, DenseElementsAttr.splat(type, holds ? 1 : 0));
});

const constantLast = /* @__PURE__ */ pattern(CompareOp, 'constant of compare last', (op, rewriter) => {
  const { lhs, rhs } = op;
  if (!comparesIntegers(op) || constantOf(lhs) === null || constantOf(rhs) !== null) return false;
  rewriter.modifyInPlace(op, () => {
    op.setOperands([rhs, lhs]);
    op.comparisonDirection = ComparisonDirectionAttr.get(MIRRORED[op.comparisonDirection.value]);
  });
  return true;
});

/** `x != false` and `x == true` are `x`. */
export const compareWithBoolean = /* @__PURE__ */ pattern(
  CompareOp,
  'compare with boolean',
  (op, rewriter) => {
    if (!comparesIntegers(op) || op.lhs.type.elementType !== i1) return false;
    const direction = op.comparisonDirection.value;
    const neutral = direction === 'NE' ? 0 : direction === 'EQ' ? 1 : null;
    return neutral !== null && isSplatOf(op.rhs, neutral) && replaceByValue(rewriter, op, op.lhs);
  },
);

const selectOfSame = /* @__PURE__ */ pattern(SelectOp, 'select of same', (op, rewriter) => {
  return op.onTrue === op.onFalse && replaceByValue(rewriter, op, op.onTrue);
});

const selectByConstant = /* @__PURE__ */ pattern(SelectOp, 'select by constant', (op, rewriter) => {
  const choice = splatNumber(constantElements(op.pred));
  return choice !== null && replaceByValue(rewriter, op, choice === 1n ? op.onTrue : op.onFalse);
});

/** Returns the operand of a negation; `null` for other values. */
function negated(value: Value): Value | null {
  return value.definingOp instanceof NotOp ? value.definingOp.operand : null;
}

const selectByNegation = /* @__PURE__ */ pattern(SelectOp, 'select by negation', (op, rewriter) => {
  const { onTrue, onFalse } = op;
  const pred = negated(op.pred);
  if (pred === null) return false;
  return replaceByNew(rewriter, op, SelectOp, { pred, onTrue: onFalse, onFalse: onTrue });
});

const selectByBroadcastNegation = /* @__PURE__ */ pattern(
  SelectOp,
  'select by broadcast negation',
  (op, rewriter) => {
    const { onTrue, onFalse } = op;
    const broadcast = op.pred.definingOp;
    if (!(broadcast instanceof BroadcastInDimOp) || !broadcast.result.hasOneUse) return false;
    const operand = negated(broadcast.operand);
    if (operand === null) return false;
    const { broadcastDimensions, discardable } = broadcast;
    const pred = rewriter.create(
      BroadcastInDimOp,
      { operand, broadcastDimensions },
      [broadcast.result.type],
      { location: broadcast.location, attributes: discardable },
    ).result;
    return replaceByNew(rewriter, op, SelectOp, { pred, onTrue: onFalse, onFalse: onTrue });
  },
);

/** Patterns of comparisons and selections. */
export const choicePatterns: readonly RewritePattern[] = [
  compareWithItself,
  constantLast,
  compareWithBoolean,
  selectOfSame,
  selectByConstant,
  selectByNegation,
  selectByBroadcastNegation,
];
