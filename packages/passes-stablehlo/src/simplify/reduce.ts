import {
  BlockArgument,
  isMemoryEffectFree,
  type Operation,
  pattern,
  RankedTensorType,
  type Rewriter,
  type RewritePattern,
  type Value,
  zip,
} from '@shardform/ir-core';
import { BroadcastInDimOp, ReduceOp } from '@shardform/dialect-stablehlo';
import { isExecuted, reduceNothing } from '../fold/reduce.ts';
import { dimensionList } from './dimension-lists.ts';
import { keepArguments, returnOnly } from './operand-groups.ts';

/** Replaces a reduction whose region returns outer values by these values: the region is executed. */
const toOuterValues = /* @__PURE__ */ pattern(ReduceOp, 'reduce to outer values', (op, rewriter) => {
  const returned = op.body.entry.terminator?.operandValues() ?? [];
  const isOuter = (value: Value): boolean => value.parentBlock?.parent?.isInside(op.body) !== true;
  return isExecuted(op) && returned.every(isOuter) && replaceByRepeated(op, returned, rewriter);
});

/** Without elements, a reduction is its initial values. */
const ofNoElement = /* @__PURE__ */ pattern(ReduceOp, 'reduce of no element', (op, rewriter) => {
  const isEmpty = op.inputs.every(({ type }) => type.hasStaticShape && type.elementCount === 0);
  return isEmpty && op.dimensions.length > 0 && replaceByRepeated(op, op.initValues, rewriter);
});

/** Replaces the results by scalars that are repeated. */
function replaceByRepeated(op: ReduceOp, scalars: readonly Value[], rewriter: Rewriter): boolean {
  const fits = op.results.every(({ type }, i) => {
    const scalar = scalars[i]?.type;
    if (!(type instanceof RankedTensorType) || !(scalar instanceof RankedTensorType)) return false;
    return type.hasStaticShape && scalar.rank === 0 && scalar.elementType === type.elementType;
  });
  if (!fits) return false;
  const values = zip(op.results, scalars).map(([{ type }, scalar]) =>
    type === scalar.type
      ? scalar
      : rewriter.create(BroadcastInDimOp, { operand: scalar, broadcastDimensions: dimensionList([]) }, [type])
          .result,
  );
  rewriter.replaceOp(op, values);
  return true;
}

/**
 * Leaves results away that nobody uses, where the others are computed without the operands that belong to them.
 * Upstream also pairs a used result with the operands of an unused one, by which numbers change.
 */
const withoutUnused = /* @__PURE__ */ pattern(ReduceOp, 'reduce without unused results', (op, rewriter) => {
  const used = op.results.filter(({ hasUses }) => hasUses).map(({ index }) => index);
  const count = op.results.length;
  const block = op.body.entry;
  const returned = block.terminator?.operandValues() ?? [];
  if (used.length === 0 || used.length === count) return false;
  if (![...block].every((inner) => isMemoryEffectFree(inner, rewriter.context))) return false;
  const needed = neededOperands(
    op,
    used.map((i) => returned[i]!),
    count,
  );
  if (needed.size !== used.length || !used.every((i) => needed.has(i))) return false;
  const { inputs, initValues, dimensions } = op;
  const smaller = rewriter.create(
    ReduceOp,
    { inputs: used.map((i) => inputs[i]!), initValues: used.map((i) => initValues[i]!), dimensions },
    used.map((i) => op.getResult(i).type),
    { attributes: op.discardable },
  );
  returnOnly(block, used, rewriter);
  keepArguments(block, [...used, ...used.map((i) => i + count)], rewriter);
  rewriter.inlineRegion(op.body, smaller.body);
  used.forEach((i, at) => rewriter.replaceValue(op.getResult(i), smaller.getResult(at)));
  rewriter.eraseOp(op);
  return true;
});

/**
 * Returns which operands of a reduction, input and initial value counted once, values of its region are computed from.
 */
function neededOperands(op: ReduceOp, values: readonly Value[], count: number): ReadonlySet<number> {
  const needed = new Set<number>();
  const seen = new Set<Operation>();
  const pending = [...values];
  const block = op.body.entry;
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value instanceof BlockArgument) {
      if (value.owner === block) needed.add(value.index % count);
      continue;
    }
    const source = value.definingOp;
    if (source === null || seen.has(source) || source.parentRegion?.isInside(op.body) !== true) continue;
    seen.add(source);
    source.walk((nested) => {
      pending.push(...nested.operandValues());
    });
  }
  return needed;
}

/** Patterns of `reduce`. */
export const reducePatterns: readonly RewritePattern[] = [
  reduceNothing,
  toOuterValues,
  ofNoElement,
  withoutUnused,
];
