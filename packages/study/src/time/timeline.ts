import type { Machine, MachineDevice } from '@shardform/cost-model';
import type { ModuleOp, Operation, Value } from '@shardform/ir-core';
import {
  type FlatProgram,
  kernelWork,
  kindOf,
  labelOf,
  launchSeconds,
  type MemoryPoint,
  NONE,
  type Simulation,
  sourceOf,
  type TimedEvent,
} from '@shardform/runtime-dist';
import { rootOf } from '../stages/root-of.ts';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { LISTED } from './collective-axes.ts';
import { originsInVersions } from './collective-origins.ts';
import { unrolledMicrobatches } from './microbatches.ts';
import { machineNumber, meshNumber } from './mesh-numbers.ts';
import { meshVersions } from './flat-program-of.ts';
import type { MeasuredStages } from './measured-program.ts';
import { sentTogether } from './sent-together.ts';
import type { TimedRun } from './simulated-time.ts';

/** What devices do over time. */
export interface Timeline {
  /** The version of the program that its operations are of, unless those of meshes have versions of their own. */
  readonly module: ModuleOp;
  readonly seconds: number;
  /** Devices that do the same at the same times share a lane. */
  readonly lanes: readonly TimelineLane[];
  readonly operations: readonly TimelineOperation[];
}

/** Devices of which one sends to the other. */
export interface Route {
  readonly from: number;
  readonly to: number;
}

/** What devices do that all do the same. Events are ordered by their beginnings. */
export interface TimelineLane {
  /** Numbers of the mesh. */
  readonly devices: readonly number[];
  /** By event, the number of its operation. */
  readonly operations: Int32Array;
  /** Seconds. */
  readonly starts: Float64Array;
  readonly durations: Float64Array;
  /** By event, the seconds of its duration, at the end, that sharing links adds; and those before its start. */
  readonly shared: Float64Array;
  readonly queued: Float64Array;
  readonly memory: readonly MemoryPoint[];
}

/** An operation that takes time. */
export interface TimelineOperation {
  /** `dot_general`. */
  readonly name: string;
  /** The name with its place in the user's program: `dot_general at train.py:31`. */
  readonly label: string;
  /** Of the simulated program, the last one of a fusion; `null` if unknown. */
  readonly op: Operation | null;
  /** Its first result; `null` for none. */
  readonly value: Value | null;
  /** The name of the axes that it communicates along; `null` for one that computes. */
  readonly axis: string | null;
  /** Bytes that it moves between the device and its memory, or that each device sends; `null` if unknown. */
  readonly bytes: number | null;
  readonly flops: number;
  /** Seconds of a kernel until it works. */
  readonly launch: number;
  /** What takes most of its time. */
  readonly bound: 'launch' | 'compute' | 'memory' | 'network';
  readonly stage: number | null;
  readonly microbatch: number | null;
  /** The pairs of devices between which a tensor is sent; none for other operations. */
  readonly routes: readonly Route[];
  /** The links that it contends for; `null` for none. */
  readonly contendedLink: string | null;
}

/** Returns the timeline of a program at a stage; `null` where it can't be simulated. */
export function timelineOf(study: Study, stage: Stage, machine: Machine): Timeline | null {
  const measured = study.measuredAt(stage, machine);
  if (measured.run === null) return null;
  const { module, collectives, local } = study.versionAt(stage, machine);
  const versions = [module, local, ...meshVersions(module, study.context)];
  const origins = originsInVersions(collectives ?? module, versions);
  const known = timelineOfRun(measured, measured.run, {
    originsOf: (op) => origins.get(op) ?? [],
    microbatchOf: unrolledMicrobatches(study, stage),
  });
  const [first] = measured.run.simulated.program.sources;
  // A program of one device is simulated as it was given.
  const isLocal = first !== undefined && local !== null && rootOf(first) === local;
  return { module: isLocal ? local : module, ...known };
}

/** What is known of operations beside their costs. */
interface Origins {
  /** The collectives of the program with collectives that another one was made from. */
  readonly originsOf: (op: Operation) => readonly Operation[];
  /** The microbatch of an operation of a pipeline that was unrolled; `null` for others. */
  readonly microbatchOf: (op: Operation) => number | null;
}

