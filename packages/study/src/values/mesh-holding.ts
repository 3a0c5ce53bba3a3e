import { FragmentOp, MeshTensorType } from '@shardform/dialect-mpmd';
import { getSharding, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { BlockArgument, type Context, type Operation, type Value } from '@shardform/ir-core';

/** The mesh of an MPMD program whose devices hold a value. */
export interface MeshHolding {
  readonly mesh: string;
  /** `null` for values inside fragments, whose shardings are found when each mesh is partitioned. */
  readonly type: MeshTensorType | null;
}

/** Returns how the devices of a mesh hold a value; `null` for values outside fragments that are no mesh tensors. */
export function meshHolding(value: Value): MeshHolding | null {
  if (value.type instanceof MeshTensorType) return { mesh: value.type.meshName, type: value.type };
  const fragment = fragmentAround(value);
  if (fragment === null) return null;
  const isOperand = value instanceof BlockArgument && value.owner.parentOp === fragment;
  const type = isOperand ? fragment.getOperand(value.index).type : null;
  return { mesh: fragment.meshName.value, type: type instanceof MeshTensorType ? type : null };
}

/** Returns the sharding of a value, also where the type of a mesh tensor has it. */
export function shardingOf(value: Value, context: Context): TensorShardingAttr | null {
  return getSharding(value, context) ?? meshHolding(value)?.type?.sharding ?? null;
}

/** Returns whether a value is inside a fragment that does not say how devices hold it: its mesh is partitioned later. */
export function isUndecided(value: Value, context: Context): boolean {
  return meshHolding(value)?.type === null && getSharding(value, context) === null;
}

function fragmentAround(value: Value): FragmentOp | null {
  let op: Operation | null = value.parentBlock?.parentOp ?? null;
  while (op !== null && !(op instanceof FragmentOp)) op = op.parentOp;
  return op;
}
