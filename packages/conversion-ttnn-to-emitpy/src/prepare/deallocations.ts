import { CaseOp, LoadCachedOp, WhileLoopOp } from '@shardform/dialect-ttcore';
import {
  CaptureOrExecuteTraceOp,
  DeallocateOp,
  freedInput,
  layoutOf,
  ReshapeOp,
  TILE,
} from '@shardform/dialect-ttnn';
import {
  boolAttr,
  definePass,
  type ModuleOp,
  type Operation,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { ReturnOp, type FuncOp } from '@shardform/dialect-func';
import { argumentTypesOf, functionsIn } from './names.ts';

function deallocationsIn(func: FuncOp): DeallocateOp[] {
  return [...func.entry].filter((op) => op instanceof DeallocateOp);
}

/** The functions that loops and choices call: what they are given is their caller's, also in the next round. */
function calledByLoops(module: ModuleOp): Set<FuncOp | null> {
  const found = new Set<FuncOp | null>();
  module.walk((op) => {
    if (op instanceof WhileLoopOp) found.add(op.body).add(op.condition);
    else if (op instanceof CaseOp) for (const branch of op.branches) found.add(branch);
  });
  return found;
}

/** A loop without a round, or a function that returns its argument, gives back what it was given. */
function mayShare(value: Value): boolean {
  const passesOn = (op: Operation | null): boolean => op instanceof WhileLoopOp || op instanceof CaseOp;
  return passesOn(value.definingOp) || [...value.users()].some(passesOn);
}

/** What a recording reads on the device is what it read when it was recorded. */
function isSlot(value: Tensor): boolean {
  const isRecorded = value.users().some((user) => user instanceof CaptureOrExecuteTraceOp);
  return isRecorded && layoutOf(value.type)?.isOnHost === false;
}

/** What is computed once, weights, and what a function of a loop is given stay for the next call. */
export const ttnnAdjustDeallocs = definePass({
  name: 'ttnn-adjust-deallocs',
  className: 'TTNNAdjustDeallocs',
  summary: 'keeps parameters, constants and what was computed of them',
  anchor: 'builtin.module',
  run(module) {
    const looped = calledByLoops(module);
    for (const func of functionsIn(module)) {
      const types = argumentTypesOf(func);
      const kept = new Set<Value>(
        func.entry.arguments.filter(
          (_, i) => looped.has(func) || types[i] === 'parameter' || types[i] === 'constant',
        ),
      );
      for (const op of deallocationsIn(func)) {
        const { input } = op;
        const isConstant = kept.has(input) || input.definingOp instanceof LoadCachedOp;
        if (isConstant || mayShare(input) || isSlot(input)) op.erase();
      }
    }
  },
});

/** Returns true if the library makes a reshape a view of the same memory. */
function isView(op: Operation | null): op is ReshapeOp {
  if (!(op instanceof ReshapeOp)) return false;
  const [from, to] = [op.input.type.shape, op.result.type.shape];
  if (from.length === 0 || to.length === 0 || from.at(-1) !== to.at(-1)) return false;
  if (layoutOf(op.input.type)?.isTiled !== true) return true;
  const [rows, others] = [from.at(-2) ?? 1, to.at(-2) ?? 1];
  return rows === others || (rows % TILE === 0 && others % TILE === 0);
}

/** The value whose memory a value shares. */
function rootOf(value: Value): Value {
  let root = value;
  for (let op = root.definingOp; isView(op); op = root.definingOp) root = op.input;
  return root;
}

/** Memory that several values share is freed once, where the last of them is, whoever refers to it, unless it is freed elsewhere. */
export const ttnnForceFinalDeallocs = definePass({
  name: 'ttnn-force-final-deallocs',
  className: 'TTNNForceFinalDeallocs',
  summary: 'frees memory that several values share once',
  anchor: 'builtin.module',
  run(module) {
    for (const func of functionsIn(module)) {
      // By the caller, or by the operation that reads it last.
      const freed = new Set<Value>();
      for (const op of func.entry) {
        if (op instanceof ReturnOp) for (const value of op.operandValues()) freed.add(rootOf(value));
        const input = freedInput(op);
        if (input !== null) freed.add(rootOf(input));
      }
      const byRoot = new Map<Value, DeallocateOp[]>();
      for (const op of deallocationsIn(func)) {
        const root = rootOf(op.input);
        byRoot.set(root, [...(byRoot.get(root) ?? []), op]);
      }
      for (const [root, ops] of byRoot) {
        const isFreed = freed.has(root);
        const last = ops.at(-1)!;
        if (!isFreed && ops.length > 1) last.force = boolAttr(true);
        for (const op of ops) if (isFreed || op !== last) op.erase();
      }
    }
  },
});
