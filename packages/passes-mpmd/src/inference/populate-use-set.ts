import { FuncOp } from '@shardform/dialect-func';
import {
  AssignOp,
  FragmentOp,
  MpmdBroadcastOp,
  MpmdCallOp,
  MpmdForOp,
  MpmdReduceOp,
  MpmdReturnOp,
  UnassignOp,
} from '@shardform/dialect-mpmd';
import { definePass, type ModuleOp, type Operation } from '@shardform/ir-core';
import { calleeOf } from '../program/call-edges.ts';
import { isEntryPoint } from '../program/functions.ts';
import { isMeshless, walkReversed } from '../program/operations.ts';
import { MeshSet } from './mesh-set.ts';
import { holderOfArgument, holderOfResult, setUseSet, useSetOf, usesOf } from './set-storage.ts';

/** Stores for each operation on which meshes its results are needed, from the uses to the definitions. */
export function populateUseSets(module: ModuleOp): void {
  for (const func of module.body) if (isEntryPoint(func)) walkReversed(func, visit);
}

function visit(op: Operation): void {
  if (op instanceof AssignOp) setUseSet(op, MeshSet.of(op.meshWithOrigin));
  else if (op instanceof MpmdForOp) {
    for (const argument of op.entry.arguments) {
      const holder = holderOfArgument(argument)!;
      setUseSet(holder, useSetOf(holder).union(usesOf([argument])));
    }
  } else if (op instanceof MpmdReturnOp && op.parentOp instanceof MpmdForOp) visitYield(op, op.parentOp);
  else if (op instanceof FuncOp) {
    for (const argument of op.entry.arguments) {
      const holder = holderOfArgument(argument)!;
      setUseSet(holder, useSetOf(holder).union(usesOf([argument])));
    }
  } else if (op instanceof MpmdCallOp) visitCall(op);
  else if (
    isMeshless(op) ||
    op instanceof MpmdBroadcastOp ||
    op instanceof MpmdReduceOp ||
    op instanceof UnassignOp
  ) {
    setUseSet(op, useSetOf(op).union(usesOf(op.results)));
  }
}

/** What a loop yields is needed where its results are. */
function visitYield(terminator: MpmdReturnOp, loop: MpmdForOp): void {
  for (const result of loop.results) {
    const { definingOp } = terminator.getOperand(result.index);
    if (definingOp === null || definingOp instanceof FragmentOp) continue;
    const holder =
      definingOp instanceof MpmdCallOp ? holderOfResult(calleeOf(definingOp), result.index) : definingOp;
    setUseSet(holder, useSetOf(holder).union(usesOf([result])));
  }
}

/** Visits of a callee whose results its own calls use. */
const MOST_VISITS = 10;

function visitCall(call: MpmdCallOp): void {
  const callee = calleeOf(call);
  let changed = visitCallee(call, callee);
  if (!isChained(call)) return;
  for (let i = 0; i < MOST_VISITS && changed; i++) changed = visitCallee(call, callee);
}

/** True if another call of the same function uses a result. */
export function isChained(call: MpmdCallOp): boolean {
  return call.results.some((result) =>
    result.users().some((user) => user instanceof MpmdCallOp && user.callee === call.callee),
  );
}

function visitCallee(call: MpmdCallOp, callee: FuncOp): boolean {
  let changed = false;
  for (const result of call.results) {
    const holder = holderOfResult(callee, result.index);
    const before = useSetOf(holder);
    const after = before.union(usesOf([result]));
    setUseSet(holder, after);
    changed ||= after.size > before.size;
  }
  const isVisited = callee.entry.arguments.some((argument) => !useSetOf(holderOfArgument(argument)!).isEmpty);
  if (!changed && isVisited) return false;
  walkReversed(callee, visit);
  return true;
}

/** `mpmd-infer-mesh-populate-use-set`. */
export const inferMeshPopulateUseSet = /* @__PURE__ */ definePass({
  name: 'mpmd-infer-mesh-populate-use-set',
  className: 'InferMeshPopulateUseSetPass',
  summary: 'Finds the meshes on which values are needed.',
  anchor: 'builtin.module',
  run: (module) => populateUseSets(module),
});
