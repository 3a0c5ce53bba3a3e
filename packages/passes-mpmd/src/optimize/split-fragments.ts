import { FragmentOp, TransferOp } from '@shardform/dialect-mpmd';
import type { FuncOp } from '@shardform/dialect-func';
import { type Operation, Rewriter, type Value } from '@shardform/ir-core';
import { functionPass } from '../program/distributed-pass.ts';
import { fragmentsIn, isBackward, splitTypeOf } from '../program/fragments.ts';
import { effectiveOperands } from '../program/operations.ts';
import { pullFragment } from './pull-fragments.ts';

/** `mpmd-split-bwd-fragments`. */
export const splitBackwardFragments = /* @__PURE__ */ functionPass({
  name: 'mpmd-split-bwd-fragments',
  className: 'SplitBwdFragmentsPass',
  summary: 'Splits backward fragments into what is transferred, and what stays on the mesh.',
  run(func, { context }) {
    const rewriter = new Rewriter(context);
    for (const fragment of allFragments(func)) {
      if (!isBackward(fragment) || splitTypeOf(fragment) !== null) continue;
      const pulled = new Set(
        fragment.results.filter((result) => !result.users().some((user) => user instanceof TransferOp)),
      );
      if (pulled.size === 0 || pulled.size === fragment.results.length) continue;
      const terminator = fragment.entry.getTerminator();
      const roots = fragment.results
        .filter((result) => !pulled.has(result))
        .map(({ index }) => terminator.getOperand(index));
      pullFragment(
        fragment,
        { kept: producersOf(roots, fragment), isPulled: (result) => pulled.has(result) },
        rewriter,
      );
    }
  },
});

function allFragments(func: FuncOp): FragmentOp[] {
  const fragments: FragmentOp[] = [];
  func.walkOf(FragmentOp, (fragment) => void fragments.push(fragment));
  return fragments;
}

/** Returns the operations of a fragment's body that values need. */
function producersOf(values: readonly Value[], { entry }: FragmentOp): Set<Operation> {
  const producers = new Set<Operation>();
  const work = [...values];
  for (let value = work.pop(); value !== undefined; value = work.pop()) {
    const { definingOp } = value;
    if (definingOp?.parent !== entry || producers.has(definingOp)) continue;
    producers.add(definingOp);
    work.push(...effectiveOperands(definingOp));
  }
  return producers;
}

/** `mpmd-split-and-prioritize-transfer-independent-computations`. */
export const splitTransferIndependent = /* @__PURE__ */ functionPass({
  name: 'mpmd-split-and-prioritize-transfer-independent-computations',
  className: 'SplitAndPrioritizeTransferIndependentComputationsPass',
  summary: 'Splits fragments into what needs no transfer, which comes first, and the rest.',
  run(func, { context }) {
    const rewriter = new Rewriter(context);
    for (const fragment of fragmentsIn(func.entry)) {
      if (splitTypeOf(fragment) !== null) continue;
      const args = fragment.entry.arguments.filter(
        ({ index }) => fragment.getOperand(index).definingOp instanceof TransferOp,
      );
      if (args.length === 0 || args.length === fragment.entry.arguments.length) continue;
      const dependent = dependentOps(args, fragment);
      const terminator = fragment.entry.getTerminator();
      const isPulled = (index: number): boolean => dependent.values.has(terminator.getOperand(index));
      const kept = new Set([...fragment.entry].filter((op) => !dependent.ops.has(op)));
      if (kept.size === 0 && fragment.results.every(({ index }) => isPulled(index))) continue;
      pullFragment(fragment, { kept, isPulled: ({ index }) => isPulled(index) }, rewriter);
    }
  },
});

/** Returns what depends on values in a fragment: operations, and values with those given. */
function dependentOps(
  given: readonly Value[],
  { entry }: FragmentOp,
): { readonly ops: ReadonlySet<Operation>; readonly values: ReadonlySet<Value> } {
  const values = new Set<Value>(given);
  const ops = new Set<Operation>();
  for (const op of entry) {
    if (!effectiveOperands(op).some((value) => values.has(value))) continue;
    ops.add(op);
    for (const result of op.results) values.add(result);
  }
  return { ops, values };
}
