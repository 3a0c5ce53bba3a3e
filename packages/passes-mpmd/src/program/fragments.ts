import type { FuncOp } from '@shardform/dialect-func';
import {
  CALL_COUNTER,
  FragmentOp,
  REMAT,
  SPLIT_DROP_TRANSFERRED,
  SPLIT_KEEP_TRANSFERRED,
} from '@shardform/dialect-mpmd';
import { type Block, IntegerAttr, type Operation, ui32 } from '@shardform/ir-core';
import { meshNames } from './functions.ts';

/** The half of a split fragment that a fragment is. */
export type SplitType = 'kKeepTransferred' | 'kDropTransferred';

/** Returns the fragments directly in a block, in order. */
export function fragmentsIn(block: Block): FragmentOp[] {
  return [...block].filter((op) => op instanceof FragmentOp);
}

/** Returns the transpose count that all origins of a fragment have; `null` when there is none. */
export function singleTransposeCount({ origins }: FragmentOp): number | null {
  const first = origins[0]?.transposes ?? null;
  return origins.every(({ transposes }) => transposes === first) ? first : null;
}

/** Like {@link singleTransposeCount}; of a rematerialized fragment the highest count of its origins. */
export function transposeCountOf(fragment: FragmentOp): number | null {
  const single = singleTransposeCount(fragment);
  if (single !== null || !fragment.hasAttr(REMAT)) return single;
  const counts = fragment.origins.map(({ transposes }) => transposes);
  return counts.length === 0 ? null : Math.max(...counts);
}

/** Returns the number of the microbatch of a call or fragment, or `null`. */
export function callCounterOf(op: Operation): number | null {
  const counter = op.getAttr(CALL_COUNTER);
  return counter instanceof IntegerAttr ? counter.number : null;
}

/** Sets or removes (`null`) the number of the microbatch. */
export function setCallCounter(op: Operation, counter: number | null): void {
  op.setAttr(CALL_COUNTER, counter === null ? null : IntegerAttr.get(counter, ui32));
}

/** True of fragments that come from forward computations only. */
export function isForward(fragment: FragmentOp): boolean {
  return singleTransposeCount(fragment) === 0;
}

/** True of fragments that come from computations of gradients only. */
export function isBackward(fragment: FragmentOp): boolean {
  return singleTransposeCount(fragment) === 1;
}

/** True of fragments that a schedule orders: forward or backward computations on a microbatch. */
export function isSchedulingUnit(fragment: FragmentOp): boolean {
  return callCounterOf(fragment) !== null && (isForward(fragment) || isBackward(fragment));
}

/** True if the second fragment is the next one on its mesh after the first. */
export function isExecutedImmediatelyAfter(first: FragmentOp, second: FragmentOp): boolean {
  return nextOnMesh(first) === second;
}

/** Returns the next fragment on the mesh of a fragment in its block, or `null`. */
export function nextOnMesh(fragment: FragmentOp): FragmentOp | null {
  for (let op = fragment.next; op !== null; op = op.next) {
    if (op instanceof FragmentOp && op.mesh === fragment.mesh) return op;
  }
  return null;
}

/** True unless both fragments have a stage and these differ. */
export function areStagesConsistent(a: FragmentOp, b: FragmentOp): boolean {
  return a.stage === null || b.stage === null || a.stage === b.stage;
}

/** Returns the names of the meshes that execute stages: all but those of hosts. */
export function schedulableMeshes(func: FuncOp): string[] {
  return meshNames(func).filter((name) => !name.endsWith('/cpu'));
}

/** Returns the half of a split fragment that a fragment is; `null` for others. */
export function splitTypeOf(fragment: FragmentOp): SplitType | null {
  if (fragment.hasAttr(SPLIT_KEEP_TRANSFERRED)) return 'kKeepTransferred';
  return fragment.hasAttr(SPLIT_DROP_TRANSFERRED) ? 'kDropTransferred' : null;
}
