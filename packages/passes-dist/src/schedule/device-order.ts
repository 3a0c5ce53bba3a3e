import { type ScheduleItem, ScheduleError, type StageGraph, type Timestep } from './stage-graph.ts';

/** What each device does, in order. */
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

/**
 * Megatron-LM's 1F1B: a device at distance `s` from the last of `p` devices does `s` forward items, then alternates
 * one forward and one backward item. At most `s + 1` microbatches are in flight there.
 */
export function oneForwardOneBackward(graph: StageGraph, microbatches: number): Timestep[] {
  const devices = Math.max(...graph.stages.map(({ device }) => device)) + 1;
  const orders = Array.from({ length: devices }, (_, device): ScheduleItem[] => {
    const forward = stagesOn(graph, device, false);
    const backward = stagesOn(graph, device, true);
    const warmUp = Math.min(devices - device - 1, microbatches);
    const items: ScheduleItem[] = [];
    const add = (stages: readonly number[], microbatch: number): void => {
      for (const stage of stages) items.push({ stage, microbatch });
    };
    for (let i = 0; i < warmUp; i += 1) add(forward, i);
    for (let i = warmUp; i < microbatches; i += 1) {
      add(forward, i);
      add(backward, i - warmUp);
    }
    for (let i = microbatches - warmUp; i < microbatches; i += 1) add(backward, i);
    return items;
  });
  return stepsOf(graph, orders);
}

function stagesOn({ stages }: StageGraph, device: number, isBackward: boolean): number[] {
  return stages.flatMap((stage, i) =>
    stage.device === device && stage.isBackward === isBackward ? [i] : [],
  );
}
