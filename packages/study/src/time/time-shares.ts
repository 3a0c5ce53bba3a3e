import type { MachineDevice } from '@shardform/cost-model';
import {
  type FlatProgram,
  kindOf,
  labelOf,
  launchSeconds,
  type LinkTime,
  type Simulation,
  type TimedEvent,
} from '@shardform/runtime-dist';
import { contentionSeconds } from './contention-facts.ts';
import { LAUNCHES } from './time-parts.ts';

/** A part of a device's time. */
export interface TimeShare {
  /** `compute`, {@link LAUNCHES}, a collective such as `all_reduce` while nothing is computed, `contention` for links, or `waiting`. */
  readonly name: string;
  /** That add up to the whole. */
  readonly seconds: number;
}

/** Operations of one label, such as `dot_general at train.py:31`. */
export interface CostlyOperation {
  readonly label: string;
  /** In total; of communication, the time not overlapped with computation, contention included. */
  readonly seconds: number;
  /** Of communication, the time while something is computed. */
  readonly hidden: number;
  /** By the slowest device. */
  readonly executions: number;
}

/** Names of collectives in programs. */
const NAMES: Readonly<Record<string, string>> = {
  Send: 'send',
  MPIBroadcast: 'collective_broadcast',
  MPIScatter: 'scatter',
  MPIGather: 'gather',
  MPIReduce: 'reduce',
  MPIAllreduce: 'all_reduce',
  MPIAllgather: 'all_gather',
  MPIReduceScatter: 'reduce_scatter',
  MPIAlltoall: 'all_to_all',
  CollectivePermute: 'collective_permute',
};

/**
 * Returns the operations that a device spends most of its time on, by label, the longest first, and then communication that it does not wait
 * for. @param simulation with its events.
 */
export function costlyOperations(
  program: FlatProgram,
  simulation: Simulation,
  device: number,
): CostlyOperation[] {
  const found = new Map<string, { label: string; seconds: number; hidden: number; executions: number }>();
  for (const own of spentTimes(simulation, device)) {
    const label = labelOf(program, own.event.op);
    const known = found.get(label) ?? { label, seconds: 0, hidden: 0, executions: 0 };
    known.seconds += own.seconds + contentionSeconds(own.contention);
    known.hidden += own.hidden;
    known.executions += 1;
    found.set(label, known);
  }
  return [...found.values()].sort((a, b) => b.seconds - a.seconds || b.hidden - a.hidden);
}

/** Returns the device that finishes last: it determines the program's time. */
export function slowestDevice({ devices }: Simulation): number {
  // A program of tokens only keeps no device busy.
  const [first] = devices;
  if (first === undefined) return 0;
  return devices.reduce((slowest, device) => (device.clock > slowest.clock ? device : slowest), first).device;
}

/** Returns the name of the operations of a kind in programs: `all_reduce`. */
export function collectiveName(program: FlatProgram, op: number): string {
  const kind = kindOf(program, op);
  return NAMES[kind] ?? kind;
}

/**
 * Returns the distribution of a device's time, computation first and then the longest first: communication at the same time as
 * computation counts as computation.
 *
 * @param simulation with its events.
 * @param model of the device; `undefined` where it has none, and launches are not told from computing.
 */
export function timeShares(
  program: FlatProgram,
  simulation: Simulation,
  device: number,
  model: MachineDevice | undefined,
): TimeShare[] {
  const found = new Map<string, number>();
  const add = (name: string, time: number): void => {
    if (time > 0) found.set(name, (found.get(name) ?? 0) + time);
  };
  for (const own of spentTimes(simulation, device)) {
    const { event, seconds } = own;
    if (event.stream === 'compute') {
      const launch = model === undefined ? 0 : launchSeconds(program, event.op, model);
      add('compute', seconds - launch);
      add(LAUNCHES, launch);
    } else add(collectiveName(program, event.op), seconds);
    add('contention', contentionSeconds(own.contention));
  }
  const busy = [...found.values()].reduce((sum, time) => sum + time, 0);
  add('waiting', restOf(simulation.latency, busy));
  return [...found]
    .map(([name, seconds]) => ({ name, seconds }))
    .sort((a, b) => Number(b.name === 'compute') - Number(a.name === 'compute') || b.seconds - a.seconds);
}

