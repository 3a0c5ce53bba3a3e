import { type Operation } from '@shardform/ir-core';
import { subtractAxes } from '../algebra/axis-list.ts';
import type { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import type { ReductionOp } from '../attrs/reduction-op.ts';
import type { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { lookUpMesh } from '../mesh-table.ts';

/** A step from the shardings of operands to those of results. */
export interface UnreducedTransition {
  readonly operands: readonly TensorShardingAttr[];
  readonly results: readonly TensorShardingAttr[];
  /** The operation whose partial values may newly appear; `null` when none may. */
  readonly introducible: ReductionOp | null;
  /** The operation whose partial values may be combined; `null` when none may. */
  readonly removable: ReductionOp | null;
}

/**
 * Returns an error message for unreduced axes that appear or disappear, or `null`. Shardings on different meshes are
 * not compared.
 */
export function unreducedTransitionProblem(transition: UnreducedTransition, op: Operation): string | null {
  const { operands, results, introducible, removable } = transition;
  if (!operands.some(isUnreduced) && !results.some(isUnreduced)) return null;
  const mesh = sharedMesh([...operands, ...results], op);
  if (mesh === null) return null;
  const before = unreducedOf(operands);
  const after = unreducedOf(results);
  const [introduced] = subtractAxes(after.axes, before.axes, mesh);
  if (introduced !== undefined) {
    if (introducible === null) return `cannot add new unreduced axis '${introduced.name}'.`;
    if (after.op !== introducible) {
      return `cannot introduce '${after.op}' unreduced axes. Expected '${introducible}'.`;
    }
  }
  const [removed] = subtractAxes(before.axes, after.axes, mesh);
  if (removed !== undefined) {
    if (removable === null) {
      return `dropped unreduced axis '${removed.name}' without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.`;
    }
    if (before.op !== removable)
      return `cannot reduce '${before.op}' unreduced axes. Expected '${removable}'.`;
  }
  const isKept = subtractAxes(before.axes, after.axes, mesh).length < before.axes.length;
  if (isKept && before.op !== after.op) {
    return `cannot change the reduction operator of kept unreduced axes from ${before.op} to ${after.op}.`;
  }
  return null;
}

function isUnreduced({ unreducedAxes }: TensorShardingAttr): boolean {
  return unreducedAxes.length > 0;
}

function sharedMesh(shardings: readonly TensorShardingAttr[], op: Operation): MeshAttr | null {
  let shared: MeshAttr | null = null;
  for (const { meshOrRef } of shardings) {
    const mesh = lookUpMesh(op, meshOrRef);
    if (mesh === null || (shared !== null && mesh !== shared)) return null;
    shared = mesh;
  }
  return shared;
}

function unreducedOf(shardings: readonly TensorShardingAttr[]): { axes: AxisRefAttr[]; op: ReductionOp } {
  const axes = [...new Set(shardings.flatMap((sharding) => sharding.unreducedAxes))];
  const op = shardings.find(isUnreduced)?.reductionOp ?? 'sum';
  return { axes, op };
}