function timelineOfRun(
  { collectives }: MeasuredStages,
  { simulated }: TimedRun,
  { originsOf, microbatchOf }: Origins,
): Omit<Timeline, 'module'> {
  const { program, simulation, machine, isPlaced } = simulated;
  const costed = new Map(collectives.map((own) => [own.op, own]));
  const operations: Omit<TimelineOperation, 'routes' | 'contendedLink'>[] = [];
  const numbers = new Map<string, number>();
  /** By operation, and the device that sends. */
  const routes: Map<number, Route>[] = [];
  const links: (string | null)[] = [];
  const numberOf = ({ op, device, stream, queued, shared }: TimedEvent): number => {
    const source = program.opSource[op]!;
    // Devices and iterations repeat an operation of the program.
    const key = `${source === NONE ? `#${op}` : source} ${program.opMicrobatch[op]} ${program.opLabel[op]} ${stream}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = operations.length;
      numbers.set(key, number);
      const own = sourceOf(program, op);
      const moved = (own === null ? [] : originsOf(own)).flatMap((origin) => costed.get(origin) ?? []);
      const cost =
        stream === 'compute'
          ? { axis: null, ...kernelCost(program, op, machine.devices.get(machineNumber(device, isPlaced))) }
          : { axis: moved[0]?.axis ?? LISTED, ...sentCost(program, op, sentTogether(moved)) };
      const known = described(program, op);
      const microbatch = known.microbatch ?? (own === null ? null : microbatchOf(own));
      operations.push({ ...known, microbatch, ...cost });
      routes.push(new Map());
      links.push(null);
    }
    links[number] ??= (shared ?? queued)?.link ?? null;
    if (kindOf(program, op) === 'Send') {
      const route = routeOf(program, op, isPlaced);
      routes[number]!.set(route.from, route);
    }
    return number;
  };
  const lanes = lanesOf(simulation, numberOf);
  const routed = operations.map((own, i) => ({
    ...own,
    routes: [...routes[i]!.values()],
    contendedLink: links[i]!,
  }));
  return { seconds: simulation.latency, lanes, operations: routed };
}

function described(
  program: FlatProgram,
  op: number,
): Pick<TimelineOperation, 'name' | 'label' | 'op' | 'value' | 'stage' | 'microbatch'> {
  const own = sourceOf(program, op);
  const [stage, microbatch] = [program.opStage[op]!, program.opMicrobatch[op]!];
  return {
    name: own === null ? kindOf(program, op) : own.name.slice(own.name.indexOf('.') + 1),
    label: labelOf(program, op),
    op: own,
    value: own?.results[0] ?? null,
    stage: stage === NONE ? null : stage,
    microbatch: microbatch === NONE ? null : microbatch,
  };
}

/** The devices between which an operation sends a tensor. */
function routeOf(
  { operands, operandStart, resultStart, valueDevice }: FlatProgram,
  op: number,
  isPlaced: boolean,
): Route {
  const numberOf = (value: number): number => meshNumber(valueDevice[value]!, isPlaced);
  return { from: numberOf(operands[operandStart[op]!]!), to: numberOf(resultStart[op]!) };
}

type Cost = Pick<TimelineOperation, 'bytes' | 'flops' | 'launch' | 'bound'>;

function kernelCost(program: FlatProgram, op: number, device: MachineDevice | undefined): Cost {
  if (device === undefined) return { bytes: null, flops: 0, launch: 0, bound: 'compute' };
  const { flops, bytes, computeSeconds, memorySeconds } = kernelWork(program, op, device);
  const launch = launchSeconds(program, op, device);
  const isWaiting = launch > Math.max(computeSeconds, memorySeconds);
  const bound = isWaiting ? 'launch' : computeSeconds >= memorySeconds ? 'compute' : 'memory';
  return { bytes, flops, launch, bound };
}

/** @param sent bytes, where it is known what each device sends. */
function sentCost(program: FlatProgram, op: number, sent: number | undefined): Cost {
  const first = program.operands[program.operandStart[op]!]!;
  const bytes = sent ?? program.types.get(program.valueType[first]!).bytes;
  return { bytes, flops: 0, launch: 0, bound: 'network' };
}

function lanesOf(
  { devices, events, memory }: Simulation,
  numberOf: (event: TimedEvent) => number,
): TimelineLane[] {
  const byDevice = new Map<number, TimedEvent[]>(devices.map(({ device }) => [device, []]));
  for (const event of events) if (event.duration > 0) byDevice.get(event.device)?.push(event);
  const lanes: (TimelineLane & { readonly devices: number[] })[] = [];
  for (const [device, own] of byDevice) {
    own.sort((a, b) => a.start - b.start);
    const lane = {
      devices: [device],
      operations: Int32Array.from(own, numberOf),
      starts: Float64Array.from(own, ({ start }) => start),
      durations: Float64Array.from(own, ({ duration }) => duration),
      shared: Float64Array.from(own, ({ shared }) => shared?.seconds ?? 0),
      queued: Float64Array.from(own, ({ queued }) => queued?.seconds ?? 0),
      memory: memory.get(device) ?? [],
    };
    const same = lanes.find((other) => isAlike(other, lane));
    if (same === undefined) lanes.push(lane);
    else same.devices.push(device);
  }
  return lanes;
}

function isAlike(a: TimelineLane, b: TimelineLane): boolean {
  const { length } = a.operations;
  if (b.operations.length !== length || a.memory.length !== b.memory.length) return false;
  for (let i = 0; i < length; i++)
    if (
      a.operations[i] !== b.operations[i] ||
      a.starts[i] !== b.starts[i] ||
      a.durations[i] !== b.durations[i] ||
      a.shared[i] !== b.shared[i] ||
      a.queued[i] !== b.queued[i]
    )
      return false;
  return a.memory.every(({ time, bytes }, i) => time === b.memory[i]!.time && bytes === b.memory[i]!.bytes);
}
