import { checkInterruptAfter } from '@shardform/ir-core';
/** A task of a microbatch on a device: forward pass, gradient of the inputs, or gradient of the weights. */
export type TaskKind = 'F' | 'B' | 'W';

/** A task of a pipeline. Stages are numbered along the model; device `d` of `p` has the stages `d`, `d + p`, …. */
export interface PipelineTask {
  readonly kind: TaskKind;
  readonly stage: number;
  readonly microbatch: number;
}

/** Schedules with a closed form. */
export const planNames = ['gpipe', '1f1b', 'interleaved-1f1b', 'zb-h1'] as const;

/** A plan by name; see {@link planNames}. */
export type PlanName = (typeof planNames)[number];

/** The size of a pipeline. */
export interface PipelineSize {
  readonly devices: number;
  readonly microbatches: number;
  /** Stages per device; 1 except for `interleaved-1f1b`. */
  readonly chunks?: number;
}

/**
 * Returns the tasks of each device, in order. There are `W` tasks with `zb-h1` only; otherwise `B` computes both
 * gradients.
 */
export function pipelinePlan(name: PlanName, size: PipelineSize): PipelineTask[][] {
  const orders: Record<PlanName, (device: number, size: PipelineSize) => PipelineTask[]> = {
    gpipe,
    '1f1b': oneForwardOneBackward,
    'interleaved-1f1b': interleaved,
    'zb-h1': zeroBubble,
  };
  return Array.from({ length: size.devices }, (_, device) => orders[name](device, size));
}

function tasks(kind: TaskKind, stage: number, from: number, to: number): PipelineTask[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ kind, stage, microbatch: from + i }));
}

/** All forward passes, then all backward passes (Huang et al., 2019). */
function gpipe(stage: number, { microbatches }: PipelineSize): PipelineTask[] {
  return [...tasks('F', stage, 0, microbatches), ...tasks('B', stage, 0, microbatches)];
}

/** Warm-up with one forward pass per following device, then one forward and one backward pass in turn (Megatron-LM). */
function oneForwardOneBackward(stage: number, { devices, microbatches }: PipelineSize): PipelineTask[] {
  const warmUp = Math.min(devices - stage - 1, microbatches);
  const order = tasks('F', stage, 0, warmUp);
  for (let i = warmUp; i < microbatches; i += 1) {
    order.push({ kind: 'F', stage, microbatch: i }, { kind: 'B', stage, microbatch: i - warmUp });
  }
  return [...order, ...tasks('B', stage, microbatches - warmUp, microbatches)];
}

/**
 * 1F1B with several stages per device (Narayanan et al., 2021): microbatches go through the stages of a device in
 * groups of as many as there are devices. The number of microbatches is a multiple of that of devices. With one
 * stage per device it is 1F1B.
 */
function interleaved(device: number, { devices, microbatches, chunks = 1 }: PipelineSize): PipelineTask[] {
  if (chunks === 1) return oneForwardOneBackward(device, { devices, microbatches });
  if (microbatches % devices !== 0) {
    throw new RangeError(`interleaving needs a multiple of ${devices} microbatches, got ${microbatches}`);
  }
  const total = microbatches * chunks;
  const task = (kind: TaskKind, index: number): PipelineTask => {
    const group = Math.floor(index / (devices * chunks));
    const inGroup = index % (devices * chunks);
    const chunk = Math.floor(inGroup / devices);
    const stage = (kind === 'F' ? chunk : chunks - 1 - chunk) * devices + device;
    return { kind, stage, microbatch: group * devices + (inGroup % devices) };
  };
  const warmUp = Math.min((devices - device - 1) * 2 + (chunks - 1) * devices, total);
  const order: PipelineTask[] = [];
  for (let i = 0; i < warmUp; i += 1) order.push(task('F', i));
  for (let i = warmUp; i < total; i += 1) order.push(task('F', i), task('B', i - warmUp));
  for (let i = total - warmUp; i < total; i += 1) order.push(task('B', i));
  return order;
}

/**
 * ZB-H1 (Qi et al., 2024): 1F1B in which the gradients of weights wait, on device `s` for those of the inputs of `s`
 * microbatches, and so fill the idle time at the end. No more activations are in flight than with 1F1B.
 */
function zeroBubble(stage: number, { devices, microbatches }: PipelineSize): PipelineTask[] {
  const warmUp = Math.min(devices - stage, microbatches);
  const order = tasks('F', stage, 0, warmUp);
  for (let i = 0; i < microbatches; i += 1) {
    order.push({ kind: 'B', stage, microbatch: i });
    if (i >= stage) order.push({ kind: 'W', stage, microbatch: i - stage });
    if (i + devices - stage < microbatches) order.push({ kind: 'F', stage, microbatch: i + devices - stage });
  }
  return [...order, ...tasks('W', stage, Math.max(0, microbatches - stage), microbatches)];
}

/** Durations of one device's tasks for one microbatch, over all its stages; in any unit of time. */
export interface TaskTimes {
  readonly forward: number;
  /** The gradient of the inputs, and where there are no `W` tasks that of the weights too. */
  readonly backward: number;
  readonly weights?: number;
  /** From a device to the next; it does not occupy them. */
  readonly transfer?: number;
}

