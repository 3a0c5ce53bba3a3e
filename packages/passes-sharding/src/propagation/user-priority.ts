import { FuncOp } from '@shardform/dialect-func';
import {
  type AxisRefAttr,
  DimensionShardingAttr,
  edgeUserOf,
  type MeshLookUp,
  sortInMesh,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import type { Value } from '@shardform/ir-core';
import type { PropagationGraph } from './propagation-graph.ts';
import type { TensorNode } from './tensor-node.ts';

/** A tensor whose sharding has priorities, with that sharding. */
interface PrioritizedTensor {
  readonly tensor: TensorNode;
  readonly original: TensorShardingAttr;
}

/** The most urgent priority, which is propagated first. */
export const DEFAULT_PRIORITY = 0n;

/**
 * Releases shardings in the order of user-defined priorities. Until its turn, a dimension is replicated, and its axes
 * are reserved.
 */
export class UserPriorities {
  readonly #graph: PropagationGraph;
  readonly #byPriority = new Map<bigint, PrioritizedTensor[]>();

  /** Holds back all shardings of less than the highest priority. */
  constructor(graph: PropagationGraph) {
    this.#graph = graph;
    forEachTensor(graph, (tensor) => this.#hold(tensor));
  }

  /** The priorities after the first one, most urgent first. */
  get priorities(): readonly bigint[] {
    return [...this.#byPriority.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  }

  /** Gives the dimensions of a priority their shardings. */
  release(priority: bigint): void {
    for (const { tensor, original } of this.#byPriority.get(priority) ?? []) {
      const current = tensor.sharding!;
      const released = new Set<AxisRefAttr>();
      const dims = current.dims.map((dim, d): DimensionShardingAttr => {
        const before = original.dims[d]!;
        if (before.priority !== priority) return dim;
        for (const axis of before.axes) released.add(axis);
        return before.withoutPriority();
      });
      const replicatedAxes = current.replicatedAxes.filter((axis) => !released.has(axis));
      this.#graph.setSharding(tensor, current.with({ dims, replicatedAxes }));
    }
  }

  #hold(tensor: TensorNode): void {
    const original = tensor.sharding;
    // Without priorities, also because the tensor was visited before.
    if (original === null || original.dims.every(({ priority }) => priority === null)) return;
    const held: AxisRefAttr[] = [];
    const dims = original.dims.map((dim) => {
      if ((dim.priority ?? DEFAULT_PRIORITY) === DEFAULT_PRIORITY) return dim.withoutPriority();
      held.push(...dim.axes);
      return DimensionShardingAttr.closed;
    });
    for (const { priority } of original.dims) {
      if (priority === null || priority === DEFAULT_PRIORITY) continue;
      let tensors = this.#byPriority.get(priority);
      if (tensors === undefined) this.#byPriority.set(priority, (tensors = []));
      if (tensors.at(-1)?.tensor !== tensor) tensors.push({ tensor, original });
    }
    const replicatedAxes =
      held.length === 0 ? original.replicatedAxes : withHeld(original, held, this.#graph.meshes);
    this.#graph.setSharding(tensor, original.with({ dims, replicatedAxes }));
  }
}

function withHeld(
  sharding: TensorShardingAttr,
  held: readonly AxisRefAttr[],
  meshes: MeshLookUp,
): AxisRefAttr[] {
  const axes = [...sharding.replicatedAxes, ...held];
  const mesh = meshes.meshOf(sharding);
  return mesh === null ? axes : sortInMesh(axes, mesh);
}

/** Visits all tensors of the program that can have a sharding, in its order; some more than once. */
function forEachTensor(graph: PropagationGraph, visit: (tensor: TensorNode) => void): void {
  const visitValue = (value: Value): void => {
    if (edgeUserOf(value) === null) visit(graph.tensorOf(value));
  };
  for (const { op } of graph.ops) {
    for (const result of op.results) visitValue(result);
    for (const region of op.regions) region.blocks[0]?.arguments.forEach(visitValue);
    if (op instanceof FuncOp) graph.functionResults(op).forEach(visit);
  }
}
