import {
  type CanonicalizationPattern,
  constantOf,
  IntegerAttr,
  pattern,
  type Value,
  zip,
} from '@shardform/ir-core';
import { AddIOp } from '../../arith/binary-ops.ts';
import { ForOp } from '../for-op.ts';
import { isDefinedIn, keepWhere, replaceByBlock, replaceYield } from './moved-regions.ts';

/** Returns the difference of two bounds, as far as it is known. */
function distance(lower: Value, upper: Value): bigint | null {
  const [from, to] = [constantOf(lower), constantOf(upper)];
  if (from instanceof IntegerAttr && to instanceof IntegerAttr) return to.value - from.value;
  const sum = upper.definingOp;
  if (!(sum instanceof AddIOp)) return null;
  const added = sum.lhs === lower ? sum.rhs : sum.rhs === lower ? sum.lhs : null;
  const constant = added === null ? null : constantOf(added);
  return constant instanceof IntegerAttr ? constant.value : null;
}

/** The replacement of a loop-carried value: the value before the loop, or an earlier one that is the same. */
type Replacement = { readonly init: Value } | { readonly sameAs: number } | null;

function replacements(op: ForOp): Replacement[] {
  const inits = op.initArgs;
  const yielded = op.yield.operandValues();
  const found: Replacement[] = [];
  op.regionIterArgs.forEach((argument, i) => {
    const [init, next] = [inits[i]!, yielded[i]!];
    const isUnchanged =
      argument === next || (!argument.hasUses && (init === next || !op.getResult(i).hasUses));
    const twin = inits.findIndex(
      (other, at) => at < i && other === init && yielded[at] === next && found[at] === null,
    );
    found.push(isUnchanged ? { init } : twin >= 0 ? { sameAs: twin } : null);
  });
  return found;
}

/** The patterns of `scf.for`. */
export const forPatterns: readonly CanonicalizationPattern[] = [
  pattern(ForOp, 'unchanged-values', (op, rewriter) => {
    const found = replacements(op);
    if (found.every((replacement) => replacement === null)) return false;
    const kept = found.map((replacement) => replacement === null);
    const { lowerBound, upperBound, step, location } = op;
    const inits = keepWhere(op.initArgs, kept);
    const yielded = keepWhere(op.yield.operandValues(), kept);
    const loop = rewriter.create(
      ForOp,
      { lowerBound, upperBound, step, initArgs: inits },
      inits.map(({ type }) => type),
      { location, attributes: op.discardable },
    );
    rewriter.inlineRegion(op.region, loop.region);
    const block = loop.region.entry;
    const args = block.arguments.slice(1);
    const placeOf = (i: number): number => kept.slice(0, i).filter(Boolean).length;
    const results = found.map((replacement, i) => {
      if (replacement === null) return loop.getResult(placeOf(i));
      return 'init' in replacement ? replacement.init : loop.getResult(placeOf(replacement.sameAs));
    });
    zip(found, args).forEach(([replacement, arg]) => {
      if (replacement === null) return;
      const value = 'init' in replacement ? replacement.init : args[replacement.sameAs]!;
      rewriter.replaceAllUses(arg, value);
    });
    // Values that are kept may be arguments that were replaced just now.
    const places = kept.flatMap((isKept, i) => (isKept ? [i] : []));
    const { lastOp } = block;
    replaceYield(
      block,
      zip(yielded, places).map(([, place]) => lastOp!.getOperand(place)),
      rewriter,
    );
    for (let i = kept.length - 1; i >= 0; i--) if (kept[i] !== true) block.eraseArgument(i + 1);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, results);
    return true;
  }),
  pattern(ForOp, 'few-iterations', (op, rewriter) => {
    if (op.lowerBound === op.upperBound) {
      rewriter.replaceOp(op, op.initArgs);
      return true;
    }
    const difference = distance(op.lowerBound, op.upperBound);
    if (difference === null) return false;
    if (difference <= 0n) {
      rewriter.replaceOp(op, op.initArgs);
      return true;
    }
    const step = constantOf(op.step);
    if (!(step instanceof IntegerAttr)) return false;
    if (step.value >= difference) {
      replaceByBlock(op, op.region.entry, [op.lowerBound, ...op.initArgs], rewriter);
      return true;
    }
    const block = op.region.entry;
    const yielded = op.yield.operandValues();
    if (block.firstOp !== block.lastOp || yielded.some((value) => isDefinedIn(op.region, value)))
      return false;
    rewriter.replaceOp(op, yielded);
    return true;
  }),
];
