import { checkInterruptAfter } from '@shardform/ir-core';
import { type ScheduleItem, ScheduleError, type StageGraph, type Timestep } from './stage-graph.ts';

/** The policy by which a device selects among the items that are ready. */
export type ListPolicy = 'first-in-first-out' | 'alternating';

/**
 * List scheduling in steps of equal length: at each step every device runs one of its items whose operands are
 * there; what becomes ready during a step can run from the next. DistIR's schedulers work in this way.
 *
 * `first-in-first-out` takes forward items as long as there are any (its FIFO scheduler, GPipe). `alternating` takes
 * a backward item after a forward one and the other way round, of the smallest microbatch (its PipeDream scheduler).
 * Up to `2 (devices - 1 - device) + 1` microbatches are then in flight, which is more than with `1f1b`.
 *
 * @throws ScheduleError when stages wait for each other.
 */
export function listSchedule(graph: StageGraph, microbatches: number, policy: ListPolicy): Timestep[] {
  const { stages } = graph;
  const missing = stages.map(() => new Int32Array(microbatches));
  const successors: number[][] = stages.map(() => []);
  for (const [from, to] of graph.edges) {
    if (from === to) continue;
    successors[from]!.push(to);
    for (let i = 0; i < microbatches; i += 1) missing[to]![i]! += 1;
  }
  const ready = new Map<number, ScheduleItem[]>();
  const becomeReady = (item: ScheduleItem): void => {
    const { device } = stages[item.stage]!;
    const list = ready.get(device);
    if (list === undefined) ready.set(device, [item]);
    else list.push(item);
  };
  stages.forEach((_, stage) => {
    for (let microbatch = 0; microbatch < microbatches; microbatch += 1) {
      if (missing[stage]![microbatch] === 0) becomeReady({ stage, microbatch });
    }
  });
  const wasForward = new Map<number, boolean>();
  const schedule: Timestep[] = [];
  let left = stages.length * microbatches;
  while (left > 0) {
    checkInterruptAfter(100 * ready.size);
    const step: ScheduleItem[] = [];
    const next: ScheduleItem[] = [];
    for (const [device, items] of ready) {
      if (items.length === 0) continue;
      const at = choose(items, graph, policy, wasForward.get(device) ?? false);
      const item = items[at]!;
      items.splice(at, 1);
      wasForward.set(device, !stages[item.stage]!.isBackward);
      step.push(item);
      left -= 1;
      for (const successor of successors[item.stage]!) {
        const counts = missing[successor]!;
        counts[item.microbatch]! -= 1;
        if (counts[item.microbatch] === 0) next.push({ stage: successor, microbatch: item.microbatch });
      }
    }
    if (step.length === 0) throw new ScheduleError(`nothing to schedule: ${blocked(graph, missing)}`);
    step.sort((a, b) => stages[a.stage]!.device - stages[b.stage]!.device);
    schedule.push(step);
    next.forEach(becomeReady);
  }
  return schedule;
}

function choose(
  items: readonly ScheduleItem[],
  { stages }: StageGraph,
  policy: ListPolicy,
  wasForward: boolean,
): number {
  const hasForward = items.some(({ stage }) => !stages[stage]!.isBackward);
  const hasBackward = items.some(({ stage }) => stages[stage]!.isBackward);
  const takeBackward = policy === 'alternating' && wasForward ? hasBackward : !hasForward;
  let best = -1;
  for (const [i, { stage, microbatch }] of items.entries()) {
    if (stages[stage]!.isBackward !== takeBackward) continue;
    if (best < 0 || (policy === 'alternating' && microbatch < items[best]!.microbatch)) best = i;
  }
  return best;
}

function blocked(graph: StageGraph, missing: readonly Int32Array[]): string {
  const waiting = graph.stages.flatMap(({ name }, i) =>
    missing[i]!.some((count) => count > 0) ? [name] : [],
  );
  return `${waiting.join(', ')} wait for each other`;
}
