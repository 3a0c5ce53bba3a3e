import {
  DenseElementsAttr,
  elementByteWidth,
  type Operation,
  product,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { customCallConfig } from '../inference/custom-call-config.ts';
import { replicaGroups } from '../ops/collective-checks.ts';
import { ConstantOp } from '../ops/constant-op.ts';
import { CustomCallOp } from '../ops/custom-call-op.ts';

/** The target of the custom call by which JAX writes `jax.lax.ragged_all_to_all`. */
export const RAGGED_ALL_TO_ALL = 'ragged_all_to_all';

/**
 * A call by which each device sends a slice of its first operand to each other one of its group, which has it in the place that
 * the sender says. Operands: what is sent, what the result has where nothing arrives, and by receiver where slices begin, how
 * long they are, where they go, and how much is received. All counts are of the first dimension.
 */
export type RaggedAllToAllOp = CustomCallOp;

/** Returns whether an operation is a ragged exchange. */
export function isRaggedAllToAll(op: Operation): op is RaggedAllToAllOp {
  return (
    op instanceof CustomCallOp && op.callTargetName.value === RAGGED_ALL_TO_ALL && op.operands.length === 6
  );
}

/** Returns the groups of a ragged exchange; none for a single one of all devices. */
export function raggedGroups(op: RaggedAllToAllOp): number[][] {
  const groups = customCallConfig(op)?.get('replica_groups');
  return groups instanceof DenseElementsAttr ? replicaGroups(groups) : [];
}

/**
 * Returns the bytes that a device sends at most: what its slices for others have together where their sizes are constants, else
 * the whole operand, which slices that don't overlap are parts of.
 */
export function raggedBytes(op: RaggedAllToAllOp): number {
  const { type } = op.getOperand(0);
  if (!(type instanceof RankedTensorType)) return 0;
  const width = elementByteWidth(type.elementType) ?? 0;
  const rows = type.shape[0] ?? 1;
  const sizes = constantOf(op.getOperand(3));
  // Which of the slices a device keeps depends on its place in the group.
  const sent = sizes === null ? rows : sizes.reduce((sum, size) => sum + size, 0) - Math.min(...sizes);
  return sent * product(type.shape.slice(1)) * width;
}

function constantOf({ definingOp }: Value): readonly number[] | null {
  if (!(definingOp instanceof ConstantOp) || !(definingOp.value instanceof DenseElementsAttr)) return null;
  return definingOp.value.integers().map(Number);
}
