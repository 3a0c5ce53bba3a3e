import { FragmentOp, INFERRED_BY, TransferOp } from '@shardform/dialect-mpmd';
import {
  applyPatternsGreedily,
  type Attribute,
  booleanOption,
  type Operation,
  pattern,
  type RewritePattern,
  type Rewriter,
} from '@shardform/ir-core';
import { moveToProducer } from '../common/transfer-passes.ts';
import { mpmdPass } from '../program/distributed-pass.ts';
import { isEntryPoint } from '../program/functions.ts';
import { inferredBy, inferredByAttr } from '../program/inferred-by.ts';
import { mergeFragments } from './merge-fragments.ts';

/** `mpmd-absorb-inferred-fragments`. */
export const absorbInferredFragments = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-absorb-inferred-fragments',
  className: 'AbsorbInferredFragmentsPass',
  summary: 'Absorbs inferred fragments into the user fragments closest to them.',
  options: {
    'absorb-on-entry-point-function': booleanOption('Whether to absorb in entry point functions as well.'),
  },
  run(func, { context, options }) {
    if (isEntryPoint(func) && !options['absorb-on-entry-point-function']) return;
    applyPatternsGreedily(func, patterns, context, { fold: false, regionSimplification: 'disabled' });
  },
});

const absorbProducer = /* @__PURE__ */ pattern(FragmentOp, 'mpmd-absorb-producer', (root, rewriter) => {
  if (!isRoot(root)) return false;
  const inferred = producersOf(root).filter(isInferred);
  // Transfers move even where nothing is absorbed in the end.
  const [producer] = inferred.filter((candidate) => {
    moveTransfersToConsumers(candidate, rewriter);
    return closestConsumer(candidate) === root;
  });
  if (producer === undefined) return false;
  const attributes = absorbedAttributes(root, producer);
  setAttributes(mergeFragments(producer, root, rewriter), attributes);
  return true;
});

const absorbConsumer = /* @__PURE__ */ pattern(FragmentOp, 'mpmd-absorb-consumer', (root, rewriter) => {
  if (!isRoot(root)) return false;
  const [consumer] = usersOf(root)
    .filter(isInferred)
    .filter((candidate) => {
      moveTransfersToProducers(candidate);
      return closestProducer(candidate) === root;
    });
  if (consumer === undefined) return false;
  const place = root.next === consumer ? consumer.next : root.next;
  const attributes = absorbedAttributes(root, consumer);
  const merged = mergeFragments(root, consumer, rewriter);
  if (place !== null) rewriter.moveBefore(merged, place);
  setAttributes(merged, attributes);
  return true;
});

const patterns: readonly RewritePattern[] = [absorbProducer, absorbConsumer];

/** Fragments that others are absorbed into: those of the user, and inferred ones at the ends of the data flow. */
function isRoot(fragment: FragmentOp): boolean {
  return (
    fragment.isUserFragment ||
    !usersOf(fragment).some((user) => user instanceof FragmentOp) ||
    !producersOf(fragment).some((producer) => producer instanceof FragmentOp)
  );
}

function isInferred(op: Operation): op is FragmentOp {
  return op instanceof FragmentOp && !op.isUserFragment;
}

function usersOf(op: Operation): Operation[] {
  return [...new Set(op.results.flatMap((result) => result.users()))];
}

function producersOf(op: Operation): Operation[] {
  const producers = new Set<Operation>();
  for (const { value } of op.operands) if (value.definingOp !== null) producers.add(value.definingOp);
  return [...producers];
}

function closestConsumer(op: Operation): Operation | null {
  return usersOf(op).reduce<Operation | null>(
    (first, user) => (first === null || user.isBefore(first) ? user : first),
    null,
  );
}

function closestProducer(op: Operation): Operation | null {
  return producersOf(op).reduce<Operation | null>(
    (last, producer) => (last === null || last.isBefore(producer) ? producer : last),
    null,
  );
}

/** Transfers of a fragment's results wait until these are needed, so that they don't stand in the way. */
function moveTransfersToConsumers(fragment: FragmentOp, rewriter: Rewriter): void {
  for (const transfer of usersOf(fragment)) {
    if (!(transfer instanceof TransferOp)) continue;
    const consumer = closestConsumer(transfer);
    if (consumer === null) rewriter.eraseOp(transfer);
    else transfer.moveBefore(consumer);
  }
}

function moveTransfersToProducers(fragment: FragmentOp): void {
  for (const producer of producersOf(fragment)) if (producer instanceof TransferOp) moveToProducer(producer);
}

/** Discardable attributes of what becomes of a root that absorbs a fragment. */
function absorbedAttributes(root: FragmentOp, absorbed: FragmentOp): Operation['discardable'] {
  const attributes = new Map<string, Attribute>(root.discardable ?? []);
  if (root.isUserFragment || !absorbed.hasAttr(INFERRED_BY)) return attributes;
  const passes = [...(inferredBy(root) ?? []), ...(inferredBy(absorbed) ?? [])];
  return attributes.set(INFERRED_BY, inferredByAttr(passes));
}

function setAttributes(merged: FragmentOp, attributes: Operation['discardable']): void {
  for (const [name, attribute] of attributes ?? []) merged.setAttr(name, attribute);
}
