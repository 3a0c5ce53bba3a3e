import {
  axesInDims,
  subtractAxes,
  areAxisListsEqual,
  type AxisList,
  getSharding,
  rankOf,
  ReshardOp,
  setSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { OpResult, type Operation, type Value, zip } from '@shardform/ir-core';
import type { FactorSharding } from '../../projection/factor-sharding.ts';
import { partialAxes } from './partial-axes.ts';
import { insertUnreducedCollectives } from './unreduced-collectives.ts';
import { projectedSharding, type ReshardEnvironment, type ReshardSite } from './reshard-site.ts';

/**
 * Gives every tensor of an operation the same axes per factor.
 *
 * @returns which tensors have other axes than before; operands, then results.
 */
export function setFactorAxesEverywhere({ projection }: ReshardSite, axes: readonly AxisList[]): boolean[] {
  return projection.tensors.map((tensor) => {
    let changed = false;
    for (const [factor, [sharding, target]] of zip(tensor.factors, axes).entries()) {
      if (sharding === null || isAlong(sharding, target)) continue;
      changed = true;
      tensor.factors[factor] = { ...sharding, axes: target, overflowAxes: [] };
    }
    return changed;
  });
}

/** Returns whether every tensor of an operation has given axes per factor. */
export function splitsAlready({ projection }: ReshardSite, axes: readonly AxisList[]): boolean {
  return projection.tensors.every(({ factors }) =>
    factors.every((sharding, factor) => sharding === null || isAlong(sharding, axes[factor]!)),
  );
}

function isAlong({ axes, overflowAxes }: FactorSharding, target: AxisList): boolean {
  return areAxisListsEqual(axes, target) && overflowAxes.length === 0;
}

/**
 * Inserts reshards of operands before, and of results after an operation, so that it sees the shardings of the site's
 * factors and its surroundings see what they saw before.
 *
 * @param updated which tensors have other factor axes than their shardings.
 * @param reduced the axes that split what the operation reduces.
 */
export function insertReshards(
  site: ReshardSite,
  updated: readonly boolean[],
  reduced: AxisList,
  environment: ReshardEnvironment,
): void {
  const { op, tensors, operandCount } = site;
  const needsReshard = (index: number): boolean => updated[index]! || isOnOtherMesh(site, index, environment);
  for (let i = 0; i < operandCount; i++) {
    if (!needsReshard(i)) continue;
    const { value } = tensors[i]!;
    const reshard = reshardOf(value.type, projectedSharding(site, i), value, op);
    reshard.moveBefore(op);
    op.setOperand(i, reshard.result);
  }
  let last: Operation = op;
  for (let i = operandCount; i < tensors.length; i++) {
    const { value, sharding } = tensors[i]!;
    const split = projectedSharding(site, i);
    // A result that is split along an axis is not partial along it.
    const partial = subtractAxes(partialAxes(site, i - operandCount, reduced), axesInDims(split), site.mesh);
    const isPartial = areAxisListsEqual(partial, sharding?.unreducedAxes ?? []);
    if (!needsReshard(i) && isPartial) continue;
    // With the first result of several without shardings the others have got one.
    const original =
      getSharding(value, environment.context) ??
      TensorShardingAttr.fullyClosed(site.meshOrRef, rankOf(value));
    const own = split.with({ unreducedAxes: partial });
    setSharding(value, own, environment.context);
    // Values after the operands are results.
    last = bringResult(value as OpResult, own, original, last, environment);
  }
}

/** Returns whether a tensor is split over a mesh whose devices are in another order than those of the site's mesh. */
function isOnOtherMesh(site: ReshardSite, index: number, { meshes }: ReshardEnvironment): boolean {
  const { sharding } = site.tensors[index]!;
  if (sharding === null || sharding.isFullyReplicated || sharding.meshOrRef === site.meshOrRef) return false;
  const own = meshes.meshOf(sharding);
  const target = meshes.meshOf(sharding.onMesh(site.meshOrRef));
  return own?.deviceIds.join() !== target?.deviceIds.join();
}

/** Makes a detached reshard with the location of `at`. */
export function reshardOf(
  type: ReshardOp['result']['type'],
  sharding: TensorShardingAttr,
  input: ReshardOp['input'],
  { location }: Pick<Value, 'location'>,
): ReshardOp {
  return ReshardOp.create({ input, sharding }, [type], { location });
}

/** Puts what brings a result to a sharding between the result and its users. @returns the last operation of that. */
export function bringResult(
  result: OpResult,
  from: TensorShardingAttr,
  to: TensorShardingAttr,
  anchor: Operation,
  environment: ReshardEnvironment,
): Operation {
  const users = new Set(result.users());
  // Results are made in the middle of a block.
  const made = insertUnreducedCollectives(result, from, to, anchor.next!, environment);
  if (made === null) return insertReshardAfter(result, to, anchor);
  result.replaceUsesIf(made, (use) => users.has(use.owner));
  return made.definingOp!;
}

/** Puts a reshard between a result and its users, right after `anchor`. */
export function insertReshardAfter(
  result: OpResult,
  sharding: TensorShardingAttr,
  anchor: Operation = result.owner,
): ReshardOp {
  const reshard = reshardOf(result.type, sharding, result, result.owner);
  result.replaceUsesIf(reshard.result, (use) => use.owner !== reshard);
  reshard.moveAfter(anchor);
  return reshard;
}
