import {
  boolAttr,
  type CanonicalizationPattern,
  i1,
  pattern,
  type Rewriter,
  type Value,
  zip,
} from '@shardform/ir-core';
import { ConstantOp } from '../../arith/constant-op.ts';
import { WhileOp } from '../while-op.ts';
import { ConditionOp } from '../yield-op.ts';
import { isDefinedIn, keepWhere, replaceYield } from './moved-regions.ts';

/** The loop without some of what it carries; values at the dropped positions must be replaced before. */
function narrowed(
  op: WhileOp,
  keptInits: readonly boolean[],
  keptResults: readonly boolean[],
  rewriter: Rewriter,
): WhileOp {
  const { condition, args, location } = op.condition;
  const carried = op.yield.operandValues();
  const loop = rewriter.create(
    WhileOp,
    { inits: keepWhere(op.inits, keptInits) },
    keepWhere(op.resultTypes(), keptResults),
    { location: op.location, attributes: op.discardable },
  );
  rewriter.inlineRegion(op.before, loop.before);
  rewriter.inlineRegion(op.after, loop.after);
  const end = loop.condition;
  rewriter.setInsertionPoint(end);
  rewriter.create(ConditionOp, { condition, args: keepWhere(args, keptResults) }, [], {
    location,
    attributes: end.discardable,
  });
  rewriter.eraseOp(end);
  replaceYield(loop.after.entry, keepWhere(carried, keptInits), rewriter);
  for (let i = keptInits.length - 1; i >= 0; i--)
    if (keptInits[i] !== true) loop.before.entry.eraseArgument(i);
  for (let i = keptResults.length - 1; i >= 0; i--)
    if (keptResults[i] !== true) loop.after.entry.eraseArgument(i);
  rewriter.setInsertionPoint(op);
  return loop;
}

/** Replaces the loop; `other` gives the values of the dropped results. */
function replaceLoop(
  op: WhileOp,
  loop: WhileOp,
  kept: readonly boolean[],
  rewriter: Rewriter,
  other: (index: number) => Value,
): void {
  let next = 0;
  rewriter.replaceOp(
    op,
    kept.map((isKept, i) => (isKept ? loop.getResult(next++) : other(i))),
  );
}

const all = (list: readonly unknown[]): boolean[] => list.map(() => true);

/** The value before the loop if the argument at `index` is the same in every iteration. */
function unchangedArgument(op: WhileOp, index: number): Value | null {
  const init = op.inits[index]!;
  const next = op.yield.getOperand(index);
  if (next === init) return init;
  const place = op.after.entry.arguments.findIndex((argument) => argument === next);
  if (place < 0) return null;
  const handed = op.condition.args[place]!;
  return handed === op.before.entry.arguments[index] ? init : null;
}

/** The patterns of `scf.while`. */
export const whilePatterns: readonly CanonicalizationPattern[] = [
  pattern(WhileOp, 'unchanged-arguments', (op, rewriter) => {
    const args = op.before.entry.arguments;
    const kept = args.map((_, i) => unchangedArgument(op, i) === null);
    if (kept.every(Boolean)) return false;
    zip(args, op.inits).forEach(([argument, init], i) => {
      if (kept[i] !== true) rewriter.replaceAllUses(argument, init);
    });
    const results = all(op.results);
    const loop = narrowed(op, kept, results, rewriter);
    replaceLoop(op, loop, results, rewriter, (i) => op.getResult(i));
    return true;
  }),
  pattern(WhileOp, 'values-from-outside', (op, rewriter) => {
    const { args } = op.condition;
    const kept = args.map((value) => isDefinedIn(op.before, value));
    if (kept.every(Boolean)) return false;
    zip(op.after.entry.arguments, args).forEach(([argument, arg], i) => {
      if (kept[i] !== true) rewriter.replaceAllUses(argument, arg);
    });
    const loop = narrowed(op, all(op.inits), kept, rewriter);
    replaceLoop(op, loop, kept, rewriter, (i) => args[i]!);
    return true;
  }),
  pattern(WhileOp, 'condition-in-body', (op, rewriter) => {
    const { condition, args } = op.condition;
    const found = op.after.entry.arguments.filter((argument, i) => args[i] === condition && argument.hasUses);
    if (found.length === 0) return false;
    const { result } = rewriter.create(ConstantOp, { value: boolAttr(true) }, [i1]);
    for (const argument of found) rewriter.replaceAllUses(argument, result);
    return true;
  }),
  pattern(WhileOp, 'unused-results', (op, rewriter) => {
    const kept = op.results.map((result, i) => result.hasUses || op.after.entry.getArgument(i).hasUses);
    if (kept.every(Boolean)) return false;
    const loop = narrowed(op, all(op.inits), kept, rewriter);
    replaceLoop(op, loop, kept, rewriter, (i) => op.getResult(i));
    return true;
  }),
  pattern(WhileOp, 'equal-results', (op, rewriter) => {
    const { args } = op.condition;
    const first = args.map((value) => args.indexOf(value));
    const kept = first.map((place, i) => place === i);
    if (kept.every(Boolean)) return false;
    const { arguments: body } = op.after.entry;
    body.forEach((argument, i) => rewriter.replaceAllUses(argument, body[first[i]!]!));
    const loop = narrowed(op, all(op.inits), kept, rewriter);
    const placeOf = (i: number): number => kept.slice(0, i).filter(Boolean).length;
    replaceLoop(op, loop, kept, rewriter, (i) => loop.getResult(placeOf(first[i]!)));
    return true;
  }),
  pattern(WhileOp, 'unused-arguments', (op, rewriter) => {
    const kept = op.before.entry.arguments.map((argument) => argument.hasUses);
    if (kept.every(Boolean)) return false;
    const results = all(op.results);
    const loop = narrowed(op, kept, results, rewriter);
    replaceLoop(op, loop, results, rewriter, (i) => op.getResult(i));
    return true;
  }),
];
