import type { Context, Operation } from '@shardform/ir-core';
import { kernelCost } from './kernel-cost.ts';

/**
 * The role of an operation in the fusion of a compiler such as XLA: `loop` computes an element of its result from a few
 * elements of its operands, and is fused into its users; `dear` is the same but too expensive to duplicate; `root`
 * fuses its operands but must write its own result; `none` is not fused.
 */
export type FusionRole = 'none' | 'loop' | 'dear' | 'root';

/** Returns the fusion role that an operation declares; `none` for operations that declare no cost. */
export function fusionRole(op: Operation, context: Context): FusionRole {
  const declared = context.query(kernelCost, op);
  if (declared === undefined) return 'none';
  if (declared.fusion !== undefined) return declared.fusion;
  if (declared.kind === 'elementwise') return 'loop';
  return declared.kind === 'transcendental' ? 'dear' : 'none';
}

/** Returns whether an operation of a role fuses its operands: these may be computed inside of its kernel. */
export function fusesOperands(role: FusionRole): boolean {
  return role !== 'none';
}

/**
 * Returns whether an operation of a role may be computed inside of its users: it has one result, and is not too expensive to be
 * computed for each of them. All users have to fuse their operands, too.
 *
 * @param results number of its results.
 * @param users number of distinct operations that use these.
 */
export function mayFuseIntoUsers(role: FusionRole, results: number, users: number): boolean {
  if (results !== 1 || users === 0) return false;
  return role === 'loop' || (role === 'dear' && users === 1);
}

/** Returns whether an operation is computed inside of its users, all of which are kernels of its block: it writes no result. */
export function isFusedIntoUsers(op: Operation, context: Context): boolean {
  const role = fusionRole(op, context);
  if (!mayFuseIntoUsers(role, op.results.length, op.hasNoUses() ? 0 : 1)) return false;
  const users = op.getResult().users();
  return (
    mayFuseIntoUsers(role, 1, users.length) &&
    users.every((user) => user.parent === op.parent && fusesOperands(fusionRole(user, context)))
  );
}
