import { checkInterruptAfter } from '@shardform/ir-core';
import { type PipelineTask, pipelinePlan, type TaskKind } from './pipeline-plan.ts';
import { type ScheduleItem, ScheduleError, type StageGraph, type Timestep } from './stage-graph.ts';

/** The items of each device, in order. */
export type DeviceOrder = readonly (readonly ScheduleItem[])[];

/**
 * Steps of equal length in which every device does the next item of its order as soon as its operands are there.
 *
 * @throws ScheduleError when devices wait for each other.
 */
export function stepsOf(graph: StageGraph, orders: DeviceOrder): Timestep[] {
  const next = orders.map(() => 0);
  const done = new Set<string>();
  const keyOf = (stage: number, microbatch: number): string => `${stage}:${microbatch}`;
  const sources: number[][] = graph.stages.map(() => []);
  for (const [from, to] of graph.edges) if (from !== to) sources[to]!.push(from);
  const steps: Timestep[] = [];
  let left = orders.reduce((sum, items) => sum + items.length, 0);
  while (left > 0) {
    checkInterruptAfter(100 * orders.length);
    const step: ScheduleItem[] = [];
    for (const [device, items] of orders.entries()) {
      const item = items[next[device]!];
      if (item === undefined || !sources[item.stage]!.every((from) => done.has(keyOf(from, item.microbatch))))
        continue;
      step.push(item);
      next[device]! += 1;
      left -= 1;
    }
    if (step.length === 0) {
      const waiting = orders.flatMap((items, device) => {
        const item = items[next[device]!];
        return item === undefined ? [] : [`${graph.stages[item.stage]!.name}:${item.microbatch}`];
      });
      throw new ScheduleError(`nothing to schedule: ${waiting.join(', ')} wait for each other`);
    }
    for (const { stage, microbatch } of step) done.add(keyOf(stage, microbatch));
    steps.push(step);
  }
  return steps;
}

/** The stages of a device, of a kind and a chunk, in the graph's order. */
function stagesOf({ stages }: StageGraph, device: number, kind: TaskKind, chunk: number): number[] {
  return stages.flatMap((stage, i) => {
    const own: TaskKind = stage.isWeights === true ? 'W' : stage.isBackward ? 'B' : 'F';
    return stage.device === device && own === kind && (stage.chunk ?? 0) === chunk ? [i] : [];
  });
}

/** The steps of a plan, whose stages are numbered along the model: those of the graph that are there. */
function planned(graph: StageGraph, plan: readonly (readonly PipelineTask[])[]): Timestep[] {
  const orders = plan.map((tasks, device) =>
    tasks.flatMap(({ kind, stage, microbatch }) =>
      stagesOf(graph, device, kind, Math.floor(stage / plan.length)).map((own): ScheduleItem => ({
        stage: own,
        microbatch,
      })),
    ),
  );
  return stepsOf(graph, orders);
}

function deviceCountOf({ stages }: StageGraph): number {
  return stages.reduce((most, { device }) => Math.max(most, device + 1), 0);
}

/**
 * Megatron-LM's 1F1B: a device at distance `s` from the last of `p` devices does `s` forward items, then alternates
 * one forward and one backward item. At most `s + 1` microbatches are in flight there.
 */
export function oneForwardOneBackward(graph: StageGraph, microbatches: number): Timestep[] {
  return planned(graph, pipelinePlan('1f1b', { devices: deviceCountOf(graph), microbatches }));
}

/**
 * 1F1B of devices that have several chunks of the model. @throws RangeError unless microbatches form complete groups.
 */
export function interleavedSchedule(graph: StageGraph, microbatches: number): Timestep[] {
  const chunks = graph.stages.reduce((most, { chunk = 0 }) => Math.max(most, chunk + 1), 1);
  const devices = deviceCountOf(graph);
  return planned(graph, pipelinePlan('interleaved-1f1b', { devices, microbatches, chunks }));
}

/** ZB-H1: gradients of weights fill the time in which devices would wait. */
export function zeroBubbleSchedule(graph: StageGraph, microbatches: number): Timestep[] {
  return planned(graph, pipelinePlan('zb-h1', { devices: deviceCountOf(graph), microbatches }));
}
