import { type FlatProgram, kindOf, labelOf, type Simulation, type TimedEvent } from '@shardform/runtime-dist';

/** What a device does with its time; the seconds add up to the time that the program takes. */
export interface TimeShare {
  /** `compute`, a collective such as `all_reduce`, or `waiting`. */
  readonly name: string;
  readonly seconds: number;
}

/** What collectives are called in programs. */
const NAMES: Readonly<Record<string, string>> = {
  Send: 'collective_permute',
  MPIBroadcast: 'collective_broadcast',
  MPIScatter: 'scatter',
  MPIGather: 'gather',
  MPIReduce: 'reduce',
  MPIAllreduce: 'all_reduce',
  MPIAllgather: 'all_gather',
  MPIReduceScatter: 'reduce_scatter',
  MPIAlltoall: 'all_to_all',
};

/** Operations of one label, such as `dot_general at train.py:31`. */
export interface CostlyOperation {
  readonly label: string;
  readonly seconds: number;
  readonly executions: number;
}

/** What a device spends most of its time on, by label, the longest first. @param simulation with its events. */
export function costlyOperations(
  program: FlatProgram,
  simulation: Simulation,
  device: number,
): CostlyOperation[] {
  const found = new Map<string, { label: string; seconds: number; executions: number }>();
  for (const { op, device: own, duration } of simulation.events) {
    if (own !== device || duration <= 0) continue;
    const label = labelOf(program, op);
    const known = found.get(label) ?? { label, seconds: 0, executions: 0 };
    known.seconds += duration;
    known.executions += 1;
    found.set(label, known);
  }
  return [...found.values()].sort((a, b) => b.seconds - a.seconds);
}

/** The device that is done last: the one that the program's time is that of. */
export function slowestDevice({ devices }: Simulation): number {
  // A program of tokens only keeps no device busy.
  const [first] = devices;
  if (first === undefined) return 0;
  return devices.reduce((slowest, device) => (device.clock > slowest.clock ? device : slowest), first).device;
}

/**
 * What a device does with its time, the longest first: while it computes and communicates at once it computes.
 *
 * @param simulation with its events.
 */
export function timeShares(program: FlatProgram, simulation: Simulation, device: number): TimeShare[] {
  const own = simulation.events.filter((event) => event.device === device && event.duration > 0);
  const isCompute = ({ stream }: TimedEvent): boolean => stream === 'compute';
  const computing = own.filter(isCompute).sort((a, b) => a.start - b.start);
  const seconds = new Map<string, number>();
  const add = (name: string, time: number): void => {
    if (time > 0) seconds.set(name, (seconds.get(name) ?? 0) + time);
  };
  add(
    'compute',
    computing.reduce((sum, { duration }) => sum + duration, 0),
  );
  for (const event of own) {
    if (isCompute(event)) continue;
    const kind = kindOf(program, event.op);
    add(NAMES[kind] ?? kind, event.duration - overlap(event, computing));
  }
  const busy = [...seconds.values()].reduce((sum, time) => sum + time, 0);
  // Less is the rounding of sums.
  const waiting = simulation.latency - busy;
  add('waiting', waiting > simulation.latency * 1e-9 ? waiting : 0);
  return [...seconds]
    .map(([name, time]) => ({ name, seconds: time }))
    .sort((a, b) => Number(b.name === 'compute') - Number(a.name === 'compute') || b.seconds - a.seconds);
}

/** Seconds of an event in which one of others, which don't overlap each other, goes on. */
function overlap({ start, duration }: TimedEvent, others: readonly TimedEvent[]): number {
  const end = start + duration;
  return others.reduce(
    (sum, other) =>
      sum + Math.max(0, Math.min(end, other.start + other.duration) - Math.max(start, other.start)),
    0,
  );
}
