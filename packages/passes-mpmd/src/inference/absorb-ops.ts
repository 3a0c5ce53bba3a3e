import { AssignOp, FragmentOp, MeshTensorType } from '@shardform/dialect-mpmd';
import {
  type BlockArgument,
  IrMapping,
  isPure,
  type Operation,
  RankedTensorType,
  Rewriter,
  type Value,
} from '@shardform/ir-core';
import { assignUsersOf } from '../program/chained-transfers.ts';
import { makeAssign } from '../program/make-ops.ts';
import { compareMeshes } from '../program/mesh-order.ts';
import { capturedValues } from '../program/operations.ts';
import { wrapInFragment } from '../program/wrap-op.ts';
import { MeshError } from './mesh-error.ts';
import { clearSets } from './set-storage.ts';

/**
 * Puts an operation that only assignments use into the fragments that need it: moved into a single one, copied into a
 * few, and else in a fragment of its own on each mesh.
 */
export function absorbOp(op: Operation, maxClones: number, rewriter: Rewriter): void {
  clearSets(op);
  const assigns = op.results.flatMap(assignUsersOf);
  if (assigns.length === 0)
    throw new MeshError(
      op,
      `'${op.name}' is on no mesh and nothing that uses it is: populate the use sets first, as mpmd-infer-mesh-pipeline does`,
    );
  const users = assigns.flatMap((assign) => assign.result.users());
  const fragments = [...new Set(users.filter((user) => user instanceof FragmentOp))].sort((a, b) =>
    a.parent === b.parent && a.isBefore(b) ? -1 : 1,
  );
  const hasOthers = users.some((user) => !(user instanceof FragmentOp));
  const [only] = fragments;
  if (fragments.length === 1 && !hasOthers) {
    moveInto(only!, op, rewriter);
    return;
  }
  const isTooMany = fragments.length > maxClones && op.operands.length > 0 && !isTrivial(op, rewriter);
  if (fragments.length === 0 || hasOthers || isTooMany) {
    const meshes = new Set(assigns.map((assign) => assign.result.type.meshName));
    for (const mesh of [...meshes].sort(compareMeshes)) {
      wrapInFragment(
        op,
        mesh,
        'infer_mesh_wrap_meshless_ops',
        rewriter,
        ({ owner }) => !(owner instanceof AssignOp) || owner.result.type.meshName === mesh,
      );
    }
  } else for (const fragment of fragments) copyInto(fragment, op, rewriter);
  eraseWithAssigns(op);
}

function isTrivial(op: Operation, { context }: Rewriter): boolean {
  return op.operands.length <= 1 && op.results.length === 1 && op.regions.length === 0 && isPure(op, context);
}

/** Erases the assignments of an operation, which nothing uses any more, and the operation. */
function eraseWithAssigns(op: Operation): void {
  for (const assign of op.results.flatMap(assignUsersOf)) if (assign.hasNoUses()) assign.erase();
  op.erase();
}

/** The values that an operation gets from outside: those that its regions use, then operands. */
function neededValues(op: Operation): Value[] {
  return [...new Set([...capturedValues(op), ...op.operandValues()])];
}

function moveInto(fragment: FragmentOp, op: Operation, rewriter: Rewriter): void {
  const values = neededValues(op);
  const args = addArguments(fragment, values);
  values.forEach((value, i) => value.replaceUsesIf(args[i]!, (use) => use.owner.isInside(op)));
  op.moveBefore(fragment.entry.firstOp!);
  exchangeOperands(fragment, feed(fragment, op.results, op.results), values, rewriter);
  for (const assign of op.results.flatMap(assignUsersOf)) assign.erase();
}

function copyInto(fragment: FragmentOp, op: Operation, rewriter: Rewriter): void {
  const values = neededValues(op);
  const args = addArguments(fragment, values);
  const mapping = new IrMapping();
  values.forEach((value, i) => mapping.values.set(value, args[i]!));
  rewriter.setInsertionPointToStart(fragment.entry);
  const copy = rewriter.clone(op, mapping);
  exchangeOperands(fragment, feed(fragment, op.results, copy.results), values, rewriter);
}

function addArguments(fragment: FragmentOp, values: readonly Value[]): BlockArgument[] {
  return values.map((value) => fragment.entry.addArgument(value.type, value.location));
}

/** Replaces the arguments that stand for assigned results by values inside; returns their indices. */
function feed(fragment: FragmentOp, results: readonly Value[], inside: readonly Value[]): Set<number> {
  const fed = new Set<number>();
  results.forEach((result, i) => {
    for (const assign of assignUsersOf(result)) {
      for (const { owner, index } of assign.result.uses()) {
        if (owner !== fragment) continue;
        fragment.entry.getArgument(index).replaceAllUsesWith(inside[i]!);
        fed.add(index);
      }
    }
  });
  return fed;
}

/** Drops the operands that the fragment computes itself now, and appends those that it needs for that. */
function exchangeOperands(
  fragment: FragmentOp,
  dropped: ReadonlySet<number>,
  values: readonly Value[],
  rewriter: Rewriter,
): void {
  for (const index of [...dropped].sort((a, b) => b - a)) fragment.entry.eraseArgument(index);
  rewriter.setInsertionPoint(fragment);
  const added = values.map((value): Value => {
    const { type } = value;
    if (!(type instanceof RankedTensorType)) return value;
    return makeAssign(rewriter, value, MeshTensorType.get(fragment.mesh, type)).result;
  });
  fragment.setOperands([...fragment.operandValues().filter((_, i) => !dropped.has(i)), ...added]);
}
