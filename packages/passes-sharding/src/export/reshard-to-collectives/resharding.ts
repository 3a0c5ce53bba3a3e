import {
  addAxisOrMerge,
  type AxisList,
  axisListSize,
  type AxisRefAttr,
  DimensionShardingAttr,
  type MeshAttr,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { SymbolRefAttr } from '@shardform/ir-core';
import { alignSubAxes } from './align-sub-axes.ts';
import { zip } from '@shardform/ir-core';

/** The target of an axis: its index among the axes that a dimension still lacks. */
export interface AxisTarget {
  readonly dim: number;
  readonly index: number;
}

/**
 * The state of a conversion from one sharding to another. Per dimension it has the axes in their final position
 * (`done`), the axes after them that have to leave (`incoming`), and the axes still missing (`outgoing`), in the order
 * of the result. Collectives are planned by changing these lists; the current sharding is `done` followed by
 * `incoming`.
 */
export class Resharding {
  readonly mesh: MeshAttr;
  /** Number of elements by dimension. */
  readonly dimSizes: readonly number[];
  readonly done: AxisRefAttr[][] = [];
  readonly incoming: AxisRefAttr[][] = [];
  readonly outgoing: AxisRefAttr[][] = [];
  /** The sharding at the beginning. */
  readonly initial: TensorShardingAttr;
  /** The mesh of the current sharding. */
  meshOrRef: MeshAttr | SymbolRefAttr;
  readonly #target: TensorShardingAttr;

  constructor(from: TensorShardingAttr, to: TensorShardingAttr, mesh: MeshAttr, dimSizes: readonly number[]) {
    this.mesh = mesh;
    this.initial = from;
    this.dimSizes = dimSizes;
    this.meshOrRef = from.meshOrRef;
    this.#target = to;
    const axesOf = ({ dims }: TensorShardingAttr): AxisList[] => dims.map(({ axes }) => axes);
    const [before, after] = alignSubAxes(axesOf(from), axesOf(to), mesh);
    for (const [axes, wanted] of zip(before, after)) {
      let common = 0;
      while (common < axes.length && axes[common] === wanted[common]) common++;
      this.done.push(axes.slice(0, common));
      this.incoming.push(axes.slice(common));
      this.outgoing.push(wanted.slice(common));
    }
  }

  get rank(): number {
    return this.done.length;
  }

  get isOnTargetMesh(): boolean {
    return this.meshOrRef === this.#target.meshOrRef;
  }

  get isDone(): boolean {
    const isEmpty = (axes: AxisList): boolean => axes.length === 0;
    return this.isOnTargetMesh && this.incoming.every(isEmpty) && this.outgoing.every(isEmpty);
  }

  /** True if devices hold the shards of the target: axes of size 1, which split nothing, may be left over. */
  get hasTargetShards(): boolean {
    const splitsNothing = (axes: AxisList): boolean => axisListSize(axes, this.mesh) === 1;
    return this.isOnTargetMesh && this.incoming.every(splitsNothing) && this.outgoing.every(splitsNothing);
  }

  moveToTargetMesh(): void {
    this.meshOrRef = this.#target.meshOrRef;
  }

  /**
   * Replicates, for the duration of the resharding, dimensions whose sizes are no multiples of the shard counts before
   * or after.
   */
  releaseUnevenDims(): void {
    const { mesh, done, incoming, outgoing } = this;
    for (const [d, size] of this.dimSizes.entries()) {
      const [before, after] = [incoming[d]!, outgoing[d]!];
      if (before.length + after.length === 0) continue;
      const parts = (axes: AxisList): number => axisListSize([...done[d]!, ...axes], mesh);
      if (size % parts(before) === 0 && size % parts(after) === 0) continue;
      const kept = done[d]!.splice(0);
      before.unshift(...kept);
      after.unshift(...kept);
    }
  }

  /** Returns the target of an axis; `null` if it isn't in the result, or is in its final position. */
  targetOf(axis: AxisRefAttr): AxisTarget | null {
    for (const [dim, axes] of this.outgoing.entries()) {
      const index = axes.indexOf(axis);
      if (index >= 0) return { dim, index };
    }
    return null;
  }

  isOutgoing(axis: AxisRefAttr): boolean {
    return this.outgoing.some((axes) => axes.includes(axis));
  }

  isIncoming(axis: AxisRefAttr): boolean {
    return this.incoming.some((axes) => axes.includes(axis));
  }

  /** The sharding at this point of the way. */
  sharding(): TensorShardingAttr {
    const { unreducedAxes, reductionOp } = this.#target;
    const dims = this.done.map((axes, d) =>
      DimensionShardingAttr.get(mergeAdjacent([...axes, ...this.incoming[d]!], this.mesh), true),
    );
    return TensorShardingAttr.get(this.meshOrRef, dims, [], unreducedAxes, reductionOp);
  }
}

/** Returns the list with adjacent sub-axes merged. */
export function mergeAdjacent(axes: AxisList, mesh: MeshAttr): AxisRefAttr[] {
  const merged: AxisRefAttr[] = [];
  for (const axis of axes) addAxisOrMerge(merged, axis, mesh);
  return merged;
}
