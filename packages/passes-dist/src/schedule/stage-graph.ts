import { lookUp } from '@shardform/ir-core'; /** A stage of a pipeline: what one device does for one microbatch without waiting for another device. */
export interface Stage {
  readonly name: string;
  /** Index of the device among the pipeline's devices; 0 has the first stage. */
  readonly device: number;
  readonly isBackward: boolean;
  /** The chunk of the model on this device, in the model's order; 0 if there is only one. */
  readonly chunk?: number;
  /** True if it computes gradients of weights only, which no other stage waits for; it is backward then. */
  readonly isWeights?: boolean;
}

/**
 * The stages of a pipeline and what they wait for. There is an edge for each value that a stage computes and each
 * stage that uses it.
 */
export interface StageGraph {
  readonly stages: readonly Stage[];
  /** Pairs of indices into `stages`: producer and consumer. */
  readonly edges: readonly (readonly [from: number, to: number])[];
}

/** A stage for a microbatch. */
export interface ScheduleItem {
  /** Index into the graph's stages. */
  readonly stage: number;
  readonly microbatch: number;
}

/** The items that devices run at the same time: at most one per device. */
export type Timestep = readonly ScheduleItem[];

/** A schedule that can't be made, or is wrong. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

/** Returns a pipeline of `devices` forward stages and then their backward stages, each passing one value on. */
export function chainOfStages(devices: number): StageGraph {
  const forward = Array.from({ length: devices }, (_, i): Stage => ({
    name: `f${i}`,
    device: i,
    isBackward: false,
  }));
  const backward = Array.from({ length: devices }, (_, i): Stage => ({
    name: `b${i}`,
    device: i,
    isBackward: true,
  }));
  const edges: [number, number][] = [];
  for (let i = 0; i < devices; i += 1) {
    if (i > 0) edges.push([i - 1, i], [devices + i, devices + i - 1]);
    // A backward stage uses what its forward stage has kept.
    edges.push([i, devices + i]);
  }
  return { stages: [...forward, ...backward], edges };
}

/**
 * Checks a schedule: each stage and microbatch once, after everything that it uses, one item per device and time.
 *
 * @throws ScheduleError that describes the violation.
 */
export function checkSchedule(graph: StageGraph, microbatches: number, schedule: readonly Timestep[]): void {
  const times = new Map<string, number>();
  const nameOf = ({ stage, microbatch }: ScheduleItem): string =>
    `${graph.stages[stage]!.name}:${microbatch}`;
  for (const [time, items] of schedule.entries()) {
    const busy = new Map<number, string>();
    for (const item of items) {
      const name = nameOf(item);
      const { device } = graph.stages[item.stage]!;
      if (times.has(name)) throw new ScheduleError(`${name} is scheduled twice`);
      const other = busy.get(device);
      if (other !== undefined)
        throw new ScheduleError(`${other} and ${name} are on device ${device} at once`);
      busy.set(device, name);
      times.set(name, time);
    }
  }
  for (let microbatch = 0; microbatch < microbatches; microbatch += 1) {
    for (const [stage, { name }] of graph.stages.entries()) {
      const item = nameOf({ stage, microbatch });
      if (!times.has(item)) throw new ScheduleError(`${name}:${microbatch} is not scheduled`);
    }
    for (const [from, to] of graph.edges) {
      const before = nameOf({ stage: from, microbatch });
      const after = nameOf({ stage: to, microbatch });
      if (from !== to && times.get(before)! >= lookUp(times, after)) {
        throw new ScheduleError(`${after} is scheduled before ${before}, which it needs`);
      }
    }
  }
}

/** Largest number of microbatches by device whose forward stage was done and whose backward stage was not. */
export function inFlight(graph: StageGraph, schedule: readonly Timestep[]): number[] {
  const devices = Math.max(...graph.stages.map(({ device }) => device)) + 1;
  const now = new Array<number>(devices).fill(0);
  const most = new Array<number>(devices).fill(0);
  for (const items of schedule) {
    for (const { stage } of items) {
      const { device, isBackward } = graph.stages[stage]!;
      now[device]! += isBackward ? -1 : 1;
      most[device] = Math.max(most[device]!, now[device]!);
    }
  }
  return most;
}
