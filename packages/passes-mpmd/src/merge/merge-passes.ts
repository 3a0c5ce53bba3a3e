import type { FuncOp } from '@shardform/dialect-func';
import { FragmentOp, SPLIT_DROP_TRANSFERRED, SPLIT_KEEP_TRANSFERRED } from '@shardform/dialect-mpmd';
import {
  BlockArgument,
  booleanOption,
  type Context,
  isPure,
  type Operation,
  Rewriter,
} from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';
import {
  areStagesConsistent,
  callCounterOf,
  isBackward,
  isExecutedImmediatelyAfter,
  isForward,
  nextOnMesh,
  singleTransposeCount,
} from '../program/fragments.ts';
import { walkReversed } from '../program/operations.ts';
import { mergedAttributes, mergeFragments, setMergedAttributes } from './merge-fragments.ts';

/** Decides whether two fragments of one mesh become one. */
export type AllowsMerge = (producer: FragmentOp, consumer: FragmentOp) => boolean;

/** Which fragment is tried as the consumer of another one. */
export type MergeCandidate = 'first-user' | 'any-user' | 'next-on-mesh';

/** Merges the fragments of a function with their consumers, the last producers first. */
export function mergeAll(
  func: FuncOp,
  allows: AllowsMerge,
  candidate: MergeCandidate,
  context: Context,
): void {
  new FragmentMerger(func, allows, candidate, context).run();
}

class FragmentMerger {
  readonly #func: FuncOp;
  readonly #allows: AllowsMerge;
  readonly #candidate: MergeCandidate;
  readonly #context: Context;
  readonly #rewriter: Rewriter;
  /** Positions in the block before any merge; merged fragments have that of the place where they stand. */
  readonly #positions = new Map<Operation, number>();

  constructor(func: FuncOp, allows: AllowsMerge, candidate: MergeCandidate, context: Context) {
    this.#func = func;
    this.#allows = allows;
    this.#candidate = candidate;
    this.#context = context;
    this.#rewriter = new Rewriter(context);
    for (const op of func.entry) this.#positions.set(op, this.#positions.size);
  }

  run(): void {
    walkReversed(this.#func, (op) => {
      if (!(op instanceof FragmentOp)) return;
      if (op.hasNoUses() && isPure(op, this.#context)) {
        op.erase();
        return;
      }
      let fragment: FragmentOp | null = op;
      while (fragment !== null) fragment = this.#merge(fragment);
    });
  }

  #position(op: Operation): number {
    return this.#positions.get(this.#func.entry.findAncestorOp(op)!)!;
  }

  /** Merges a fragment with one consumer; returns the result, or `null` when there is none to merge with. */
  #merge(producer: FragmentOp): FragmentOp | null {
    const consumer = this.#consumerOf(producer);
    if (consumer === null) return null;
    const at = this.#position(consumer);
    const isBeforeUsers = producer.results.every((result) =>
      result.users().every((user) => this.#position(user) >= at),
    );
    const place = isBeforeUsers ? at : this.#position(producer);
    if (!isBeforeUsers) {
      if (!this.#canMoveBehind(producer, consumer)) return null;
      consumer.moveAfter(producer);
    }
    const attributes = mergedAttributes(producer, consumer);
    const merged = mergeFragments(producer, consumer, this.#rewriter);
    setMergedAttributes(merged, attributes);
    this.#positions.set(merged, place);
    return merged;
  }

  /** True if everything that the consumer uses is there when the producer has finished. */
  #canMoveBehind(producer: FragmentOp, consumer: FragmentOp): boolean {
    const limit = this.#position(producer);
    return consumer.operands.every(
      ({ value }) => value instanceof BlockArgument || this.#position(value.definingOp!) <= limit,
    );
  }

  #consumerOf(producer: FragmentOp): FragmentOp | null {
    if (this.#candidate === 'next-on-mesh') {
      const next = nextOnMesh(producer);
      return next !== null && this.#allows(producer, next) ? next : null;
    }
    const users = new Set(producer.results.flatMap((result) => result.users()));
    const fragments = [...users]
      .filter((user) => user instanceof FragmentOp)
      .sort((a, b) => this.#position(a) - this.#position(b));
    const tried = this.#candidate === 'any-user' ? fragments : fragments.slice(0, 1);
    return tried.find((user) => this.#allows(producer, user)) ?? null;
  }
}

/** Fragments of which at least one was inferred; halves that were split stay apart. */
const allowsInferred: AllowsMerge = (producer, consumer) =>
  !(producer.isUserFragment && consumer.isUserFragment) &&
  !(producer.hasAttr(SPLIT_KEEP_TRANSFERRED) && consumer.hasAttr(SPLIT_DROP_TRANSFERRED));

/** `mpmd-merge-inferred-fragments`. */
export const mergeInferredFragments = /* @__PURE__ */ distributedPass({
  name: 'mpmd-merge-inferred-fragments',
  className: 'MergeInferredFragmentsPass',
  summary: 'Merges inferred fragments with other fragments.',
  options: {
    'merge-any-consumer': booleanOption(
      'Whether to merge with any consumer, rather than only with the first user.',
    ),
    'merge-sideways': booleanOption('Whether to merge with the next fragment of the mesh, consumer or not.'),
  },
  run(func, { context, options }) {
    const candidate: MergeCandidate = options['merge-sideways']
      ? 'next-on-mesh'
      : options['merge-any-consumer']
        ? 'any-user'
        : 'first-user';
    mergeAll(func, allowsInferred, candidate, context);
  },
});

/** `mpmd-merge-forward-with-backward`. */
export const mergeForwardWithBackward = /* @__PURE__ */ distributedPass({
  name: 'mpmd-merge-forward-with-backward',
  className: 'MergeForwardWithBackwardPass',
  summary: 'Merges forward fragments with the backward fragments that follow immediately.',
  run: (func, { context }) =>
    mergeAll(
      func,
      (producer, consumer) =>
        isExecutedImmediatelyAfter(producer, consumer) && isForward(producer) && isBackward(consumer),
      'first-user',
      context,
    ),
});

/** `mpmd-merge-user-fragments-into-scheduling-units`. */
export const mergeUserFragments = /* @__PURE__ */ distributedPass({
  name: 'mpmd-merge-user-fragments-into-scheduling-units',
  className: 'MergeUserDefinedFragmentsIntoSchedulingUnitsPass',
  summary: 'Merges user fragments of the same microbatch and phase.',
  run: (func, { context }) => mergeAll(func, allowsUserFragments, 'first-user', context),
});

const allowsUserFragments: AllowsMerge = (producer, consumer) => {
  if (!producer.isUserFragment || !consumer.isUserFragment) return false;
  const count = singleTransposeCount(producer);
  if (count === null || count !== singleTransposeCount(consumer)) return false;
  const [a, b] = [callCounterOf(producer), callCounterOf(consumer)];
  return (a === null || b === null || a === b) && areStagesConsistent(producer, consumer);
};