/** Returns the part of a time that others leave; 0 where it is the rounding of sums. */
export function restOf(whole: number, parts: number): number {
  const rest = whole - parts;
  return rest > whole * 1e-9 ? rest : 0;
}

/** Seconds in which a device communicates. */
export interface CommunicationTime {
  /** While it computes nothing, contention aside. */
  readonly exposed: number;
  /** While it computes nothing, for links that other groups or collectives use at the same time. */
  readonly contention: number;
  /** While it computes: the program does not get longer by them. */
  readonly hidden: number;
}

/** Returns how long a device communicates with and without computing. @param simulation with its events. */
export function communicationTime(simulation: Simulation, device: number): CommunicationTime {
  let [exposed, contention, hidden] = [0, 0, 0];
  for (const own of spentTimes(simulation, device)) {
    if (own.event.stream === 'compute') continue;
    exposed += own.seconds;
    contention += contentionSeconds(own.contention);
    hidden += own.hidden;
  }
  return { exposed, contention, hidden: hidden > simulation.latency * 1e-9 ? hidden : 0 };
}

/** An event with the seconds that it adds to the time of its device. */
export interface SpentTime {
  readonly event: TimedEvent;
  /** Of communication, those in which the device doesn't compute, contention aside. */
  readonly seconds: number;
  /** Of communication, those that sharing links adds while the device doesn't compute, before and at the end of the event. */
  readonly contention: readonly LinkTime[];
  /** Of communication, those in which the device computes. */
  readonly hidden: number;
}

const NO_CONTENTION: readonly LinkTime[] = [];

/** Returns the events of a device with the seconds that each adds to its time. @param simulation with its events. */
export function spentTimes({ events, latency }: Simulation, device: number): SpentTime[] {
  const own = events.filter((event) => event.device === device && event.duration > 0);
  const isCompute = ({ stream }: TimedEvent): boolean => stream === 'compute';
  const computing = own.filter(isCompute).sort((a, b) => a.start - b.start);
  const exposedOf = (start: number, duration: number): number => {
    const seconds = duration - overlap(start, duration, computing);
    // Less is the rounding of sums.
    return seconds > latency * 1e-9 ? seconds : 0;
  };
  return own.map((event) => {
    const { start, duration, queued, shared } = event;
    if (isCompute(event)) return { event, seconds: duration, contention: NO_CONTENTION, hidden: 0 };
    // Without the others it would end before the part that they add.
    const alone = duration - (shared?.seconds ?? 0);
    const seconds = exposedOf(start, alone);
    const added = shared === undefined ? 0 : exposedOf(start + alone, shared.seconds);
    const before = queued === undefined ? 0 : exposedOf(start - queued.seconds, queued.seconds);
    const contention = [
      ...(queued === undefined ? [] : [{ ...queued, seconds: before }]),
      ...(shared === undefined ? [] : [{ ...shared, seconds: added }]),
    ].filter((time) => time.seconds > 0);
    return { event, seconds, contention, hidden: duration - seconds - added };
  });
}

/** Seconds of a time in which one of several events goes on, which are in order and don't overlap each other. */
function overlap(start: number, duration: number, others: readonly TimedEvent[]): number {
  const end = start + duration;
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (others[middle]!.start + others[middle]!.duration <= start) low = middle + 1;
    else high = middle;
  }
  let sum = 0;
  for (let i = low; i < others.length && others[i]!.start < end; i += 1)
    sum += Math.min(end, others[i]!.start + others[i]!.duration) - Math.max(start, others[i]!.start);
  return sum;
}
