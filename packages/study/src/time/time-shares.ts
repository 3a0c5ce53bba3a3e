import { type FlatProgram, kindOf, labelOf, type Simulation, type TimedEvent } from '@shardform/runtime-dist';

/** A part of a device's time. */
export interface TimeShare {
  /** `compute`, a collective such as `all_reduce`, or `waiting`. */
  readonly name: string;
  /** That add up to the whole. */
  readonly seconds: number;
}

/** Operations of one label, such as `dot_general at train.py:31`. */
export interface CostlyOperation {
  readonly label: string;
  /** In total; of communication, the time not overlapped with computation. */
  readonly seconds: number;
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
 * Returns the operations that a device spends most of its time on, by label, the longest first. @param simulation with
 * its events.
 */
export function costlyOperations(
  program: FlatProgram,
  simulation: Simulation,
  device: number,
): CostlyOperation[] {
  const found = new Map<string, { label: string; seconds: number; executions: number }>();
  for (const { event, seconds } of spentTimes(simulation, device)) {
    const label = labelOf(program, event.op);
    const known = found.get(label) ?? { label, seconds: 0, executions: 0 };
    known.seconds += seconds;
    known.executions += 1;
    found.set(label, known);
  }
  return [...found.values()].sort((a, b) => b.seconds - a.seconds);
}

/** Returns the device that finishes last: it determines the program's time. */
export function slowestDevice({ devices }: Simulation): number {
  // A program of tokens only keeps no device busy.
  const [first] = devices;
  if (first === undefined) return 0;
  return devices.reduce((slowest, device) => (device.clock > slowest.clock ? device : slowest), first).device;
}

/**
 * Returns the distribution of a device's time, the longest first: overlapped communication counts as computation.
 *
 * @param simulation with its events.
 */
export function timeShares(program: FlatProgram, simulation: Simulation, device: number): TimeShare[] {
  const seconds = new Map<string, number>();
  for (const { event, seconds: time } of spentTimes(simulation, device)) {
    const kind = kindOf(program, event.op);
    const name = event.stream === 'compute' ? 'compute' : (NAMES[kind] ?? kind);
    if (time > 0) seconds.set(name, (seconds.get(name) ?? 0) + time);
  }
  const busy = [...seconds.values()].reduce((sum, time) => sum + time, 0);
  // Less is the rounding of sums.
  const waiting = simulation.latency - busy;
  if (waiting > simulation.latency * 1e-9) seconds.set('waiting', waiting);
  return [...seconds]
    .map(([name, time]) => ({ name, seconds: time }))
    .sort((a, b) => Number(b.name === 'compute') - Number(a.name === 'compute') || b.seconds - a.seconds);
}

/** Seconds in which a device communicates. */
export interface CommunicationTime {
  /** While it computes nothing. */
  readonly exposed: number;
  /** While it computes: the program does not get longer by them. */
  readonly hidden: number;
}

/** Returns how long a device communicates with and without computing. @param simulation with its events. */
export function communicationTime(simulation: Simulation, device: number): CommunicationTime {
  let [exposed, all] = [0, 0];
  for (const { event, seconds } of spentTimes(simulation, device)) {
    if (event.stream === 'compute') continue;
    exposed += seconds;
    all += event.duration;
  }
  // Less is the rounding of sums.
  const hidden = all - exposed;
  return { exposed, hidden: hidden > simulation.latency * 1e-9 ? hidden : 0 };
}

/** An event with the seconds that it adds to the time of its device. */
export interface SpentTime {
  readonly event: TimedEvent;
  /** Of communication, those in which the device doesn't compute. */
  readonly seconds: number;
}

/** Returns the events of a device with the seconds that each adds to its time. @param simulation with its events. */
export function spentTimes({ events, latency }: Simulation, device: number): SpentTime[] {
  const own = events.filter((event) => event.device === device && event.duration > 0);
  const isCompute = ({ stream }: TimedEvent): boolean => stream === 'compute';
  const computing = own.filter(isCompute).sort((a, b) => a.start - b.start);
  return own.map((event) => {
    if (isCompute(event)) return { event, seconds: event.duration };
    const seconds = event.duration - overlap(event, computing);
    // Less is the rounding of sums.
    return { event, seconds: seconds > latency * 1e-9 ? seconds : 0 };
  });
}

/** Seconds of an event in which one of others goes on, which are in order and don't overlap each other. */
function overlap({ start, duration }: TimedEvent, others: readonly TimedEvent[]): number {
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
