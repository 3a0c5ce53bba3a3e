import type { AxisRefAttr, TensorShardingAttr } from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, runPasses, type Value } from '@shardform/ir-core';
import { type PartitionSettings, passesAroundPropagation } from '../partition/partition-pipeline.ts';
import { propagateModule } from '../propagation/propagate-module.ts';
import type { PropagationGraph } from '../propagation/propagation-graph.ts';
import { type AxisMove, PropagationTrace } from './propagation-trace.ts';
import { type Rejection, rejectionsOf } from './rejections.ts';

/** The origin of one axis of a sharding. */
export interface AxisOrigin {
  readonly axis: AxisRefAttr;
  readonly dimension: number;
  /** The steps by which it was propagated, the last one first; empty if the axis is annotated in the program. */
  readonly way: readonly AxisMove[];
}

/** Why a value has its sharding. */
export interface ShardingExplanation {
  readonly sharding: TensorShardingAttr | null;
  readonly axes: readonly AxisOrigin[];
  /** Axes that neighboring operations offered and the value did not get. */
  readonly rejections: readonly Rejection[];
}

/**
 * Propagates the shardings of a module in place, as partitioning does, and records the reasons. Calls are replaced by
 * the bodies of their functions. The explanations are of the module as it is left: `passesAroundPropagation().after`
 * go on with a copy.
 *
 * @param onMove gets the moves of axes in the order in which they happen.
 * @param settings of partitioning.
 * @returns the explanation of each value of the module, or `null` after an error was reported.
 */
export function explainShardings(
  module: ModuleOp,
  context: Context,
  onMove?: (move: AxisMove) => void,
  settings?: PartitionSettings,
): ((value: Value) => ShardingExplanation) | null {
  const pipeline = { anchor: 'builtin.module', elements: passesAroundPropagation(settings).before };
  // Partitioning verifies what becomes a program; this one is only looked at.
  if (!runPasses(module, pipeline, context, { verify: false }).succeeded) return null;
  const trace = new PropagationTrace(onMove);
  const succeeded = propagateModule(module, context, {
    ...{ keepShardingRules: true, conservative: false, strategy: 'aggressive' },
    ...{ byOpPriority: true, byUserPriority: true, recordOrigins: false, recordEdges: false },
    observers: [trace],
  });
  const { graph } = trace;
  return succeeded && graph !== null ? (value) => explain(value, trace, graph) : null;
}

function explain(value: Value, trace: PropagationTrace, graph: PropagationGraph): ShardingExplanation {
  const tensor = graph.tensorOf(value);
  const { sharding } = tensor;
  const axes = (sharding?.dims ?? []).flatMap((dim, dimension) =>
    dim.axes.map((axis) => ({ axis, dimension, way: trace.wayOf(tensor.value ?? value, axis) })),
  );
  return { sharding, axes, rejections: rejectionsOf(tensor.value ?? value, graph) };
}