/** Durations of tasks that differ by stage or microbatch, in any unit of time. */
export interface TaskDurations {
  readonly durationOf: (task: PipelineTask) => number;
  /** From a stage to another one, which may be on another device. */
  readonly transfer: number | ((from: number, to: number) => number);
  /** Whether a device sends before it does anything else; otherwise it computes meanwhile. */
  readonly blocksSender: boolean;
  /** The time from which a device is there; 0 unless given. */
  readonly beginOf?: (device: number) => number;
}

/** A task with its time. */
export interface TimedTask extends PipelineTask {
  readonly start: number;
  readonly end: number;
}

/** A plan with the times of its tasks. */
export interface TimedPlan {
  readonly makespan: number;
  /** Fraction of the devices' time that is idle. */
  readonly bubbleRatio: number;
  /** By device, the largest number of stages' activations that are kept at once. */
  readonly inFlight: readonly number[];
  readonly tasks: readonly (readonly TimedTask[])[];
}

/**
 * Returns the times at which the tasks of a plan run, if each starts as soon as its device is free and its operands are
 * there.
 *
 * @throws RangeError when tasks wait for each other.
 */
export function timePlan(
  plan: readonly (readonly PipelineTask[])[],
  times: TaskTimes | TaskDurations,
): TimedPlan {
  const devices = plan.length;
  const stages = 1 + plan.flat().reduce((most, { stage }) => Math.max(most, stage), 0);
  const { durationOf, transfer, blocksSender } =
    'durationOf' in times ? times : sharedDurations(times, stages / devices);
  const between = (from: number, to: number): number =>
    typeof transfer === 'number' ? transfer : transfer(from, to);
  const sends = ({ kind, stage }: PipelineTask): boolean =>
    devices > 1 && (kind === 'F' ? stage < stages - 1 : kind === 'B' && stage > 0);
  const ends = new Map<string, number>();
  const keyOf = (kind: TaskKind, stage: number, microbatch: number): string =>
    `${kind}${stage}:${microbatch}`;
  const arrival = ({ kind, stage, microbatch }: PipelineTask): number | null => {
    const needed: (readonly [string, number])[] = [];
    if (kind === 'F' && stage > 0)
      needed.push([keyOf('F', stage - 1, microbatch), between(stage - 1, stage)]);
    if (kind === 'B') needed.push([keyOf('F', stage, microbatch), 0]);
    if (kind === 'B' && stage < stages - 1)
      needed.push([keyOf('B', stage + 1, microbatch), between(stage + 1, stage)]);
    if (kind === 'W') needed.push([keyOf('B', stage, microbatch), 0]);
    let time = 0;
    for (const [key, delay] of needed) {
      const end = ends.get(key);
      if (end === undefined) return null;
      time = Math.max(time, end + (devices > 1 ? delay : 0));
    }
    return time;
  };
  const timed: TimedTask[][] = plan.map(() => []);
  const { beginOf = () => 0 }: Partial<TaskDurations> = 'durationOf' in times ? times : {};
  const clock = plan.map((_, device) => beginOf(device));
  let left = plan.reduce((sum, own) => sum + own.length, 0);
  while (left > 0) {
    checkInterruptAfter(100 * plan.length);
    let moved = false;
    for (const [device, own] of plan.entries()) {
      for (let task = own[timed[device]!.length]; task !== undefined; task = own[timed[device]!.length]) {
        const ready = arrival(task);
        if (ready === null) break;
        const start = Math.max(clock[device]!, ready);
        const end = start + durationOf(task);
        const next = task.stage + (task.kind === 'F' ? 1 : -1);
        clock[device] = end + (blocksSender && sends(task) ? between(task.stage, next) : 0);
        ends.set(keyOf(task.kind, task.stage, task.microbatch), end);
        timed[device]!.push({ ...task, start, end });
        left -= 1;
        moved = true;
      }
    }
    if (!moved) throw new RangeError('tasks of the pipeline wait for each other');
  }
  const makespan = Math.max(...clock);
  const busy = timed.flat().reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    makespan,
    bubbleRatio: 1 - busy / (makespan * devices),
    inFlight: plan.map(mostInFlight),
    tasks: timed,
  };
}

/** The time of a device's tasks is divided equally among its stages. */
function sharedDurations(
  { forward, backward, weights = 0, transfer = 0 }: TaskTimes,
  chunks: number,
): TaskDurations {
  const duration = { F: forward / chunks, B: backward / chunks, W: weights / chunks };
  return { durationOf: ({ kind }) => duration[kind], transfer, blocksSender: false };
}

/** Activations are kept from the forward pass to the last gradient. */
function mostInFlight(own: readonly PipelineTask[]): number {
  const last: TaskKind = own.some(({ kind }) => kind === 'W') ? 'W' : 'B';
  let now = 0;
  let most = 0;
  for (const { kind } of own) {
    if (kind === 'F') now += 1;
    else if (kind === last) now -= 1;
    most = Math.max(most, now);
  }
  return most;
}
