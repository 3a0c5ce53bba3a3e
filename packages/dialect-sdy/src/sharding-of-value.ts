import {
  type BlockArgument,
  type Context,
  type Operation,
  OpResult,
  ShapedType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { SHARDING } from './attribute-names.ts';
import { TensorShardingAttr } from './attrs/tensor-sharding-attr.ts';
import { TensorShardingPerValueAttr } from './attrs/tensor-sharding-per-value-attr.ts';
import { dataFlowOf } from './data-flow-op.ts';
import type { AllGatherOp } from './ops/all-gather-op.ts';
import type { AllReduceOp } from './ops/all-reduce-op.ts';
import type { AllSliceOp } from './ops/all-slice-op.ts';
import type { AllToAllOp } from './ops/all-to-all-op.ts';
import type { CollectivePermuteOp } from './ops/collective-permute-op.ts';
import { DataFlowEdgeOp } from './ops/data-flow-edge-ops.ts';
import { PropagationBarrierOp } from './ops/propagation-barrier-op.ts';
import type { ReduceScatterOp } from './ops/reduce-scatter-op.ts';
import type { ReplicatedToUnreducedOp } from './ops/replicated-to-unreduced-op.ts';
import type { ReshardOp } from './ops/reshard-op.ts';
import { carriesSharding, collective } from './ops/sharding-traits.ts';
import type { ShardedToUnreducedOp } from './ops/sharded-to-unreduced-op.ts';
import type { ShardingConstraintOp } from './ops/sharding-constraint-op.ts';

/** A collective operation of this dialect. */
export type CollectiveOp =
  | AllGatherOp
  | AllReduceOp
  | AllSliceOp
  | AllToAllOp
  | CollectivePermuteOp
  | ReduceScatterOp
  | ReplicatedToUnreducedOp
  | ShardedToUnreducedOp;

/** Returns true if an operation is a collective of this dialect. */
export function isCollectiveOp(op: Operation): op is CollectiveOp {
  return op.hasTrait(collective);
}

/** Returns true if the operation's `sharding` is that of its result. */
function hasOwnSharding(op: Operation): op is DataFlowEdgeOp | ReshardOp | ShardingConstraintOp {
  return op.hasTrait(carriesSharding);
}

/**
 * Returns the sharding of a value, wherever it is kept: with its edge, on the operation, on the function, or with the
 * owner of the edge that it is a target of. `null` when it has none, or can't have one.
 */
export function getSharding(value: Value, context: Context): TensorShardingAttr | null {
  const shardable = shardableValue(value, context);
  if (shardable === null) return null;
  if (isResult(shardable)) return resultSharding(shardable, context);
  // A shardable value is a result or a block argument.
  return argumentSharding(shardable as BlockArgument, context);
}

/**
 * Sets the sharding of a value where {@link getSharding} finds it. The other results of an operation without
 * shardings become fully open.
 */
export function setSharding(value: Value, sharding: TensorShardingAttr, context: Context): void {
  const shardable = shardableValue(value, context);
  if (shardable === null) throw new Error('a value that no edge owns cannot have a sharding');
  if (isResult(shardable)) setResultSharding(shardable, sharding, context);
  // A shardable value is a result or a block argument.
  else setArgumentSharding(shardable as BlockArgument, sharding, context);
}

/** Number of dimensions of a value; 0 for values that aren't shaped. */
export function rankOf({ type }: { readonly type: Type }): number {
  return type instanceof ShapedType ? (type.shape?.length ?? 0) : 0;
}

function isResult(value: Value): value is OpResult {
  return value instanceof OpResult;
}

/**
 * Returns the value that carries the sharding of `value`: the result of a data-flow edge, the owner of the edge that
 * `value` is a target of, or itself. `null` for block arguments that no edge reaches.
 */
export function shardableValue(value: Value, context: Context): Value | null {
  const edge = dataFlowEdgeOf(value, context);
  if (edge !== null) return edge.result;
  if (value instanceof OpResult) return value;
  const parent = value.parentBlock?.parentOp ?? null;
  if (parent === null) return null;
  if (parent instanceof FuncOp) return value;
  return dataFlowOf(parent, context)?.ownerOfTarget(value) ?? null;
}

/** Returns the edge operation of the data-flow edge that a value is a target of; `null` when it has none. */
export function dataFlowEdgeOf(value: Value, context: Context): DataFlowEdgeOp | null {
  if (value instanceof OpResult) return edgeUserOf(value);
  const parent = value.parentBlock?.parentOp ?? null;
  if (parent === null || parent instanceof FuncOp) return null;
  const owner = dataFlowOf(parent, context)?.ownerOfTarget(value) ?? null;
  return owner === null ? null : edgeUserOf(owner);
}

/** Returns the edge operation that is the only user of an owner. */
export function edgeUserOf(owner: Value): DataFlowEdgeOp | null {
  const use = owner.firstUse;
  return owner.hasOneUse && use?.owner instanceof DataFlowEdgeOp ? use.owner : null;
}

/** Returns the value that propagation barriers pass on. */
export function skipPropagationBarriers(value: Value): Value {
  let at = value;
  while (at.definingOp instanceof PropagationBarrierOp) at = at.definingOp.input;
  return at;
}

/** Returns the shardings in the operation's `sdy.sharding`; `null` when it has none. */
export function resultShardings(op: Operation): TensorShardingPerValueAttr | null {
  const attribute = op.discardable?.get(SHARDING);
  return attribute instanceof TensorShardingPerValueAttr ? attribute : null;
}

// ---- results

function resultSharding(result: OpResult, context: Context): TensorShardingAttr | null {
  const { owner, index } = result;
  if (owner.definition.dialect === 'sdy') {
    if (hasOwnSharding(owner)) return owner.sharding;
    if (isCollectiveOp(owner)) return owner.outSharding;
  }
  const dataFlow = owner.regions.length > 0 ? dataFlowOf(owner, context) : null;
  if (dataFlow !== null) return dataFlow.resultShardings()?.shardings[index] ?? null;
  return resultShardings(owner)?.shardings[index] ?? null;
}

function setResultSharding(result: OpResult, sharding: TensorShardingAttr, context: Context): void {
  const { owner, index } = result;
  if (owner.definition.dialect === 'sdy') {
    if (hasOwnSharding(owner)) {
      owner.sharding = sharding;
      return;
    }
    if (isCollectiveOp(owner)) {
      owner.outSharding = sharding;
      return;
    }
  }
  const dataFlow = owner.regions.length > 0 ? dataFlowOf(owner, context) : null;
  if (dataFlow !== null) {
    dataFlow.setResultShardings(replaced(dataFlow.resultShardings(), dataFlow.resultOwners, index, sharding));
    return;
  }
  owner.setAttr(SHARDING, replaced(resultShardings(owner), owner.results, index, sharding));
}

function replaced(
  shardings: TensorShardingPerValueAttr | null,
  values: readonly Value[],
  index: number,
  sharding: TensorShardingAttr,
): TensorShardingPerValueAttr {
  if (shardings !== null && shardings.length > 0) return shardings.withSharding(index, sharding);
  if (values.length === 1) return TensorShardingPerValueAttr.get([sharding]);
  return TensorShardingPerValueAttr.openExcept(sharding.meshOrRef, values.map(rankOf), index, sharding);
}

// ---- block arguments

function argumentSharding(argument: BlockArgument, context: Context): TensorShardingAttr | null {
  const parent = argument.owner.parentOp;
  if (parent instanceof FuncOp) return functionArgumentSharding(parent, argument.index);
  if (parent === null) return null;
  const dataFlow = dataFlowOf(parent, context);
  const index = dataFlow?.blockArgumentOwners.indexOf(argument) ?? -1;
  return index < 0 ? null : (dataFlow?.blockArgumentShardings()?.shardings[index] ?? null);
}

function setArgumentSharding(argument: BlockArgument, sharding: TensorShardingAttr, context: Context): void {
  const parent = argument.owner.parentOp;
  if (parent instanceof FuncOp) {
    setValueAttr(parent, 'arg_attrs', argument.index, SHARDING, sharding);
    return;
  }
  const dataFlow = parent === null ? null : dataFlowOf(parent, context);
  if (dataFlow === null) throw new Error('a value that no edge owns cannot have a sharding');
  const owners = dataFlow.blockArgumentOwners;
  const shardings = replaced(dataFlow.blockArgumentShardings(), owners, owners.indexOf(argument), sharding);
  dataFlow.setBlockArgumentShardings(shardings);
}

/** Returns the sharding of a function's argument. */
export function functionArgumentSharding(func: FuncOp, index: number): TensorShardingAttr | null {
  const attribute = valueAttrs(func, 'arg_attrs', index).get(SHARDING);
  return attribute instanceof TensorShardingAttr ? attribute : null;
}

/** Returns the sharding of a function's result. */
export function functionResultSharding(func: FuncOp, index: number): TensorShardingAttr | null {
  const attribute = valueAttrs(func, 'res_attrs', index).get(SHARDING);
  return attribute instanceof TensorShardingAttr ? attribute : null;
}

/** Replaces the sharding of a function's argument; `null` removes it. */
export function setFunctionArgumentSharding(
  func: FuncOp,
  index: number,
  sharding: TensorShardingAttr | null,
): void {
  setValueAttr(func, 'arg_attrs', index, SHARDING, sharding);
}

/** Replaces the sharding of a function's result; `null` removes it. */
export function setFunctionResultSharding(
  func: FuncOp,
  index: number,
  sharding: TensorShardingAttr | null,
): void {
  setValueAttr(func, 'res_attrs', index, SHARDING, sharding);
}
