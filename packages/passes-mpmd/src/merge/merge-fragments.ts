import { CONTROL_OPERAND_START, type FragmentOp } from '@shardform/dialect-mpmd';
import {
  ArrayAttr,
  type BlockArgument,
  FusedLoc,
  i64Attr,
  IntegerAttr,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { callCounterOf, setCallCounter } from '../program/fragments.ts';
import { inferredBy, setInferredBy } from '../program/inferred-by.ts';
import { makeFragment } from '../program/make-ops.ts';
import { hasUsersBeside } from '../program/operations.ts';

/**
 * Makes one fragment of two on the same mesh, where the second stands. The stage is that of either, origins are joined;
 * no other attribute stays, see {@link mergedAttributes}.
 */
export function mergeFragments(producer: FragmentOp, consumer: FragmentOp, rewriter: Rewriter): FragmentOp {
  return isOnlyOperandOf(producer, consumer)
    ? prependTo(producer, consumer, rewriter)
    : mergeInGeneral(producer, consumer, rewriter);
}

/** True for a producer of one value, of one value, which only the consumer uses, in one place. */
function isOnlyOperandOf(producer: FragmentOp, consumer: FragmentOp): boolean {
  if (producer.results.length !== 1 || producer.entry.arguments.length !== 1) return false;
  if (producer.hasAttr(CONTROL_OPERAND_START) || consumer.hasAttr(CONTROL_OPERAND_START)) return false;
  const result = producer.getResult();
  return result.hasOneUse && result.firstUse?.owner === consumer;
}

/** The consumer takes the producer's operand in its place, and begins with the producer's operations. */
function prependTo(producer: FragmentOp, consumer: FragmentOp, rewriter: Rewriter): FragmentOp {
  const at = producer.getResult().firstUse!.index;
  const operands = consumer.operandValues();
  operands[at] = producer.getOperand(0);
  rewriter.setInsertionPoint(consumer);
  const merged = makeMerged(producer, consumer, operands, consumer.resultTypes(), rewriter);
  merged.region.takeBody(consumer.region);
  const { entry } = merged;
  const argument = entry.getArgument(at);
  const [inner] = producer.entry.arguments;
  const terminator = producer.entry.getTerminator();
  // The returned value may be the argument itself.
  const returned = terminator.getOperand(0);
  rewriter.replaceAllUses(argument, returned === inner ? argument : returned);
  argument.setType(inner!.type);
  rewriter.replaceAllUses(inner!, argument);
  const first = entry.firstOp!;
  for (const op of producer.entry) if (op !== terminator) rewriter.moveBefore(op, first);
  consumer.results.forEach((result, i) => rewriter.replaceAllUses(result, merged.getResult(i)));
  rewriter.eraseOp(consumer);
  rewriter.eraseOp(producer);
  return merged;
}

function mergeInGeneral(producer: FragmentOp, consumer: FragmentOp, rewriter: Rewriter): FragmentOp {
  const [first, second] = [producer.entry, consumer.entry];
  const firstEnd = first.getTerminator();
  const secondEnd = second.getTerminator();
  const operands: Value[] = [];
  const argumentOf = new Map<Value, BlockArgument>();
  const duplicates: number[] = [];
  first.arguments.forEach((argument, i) => {
    const operand = producer.getOperand(i);
    const known = argumentOf.get(operand);
    if (known === undefined) {
      argumentOf.set(operand, argument);
      operands.push(operand);
    } else {
      rewriter.replaceAllUses(argument, known);
      duplicates.push(i);
    }
  });
  for (const i of duplicates.reverse()) first.eraseArgument(i);
  second.arguments.forEach((argument, i) => {
    const operand = consumer.getOperand(i);
    rewriter.replaceAllUses(argument, innerValue(operand, argument));
  });
  function innerValue(operand: Value, argument: BlockArgument): Value {
    if (operand.definingOp === producer) {
      const { index } = producer.results.find((result) => result === operand)!;
      return firstEnd.getOperand(index);
    }
    const known = argumentOf.get(operand);
    if (known !== undefined) return known;
    const added = rewriter.addArgument(first, argument.type, argument.location);
    argumentOf.set(operand, added);
    operands.push(operand);
    return added;
  }
  const controls = [
    ...controlOperands(producer).filter((value) => value.definingOp !== consumer),
    ...controlOperands(consumer).filter((value) => value.definingOp !== producer),
  ];
  const kept = producer.results.filter((result) => hasUsersBeside(result, consumer));
  const returned = [...kept.map(({ index }) => firstEnd.getOperand(index)), ...secondEnd.operandValues()];
  for (const op of second) if (op !== secondEnd) rewriter.moveBefore(op, firstEnd);
  rewriter.modifyInPlace(firstEnd, () => {
    firstEnd.setOperands(returned);
  });
  const types: Type[] = [...kept.map(({ type }) => type), ...consumer.resultTypes()];
  rewriter.setInsertionPoint(consumer);
  const merged = makeMerged(producer, consumer, [...operands, ...controls], types, rewriter);
  if (controls.length > 0) merged.setAttr(CONTROL_OPERAND_START, i64Attr(operands.length));
  merged.region.takeBody(producer.region);
  [...kept, ...consumer.results].forEach((result, i) => rewriter.replaceAllUses(result, merged.getResult(i)));
  rewriter.eraseOp(consumer);
  rewriter.eraseOp(producer);
  return merged;
}

function makeMerged(
  producer: FragmentOp,
  consumer: FragmentOp,
  operands: readonly Value[],
  resultTypes: readonly Type[],
  rewriter: Rewriter,
): FragmentOp {
  return makeFragment(rewriter, {
    mesh: consumer.mesh,
    origin: joinedOrigins(producer, consumer),
    stageId: producer.stageId ?? consumer.stageId,
    operands,
    resultTypes,
    location: FusedLoc.get([producer.location, consumer.location]),
  });
}

/** The origins of the first fragment, then those of the second that it doesn't have. */
function joinedOrigins(a: FragmentOp, b: FragmentOp): ArrayAttr {
  const known = new Set(a.origins);
  return ArrayAttr.get([...a.origins, ...b.origins.filter((origin) => !known.has(origin))]);
}

/** Returns the operands that only order a fragment behind others. */
export function controlOperands(fragment: FragmentOp): Value[] {
  const start = fragment.getAttr(CONTROL_OPERAND_START);
  return start instanceof IntegerAttr ? fragment.operandValues().slice(start.number) : [];
}

/** The attributes of a merged fragment that follow from those of its parts. */
export interface MergedAttributes {
  readonly callCounter: number | null;
  /** `null` unless both are inferred and one says by which passes. */
  readonly inferredBy: readonly string[] | null;
}

/** Returns what a merged fragment says of its microbatch and of the passes that made it. */
export function mergedAttributes(producer: FragmentOp, consumer: FragmentOp): MergedAttributes {
  return { callCounter: mergedCounter(producer, consumer), inferredBy: mergedInferredBy(producer, consumer) };
}

/** Sets the attributes that {@link mergedAttributes} returned. */
export function setMergedAttributes(merged: FragmentOp, attributes: MergedAttributes): void {
  if (attributes.callCounter !== null) setCallCounter(merged, attributes.callCounter);
  if (attributes.inferredBy !== null) setInferredBy(merged, attributes.inferredBy);
}

function mergedCounter(a: FragmentOp, b: FragmentOp): number | null {
  const [counterA, counterB] = [callCounterOf(a), callCounterOf(b)];
  if (counterA === null || counterB === null || counterA === counterB) return counterA ?? counterB;
  if (a.isUserFragment === b.isUserFragment) return null;
  return a.isUserFragment ? counterA : counterB;
}

function mergedInferredBy(a: FragmentOp, b: FragmentOp): readonly string[] | null {
  if (a.isUserFragment || b.isUserFragment) return null;
  const [byA, byB] = [inferredBy(a), inferredBy(b)];
  return byA === null && byB === null ? null : [...(byA ?? []), ...(byB ?? [])];
}
